import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const NAMES = [
  '"quoted"',
  'quoted',
  '#ops',
  'a"b',
  'a\tb',
  'a\\tb',
  'two\nlines',
  'AC\\DC',
  'C:\\new',
  'Sales, West',
  'Sales',
  'Sales,',
  '=1+1',
];

/** A machine whose sandbox has groups with these names, and their IDs in the same order. */
async function machineWith(names: readonly string[]) {
  const machine = freshMachine();
  const ids: string[] = [];
  for (const name of names) {
    const { stdout } = await machine.words([
      ...['-p', 'sandbox', 'scim', 'groups', 'create', name, '--yes', '-o', 'tsv'],
      ...['--columns', 'id', '--no-header'],
    ]);
    ids.push(stdout.trim());
  }
  const idsOf = async (list: string, stdin = '') => {
    const { exit, stdout, stderr } = await machine.orgctl(
      `-p sandbox scim groups get ${list} -o tsv --columns id --no-header`,
      { stdin },
    );
    return exit === 0 ? stdout.trim().split('\n') : stderr;
  };
  return { machine, ids, idsOf };
}

describe('a list of groups that was written with -o tsv', () => {
  it.each(['', ' --no-header', ',memberNames'])(
    'names the same groups when it is read: displayName%s',
    async (more) => {
      const { machine, ids, idsOf } = await machineWith(NAMES);
      const { stdout } = await machine.orgctl(
        `-p sandbox scim groups list -o tsv --columns displayName${more}`,
      );
      const list = machine.path('list.tsv');
      writeFileSync(list, stdout);
      expect((await idsOf(`@${list}`)).slice(-ids.length)).toEqual(ids);
    },
  );

  it.each([
    ['displayName\na\\tb\n', '(stdin):2: "a\\tb" could be the name, or be escaped as in TSV'],
    ['a\\tb\n', '(stdin):1: "a\\tb" could be the name, or be escaped as in TSV'],
    ['displayName\nSales, West\n', '(stdin):2: this row has 2 cells, but the header row has 1'],
    ['displayName\nIT,\n', '(stdin):2: this row has 2 cells, but the header row has 1'],
    ['displayName\na"b\n', '(stdin):2: unexpected quote'],
  ])('is refused if it could be CSV: %j', async (text, message) => {
    const said = await (await machineWith([])).idsOf('-', text);
    expect(said).toContain(message);
    expect(said).toContain('if -o tsv wrote the list, use -o ndjson, or name the file list.tsv');
  });

  it.each([
    ['groups', 'id\nS1118NVR2,\n', 'S1118NVR2'],
    ['users', 'userName\nclara.voss,\n', 'W12L3NPDN'],
    ['users', 'id\nW12L3NPDN,,\n', 'W12L3NPDN'],
    ['users', 'email\nclara.voss@harbour-finch.example,\n', 'W12L3NPDN'],
  ])('is told from CSV without a name of a group: %s %j', async (kind, stdin, id) => {
    const { machine } = await machineWith([]);
    for (const name of ['list.txt', 'list.csv']) {
      writeFileSync(machine.path(name), stdin);
      const ran = await machine.orgctl(
        `-p sandbox scim ${kind} get @${machine.path(name)} -o tsv --columns id --no-header`,
      );
      expect(ran, ran.stderr).toMatchObject({ exit: 0, stdout: `${id}\n` });
    }
  });

  it.each([
    [
      'employeeNumber\n1005,\n',
      '2: this row has 2 cells, but the header row has 1',
      'if the blank cells are no part of a name, name the file list.csv; if -o tsv wrote the list, use -o ndjson, or name the file list.tsv',
    ],
    [
      'employeeNumber\na\\tb\n',
      '2: "a\\tb" could be the employee number, or be escaped as in TSV',
      'if -o tsv wrote the list, use -o ndjson, or name the file list.tsv; if it is the employee number, name the file list.csv',
    ],
  ])('is not told from CSV if it has employee numbers: %j', async (text, message, hint) => {
    const { machine } = await machineWith([]);
    const list = machine.path('list.txt');
    writeFileSync(list, text);
    const ran = await machine.orgctl(`-p sandbox scim users get @${list}`);
    expect(ran).toMatchObject({ exit: 5, stderr: `error: ${list}:${message}\nhint: ${hint}\n` });
  });

  it('can be written with -o ndjson instead', async () => {
    const names = ['a\tb', 'a\\tb', 'Sales,', 'a"b'];
    const { machine, ids, idsOf } = await machineWith(names);
    const { stdout } = await machine.orgctl('-p sandbox scim groups list -o ndjson --columns displayName');
    expect((await idsOf('-', stdout)).slice(-ids.length)).toEqual(ids);
  });

  it.each([
    ['list.tsv', 'displayName\na\\tb\n', 'a\tb'],
    ['list.csv', 'displayName\na\\tb\n', 'a\\tb'],
    ['list.csv', 'a\\tb\n', 'a\\tb'],
    ['list.txt', 'displayName\nAC\\DC\n', 'AC\\DC'],
    ['list.txt', 'displayName,id\na\\tb,\n', 'a\\tb'],
    ['list.tsv', 'displayName\nSales,\n', 'Sales,'],
    ['list.tsv', 'id,displayName\n,Sales\n', 'Sales'],
    ['list.tsv', 'sep=\t\nid\tdisplayName\n\tSales\n', 'Sales'],
    ['list.txt', '\ufeff# all\nsep=\t\r\ndisplayName\tid\r\nSales\t\r\n', 'Sales'],
    ['list.txt', ' sep=; \ndisplayName;id\nSales;\n', 'Sales'],
    ['list.txt', ' sep=\t\ndisplayName\tid\nSales\t\n', 'Sales'],
  ])('is told from CSV by the name of its file: %s %j', async (name, text, group) => {
    const names = [...new Set([group, text.includes('tb') ? 'a\tb' : 'Sales', 'a\\tb'])];
    const { machine, ids, idsOf } = await machineWith(names);
    writeFileSync(machine.path(name), text);
    expect(await idsOf(`@${machine.path(name)}`)).toEqual([ids[0]]);
  });
});
