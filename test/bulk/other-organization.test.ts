import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createIdentityCheck } from '../../src/bulk/plan/people.ts';
import { lockOrganization } from '../../src/bulk/run/lock-organization.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { changeId, userId } from '../../src/values/ids.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

const users = (name: string, count = 10) =>
  `email,userName\n${Array.from({ length: count }, (_, n) => `${name}${n}@x.example,${name}${n}\n`).join('')}`;

function machineWith(files: Readonly<Record<string, string>>): Machine {
  const machine = freshMachine();
  for (const [name, content] of Object.entries(files)) writeFileSync(machine.path(name), content);
  return machine;
}

async function activeNames(machine: Machine): Promise<readonly string[]> {
  const { stdout } = await machine.orgctl("-p sandbox scim users list -o json --query '[?active].userName'");
  return JSON.parse(stdout);
}

/** Users of another organization were not created in the same second. */
const later = { now: () => Date.now() + 3_600_000 };

/** Resets the sandbox without closing the runs, as another machine would. */
async function resetBehind(machine: Machine): Promise<void> {
  const folder = join(machine.home, 'state', 'runs');
  const kept = readdirSync(folder).map((id) => {
    const path = join(folder, id, 'journal.ndjson');
    return [path, readFileSync(path)] as const;
  });
  await machine.orgctl('sandbox reset --yes');
  for (const [path, bytes] of kept) writeFileSync(path, bytes);
}

it.each(['', '/api'])(
  'a reset of the sandbox waits for a run over http://sandbox.localhost%s',
  async (path) => {
    const machine = machineWith({ 'one.csv': users('qa') });
    const held = lockOrganization(join(machine.home, 'state'), `http://sandbox.localhost${path}`);
    expect(await machine.orgctl('sandbox reset --yes')).toMatchObject({ exit: 12, stdout: '' });
    held.release();
    // The other lock was given back.
    expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('one.csv')} --yes`)).exit).toBe(0);
    expect((await machine.orgctl('sandbox reset --yes')).exit).toBe(0);
  },
);

describe('run of another organization', () => {
  it('of a method is closed by a reset of the sandbox, too', async () => {
    const machine = machineWith({});
    const made = await machine.orgctl(
      '-p sandbox admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
    );
    expect(made.exit).toBe(0);
    const reset = await machine.orgctl('sandbox reset --yes');
    expect(reset.stderr).toBe('1 run closed\nthe sandbox contains the demo organization\n');
    const listed = await machine.orgctl('runs list --columns state -o csv --no-header');
    expect(listed.stdout).toBe('closed\n');
  });

  it('is closed by a reset of the sandbox: undo and resume refuse with the reason', async () => {
    const machine = machineWith({ 'one.csv': users('qa'), 'two.csv': users('qb') });
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('one.csv')} --yes`);
    const reset = await machine.orgctl('sandbox reset --yes');
    expect(reset).toMatchObject({
      exit: 0,
      stderr: '1 run closed\nthe sandbox contains the demo organization\n',
    });
    const made = '-p sandbox scim users create --user-name bystander --email bystander@x.example';
    expect((await machine.orgctl(made)).exit).toBe(0);
    const runs = JSON.parse((await machine.orgctl('bulk runs list -o json')).stdout);
    expect(runs).toMatchObject([
      { mode: 'single', state: 'finished' },
      { state: 'closed', closed: 'the sandbox was reset' },
    ]);
    const before = await activeNames(machine);
    for (const line of ['undo latest --yes', 'resume latest --yes', 'undo latest --dry-run']) {
      const ran = await machine.orgctl(`-p sandbox bulk ${line} --debug`);
      expect(ran).toMatchObject({ exit: 7, stdout: '' });
      expect(ran.stderr).toMatch(/run \S+ is closed: the sandbox was reset; nothing was (undone|sent)/);
      expect(ran.stderr).not.toMatch(/PATCH|DELETE|POST/);
    }
    expect(await activeNames(machine)).toEqual(before);
    const shown = await machine.orgctl('bulk runs show latest');
    expect(shown.stderr).toContain('closed (the sandbox was reset)');
    expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('one.csv')} --yes`)).stderr).toContain(
      '10 created',
    );
    expect((await machine.orgctl('-p sandbox bulk undo latest --yes')).exit).toBe(0);
  });

  it('leaves users unchanged on undo if they only have the IDs of users it created', async () => {
    const machine = machineWith({ 'one.csv': users('qa'), 'two.csv': users('qb') });
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('one.csv')} --yes`);
    const mine = JSON.parse((await machine.orgctl('bulk runs list -o json')).stdout)[0].id;
    const ids = async (name: string) =>
      JSON.parse(
        (
          await machine.orgctl(
            `-p sandbox scim users list -o json --filter 'userName sw "${name}"' --query [].id`,
          )
        ).stdout,
      );
    const taken = await ids('qa');
    await resetBehind(machine);
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('two.csv')} --yes`, later);
    expect(await ids('qb')).toEqual(taken);
    const undone = await machine.orgctl(`-p sandbox bulk undo ${mine} --yes`);
    expect(undone).toMatchObject({ exit: 3 });
    expect(undone.stderr).toContain('one.csv:2: qa0: left unchanged: W');
    expect(undone.stderr).toContain('now belongs to qb0; the plan has qa0');
    expect(undone.stderr).toContain(`nothing to undo in run ${mine}: the rest was left unchanged`);
    expect((await activeNames(machine)).filter((name) => /^qb\d$/.test(name))).toHaveLength(10);
  });

  it('leaves memberships of other users and renamed groups unchanged on undo', async () => {
    const service = await faultySandbox(demoOrganization(), []);
    const machine = machineWith({
      'it.csv': 'group,member\nIT,tomas.rey\n',
      'crew.csv': 'group,member\nCrew,tomas.rey\n',
    });
    const at = (line: string) =>
      machine.orgctl(`--scim-url ${service.origin} --scim-version 2.0 ${line} --yes`, {
        env: { ORGCTL_TOKEN: SANDBOX_TOKEN },
      });
    expect((await at(`bulk apply ${machine.path('it.csv')}`)).exit).toBe(0);
    const user = [...service.sandbox.organization.users()].find(
      ({ values }) => values.userName === 'tomas.rey',
    );
    if (user === undefined) throw new Error('nobody');
    const values = { ...user.values, userName: 'stranger', email: 'stranger@x.example' };
    service.sandbox.organization.change({ user: { ...user, values, created: '2020-01-01T00:00:00Z' } });
    const undone = await at('undo latest --max-delete-groups 1');
    expect(undone.exit).toBe(3);
    expect(undone.stderr).toContain('membership left unchanged: ');
    expect(undone.stderr).toContain('now belongs to stranger; the plan has tomas.rey');
    service.sandbox.organization.change({ user });

    expect((await at(`bulk apply ${machine.path('crew.csv')} --create-groups`)).exit).toBe(0);
    expect((await at('scim groups patch Crew --name Choir')).exit).toBe(0);
    const renamed = await at('bulk undo latest --max-delete-groups 1');
    expect(renamed.exit).toBe(3);
    expect(renamed.stderr).toContain('Crew: the group was renamed to Choir; not deleted');
    expect((await at('scim groups get Choir')).exit).toBe(0);
  });

  it('does not block a saved plan after a reset', async () => {
    const machine = machineWith({ 'one.csv': users('qa', 2) });
    const saved = machine.path('plan.json');
    await machine.orgctl(`-p sandbox bulk plan ${machine.path('one.csv')} --out ${saved}`);
    const apply = `-p sandbox bulk apply ${saved} --yes`;
    expect((await machine.orgctl(apply)).stderr).toContain('2 created');
    expect((await machine.orgctl(apply)).stderr).toContain('this plan was applied by run');
    await machine.orgctl('sandbox reset --yes');
    expect((await machine.orgctl(apply)).stderr).toContain('2 created');
  });

  it('is refused if the IDs of a saved plan now belong to other users', async () => {
    const people = machineWith({ 'one.csv': users('a', 2), 'two.csv': users('b', 2) });
    await people.orgctl(`-p sandbox bulk apply ${people.path('one.csv')} --yes`);
    writeFileSync(people.path('title.csv'), 'userName,title\na0,VP\na1,VP\n');
    const saved = people.path('plan.json');
    await people.orgctl(`-p sandbox bulk plan ${people.path('title.csv')} --out ${saved}`);
    await resetBehind(people);
    await people.orgctl(`-p sandbox bulk apply ${people.path('two.csv')} --yes`, later);
    const refused = await people.orgctl(`-p sandbox bulk apply ${saved} --yes`);
    expect(refused).toMatchObject({ exit: 7, stdout: '' });
    expect(refused.stderr).toContain('now belongs to b0; the plan has a0 (other_person)');
  });

  it('reports a single user whose ID belongs to another user now', async () => {
    const service = await throttlingSandbox('PATCH', 1);
    const names = [...service.sandbox.organization.users()].slice(2, 7).map(({ values }) => values.userName);
    const machine = machineWith({
      'in.csv': `userName,title\n${names.map((name) => `${name},VP\n`).join('')}`,
    });
    const at = (line: string) =>
      machine.orgctl(`--scim-url ${service.origin} --scim-version 2.0 bulk ${line} --yes --max-wait 1s`, {
        env: { ORGCTL_TOKEN: SANDBOX_TOKEN },
      });
    expect((await at(`apply ${machine.path('in.csv')} --concurrency 1`)).exit).toBe(10);
    const last = [...service.sandbox.organization.users()].find(({ values }) => values.userName === names[4]);
    if (last === undefined) throw new Error('nobody');
    const values = { ...last.values, userName: 'stranger', email: 'stranger@x.example' };
    service.sandbox.organization.change({ user: { ...last, values, created: '2020-01-01T00:00:00Z' } });
    service.queue.clear();
    const resumed = await at('resume latest -o json');
    expect(resumed.exit).toBe(3);
    const failed = JSON.parse(resumed.stdout).filter((row: { code?: string }) => row.code !== undefined);
    expect(failed).toMatchObject([
      {
        outcome: 'failed',
        code: 'other_person',
        message: `${last.id} now belongs to stranger; the plan has ${names[4]}`,
      },
    ]);
    expect(
      [...service.sandbox.organization.users()].filter((user) => user.values.title === 'VP'),
    ).toHaveLength(4);
  });

  it('is replanned by apply if its users are gone, and refused by resume', async () => {
    const one = await throttlingSandbox('POST', 2);
    const machine = machineWith({ 'one.csv': users('a', 4) });
    const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
    const at = (line: string) =>
      machine.orgctl(`--scim-url ${one.origin} --scim-version 2.0 bulk ${line} --max-wait 1s`, { env });
    expect((await at(`apply ${machine.path('one.csv')} --yes --concurrency 1`)).exit).toBe(10);
    // Another organization at the same address: no user of the run exists.
    for (const user of [...one.sandbox.organization.users()]) {
      if (!/^a\d$/.test(user.values.userName)) continue;
      const values = { ...user.values, userName: user.id.toLowerCase(), email: `${user.id}@z.example` };
      one.sandbox.organization.change({ user: { ...user, values, created: '2020-01-01T00:00:00Z' } });
    }
    one.queue.clear();
    const resumed = await at('resume latest --yes');
    expect(resumed).toMatchObject({ exit: 7, stdout: '' });
    expect(resumed.stderr).toMatch(/run \S+ is not resumed: the users that it changed no longer exist: /);
    const again = await at(`apply ${machine.path('one.csv')} --yes`);
    expect(again.exit).toBe(0);
    expect(again.stderr).toContain('making a new plan');
    expect(again.stderr).toContain('4 created');
    const states = JSON.parse((await machine.orgctl("bulk runs list --query '[].state'")).stdout);
    expect(states).toEqual(['finished', 'closed']);
  });
});

describe('user recorded in a plan', () => {
  const plan = {
    changes: [
      {
        id: changeId('L2'),
        line: 2,
        after: [],
        name: 'ann',
        kind: 'patchUser' as const,
        target: { id: userId('W1') },
        before: {},
        set: { userName: 'ann.new', email: 'ann.new@x.example' },
        clear: [],
      },
    ],
    people: { W1: { userName: 'ann', email: 'Ann@x.example', created: '2024-01-01T00:00:00Z' } },
  };
  const { stranger } = createIdentityCheck(plan);

  it.each([
    ['the userName', { userName: 'ANN' }, undefined],
    ['the address', { email: 'ann@X.example' }, undefined],
    ['the new userName in the plan', { userName: 'ann.new' }, undefined],
    ['the new address in the plan', { email: 'ann.new@x.example' }, undefined],
    ['the creation time', { userName: 'x' }, '2024-01-01T00:00:00Z'],
  ])('is recognized by %s', (_, values, created) => {
    expect(stranger({ id: userId('W1'), values, created })).toBeUndefined();
  });

  it('is another user if nothing matches, and is accepted if no values were recorded', () => {
    const other = { values: { userName: 'bob', email: 'bob@x.example' }, created: '2025-01-01T00:00:00Z' };
    expect(stranger({ id: userId('W1'), ...other })).toBe('W1 now belongs to bob; the plan has ann');
    expect(stranger({ id: userId('W2'), ...other })).toBeUndefined();
    expect(createIdentityCheck({ changes: [] }).stranger({ id: userId('W1'), ...other })).toBeUndefined();
  });
});
