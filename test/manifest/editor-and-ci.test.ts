// cspell:ignore infomation enabld
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StopSignal } from '../../src/failure/interrupted.ts';
import { FINDING_LINE, problemMatcher } from '../../src/manifest/problem-matcher.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const NAME = 'display_information:\n  name: Harbor\n';
const WARNING = `${NAME}settings:\n  socket_mode_enabled: true\n  event_subscriptions: {bot_events: [tide_turned]}\n`;
const ERROR = `${NAME}settings:\n  quux: true\n`;

function machineWith(
  files: Readonly<Record<string, string>>,
): Machine & { run(line: string): Promise<{ exit: number; stdout: string; stderr: string }> } {
  const machine = freshMachine();
  mkdirSync(machine.path('g'));
  for (const [name, text] of Object.entries(files)) writeFileSync(machine.path(name), text);
  const run = async (line: string) => {
    const ran = await machine.orgctl(line.replaceAll('@', `${machine.home}/g`));
    return {
      ...ran,
      stdout: ran.stdout.replaceAll(`${machine.home}/`, ''),
      stderr: ran.stderr.replaceAll(`${machine.home}/`, ''),
    };
  };
  return { ...machine, run };
}

describe('--max-warnings', () => {
  it('must be a whole number from 0', async () => {
    const ran = await machineWith({}).run('manifest validate @ --max-warnings -1');
    expect(ran).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('It must be a whole number from 0.'),
    });
  });

  it.each([
    ['', 0],
    ['--max-warnings 1', 0],
    ['--max-warnings 0', 5],
  ])('"%s" exits with %i for one warning', async (flags, exit) => {
    const ran = await machineWith({ 'g/manifest.yaml': WARNING }).run(
      `manifest validate @/manifest.yaml ${flags}`,
    );
    expect(ran.exit).toBe(exit);
    if (exit === 5) expect(ran.stderr).toBe('error: g/manifest.yaml: 1 warning; --max-warnings allows 0\n');
  });
});

describe('--baseline', () => {
  it('hides known findings, reports new ones and counts those that are gone', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR });
    const flags = '--format human --baseline @/known.json';
    expect((await machine.run(`manifest validate @/manifest.yaml ${flags}`)).stderr).toBe(
      'error: cannot read g/known.json: there is no such file\nhint: to create it: --update-baseline\n',
    );
    expect(await machine.run(`manifest validate @/manifest.yaml ${flags} --update-baseline`)).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'g/known.json: 1 finding written\ng/manifest.yaml: no findings\n',
    });
    expect(JSON.parse(readFileSync(machine.path('g/known.json'), 'utf8'))).toEqual({
      version: 1,
      findings: [
        {
          file: 'manifest.yaml',
          rule: 'unknown-key',
          pointer: '/settings/quux',
          message: expect.stringMatching(/"quux"/),
        },
      ],
    });
    // A baseline does not depend on line numbers.
    writeFileSync(machine.path('g/manifest.yaml'), `# moved\n\n${ERROR}`);
    expect(await machine.run(`manifest validate @/manifest.yaml ${flags}`)).toEqual({
      exit: 0,
      stdout: '',
      stderr: '1 known finding not shown\ng/manifest.yaml: no findings\n',
    });
    writeFileSync(machine.path('g/manifest.yaml'), `${ERROR}  quuux: true\n`);
    const more = await machine.run(`manifest validate @/manifest.yaml ${flags}`);
    expect(more.exit).toBe(5);
    expect(more.stdout).toContain('"quuux"');
    expect(more.stdout).not.toContain('"quux"');
    writeFileSync(machine.path('g/manifest.yaml'), NAME);
    expect((await machine.run(`manifest validate @/manifest.yaml ${flags}`)).stderr).toBe(
      '1 finding of the baseline no longer found; --update-baseline removes it\ng/manifest.yaml: no findings\n',
    );
  });

  it.each([
    ['nonsense', ' is not a baseline: it is not JSON'],
    ['{"version":2,"findings":[]}', ':1:12 is not a baseline: version: expected 1'],
    [
      '{"version":1,\n"findings":[{"file":"a"}]}',
      ':2:13 is not a baseline: findings[0].rule: expected a string',
    ],
  ])('refuses a file that is not a baseline: %s', async (text, why) => {
    const ran = await machineWith({ 'g/manifest.yaml': ERROR, 'g/known.json': text }).run(
      'manifest validate @/manifest.yaml --baseline @/known.json',
    );
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain(`g/known.json${why}`);
  });

  it('never hides why a file cannot be read, and keeps the known findings of that file', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR });
    const line = 'manifest validate @/manifest.yaml --baseline @/known.json --format human';
    await machine.run(`${line} --update-baseline`);
    const known = readFileSync(machine.path('g/known.json'), 'utf8');
    writeFileSync(machine.path('g/manifest.yaml'), 'display_information: {name: [x}\n');
    for (const flag of [' --update-baseline', '']) {
      const ran = await machine.run(`${line}${flag}`);
      expect(ran).toMatchObject({ exit: 5, stdout: expect.stringContaining('[syntax]') });
      expect(ran.stderr).not.toContain('no longer found');
      expect(readFileSync(machine.path('g/known.json'), 'utf8')).toBe(known);
    }
    const fault = { file: 'manifest.yaml', rule: 'syntax', pointer: '', message: 'x' };
    const old = { version: 1, findings: [fault] };
    writeFileSync(machine.path('g/known.json'), JSON.stringify(old));
    expect((await machine.run(line)).exit).toBe(5);
  });

  it('keeps the known findings of files that were not checked, until they are deleted', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR, 'g/other-manifest.yaml': ERROR });
    const flags = '--baseline @/known.json';
    await machine.run(`manifest validate @ ${flags} --update-baseline`);
    expect((await machine.run(`manifest validate @/manifest.yaml ${flags}`)).stderr).toBe(
      '1 known finding not shown\ng/manifest.yaml: no findings\n',
    );
    writeFileSync(machine.path('g/manifest.yaml'), NAME);
    expect((await machine.run(`manifest validate @/manifest.yaml ${flags} --update-baseline`)).stderr).toBe(
      'g/known.json: 0 findings written; 1 of other files kept\ng/manifest.yaml: no findings\n',
    );
    expect((await machine.run(`manifest validate @ ${flags}`)).exit).toBe(0);
    rmSync(machine.path('g/other-manifest.yaml'));
    expect((await machine.run(`manifest validate @ ${flags}`)).stderr).toContain(
      '1 finding of the baseline no longer found',
    );
    await machine.run(`manifest validate @ ${flags} --update-baseline`);
    expect(JSON.parse(readFileSync(machine.path('g/known.json'), 'utf8'))).toMatchObject({ findings: [] });
  });

  const SCOPES = `${NAME}oauth_config:\n  scopes:\n    bot: [chat:write]\n`;
  const SHORTCUT = '{name: S, callback_id: s1, description: d, type: global, quux: true}';
  it.each([
    ['another scope', SCOPES, SCOPES.replace('[', '[channels:read, ')],
    ['a longer name', NAME.replace('Harbor', 'x'.repeat(36)), NAME.replace('Harbor', 'x'.repeat(137))],
    [
      'another item of a list whose indexes are in messages',
      `${NAME}features: {shortcuts: [${SHORTCUT}]}\n`,
      `${NAME}features: {shortcuts: [${SHORTCUT.replace('s1', 's2').replace(', quux: true', '')}, ${SHORTCUT}]}\n`,
    ],
    [
      'a key that resembles the unknown one',
      `${NAME}settings: {socket_mode_enabld: true}\n`,
      `${NAME}settings: {socket_mode_enabld: true, socket_mode_enabled: false}\n`,
    ],
  ])('knows a finding whose message changes because of %s', async (_, before, after) => {
    const machine = machineWith({ 'g/manifest.yaml': before });
    const line = 'manifest validate @/manifest.yaml --baseline @/known.json --max-warnings 0';
    await machine.run(`${line} --update-baseline`);
    const known = readFileSync(machine.path('g/known.json'), 'utf8');
    const { findings } = JSON.parse(known) as { findings: object[] };
    writeFileSync(machine.path('g/manifest.yaml'), after);
    const ran = await machine.run(line);
    expect(ran).toMatchObject({ exit: 0, stdout: '' });
    expect(ran.stderr).not.toContain('no longer found');
    expect(findings).not.toEqual([]);
  });

  it('lists each scope once in the message', async () => {
    const text = SCOPES.replace('[', '[chat:write, channels:read, ');
    const ran = await machineWith({ 'g/manifest.yaml': text }).run('manifest validate @');
    expect(ran.stdout).toContain('there are bot scopes (chat:write, channels:read) and no features.bot_user');
  });

  it('is not read as a manifest by the name of a link', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR });
    await machine.run('manifest validate @/manifest.yaml --baseline @/known.json --update-baseline');
    symlinkSync(machine.path('g/known.json'), machine.path('g/link.json'));
    const ran = await machine.run(
      'manifest validate @/manifest.yaml @/known.json --baseline @/link.json --format human',
    );
    expect(ran).toMatchObject({ exit: 0, stdout: '' });
  });

  it('is recreated if it is damaged, and not written in a dry run', async () => {
    const damaged = '{\n  "version": 1,\n  "findings": [\n    {';
    const machine = machineWith({ 'g/manifest.yaml': ERROR, 'g/known.json': damaged });
    const line = 'manifest validate @/manifest.yaml --baseline @/known.json --update-baseline';
    expect((await machine.run(`${line} --dry-run`)).stderr).toBe(
      'g/known.json: 1 finding would be written\ng/manifest.yaml: no findings\n',
    );
    expect(readFileSync(machine.path('g/known.json'), 'utf8')).toBe(damaged);
    expect((await machine.run(line)).stderr).toMatch(/^g\/known\.json: 1 finding written\n/);
  });

  it.each([
    ['a manifest in YAML', NAME],
    ['a manifest in JSON', '{"display_information":{"name":"Harbor"}}'],
    ['a report', '{"version":"2.1.0","findings":[],"runs":[]}'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['a cut manifest', '{"display_information":'],
    ['a note', 'nonsense'],
  ])('is not written over %s', async (_, text) => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR, 'g/other.yaml': text });
    const line = 'manifest validate @/manifest.yaml --baseline @/other.yaml --update-baseline';
    expect(await machine.run(line)).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: g/other.yaml is not a baseline; --update-baseline would replace it\n' +
        'hint: name another file with --baseline\n',
    });
    expect(readFileSync(machine.path('g/other.yaml'), 'utf8')).toBe(text);
    const checked = await machine.run('manifest validate @/manifest.yaml --baseline @/other.yaml');
    expect(checked.stderr).toContain('hint: name another file; to create it: --update-baseline\n');
  });

  it.each([
    ['an empty file', ''],
    ['a baseline of another version', '{"version":2,"findings":[]}'],
    ['a baseline without findings', '{"version":1}'],
    ['a baseline with a merge conflict', '{"version":1,"findings":[\n<<<<<<< ours\n]}'],
  ])('is recreated over %s', async (_, text) => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR, 'g/known.json': text });
    const ran = await machine.run(
      'manifest validate @/manifest.yaml --baseline @/known.json --update-baseline',
    );
    expect(ran).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('g/known.json: 1 finding written'),
    });
  });

  it('is no manifest if a shell pattern names it, too', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR });
    const line = 'manifest validate @/known.json @/manifest.yaml --baseline @/known.json';
    const create = 'manifest validate @/manifest.yaml --baseline @/known.json --update-baseline';
    expect(await machine.run(create)).toMatchObject({ exit: 0 });
    expect(await machine.run(line)).toMatchObject({
      exit: 0,
      stderr: '1 known finding not shown\ng/manifest.yaml: no findings\n',
    });
    expect(await machine.run(`${line} --update-baseline`)).toMatchObject({
      exit: 0,
      stderr: 'g/known.json: 1 finding written\ng/manifest.yaml: no findings\n',
    });
    expect(await machine.run(line.replace('validate', 'lint'))).toMatchObject({ exit: 0 });
    expect(await machine.run('manifest validate @/known.json --baseline @/known.json')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('error: no manifest in g/known.json\n'),
    });
  });

  it('is refused if it is a folder', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR });
    const ran = await machine.run('manifest validate @/manifest.yaml --baseline @');
    expect(ran).toMatchObject({
      exit: 5,
      stderr: 'error: cannot read g: it is a folder\nhint: name a file\n',
    });
  });

  it('is required by --update-baseline', async () => {
    const ran = await machineWith({ 'g/manifest.yaml': ERROR }).run(
      'manifest validate @/manifest.yaml --update-baseline',
    );
    expect(ran).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--update-baseline needs --baseline FILE'),
    });
  });
});

describe('suppression comments', () => {
  it.each([
    ['next-line', `${NAME}# orgctl-disable-next-line unknown-key\nquux: true\n`, 'unknown-key'],
    ['line', `${NAME}quux: true # orgctl-disable-line unknown-key\n`, 'unknown-key'],
    ['file', `${NAME}quux: true\n# orgctl-disable-file unknown-key\n`, 'unknown-key'],
    ['next-line', `${NAME}# orgctl-disable-next-line\n`, 'RULE'],
    ['line', `${NAME}# orgctl-disable-line -- why\n`, 'RULE'],
    ['file', `# orgctl-disable-file\n${NAME}`, 'RULE'],
  ])('get a hint with their own form: %s, %j', async (form, text, rule) => {
    const { stdout } = await machineWith({ 'g/manifest.yaml': text }).run(
      'manifest validate @/manifest.yaml',
    );
    expect(stdout).toContain(`  hint: # orgctl-disable-${form} ${rule} -- why\n`);
    if (rule === 'RULE') expect(stdout).toContain('this suppression names no rule [unused-suppression]');
  });

  const rulesOf = async (text: string, flags = '') => {
    const ran = await machineWith({ 'g/manifest.yaml': text }).run(
      `manifest validate @/manifest.yaml ${flags} --format json`,
    );
    return (JSON.parse(ran.stdout) as { rule: string }[]).map(({ rule }) => rule);
  };

  it.each([
    [
      'hide a finding of the next line',
      `${NAME}settings:\n  # orgctl-disable-next-line unknown-key -- a pilot\n  quux: true\n`,
      [],
    ],
    [
      'hide a finding of their own line',
      `${NAME}settings:\n  quux: true # orgctl-disable-line unknown-key -- a pilot\n`,
      [],
    ],
    ['hide a finding of the file', `# orgctl-disable-file unknown-key -- a pilot\n${ERROR}`, []],
    [
      'give a warning without a reason',
      `${NAME}settings:\n  quux: true # orgctl-disable-line unknown-key\n`,
      ['suppression-reason'],
    ],
    [
      'give a warning with an empty reason',
      `${NAME}settings:\n  quux: true # orgctl-disable-line unknown-key --\n`,
      ['suppression-reason'],
    ],
    [
      'give a warning if they are no longer needed',
      `# orgctl-disable-file unknown-key -- a pilot\n${NAME}`,
      ['unused-suppression'],
    ],
    [
      'hide no finding of another line',
      `# orgctl-disable-next-line unknown-key -- a pilot\n${ERROR}`,
      ['unused-suppression', 'unknown-key'],
    ],
  ])('%s', async (_, text, rules) => {
    expect(await rulesOf(text)).toEqual(rules);
  });

  it('count as used if --rule switches off the suppressed rule', async () => {
    expect(
      await rulesOf(`# orgctl-disable-file unknown-key -- a pilot\n${ERROR}`, '--rule unknown-key=off'),
    ).toEqual([]);
  });
});

describe('folders of manifests', () => {
  it('print the name patterns and the skipped files', async () => {
    const machine = machineWith({
      'g/manifest.yaml': NAME,
      'g/my-manifest-2.yml': NAME,
      'g/app.yaml': NAME,
      'g/package.json': '{}',
      'g/web-manifest.json': '{"name":"x"}',
    });
    const ran = await machine.run('manifest validate @');
    expect(ran).toEqual({
      exit: 0,
      stdout: '',
      stderr:
        'skipped 2 files (in a folder, only these names are read: *manifest*.json, *manifest*.yaml, *manifest*.yml): g/app.yaml, g/package.json\nskipped 1 file (not a manifest): g/web-manifest.json\n2 manifests: no findings\n',
    });
    const help = await machine.orgctl('manifest validate --help');
    expect(help.stdout.replace(/\s+/g, ' ')).toContain(
      'In a folder, files named *manifest*.json, *manifest*.yaml, *manifest*.yml',
    );
  });
});

describe('damaged manifests that are found', () => {
  it.each([
    ['a misspelled first key', 'g/manifest.yaml', 'display_infomation:\n  name: X\n', 'unknown-key'],
    [
      'the first key in another style',
      'g/manifest.json',
      '{"displayInformation": {"name": "X"}}',
      'unknown-key',
    ],
    ['no first key', 'g/manifest.yaml', 'settings: {socket_mode_enabled: true}\n', 'required'],
    ['a section as a list', 'g/manifest.json', '{"features": [], "settings": {}}', 'type'],
    ['empty sections', 'g/manifest.yaml', 'features:\nsettings:\n', 'required'],
    ['a misspelled setting', 'g/manifest.json', '{"settings": {"socket_mode": true}}', 'unknown-key'],
    ['a misspelled section', 'g/manifest.json', '{"setting": {"socket_mode_enabled": true}}', 'unknown-key'],
    ['a part of a function', 'g/manifest.json', '{"functions": {"a": {"title": 1}}, "x": 1}', 'type'],
    [
      'a misspelled part of a function',
      'g/manifest.json',
      '{"functions": {"a": {"input_params": {}}}}',
      'required',
    ],
    ['a syntax error', 'g/app.manifest.yml', 'settings:\n  a: [x}\n', 'syntax'],
    ['a cut off text', 'g/manifest.json', '{"features": {"bot_user": {', 'syntax'],
    ['an unclosed text without keys', 'g/manifest.json', '[[', 'syntax'],
    ['a merge conflict', 'g/manifest.yaml', '<<<<<<< HEAD\ndisplay_information:\n=======\n', 'syntax'],
    ['no text', 'g/manifest.yaml', '', 'syntax'],
    ['an empty object', 'g/manifest.json', '{}', 'required'],
    ['the encoding of another system', 'g/manifest.yaml', Buffer.from(`\uFEFF${NAME}`, 'utf16le'), 'syntax'],
  ])('fail in a folder: %s', async (_, file, content, rule) => {
    const machine = machineWith({ 'g/other-manifest.yaml': NAME });
    writeFileSync(machine.path(file), content);
    const ran = await machine.run('manifest validate @');
    expect(ran.exit).toBe(5);
    expect(ran.stdout).toContain(`[${rule}]`);
    expect(ran.stderr).not.toContain('skipped');
  });

  it.each([
    ['a misspelled first key', 'display_infomation: {name: X}\n', 5],
    ['a damaged text', 'oauth_config: {scopes: [}\n', 5],
    ['a key that other programs have, too', 'settings: {autoInstallPeers: true}\n', 0],
    ['a damaged text of another program', 'settings: [x}\n', 0],
    ['a text that mentions the first key', 'run: grep -c display_information manifest.yaml\n', 0],
  ])('fail by a pattern, whatever their names, only if unmistakable: %s', async (_, text, exit) => {
    const machine = machineWith({ 'g/manifest.yaml': NAME, 'g/app.yaml': text });
    const ran = await machine.run("manifest validate '@/*.yaml'");
    expect(ran.exit).toBe(exit);
    expect(ran.stderr.includes('skipped 1 file (not a manifest): g/app.yaml')).toBe(exit === 0);
  });
});

describe('other files in a folder of manifests', () => {
  it.each([
    ['a web app', 'manifest.json', '{"name": "X", "icons": [], "display": "standalone", "start_url": "/"}'],
    ['a browser extension', 'manifest.json', '{"manifest_version": 3, "name": "X", "permissions": []}'],
    ['a cluster', 'manifest.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n'],
    ['a cluster, in several documents', 'manifest.yaml', 'apiVersion: v1\nkind: A\n---\nkind: B\n'],
    ['a template', 'manifest.yaml', 'apiVersion: v1\n{{- if .Values.x }}\nmetadata: {name: {{ .Name }}}\n'],
    ['a build', 'asset-manifest.json', '{"main.js": "main.1a2b.js", "contact_information.js": "c.js"}'],
    ['a list', 'manifest.json', '[{"url": "index.html"}]'],
    ['a large build', 'manifest.json', `{"settings": "${'x'.repeat(1024 * 1024)}"}`],
    ['a damaged build', 'manifest.json', '{"main.js": "main.1a2b.js",'],
    ['a service without functions', 'deploy-manifest.json', '{"functions": {}}'],
    ['functions of a cloud', 'manifest.yaml', 'service: x\nfunctions: {main: {handler: a.b}}\n'],
    ['a game', 'manifest.json', '{"settings": ["easy", "hard"]}'],
    ['a plugin', 'manifest.json', '{"settings": {"theme": "dark"}, "name": "x"}'],
    ['a container', 'manifest.json', '{"features": [], "types": {}, "version": 3}'],
  ])('are skipped if they are surely something else: that of %s', async (_, file, text) => {
    const machine = machineWith({ 'g/app-manifest.yaml': NAME, [`g/${file}`]: text });
    expect(await machine.run('manifest validate @')).toEqual({
      exit: 0,
      stdout: '',
      stderr: `skipped 1 file (not a manifest): g/${file}\ng/app-manifest.yaml: no findings\n`,
    });
  });

  it.each([
    [
      'package.json',
      '{"name": "x", "types": "x.d.ts", "scripts": {"a": "jq .display_information manifest.json"}}',
    ],
    ['docker-compose.yml', 'services: {web: {image: x}}\nvolumes: {}\n'],
    ['ci.yml', 'on: push\njobs:\n  a:\n    steps:\n      - run: orgctl manifest validate .\n'],
  ])('are skipped by a pattern, too: %s', async (file, text) => {
    const machine = machineWith({ 'g/manifest.yaml': NAME, [`g/${file}`]: text });
    const ran = await machine.run("manifest validate '@/*'");
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(`skipped 1 file (not a manifest): g/${file}\n`);
    const inFolder = await machine.run('manifest validate @');
    expect(inFolder.exit).toBe(0);
    expect(inFolder.stderr).toMatch(/^skipped 1 file/);
  });

  it('are skipped if they are a schema or a baseline, whatever their names', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR });
    const schema = machine.path('g/manifest.schema.json');
    await machine.orgctl(`manifest schema --out ${schema}`);
    const flags = '--baseline @/manifest-baseline.json';
    await machine.run(`manifest validate @ ${flags} --update-baseline`);
    expect(await machine.run(`manifest validate @ ${flags} --format human`)).toEqual({
      exit: 0,
      stdout: '',
      stderr:
        'skipped 1 file (not a manifest): g/manifest.schema.json\n1 known finding not shown\ng/manifest.yaml: no findings\n',
    });
    expect((await machine.run('manifest validate @ --format human')).stderr).toBe(
      'skipped 2 files (not a manifest): g/manifest-baseline.json, g/manifest.schema.json\nerror: g/manifest.yaml: 1 error\n',
    );
  });

  it('are not reported as skipped if they are the given baseline without a manifest name', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR, 'g/known.json': '{"version":1,"findings":[]}' });
    const ran = await machine.run('manifest validate @ --baseline @/known.json --format human');
    expect(ran.stderr).toBe('error: g/manifest.yaml: 1 error\n');
  });
});

describe('problem matchers', () => {
  it('match the first line of every printed finding', async () => {
    const ran = await machineWith({ 'g/manifest.yaml': `${ERROR}  socket_mode_enabled: yes\n` }).run(
      'manifest validate @/manifest.yaml --format human',
    );
    const matches = ran.stdout.split('\n').flatMap((line) => {
      const match = new RegExp(FINDING_LINE).exec(line);
      return match === null ? [] : [match.slice(1)];
    });
    expect(matches).toEqual([
      ['g/manifest.yaml', '4', '3', 'error', expect.stringMatching(/^unknown key "quux"/), 'unknown-key'],
      [
        'g/manifest.yaml',
        '5',
        '24',
        'error',
        expect.stringMatching(/^socket_mode_enabled is yes/),
        'yaml-boolean',
      ],
    ]);
  });

  it('match the first line on a narrow terminal too, as in the panel of an editor', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('manifest.yaml'), ERROR);
    const line = `manifest validate ${machine.path('manifest.yaml')}`;
    const options = { terminal: 40, env: { NO_COLOR: '1' } };
    expect((await machine.orgctl(`${line} --format human`, options)).stdout).toMatch(
      new RegExp(FINDING_LINE, 'm'),
    );
    expect((await machine.orgctl(line, options)).stdout).not.toMatch(new RegExp(FINDING_LINE, 'm'));
  });

  it.each(['github', 'vscode'] as const)('are printed for %s', async (tool) => {
    const ran = await freshMachine().orgctl(`manifest matcher ${tool}`);
    expect(JSON.parse(ran.stdout)).toEqual(problemMatcher(tool));
    expect(ran.stdout).toContain('"owner": "orgctl"');
  });

  it('are refused for an unknown tool', async () => {
    expect((await freshMachine().orgctl('manifest matcher emacs')).exit).toBe(2);
  });
});

describe('--watch', () => {
  it('checks again after a change, prints errors and continues until the signal', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    writeFileSync(file, ERROR);
    let stop: (signal: StopSignal) => void = () => {};
    let rounds = 0;
    const sleep = async () => {
      rounds += 1;
    };
    const running = machine.orgctl(`manifest validate ${file} --watch --format human`, {
      sleep,
      onStart: (deliver) => {
        stop = deliver;
      },
    });
    // Writes repeatedly until each change is noticed, then stops.
    const timer = setInterval(() => {
      writeFileSync(file, rounds === 0 ? ERROR : NAME);
      if (rounds > 2) stop('SIGINT');
    }, 30);
    const ran = await running;
    clearInterval(timer);
    expect(ran.exit).toBe(130);
    expect(ran.stdout).toContain('unknown key "quux"');
    const lines = ran.stderr.replaceAll(`${machine.home}/`, '').split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'checking manifests',
      'error: manifest.yaml: 1 error',
      'watching for changes; press Ctrl-C to stop',
      'checking manifests',
    ]);
    expect(lines).toContain('manifest.yaml: no findings');
  });

  it('does not check again because of a baseline that an argument names, too', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR, 'g/known.json': '{"version":1,"findings":[]}' });
    writeFileSync(machine.path('next'), NAME);
    const [manifest, known] = [machine.path('g/manifest.yaml'), machine.path('g/known.json')];
    let polling: NodeJS.Timeout | undefined;
    const ran = await machine.orgctl(
      `manifest validate ${manifest} ${known} --watch --baseline ${known} --update-baseline`,
      {
        onStart: (stop) => {
          polling = setInterval(() => {
            const text = readFileSync(known, 'utf8');
            if (text.includes('quux') && existsSync(machine.path('next')))
              renameSync(machine.path('next'), manifest);
            if (text.includes('"findings": []')) stop('SIGINT');
          }, 20);
        },
      },
    );
    clearInterval(polling);
    expect(ran.exit).toBe(130);
    expect(ran.stderr.match(/^checking manifests$/gm)).toHaveLength(2);
  });

  it('does not check again because of a file that it writes itself', async () => {
    const machine = machineWith({ 'g/manifest.yaml': ERROR });
    const line = `manifest validate ${machine.path('g')} --watch --baseline ${machine.path('g/known.json')} --update-baseline`;
    let stop: (signal: StopSignal) => void = () => {};
    let pauses = 0;
    const ran = await machine.orgctl(line, {
      // The pause after a change. The first change is that of the baseline.
      sleep: async () => {
        pauses += 1;
        writeFileSync(machine.path('next'), NAME);
        if (pauses === 1)
          setTimeout(() => renameSync(machine.path('next'), machine.path('g/manifest.yaml')), 1);
        if (readFileSync(machine.path('g/known.json'), 'utf8').includes('"findings": []')) stop('SIGINT');
      },
      onStart: (deliver) => {
        stop = deliver;
      },
    });
    expect(ran.exit).toBe(130);
    expect(ran.stderr.match(/^checking manifests$/gm)).toHaveLength(2);
  });

  it('refuses stdin', async () => {
    expect(await freshMachine().orgctl('manifest validate - --watch', { stdin: NAME })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--watch needs files'),
    });
  });
});
