import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { organizationHome } from '../support/organization-home.ts';
import { account as bare, group, idOf } from '../support/organization-world.ts';

const account = (name: string, values: UserValues = {}) => bare(name, values, { hasCustomProfile: true });
const PLANNED = '-o csv --columns action,user,what --no-header -q';

/** B contains ada, and after a first run also bob and Team. */
async function moved() {
  const old = await organizationHome({
    users: [account('ada', { employeeNumber: '1' }), account('bob', { employeeNumber: '2' })],
    groups: [group(['ada', 'bob'], { id: 'S7', displayName: 'Team' })],
  });
  const machine = await organizationHome({
    users: [account('ada', { employeeNumber: '1' }), account('own', { employeeNumber: '9' })],
    groups: [],
  });
  const inA = async (line: string) =>
    expect((await old.orgctl(`-p sandbox scim ${line} --yes -q`)).exit).toBe(0);
  const orgctl = (line: string) => machine.orgctl(line.replaceAll('OLD', old.home));
  expect((await orgctl('migrate apply OLD sandbox --yes -q')).exit).toBe(0);
  return { machine, inA, orgctl };
}

describe('repeated run of a move', () => {
  it('recognizes moved users and groups after changes of their names and numbers', async () => {
    const { inA, orgctl } = await moved();
    await inA('groups patch Team --name Crew');
    await inA('users patch ada --employee-number 77');
    await inA('users patch bob --employee-number 88 --email b@example.com --user-name robert');
    const { stdout, stderr } = await orgctl(`migrate plan OLD sandbox ${PLANNED.replace(' -q', '')}`);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^change,ada,.*1 → 77/),
      expect.stringMatching(/^change,bob,.*2 → 88/),
      expect.stringMatching(/^rename group,Team,/),
    ]);
    expect(stderr).toContain('joined by earlier runs: 2 users, 1 group\n');
    expect((await orgctl('migrate apply OLD sandbox --yes -q')).exit).toBe(0);
    expect(await orgctl('compare OLD sandbox --ignore only-in-b')).toMatchObject({ exit: 0, stdout: '' });
    const groups = await orgctl('-p sandbox scim groups list -o csv --columns displayName --no-header -q');
    expect(groups.stdout).toBe('Crew\n');
  });

  it('joins by keys alone if the earlier runs are deleted', async () => {
    const { machine, inA, orgctl } = await moved();
    await inA('users patch ada --employee-number 77');
    const runs = (await orgctl('runs list -o json -q')).stdout;
    expect(JSON.parse(runs)).toHaveLength(1);
    rmSync(machine.path('state/runs'), { recursive: true });
    const refused = await orgctl('migrate plan OLD sandbox');
    expect(refused.exit).toBe(7);
    expect(refused.stderr).toContain('the same email, but employeeNumber 77 in A and 1 in B');
  });

  it('prefers a map to earlier runs', async () => {
    const { machine, orgctl } = await moved();
    const map = machine.path('ids.csv');
    writeFileSync(map, `from,to\n${idOf('ada')},${idOf('own')}\n`);
    const line = `migrate plan OLD sandbox --rejects ${machine.path('r.csv')} --force ${PLANNED}`;
    expect((await orgctl(line)).stdout).toBe('');
    expect((await orgctl(`${line} --map ${map}`)).stdout).toMatch(/^change,own,.*employeeNumber: 9 → 1/);
  });

  it('ignores earlier pairs that no longer exist in B', async () => {
    const { orgctl } = await moved();
    await orgctl('-p sandbox scim groups delete Team --yes -q');
    const { stdout, stderr } = await orgctl(`migrate plan OLD sandbox ${PLANNED.replace(' -q', '')}`);
    expect(stdout).toMatch(/^create group,Team,.*\nadd members,Team,/);
    expect(stderr).toContain('joined by earlier runs: 2 users, 0 groups\n');
  });

  it('ignores an undone run', async () => {
    const { inA, orgctl } = await moved();
    expect((await orgctl('-p sandbox undo latest --yes -q --max-delete-groups 1')).exit).toBe(0);
    expect((await orgctl('migrate plan OLD sandbox')).stderr).not.toContain('joined by earlier runs');
    await inA('users patch bob --employee-number 88');
    expect((await orgctl('migrate plan OLD sandbox')).stderr).toContain('employeeNumber 88 in A and 2 in B');
  });

  it.each([
    // Another list, and the same list with other people.
    ['two.csv', 'create'],
    ['one.csv', 'create'],
  ])('does not take the accounts of other people with the same IDs in %s', async (name, action) => {
    const { machine, orgctl } = await moved();
    const write = (file: string, ...rows: string[]) =>
      writeFileSync(machine.path(file), ['id,userName,email', ...rows, ''].join('\n'));
    write('one.csv', '1,ada.first,ada@one.example', '2,cem.first,cem@one.example');
    expect((await orgctl(`migrate apply ${machine.path('one.csv')} sandbox --yes -q`)).exit).toBe(0);
    write(name, '1,bob.second,bob@two.example', '2,dora.second,dora@two.example');
    const { stdout } = await orgctl(`migrate plan ${machine.path(name)} sandbox ${PLANNED}`);
    expect(stdout.match(/^\w+,\w+\.second/gm)).toEqual([`${action},bob.second`, `${action},dora.second`]);
  });

  it('recognizes a user whose keys have all changed if half of the others kept one', async () => {
    const { machine, orgctl } = await moved();
    const write = (...rows: string[]) =>
      writeFileSync(machine.path('one.csv'), ['id,userName,email', ...rows, ''].join('\n'));
    write('1,ada.first,ada@one.example', '2,cem.first,cem@one.example');
    const list = machine.path('one.csv');
    expect((await orgctl(`migrate apply ${list} sandbox --yes -q`)).exit).toBe(0);
    write('1,ada.first,ada@one.example', '2,cem.married,cem@married.example');
    expect((await orgctl(`migrate plan ${list} sandbox ${PLANNED}`)).stdout).toMatch(/^change,cem\.first,/);
  });

  it('joins groups of a list without IDs by name alone', async () => {
    const { machine, orgctl } = await moved();
    const list = machine.path('list');
    mkdirSync(list);
    writeFileSync(`${list}/users.csv`, 'userName,email\nada,ada@example.com\n');
    writeFileSync(`${list}/groups.csv`, 'group,member\nNight,ada\n');
    expect((await orgctl(`migrate apply ${list} sandbox --yes -q`)).exit).toBe(0);
    const group = (line: string) => orgctl(`-p sandbox scim groups ${line} --yes -q`);
    expect((await group('patch Night --name Late')).exit).toBe(0);
    expect((await group('create Night --member ada')).exit).toBe(0);
    expect((await orgctl(`migrate plan ${list} sandbox ${PLANNED}`)).stdout).toBe('');
  });

  it('recognizes a user created by a later run', async () => {
    const { inA, orgctl } = await moved();
    await inA('users create --user-name cy --email cy@example.com --employee-number 5');
    expect((await orgctl('migrate apply OLD sandbox --yes -q')).exit).toBe(0);
    await inA('users patch cy --employee-number 6');
    const { stdout, stderr } = await orgctl(`migrate plan OLD sandbox ${PLANNED.replace(' -q', '')}`);
    expect(stdout).toBe('change,cy,employeeNumber: 5 → 6\n');
    expect(stderr).toContain('joined by earlier runs: 3 users, 1 group\n');
  });
});
