import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { organizationHome } from '../support/organization-home.ts';
import { account, group, type Inhabitants, idOf } from '../support/organization-world.ts';

/** Two organizations in which the same users have different IDs, and one ID belongs to different users. */
const A = {
  users: [
    account('ada'),
    account('bob', { manager: idOf('ada') }, { hasCustomProfile: true }),
    account('cat'),
  ],
  groups: [group(['ada'], { id: 'S0TEAM001', displayName: 'Team' })],
};
const inB = (name: string, id: string, values: UserValues = {}) => ({ ...account(name, values), id });
const B = {
  users: [
    inB('ada', 'W0ADA0001', { title: 'Old' }),
    inB('bob', 'W0BOB0001'),
    inB('dan', idOf('bob')),
    inB('eve', 'W0EVE0001', { active: false }),
  ],
  groups: [group([], { id: 'S0TEAM002', displayName: 'Crew' })],
};
const PAIRS = `from,to
${idOf('ada')},W0ADA0001
${idOf('bob')},W0BOB0001
S0TEAM001,S0TEAM002
W0GONE001,
`;

async function machineWith(files: Readonly<Record<string, string>>, settings: Inhabitants['settings'] = {}) {
  const machine = await organizationHome({ ...B, settings });
  for (const [name, text] of Object.entries({ 'ids.csv': PAIRS, ...files }))
    writeFileSync(machine.path(name), text);
  const orgctl = async (line: string) => {
    const ran = await machine.orgctl(line.replaceAll('HERE', machine.home));
    return {
      exit: ran.exit,
      stdout: ran.stdout.replaceAll(machine.home, 'HERE'),
      stderr: ran.stderr.replaceAll(machine.home, 'HERE'),
    };
  };
  return { machine, orgctl };
}

const PLAN = '-p sandbox bulk plan HERE/people.csv --id-map HERE/ids.csv';
const WHAT = '-o csv --columns line,action,user,what --no-header -q';

describe('bulk --id-map', () => {
  it('translates the IDs of users, managers and groups', async () => {
    const { orgctl } = await machineWith({
      'people.csv': `id,title,manager,groups\n${idOf('ada')},Chief,,\n${idOf('bob')},,${idOf('ada')},S0TEAM001\n`,
    });
    expect(await orgctl(`${PLAN} ${WHAT}`)).toMatchObject({
      exit: 0,
      stdout:
        '2,change,ada,title: Old → Chief\n' +
        '3,change,bob,manager: empty → ada\n' +
        '3,add members,Crew,bob\n',
    });
    const applied = await orgctl(
      '-p sandbox bulk apply HERE/people.csv --id-map HERE/ids.csv --yes -q -o csv',
    );
    expect(applied.exit).toBe(0);
    const bob = await orgctl('-p sandbox scim users get bob -o json');
    expect(JSON.parse(bob.stdout)).toMatchObject({ id: 'W0BOB0001', groups: [{ value: 'S0TEAM002' }] });
    expect(bob.stdout).toContain('W0ADA0001');
  });

  it('accepts the output of "migrate map" and an export of the other organization', async () => {
    const { orgctl, machine } = await machineWith({});
    const old = await organizationHome(A);
    const map = await orgctl(`migrate map ${old.home} sandbox --out HERE/real.csv`);
    expect(map.stderr).toContain('2 pairs written');
    const exported = await old.orgctl('-p sandbox scim users export --columns id,manager,title');
    writeFileSync(machine.path('people.csv'), exported.stdout);
    const ran = await orgctl(
      `-p sandbox bulk plan HERE/people.csv --id-map HERE/real.csv --on-bad-row skip -o csv --columns user,what --no-header`,
    );
    expect(ran).toMatchObject({ exit: 3, stdout: 'bob,manager: empty → ada\n' });
    expect(ran.stderr).toContain(`HERE/real.csv has no ID for ${idOf('cat')} (foreign_id)`);
  });

  it('never confuses an ID of the other organization with one of this organization', async () => {
    // The ID of bob in A is the ID of dan in B.
    const { orgctl } = await machineWith({ 'people.csv': `id,title\n${idOf('bob')},Chief\n` });
    expect((await orgctl(`-p sandbox bulk plan HERE/people.csv ${WHAT}`)).stdout).toContain('2,change,dan');
    expect((await orgctl(`${PLAN} ${WHAT}`)).stdout).toBe('2,change,bob,title: empty → Chief\n');
  });

  it.each([
    ['id,title', `${idOf('cat')},Chief`, `2:1 id: HERE/ids.csv has no ID for ${idOf('cat')} (foreign_id)`],
    [
      'id,title',
      'W0GONE001,Chief',
      '2:1 id: HERE/ids.csv lists W0GONE001 as an ID without a user here (foreign_id)',
    ],
    ['title,id', 'Chief,W0ADA0001', '2:7 id: W0ADA0001 is already an ID of this organization (foreign_id)'],
    ['userName,manager', 'ada,W0OTHER01', '2:5 manager: HERE/ids.csv has no ID for W0OTHER01 (foreign_id)'],
    [
      'userName,groups',
      'ada,Crew;S0TEAM003',
      '2:5 groups: HERE/ids.csv has no ID for S0TEAM003 (foreign_id)',
    ],
  ])('reports under %s: %s', async (heading, row, finding) => {
    const { orgctl } = await machineWith({ 'people.csv': `${heading}\n${row}\n` });
    const checked = await orgctl('bulk check HERE/people.csv --id-map HERE/ids.csv -o table');
    const planned = await orgctl(PLAN);
    expect(checked).toMatchObject({ exit: 5 });
    expect(checked.stdout + checked.stderr).toContain(finding);
    expect(planned).toMatchObject({ exit: 5, stdout: '' });
    expect(planned.stderr).toContain(finding);
    expect(planned.stderr).toContain('nothing was sent');
    expect(planned.stderr).toContain('orgctl bulk check HERE/people.csv --id-map HERE/ids.csv');
  });

  it('keeps names, addresses, and other text that is not an ID', async () => {
    const { orgctl } = await machineWith({
      'people.csv': 'userName,manager,groups\nbob,ada@example.com,Crew\ndan,ada,\n',
    });
    expect((await orgctl(`${PLAN} ${WHAT}`)).stdout).toBe(
      '2,change,bob,manager: empty → ada\n' +
        '3,change,dan,manager: empty → ada\n' +
        '2,add members,Crew,bob\n',
    );
  });

  it('translates the groups and members of a group file', async () => {
    const { orgctl } = await machineWith({
      'team.csv': `group,member\nS0TEAM001,${idOf('ada')}\nCrew,bob@example.com\n`,
      'wrong.csv': 'group,member\nS0TEAM001,W0OTHER02\nS0TEAM004,ada\nS0TEAM002,ada\n',
    });
    const planned = await orgctl(`-p sandbox bulk plan HERE/team.csv --id-map HERE/ids.csv ${WHAT}`);
    expect(planned.stdout).toBe('2,add members,Crew,"ada, bob@example.com"\n');
    const { stdout, exit } = await orgctl(
      'bulk check HERE/wrong.csv --id-map HERE/ids.csv -o csv --no-header',
    );
    expect(exit).toBe(5);
    expect(stdout).toBe(
      [
        'HERE/wrong.csv:2:11,member,HERE/ids.csv has no ID for W0OTHER02,foreign_id,',
        'HERE/wrong.csv:3:1,group,HERE/ids.csv has no ID for S0TEAM004,foreign_id,',
        'HERE/wrong.csv:4:1,group,S0TEAM002 is already an ID of this organization,foreign_id,',
        '',
      ].join('\n'),
    );
  });

  it('skips rows with unknown IDs if asked to, and then prunes no user', async () => {
    const { orgctl, machine } = await machineWith({
      'people.csv': `id,title\n${idOf('ada')},Chief\n${idOf('cat')},Cook\n`,
    });
    const ran = await orgctl(
      `${PLAN} --on-bad-row skip --rejects HERE/rejects.csv --prune -o csv --columns line,action,user --no-header`,
    );
    expect(ran).toMatchObject({ exit: 3, stdout: '2,change,ada\n' });
    expect(ran.stderr).toContain('--prune deactivates no users');
    expect(readFileSync(machine.path('rejects.csv'), 'utf8')).toContain(`${idOf('cat')},Cook,`);
  });

  it('selects rows by the IDs in the file', async () => {
    const { orgctl } = await machineWith({
      'people.csv': `id,title\n${idOf('ada')},Chief\n${idOf('bob')},Cook\n`,
    });
    expect((await orgctl(`${PLAN} ${WHAT} --where 'id eq "${idOf('bob')}"'`)).stdout).toBe(
      '3,change,bob,title: empty → Cook\n',
    );
  });

  it('refuses a saved plan whose ID map changed, and accepts the same pairs from another file', async () => {
    const { orgctl, machine } = await machineWith({
      'people.csv': `id,title\n${idOf('ada')},Chief\n`,
      'other.json': JSON.stringify({ [idOf('ada')]: 'W0ADA0001' }),
    });
    expect((await orgctl(`${PLAN} --out HERE/plan.json -q -o csv`)).exit).toBe(0);
    writeFileSync(machine.path('ids.csv'), `${PAIRS}${idOf('cat')},W0EVE0001\n`);
    const stale = await orgctl('-p sandbox bulk apply HERE/plan.json --yes');
    expect(stale).toMatchObject({
      exit: 7,
      stderr: expect.stringContaining('the plan is stale: the map HERE/ids.csv has changed'),
    });
    const ran = await orgctl('-p sandbox bulk apply HERE/people.csv --id-map HERE/other.json --yes -q');
    expect(ran.exit).toBe(0);
  });

  it('repeats the flag in the command for failed rows', async () => {
    const { orgctl } = await machineWith(
      { 'people.csv': `id,title\n${idOf('ada')},Chief\n` },
      { faults: { patchUser: 'invalid_request_payload' } },
    );
    const ran = await orgctl(
      '-p sandbox bulk apply HERE/people.csv --id-map HERE/ids.csv --yes --failed-out HERE/failed.csv',
    );
    expect(ran.stderr).toContain('bulk apply HERE/failed.csv --id-map HERE/ids.csv');
  });

  it.each([
    [':', " --delimiter ':'"],
    [';', ''],
  ])('names a delimiter that is not detected, too: %s', async (delimiter, flag) => {
    const { orgctl, machine } = await machineWith(
      { 'people.csv': `id${delimiter}title\n${idOf('ada')}${delimiter}Chief\n` },
      { faults: { patchUser: 'invalid_request_payload' } },
    );
    const ran = await orgctl(
      `-p sandbox bulk apply HERE/people.csv --id-map HERE/ids.csv --delimiter '${delimiter}' --yes --failed-out HERE/failed.csv`,
    );
    expect(ran.stderr).toContain(`bulk apply HERE/failed.csv --id-map HERE/ids.csv${flag}\n`);
    expect(readFileSync(machine.path('failed.csv'), 'utf8')).toContain(
      `id${delimiter}title${delimiter}orgctl.code`,
    );
  });

  it('refuses an unreadable map before any request', async () => {
    const { orgctl } = await machineWith({ 'people.csv': 'id,title\nW1,x\n', 'bad.csv': 'from,to\nW?,x\n' });
    expect(await orgctl('-p sandbox bulk plan HERE/people.csv --id-map HERE/bad.csv')).toMatchObject({
      exit: 5,
      stdout: '',
    });
    expect((await orgctl('-p sandbox bulk plan HERE/people.csv --id-map HERE/none.csv')).exit).toBe(5);
  });
});
