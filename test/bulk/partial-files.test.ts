import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const COLUMNS = 'columns: {userName: U, email: M, employeeNumber: N, active: {value: "true"}}\n';
const PROVISION = `provision: {when: 'status eq "A"', otherwise: deactivate}\n`;
const GROUPS = 'groups: {manage: [All staff], rules: [All staff]}\n';
const HEADING = 'U,M,N,Status\n';
const rowOf = (name: string, number: number, status = 'A') =>
  `${name},${name}@x.example,${number},${status}\n`;
const FOUR = ['a', 'b', 'c', 'd'].map((name, index) => rowOf(name, index + 1));

/** Four users in a group that a map manages. */
async function fourPeople() {
  const machine = freshMachine();
  writeFileSync(machine.path('m.yaml'), COLUMNS + PROVISION + GROUPS);
  const write = (file: string, rows: string) => writeFileSync(machine.path(file), HEADING + rows);
  const run = (verb: string, file: string, flags = '', stdin?: string) =>
    machine.orgctl(
      `-p sandbox bulk ${verb} ${file === '-' ? '-' : machine.path(file)} --map ${machine.path('m.yaml')} ${flags}`,
      stdin === undefined ? {} : { stdin },
    );
  write('f.csv', FOUR.join(''));
  expect((await run('apply', 'f.csv', '--yes')).exit).toBe(0);
  return { machine, write, run };
}

async function allStaff(machine: Machine): Promise<readonly string[]> {
  const { stdout } = await machine.orgctl('-p sandbox scim groups list -o json');
  const groups: { displayName: string; members?: { display: string }[] }[] = JSON.parse(stdout);
  const members = groups.find(({ displayName }) => displayName === 'All staff')?.members ?? [];
  return members.map(({ display }) => display).sort();
}

describe('partial file', () => {
  it('removes no member of a managed group if it contains corrected rejects', async () => {
    const { machine, write, run } = await fourPeople();
    write('f.csv', FOUR.join('').replace('b@x.example', 'b@'));
    expect(
      (await run('apply', 'f.csv', `--yes --on-bad-row skip --rejects ${machine.path('rej.csv')}`)).exit,
    ).toBe(3);
    const rejects = readFileSync(machine.path('rej.csv'), 'utf8').replace(',b@,', ',b@x.example,');
    writeFileSync(machine.path('rej.csv'), rejects);
    expect(await run('apply', 'rej.csv', '--yes')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('nothing to do: 1 of 1 row is unchanged'),
    });
    expect(await allStaff(machine)).toEqual(['a', 'b', 'c', 'd']);
    expect(await run('apply', 'rej.csv', '--yes --prune')).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/--prune needs the whole file; .*rej\.csv contains only rejected rows/),
    });
  });

  it.each(['--mode update', "--where 'n eq 1'", '--first 1', '--shard 0/1 --first 1'])(
    'removes no member with %s',
    async (flags) => {
      const { write, run } = await fourPeople();
      write('o.csv', rowOf('a', 1));
      expect((await run('plan', 'o.csv', flags)).stderr).toContain('nothing to change; 1 unchanged\n');
    },
  );

  it('removes its own leavers in every mode that changes users', async () => {
    const { machine, write, run } = await fourPeople();
    write('o.csv', rowOf('a', 1, 'L'));
    expect((await run('plan', 'o.csv', '--mode create')).stderr).toContain('nothing to change');
    for (const mode of ['update', 'deactivate'])
      expect((await run('plan', 'o.csv', `--mode ${mode}`)).stderr).toContain(
        '1 to deactivate, 1 member to remove; 0 unchanged; 4 calls\n',
      );
    writeFileSync(machine.path('m.yaml'), COLUMNS.replace(', active: {value: "true"}', '') + GROUPS);
    write('o.csv', rowOf('b', 2));
    expect((await run('apply', 'o.csv', '--yes --mode deactivate')).exit).toBe(0);
    expect(await allStaff(machine)).toEqual(['a', 'c', 'd']);
  });

  it('stops at the removal of most members of a group if there is no earlier feed', async () => {
    const { machine, write, run } = await fourPeople();
    write('o.csv', rowOf('a', 1));
    const stopped = {
      exit: 9,
      stderr: expect.stringContaining(
        `warning: no earlier file to compare with; members who are not in this file will be removed from managed groups: All staff (3 of 4)\n`,
      ),
    };
    const planned = await run('plan', 'o.csv', `--out ${machine.path('plan.json')}`);
    expect(planned).toMatchObject(stopped);
    expect(planned.stderr).toContain(
      'error: the plan removes 3 of 4 members of All staff who are not in the file; there is no earlier file to compare it with\nhint: to allow this: --max-remove-members 3; to keep them: --mode update\n',
    );
    expect((await run('plan', '-', '', HEADING + rowOf('a', 1))).exit).toBe(9);
    expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('plan.json')} --yes`)).exit).toBe(9);
    expect(await allStaff(machine)).toEqual(['a', 'b', 'c', 'd']);
    expect((await run('apply', 'o.csv', '--yes --max-remove-members 3')).exit).toBe(0);
    expect(await allStaff(machine)).toEqual(['a']);
  });

  it('may remove half of a group, and any members if the file is compared with the last feed', async () => {
    const { machine, write, run } = await fourPeople();
    write('half.csv', rowOf('a', 1) + rowOf('b', 2));
    expect((await run('plan', 'half.csv')).exit).toBe(0);
    write('f.csv', rowOf('a', 1));
    expect(await run('plan', 'f.csv')).toMatchObject({
      exit: 9,
      stderr: expect.stringContaining('hint: to allow this: --min-rows 1\n'),
    });
    expect((await run('apply', 'f.csv', '--yes --min-rows 1')).exit).toBe(0);
    expect(await allStaff(machine)).toEqual(['a']);
  });
});

describe('managed groups of leavers', () => {
  it('lose all members if no user of the file is provisioned any more', async () => {
    const { machine, write, run } = await fourPeople();
    write('f.csv', FOUR.join('').replaceAll(',A', ',L'));
    expect((await run('apply', 'f.csv', '--yes')).exit).toBe(0);
    expect(await allStaff(machine)).toEqual([]);
    expect((await run('plan', 'f.csv')).stderr).toContain('1 managed group without members: All staff;');
  });

  it('lose a leaver whose address is in a rejected row', async () => {
    const { machine, write, run } = await fourPeople();
    write('f.csv', `${rowOf('a', 1, 'L')}${FOUR.slice(1).join('')}${rowOf('a', 9)}`);
    expect(await run('apply', 'f.csv', '--yes --on-bad-row skip')).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('identity_changed'),
    });
    expect(await allStaff(machine)).toEqual(['b', 'c', 'd']);
  });

  it('keep a user with a rejected row', async () => {
    const { machine, write, run } = await fourPeople();
    write('f.csv', FOUR.join('').replace('b@x.example', 'b@'));
    expect((await run('apply', 'f.csv', '--yes --on-bad-row skip')).exit).toBe(3);
    expect(await allStaff(machine)).toEqual(['a', 'b', 'c', 'd']);
  });
});
