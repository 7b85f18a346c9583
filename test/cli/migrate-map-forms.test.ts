import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { organizationHome } from '../support/organization-home.ts';
import { account, group, idOf } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const rewrite = async (name: string, map: string) => {
  const machine = freshMachine();
  writeFileSync(machine.path(name), map);
  const ran = await machine.orgctl(`migrate rewrite --map ${machine.path(name)}`, {
    stdin: 'U01ABCDEF U09GONE01\n',
  });
  return { ...ran, stderr: ran.stderr.replaceAll(machine.path(name), 'MAP') };
};

describe('ID map file', () => {
  it.each([
    ['semicolons', 'm.csv', 'from;to\nU01ABCDEF;W0NEW00001\nU09GONE01;\n'],
    ['tabs', 'm.tsv', 'from\tto\nU01ABCDEF\tW0NEW00001\n'],
    ['tabs in a .csv', 'm.csv', '"from"\t"to"\r\nU01ABCDEF\tW0NEW00001\r\n'],
    ['vertical bars', 'm.csv', 'kind|from|to\nuser|U01ABCDEF|W0NEW00001\n'],
    ['semicolons without a heading', 'm.csv', 'U01ABCDEF;W0NEW00001\n'],
    ['a sep= line', 'm.csv', 'sep=;\nfrom;to\nU01ABCDEF;W0NEW00001\n'],
    ['commas', 'm.csv', '\ufefffrom,to,name\nU01ABCDEF,W0NEW00001,"a;b;c;d"\n'],
    [
      'a list',
      'm.json',
      '[{"from":"U01ABCDEF","to":"W0NEW00001","kind":"user"},{"from":"U09GONE01","to":""}]',
    ],
    [
      'null for unmapped IDs',
      'm.json',
      '[{"from":"U01ABCDEF","to":"W0NEW00001"},{"from":"U09GONE01","to":null}]',
    ],
  ])('is read with %s', async (_, name, map) => {
    expect(await rewrite(name, map)).toMatchObject({ exit: 0, stdout: 'W0NEW00001 U09GONE01\n' });
  });

  it.each([
    ['m.json', '[{"from":"U01ABCDEF"}]', 'MAP: item 1 of the list has no "from" and "to"'],
    ['m.json', '[{"from":"U01ABCDEF","to":"W1"},"U1"]', 'MAP: item 2 of the list has no "from" and "to"'],
    ['m.json', '[{"from":"U01ABCDEF","to":"W 1"}]', '"W 1" is not an ID'],
    ['m.json', '"U01ABCDEF"', 'MAP is not an object'],
    ['m.csv', '', 'MAP is empty'],
  ])('is refused if an entry is unusable: %s %s', async (name, map, problem) => {
    const { exit, stdout, stderr } = await rewrite(name, map);
    expect([exit, stdout]).toEqual([5, '']);
    expect(stderr).toContain(problem);
  });

  it('is written as JSON if the file name ends in .json, and read by every command', async () => {
    const [a, b] = [
      { users: [account('ada'), account('bob')], groups: [group([])] },
      { users: [account('ada'), account('eve', { email: 'bob@example.com', employeeNumber: '1' })] },
    ];
    const old = await organizationHome(a);
    const machine = await organizationHome({ ...b, groups: [group([])] });
    const [ids, look, empty] = [
      machine.path('ids.json'),
      machine.path('look.json'),
      machine.path('empty.json'),
    ];
    const written = await machine.orgctl(`migrate map ${old.home} sandbox --out ${ids} --ambiguous ${look}`);
    expect(written).toMatchObject({ exit: 0, stdout: '' });
    expect(written.stderr).toContain(`3 pairs written to ${ids}`);
    const printed = await machine.orgctl(`migrate map ${old.home} sandbox -o json -q`);
    const pairs: unknown = JSON.parse(readFileSync(ids, 'utf8'));
    expect(pairs).toEqual(JSON.parse(printed.stdout));
    expect(JSON.parse(readFileSync(look, 'utf8'))).toEqual([]);
    await machine.orgctl(`migrate map ${old.home} sandbox --where 'userName eq "bob"' --out ${empty}`);
    expect(JSON.parse(readFileSync(empty, 'utf8'))).toHaveLength(2);
    const rewritten = await machine.orgctl(`migrate rewrite --map ${ids}`, { stdin: idOf('bob') });
    expect(rewritten).toMatchObject({ exit: 0, stdout: idOf('eve') });
    const planned = await machine.orgctl(
      `migrate plan ${old.home} sandbox --map ${ids} --keys employeeNumber -o csv --columns action,user --no-header -q`,
    );
    expect(planned).toMatchObject({ exit: 0, stdout: 'change,eve\n' });
    const rows = machine.path('rows.csv');
    writeFileSync(rows, `id,title\n${idOf('bob')},Chief\n`);
    const bulk = await machine.orgctl(
      `-p sandbox bulk plan ${rows} --id-map ${ids} -o csv --columns user --no-header -q`,
    );
    expect(bulk).toMatchObject({ exit: 0, stdout: 'eve\n' });
  });

  it('keeps its delimiter when extended', async () => {
    const machine = freshMachine();
    const map = machine.path('ids.csv');
    writeFileSync(map, 'from;to;kind\nU01ABCDEF;W0NEW00001;user\n');
    await machine.orgctl(`-p sandbox migrate exchange U0NOBODY1 --map ${map}`);
    expect(readFileSync(map, 'utf8')).toBe('from;to;kind\nU01ABCDEF;W0NEW00001;user\nU0NOBODY1;;user\n');
  });
});
