import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_TREE, type CommandGroup } from '../../src/cli/command-tree.ts';
import { FORMAT_TRAITS, OUTPUT_FORMATS } from '../../src/output/view.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** Commands that list nothing, and the message that says so. */
const EMPTY: readonly (readonly [line: string, words: string])[] = [
  [`scim users list --where 'title eq "nobody"'`, 'no users found'],
  [`scim users list --filter 'username eq "nobody"'`, 'no users found'],
  [`scim groups list --where 'displayName eq "none"'`, 'no groups found'],
  [`scim groups list --filter 'displayName eq "none"'`, 'no groups found'],
  ['scim groups members list Empty', 'no members found'],
  ['scim groups members list Empty Hollow', 'no memberships found'],
  ['admin sessions deploybot', 'no sessions found'],
  ['admin sessions --stale 900d', 'no sessions found'],
  ['admin sessions --by os --stale 900d', 'no sessions found'],
  ['admin invites denied --team T0PIER', 'no denied requests found'],
  ['logs --since 2099-01-01', 'no entries found'],
  ['logs --by app --since 2099-01-01', 'no entries found'],
  ['logs --why Polls --since 2099-01-01', 'no entries found'],
  ['api team.integrationLogs --paginate user=W1567BERA', 'no items found'],
  ['runs list --state nobody-works-here', 'no runs found'],
  ['bulk runs list --state nobody-works-here', 'no runs found'],
  ['runs list --feeds', 'no applied files found'],
  ['runs prune', '0 runs removed'],
  ['migrate status', 'no migrations yet; start one with: orgctl migrate apply A B'],
  ['compare sandbox sandbox', 'no differences'],
  ['manifest scopes manifest.yaml', '0 needed, 0 missing'],
  ['manifest diff manifest.yaml manifest.yaml', 'no difference'],
  ['manifest validate manifest.yaml', 'no findings'],
  ['bulk check people.csv', 'no findings'],
  ["scim users list --query '[?userName==`1`]'", '--query selects nothing'],
  ["scim groups list --query '[?displayName==`1`]'", '--query selects nothing'],
  ["scim users get clara.voss --query 'emails[?value==`1`]'", '--query selects nothing'],
];

/** Lists that are never empty. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['profile list']);

describe('an empty list', () => {
  let machine: Machine;
  const run = (line: string, options = {}) =>
    machine.orgctl(
      `-p sandbox ${line.replace(/(manifest\.yaml|people\.csv|nobody-works-here)/g, (name) => machine.path(name))} --no-pager`,
      options,
    );

  beforeEach(async () => {
    machine = freshMachine();
    for (const name of ['Empty', 'Hollow']) await machine.orgctl(`-p sandbox scim groups create ${name} -q`);
    writeFileSync(machine.path('manifest.yaml'), 'display_information:\n  name: Intake\n');
    writeFileSync(machine.path('people.csv'), 'userName,email\nkim,kim@example.com\n');
  });

  it.each(EMPTY)('prints a message for "%s" on a terminal', async (line, words) => {
    const ran = await run(line, { terminal: 120, env: { NO_COLOR: '1' } });
    expect(ran).toMatchObject({ exit: 0, stdout: '' });
    expect(ran.stderr).toContain(words);
  });

  it.each(EMPTY)('prints a message for "%s" with text formats in a pipe', async (line, words) => {
    for (const format of OUTPUT_FORMATS.filter((name) => !FORMAT_TRAITS[name].isParsed)) {
      const ran = await run(`${line} -o ${format}`);
      expect(ran).toMatchObject({ exit: 0 });
      expect(ran.stdout.split('\n').length > 1).toBe(FORMAT_TRAITS[format].hasHeading);
      expect(ran.stderr).toContain(words);
    }
  });

  it.each(OUTPUT_FORMATS.filter((name) => FORMAT_TRAITS[name].holds === 'cells'))(
    'prints a message on a terminal with -o %s',
    async (format) => {
      const line = `scim users list --where 'title eq "nobody"' -o ${format}`;
      expect((await run(line, { terminal: 120 })).stderr).toContain('no users found\n');
    },
  );

  it.each(OUTPUT_FORMATS)('prints no message if a query selects a single value: -o %s', async (format) => {
    for (const line of [
      'scim users get clara.voss --query userName',
      "scim users list --query 'length(@)'",
    ]) {
      const ran = await run(`${line} -o ${format}`, { terminal: 120 });
      expect(ran).toMatchObject({ exit: 0, stderr: '' });
      expect(ran.stdout).toMatch(/clara\.voss|\d/);
    }
  });

  it.each(EMPTY)('prints [] in JSON for "%s"', async (line) => {
    const ran = await run(`${line} -o json`);
    expect(ran).toMatchObject({ exit: 0, stdout: '[]\n' });
    expect(ran.stderr).not.toMatch(/^(?:no \S+ (?:\S+ )?found|--query selects nothing)$/m);
  });

  it.each([
    ['csv', 'userName,displayName,email,state,title,id\n'],
    ['tsv', 'userName\tdisplayName\temail\tstate\ttitle\tid\n'],
    ['ndjson', ''],
    ['csv --no-header', ''],
  ])('prints a message with -o %s on a terminal, but not in a pipe', async (format, stdout) => {
    const line = `scim users list --where 'title eq "nobody"' -o ${format}`;
    const onTerminal = await run(line, { terminal: 120 });
    expect(onTerminal.stdout).toBe(stdout);
    expect(onTerminal.stderr).toContain('no users found\n');
    const inPipe = await run(line);
    expect(inPipe.stdout).toBe(stdout);
    expect(inPipe.stderr).not.toContain('found');
  });

  it('prints a message on a terminal for resources that are streamed', async () => {
    const none = await machine.orgctl('--scim-version 1.1 -p sandbox scim users list --limit 1 -o ndjson', {
      terminal: 120,
    });
    expect(none.stderr).not.toContain('found');
    const filtered = await machine.orgctl(
      `--scim-version 1.1 -p sandbox scim users list --filter 'username eq "nobody"' -o ndjson`,
      { terminal: 120 },
    );
    expect(filtered).toMatchObject({ exit: 0, stdout: '', stderr: 'no users found\n' });
  });

  it('prints no message with --quiet', async () => {
    const ran = await run('admin sessions deploybot -q', { terminal: 120 });
    expect(ran).toMatchObject({ exit: 0, stdout: '', stderr: '' });
  });

  it('is tested for every command named list', () => {
    const tried = EMPTY.map(([line]) => line);
    const missing = lists(COMMAND_TREE).filter(
      (path) =>
        !NEVER_EMPTY.has(path) &&
        !tried.some((line) => line.replace('scim ', '').startsWith(path.replace('scim ', ''))),
    );
    expect(missing).toEqual([]);
  });
});

/** The paths of all commands named list. */
function lists({ commands }: CommandGroup, path: readonly string[] = []): readonly string[] {
  return Object.entries(commands).flatMap(([name, node]) => {
    const words = [...path, name];
    if ('commands' in node) return lists(node, words);
    return name === 'list' ? [words.join(' ')] : [];
  });
}
