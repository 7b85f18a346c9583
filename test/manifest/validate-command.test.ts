import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type RunOptions } from '../support/run-orgctl.ts';

const LONG_NAME = 'display_information:\n  name: The Very Helpful Assistant Of Harbour\n';

async function validate(text: string, flags = '', options: RunOptions = {}) {
  const machine = freshMachine();
  writeFileSync(machine.path('manifest.yaml'), text);
  const ran = await machine.orgctl(`manifest validate ${machine.path('manifest.yaml')} ${flags}`, options);
  return {
    ...ran,
    stdout: ran.stdout.replaceAll(`${machine.home}/`, ''),
    stderr: ran.stderr.replaceAll(`${machine.home}/`, ''),
  };
}

describe('orgctl manifest validate (WEB §2.6)', () => {
  it('prints only a note and exits with 0 for a manifest without findings', async () => {
    const ran = await freshMachine().orgctl('manifest validate examples/manifest.yaml --format human');
    expect(ran).toEqual({ exit: 0, stdout: '', stderr: 'examples/manifest.yaml: no findings\n' });
  });

  it('prints position, message, rule, the line and carets under the value', async () => {
    expect(await validate(LONG_NAME, '--format human')).toEqual({
      exit: 5,
      stdout:
        'manifest.yaml:2:9: error: name is 37 characters; the limit is 35 [max-length]\n' +
        '  2 |   name: The Very Helpful Assistant Of Harbour\n' +
        '    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n',
      stderr: 'error: manifest.yaml: 1 error\n',
    });
  });

  it('prints text on a terminal and in a pipe, and JSON with -o json', async () => {
    expect((await validate(LONG_NAME)).stdout).toMatch(/^manifest\.yaml:2:9: error: name is 37 characters/);
    expect((await validate(LONG_NAME, '', { terminal: 300, env: { NO_COLOR: '1' } })).stdout).toMatch(
      /^manifest\.yaml:2:9: error: name is 37 characters/,
    );
    expect(JSON.parse((await validate(LONG_NAME, '-o json')).stdout)).toEqual([
      {
        rule: 'max-length',
        severity: 'error',
        message: 'name is 37 characters; the limit is 35',
        file: 'manifest.yaml',
        pointer: '/display_information/name',
        start: { line: 2, column: 9, offset: 29 },
        end: { line: 2, column: 46, offset: 66 },
        docs: 'orgctl manifest explain max-length',
      },
    ]);
  });

  it('reads stdin under the given name', async () => {
    const ran = await freshMachine().orgctl('manifest validate - --stdin-name app.json --format human', {
      stdin: '{"display_information": {"name": ""}}',
    });
    expect(ran.exit).toBe(5);
    expect(ran.stdout).toMatch(/^app\.json:1:34: error: name is an empty string \[min-length\]\n/);
  });

  it.each([
    ['', 0],
    ['--fail-on warning', 5],
    ['--fail-on warning --rule unknown-event=info', 0],
    ['--fail-on info --rule unknown-event=off', 0],
    ['--rule unknown-event=error', 5],
    ['--rule unknown-event=error --fail-on never', 0],
  ])('applies the levels of --rule and --fail-on: "%s" exits with %i', async (flags, exit) => {
    const text =
      'display_information: {name: Harbour}\nsettings:\n  socket_mode_enabled: true\n  event_subscriptions: {bot_events: [tide_turned]}\n';
    expect((await validate(text, flags)).exit).toBe(exit);
  });

  it.each([
    ['--rule nosuch=off', 'There is no rule "nosuch"'],
    ['--rule max-lenght=off', 'did you mean max-length?'],
    ['--rule max-length=loud', 'off, info, warning, error'],
    ['--format xml', 'human, json, ndjson, sarif, github, junit, gitlab'],
  ])('refuses %s', async (flags, words) => {
    const ran = await validate(LONG_NAME, flags);
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain(words);
  });

  it('reads a manifest once, however many paths lead to it', async () => {
    const machine = freshMachine();
    mkdirSync(machine.path('apps'));
    const file = machine.path('apps/manifest.yaml');
    writeFileSync(file, LONG_NAME);
    symlinkSync(file, machine.path('link.yaml'));
    const given = [`${machine.home}/apps`, `${machine.home}/./apps/../apps/manifest.yaml`];
    for (const words of [given, given.toReversed(), [...given, machine.path('link.yaml')]]) {
      const ran = await machine.orgctl(`manifest validate ${words.join(' ')} --format json`);
      expect(JSON.parse(ran.stdout)).toHaveLength(1);
      expect(ran.stderr).toMatch(/manifest\.yaml: 1 error\n$/);
    }
  });

  it('checks a file that a folder has and a path names, even if it is no manifest', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('manifest.yaml'), 'settings: {}\n');
    const ran = await machine.orgctl(
      `manifest validate ${machine.home} ${machine.path('manifest.yaml')} --format json`,
    );
    expect(ran.stdout).toContain('"rule": "required"');
  });

  it('reads links to manifests in a folder', async () => {
    const machine = freshMachine();
    mkdirSync(machine.path('apps'));
    writeFileSync(machine.path('kept.txt'), LONG_NAME);
    symlinkSync(machine.path('kept.txt'), machine.path('apps/manifest.yaml'));
    symlinkSync(machine.path('nowhere'), machine.path('apps/broken-manifest.yaml'));
    symlinkSync(machine.home, machine.path('apps/loop-manifest.yaml'));
    const ran = await machine.orgctl(`manifest validate ${machine.path('apps')}`);
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toMatch(/apps\/manifest\.yaml: 1 error\n$/);
  });

  it('skips links in a folder that form a loop', async () => {
    const machine = freshMachine();
    mkdirSync(machine.path('apps'));
    writeFileSync(machine.path('apps/manifest.yaml'), LONG_NAME);
    for (const name of ['editor-lock.lck', 'own-manifest.yaml', 'other.yaml'])
      symlinkSync(name, machine.path(`apps/${name}`));
    for (const word of ['apps', 'apps/*.yaml', 'apps/**']) {
      const ran = await machine.orgctl(`manifest validate '${machine.path(word)}'`);
      expect(ran.exit).toBe(5);
      expect(ran.stderr).toMatch(/apps\/manifest\.yaml: 1 error\n$/);
    }
  });

  it.each([
    ['syntax', 'display_information: {name: [x}\n'],
    ['unquoted-hash', 'display_information: {name: x, background_color: #fff}\n'],
  ])('reports a file that cannot be read even with --rule %s=off', async (rule, text) => {
    const ran = await validate(text, `--rule ${rule}=off`);
    expect(ran.exit).toBe(5);
    expect(ran.stdout).toContain(`[${rule}]`);
  });

  it('suppresses a rule by a comment and reports an unused comment', async () => {
    const text =
      'display_information:\n  # orgctl-disable-next-line max-length -- agreed\n  name: The Very Helpful Assistant Of Harbour\n# orgctl-disable-file enum\n';
    const ran = await validate(text, '--format human');
    expect(ran.exit).toBe(0);
    expect(ran.stdout).toMatch(
      /^manifest\.yaml:4:23: warning: this suppression of enum has no effect \[unused-suppression\]\n/,
    );
  });
});

describe('summary of several manifests', () => {
  it('counts manifests with errors or warnings, and remarks separately', async () => {
    const machine = freshMachine();
    const remark =
      'display_information: {name: X}\nfeatures: {bot_user: {display_name: X Y}}\noauth_config: {scopes: {bot: ["chat:write"]}}\n';
    writeFileSync(machine.path('a-manifest.yaml'), LONG_NAME);
    writeFileSync(machine.path('b-manifest.yaml'), remark);
    writeFileSync(machine.path('c-manifest.yaml'), 'display_information: {name: X}\n');
    const all = await machine.orgctl(`manifest validate ${machine.home}`);
    expect(all.stderr).toBe('error: 1 error in 1 of 3 manifests; 1 remark\n');
    writeFileSync(machine.path('a-manifest.yaml'), 'display_information: {name: X}\n');
    expect((await machine.orgctl(`manifest validate ${machine.home}`)).stderr).toBe(
      '1 remark in 1 of 3 manifests\n',
    );
  });
});
