import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGroupInShard } from '../../src/bulk/input/shard.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const PEOPLE = ['clara.voss', 'tomas.rey', 'mei.tanaka', 'aroha.ngata'];
const NAMES = Array.from({ length: 9 }, (_, index) => `Crew ${index}`);
const ROWS = NAMES.flatMap((name) => PEOPLE.map((person) => `${name},${person}`));
const FILE = `group,member\n${ROWS.join('\n')}\n`;

function machineWith(text: string): Machine {
  const machine = freshMachine();
  writeFileSync(machine.path('groups.csv'), text);
  return machine;
}

interface Planned {
  readonly kind: string;
  readonly name: string;
  readonly members?: readonly { readonly name: string }[];
}

const planned = async (machine: Machine, flags: string): Promise<readonly Planned[]> => {
  const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('groups.csv')} -o json ${flags}`);
  expect(ran.exit).toBe(0);
  return JSON.parse(ran.stdout).changes;
};

/** The groups of the file with their members, such as "Crew 3: W1, W2". */
const crews = async (machine: Machine): Promise<readonly string[]> => {
  const { stdout } = await machine.orgctl('-p sandbox scim groups list -o json');
  const groups: { displayName: string; members: { value: string }[] }[] = JSON.parse(stdout);
  return groups
    .filter(({ displayName }) => displayName.startsWith('Crew '))
    .map(
      ({ displayName, members }) =>
        `${displayName}: ${members
          .map(({ value }) => value)
          .sort()
          .join(', ')}`,
    )
    .sort();
};

describe('--shard of a group file', () => {
  it('assigns each group with all its rows to one shard', async () => {
    const machine = machineWith(FILE);
    const shares = [];
    for (const index of [0, 1, 2]) shares.push(await planned(machine, `--shard ${index}/3`));
    const created = shares.flat().filter(({ kind }) => kind === 'createGroup');
    expect(created.map(({ name }) => name).sort()).toEqual(NAMES);
    for (const changes of shares) {
      for (const { kind, members } of changes)
        if (kind === 'addMembers') expect(members).toHaveLength(PEOPLE.length);
    }
  });

  it('gives together the same result as the whole file, without duplicates', async () => {
    const machine = machineWith(FILE);
    for (const index of [2, 0, 1]) {
      const line = `-p sandbox bulk apply ${machine.path('groups.csv')} --exact --shard ${index}/3 --yes -q`;
      expect(await machine.orgctl(line)).toMatchObject({ exit: 0 });
    }
    const whole = machineWith(FILE);
    await whole.orgctl(`-p sandbox bulk apply ${whole.path('groups.csv')} --yes -q`);
    expect(await crews(machine)).toHaveLength(NAMES.length);
    expect(await crews(machine)).toEqual(await crews(whole));
    const again = await machine.orgctl(`-p sandbox bulk plan ${machine.path('groups.csv')} --exact`);
    expect(again.stderr).toBe('nothing to change; 36 unchanged\n');
  });

  it('assigns names that differ only in case and spaces to the same shard', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 50 }), (name, count) => {
        const shardsOf = (text: string) =>
          Array.from({ length: count }, (_, index) => index).filter((index) =>
            isGroupInShard(text, { index, count }),
          );
        expect(shardsOf(name)).toHaveLength(1);
        expect(shardsOf(` ${name.toLowerCase()} `)).toEqual(shardsOf(name.toLowerCase()));
      }),
    );
  });

  it('refuses a group named by ID in one shard and by name in another', async () => {
    const machine = machineWith(FILE);
    const groups = JSON.parse((await machine.orgctl('-p sandbox scim groups list -o json')).stdout);
    const it = groups.find(({ displayName }: { displayName: string }) => displayName === 'IT');
    const index = (name: string) =>
      [0, 1, 2, 3, 4, 5, 6].find((one) => isGroupInShard(name, { index: one, count: 7 }));
    expect(index('IT')).not.toBe(index(it.id));
    writeFileSync(machine.path('groups.csv'), `group,member\nIT,clara.voss\n${it.id},tomas.rey\n`);
    const ran = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('groups.csv')} --shard ${index('IT')}/7`,
    );
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain(`"IT" here and "${it.id}" in line 3 are the same group in two shards`);
    expect((await machine.orgctl(`-p sandbox bulk plan ${machine.path('groups.csv')}`)).exit).toBe(0);
  });
});

describe('row selection of a group file', () => {
  it.each([
    [`--where 'group eq "crew 3"'`, ['Crew 3'], 4],
    [`--where 'member eq "clara.voss" and action eq "add"' --first 2`, ['Crew 0', 'Crew 1'], 1],
    ['--skip 4 --first 5', ['Crew 1', 'Crew 2'], 4],
  ])('selects rows: %s', async (flags, names, members) => {
    const changes = await planned(machineWith(FILE), flags);
    const joining = changes.filter(({ kind }) => kind === 'addMembers');
    expect(joining.map(({ name }) => name)).toEqual(names);
    expect(joining[0]?.members).toHaveLength(members);
  });

  it('is applied before the shard', async () => {
    const machine = machineWith(FILE);
    const flags = `--where 'member eq "clara.voss"' --skip 1 --first 6`;
    const names: string[] = [];
    for (const index of [0, 1]) {
      const changes = await planned(machine, `${flags} --shard ${index}/2`);
      names.push(...changes.filter(({ kind }) => kind === 'createGroup').map(({ name }) => name));
    }
    expect(names.sort()).toEqual(NAMES.slice(1, 7));
  });

  it('hides findings of rows that are not selected', async () => {
    const machine = machineWith(`${FILE},nobody\n`);
    const path = machine.path('groups.csv');
    expect((await machine.orgctl(`bulk check ${path}`)).exit).toBe(5);
    const checked = await machine.orgctl(`bulk check ${path} --where 'group sw "Crew"' --shard 0/2`);
    expect(checked.exit).toBe(0);
    expect(checked.stderr).toMatch(/: 37 rows, \d+ of them selected, no findings\n$/);
  });

  it.each([
    [`--where 'grup eq "x"'`, 5, '--where: there is no column "grup" (did you mean "group"?)'],
    ['--exact --first 3', 2, '--exact needs every row of a group'],
    ['--map map.yaml', 2, 'is a group file; its columns are group, member and action'],
  ])('refuses %s', async (flags, exit, message) => {
    const machine = machineWith(FILE);
    writeFileSync(machine.path('map.yaml'), 'columns: {userName: member}');
    const words = flags.replace('map.yaml', machine.path('map.yaml'));
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('groups.csv')} ${words}`);
    expect(ran).toMatchObject({ exit, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});

describe('--shard of a user file with a groups column', () => {
  it('creates each group in one shard, and the others add members in a second run', async () => {
    const machine = freshMachine();
    const people = Array.from({ length: 12 }, (_, n) => `u${n},u${n}@x.example,Crew ${n % 3};IT`);
    const path = machine.path('people.csv');
    writeFileSync(path, `userName,email,groups\n${people.join('\n')}\n`);
    const apply = (index: number) =>
      machine.orgctl(`-p sandbox bulk apply ${path} --create-groups --yes -o json --shard ${index}/2`);
    const first = [await apply(0), await apply(1)];
    expect(first.map(({ exit }) => exit)).toEqual([0, 0]);
    expect(first[0]?.stderr).toMatch(
      /warning: \d groups? (is|are) created by other shards; when all shards are done, run the same command again to fill them/,
    );
    await apply(0);
    await apply(1);
    const after = await machine.orgctl(`-p sandbox bulk plan ${path} --create-groups`);
    expect(after.stderr).toMatch(/^nothing to change; 12 unchanged\n/);
    const filled = await crews(machine);
    expect(filled.map((crew) => crew.split(',').length)).toEqual([4, 4, 4]);
  });
});
