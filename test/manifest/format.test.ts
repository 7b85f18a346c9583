// cspell:ignore setings
import { readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatJson } from '../../src/manifest/format-json.ts';
import { formatYaml } from '../../src/manifest/format-yaml.ts';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import { RULES } from '../../src/manifest/rules/rule-book.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { BASE_V1, BASE_V2 } from './support/base-manifests.ts';
import { jsonText, yamlText } from './support/find-finding.ts';

const UNEVEN =
  'display_information:\n    name:   X   # the name\n\n\n    description: |\n        hi\n          there\nsettings:\n      # comment\n      socket_mode_enabled:    true\n      event_subscriptions:\n            bot_events:\n            -   app_home_opened\n            # second\n            -   app_rate_limited # tail\n\n\n';

describe('format (WEB §2.6)', () => {
  it('indents YAML by two spaces and keeps comments, texts and order', () => {
    expect(formatYaml(UNEVEN)).toBe(
      'display_information:\n  name:   X   # the name\n\n  description: |\n      hi\n        there\nsettings:\n  # comment\n  socket_mode_enabled:    true\n  event_subscriptions:\n    bot_events:\n      - app_home_opened\n      # second\n      - app_rate_limited # tail\n',
    );
  });

  it.each([UNEVEN, yamlText(BASE_V1), yamlText(BASE_V2), ...Object.values(RULES).map(({ right }) => right)])(
    'changes no data, and nothing if it runs again: %#',
    async (text) => {
      const formatted = formatYaml(text);
      expect((await readManifest(formatted, 'yaml')).data).toEqual((await readManifest(text, 'yaml')).data);
      expect(formatYaml(formatted)).toBe(formatted);
    },
  );

  it('formats JSON and keeps numbers and escapes as written', () => {
    expect(formatJson('{"a":1.0,"b":["\\u00e9"]}')).toBe('{\n  "a": 1.0,\n  "b": [\n    "\\u00e9"\n  ]\n}\n');
    const text = `${jsonText(BASE_V1)}\n`;
    expect(formatJson(text)).toBe(text);
    expect(formatJson(JSON.stringify(BASE_V1))).toBe(text);
  });

  it('keeps the line endings of a file', () => {
    expect(formatYaml('display_information:\r\n    name: X\r\n')).toBe(
      'display_information:\r\n  name: X\r\n',
    );
    expect(formatJson('{"a":\r\n1}')).toBe('{\r\n  "a": 1\r\n}\r\n');
  });

  it('exits with 8 for --check if the file is not formatted', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    writeFileSync(file, UNEVEN);
    expect((await machine.orgctl(`manifest format ${file} --check`)).exit).toBe(8);
    expect((await machine.orgctl(`manifest format ${file}`)).exit).toBe(0);
    expect((await machine.orgctl(`manifest format ${file} --check`)).exit).toBe(0);
  });
});

describe('orgctl manifest format', () => {
  const WIDE = 'display_information:\n    name: X\n';

  it('formats the readable files, names them, and then fails with the unreadable ones', async () => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('a.yaml'), WIDE);
    writeFileSync(path('b.yaml'), 'display_information: [x\n');
    writeFileSync(path('c.yaml'), 'display_information:\n  name: "x\n');
    writeFileSync(path('d.yaml'), WIDE);
    const files = ['a', 'b', 'c', 'd'].map((name) => path(`${name}.yaml`));
    const damaged =
      `warning: ${files[2]}:2:9: a string in "…" is not closed\n` +
      `error: ${files[1]}:1:22: a [ is not closed\n` +
      `hint: orgctl manifest validate ${files[1]}\n`;
    expect(await orgctl(`manifest format ${files.join(' ')} --check`)).toMatchObject({
      exit: 5,
      stderr: `not formatted: ${files[0]}, ${files[3]}\n${damaged}`,
    });
    expect(await orgctl(`manifest format ${files.join(' ')}`)).toMatchObject({
      exit: 5,
      stderr: `formatted: ${files[0]}, ${files[3]}\n${damaged}`,
    });
    expect(readFileSync(path('d.yaml'), 'utf8')).toBe('display_information:\n  name: X\n');
    expect((await orgctl(`manifest format ${files.join(' ')}`)).stderr).toBe(damaged);
  });

  it('says what a dry run would format, and which files a check rejects', async () => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('a.yaml'), WIDE);
    const file = path('a.yaml');
    const ran = await orgctl(`manifest format ${file} --dry-run`);
    expect(ran).toMatchObject({ exit: 0, stderr: `would format: ${file}\n` });
    expect(ran.stdout).toContain('+  name: X\n');
    expect(readFileSync(file, 'utf8')).toBe(WIDE);
    expect((await orgctl(`manifest format ${file} --check`)).stderr).toBe(
      `error: not formatted: ${file}\nhint: orgctl manifest format ${file}\n`,
    );
  });

  it('convert --in-place says what was done', async () => {
    const { orgctl, path } = freshMachine();
    const file = path('a.yaml');
    writeFileSync(file, WIDE);
    const convert = (flags: string) => orgctl(`manifest convert ${file} --in-place ${flags}`);
    const told = [await convert('--to-version 2'), await convert('--to-version 2'), await convert('-q')];
    expect(told.map(({ exit, stdout, stderr }) => `${exit}${stdout}${stderr}`)).toEqual([
      `0${file}: rewritten as version 2\n`,
      '0nothing to convert\n',
      '0',
    ]);
    writeFileSync(file, WIDE);
    expect((await convert('')).stderr).toBe('nothing to convert\n');
    expect((await convert('--to-version 2 -n')).stderr).not.toContain('rewritten');
  });

  it.each([
    ['format', 'display_information:\n  name: X\n'],
    ['lint --fix', 'display_information:\n    name: X\nsettings: {}\n'],
    ['convert --in-place --to-version 2', '    name: X\n_metadata:\n  major_version: 2\n'],
  ])('%s writes the file that a link leads to, and keeps the link', async (command, end) => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('a.yaml'), command.startsWith('lint') ? `${WIDE}setings: {}\n` : WIDE);
    symlinkSync('a.yaml', path('link.yaml'));
    expect((await orgctl(`manifest ${command} ${path('link.yaml')}`)).exit).toBe(0);
    expect(readlinkSync(path('link.yaml'))).toBe('a.yaml');
    expect(readFileSync(path('a.yaml'), 'utf8')).toMatch(new RegExp(`${end}$`));
  });
});
