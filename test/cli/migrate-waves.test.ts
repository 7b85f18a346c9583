import { describe, expect, it } from 'vitest';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { organizationHome } from '../support/organization-home.ts';
import { account as bare, group, idOf } from '../support/organization-world.ts';

const account = (name: string, values: UserValues = {}) => bare(name, values, { hasCustomProfile: true });

/**
 * The manager of each user is the next user, and that of the last user is the first: some managers are
 * always in a later wave.
 */
const NAMES = ['ada', 'bob', 'cat', 'dan', 'eve', 'fay', 'gil', 'hal', 'ivy', 'jon', 'kim', 'lou'];
const bossOf = (name: string) => NAMES[(NAMES.indexOf(name) + 1) % NAMES.length] ?? '';
const A = {
  users: NAMES.map((name) =>
    account(name, { manager: idOf(bossOf(name)), title: 'Chef', department: name < 'f' ? 'Ops' : 'Quay' }),
  ),
  groups: [group(NAMES, { displayName: 'Team' })],
};

interface Status {
  readonly wave?: string;
  readonly state: string;
  readonly rejects: number;
  readonly managersToSet: number;
}

async function twoHomes(b: Parameters<typeof organizationHome>[0] = { users: [], groups: [] }) {
  const old = await organizationHome(A);
  const machine = await organizationHome(b);
  const orgctl = (line: string) => machine.orgctl(line.replaceAll('OLD', old.home));
  const people = async (): Promise<ReadonlyMap<string, string | undefined>> => {
    const { stdout } = await orgctl('migrate snapshot sandbox -q');
    const users = stdout
      .trim()
      .split('\n')
      .flatMap((line) => JSON.parse(line).user ?? []);
    const names = new Map(users.map(({ id, values }) => [id, values.userName]));
    return new Map(users.map(({ values }) => [values.userName, names.get(values.manager)]));
  };
  const status = async (): Promise<readonly Status[]> =>
    JSON.parse((await orgctl('migrate status -o json')).stdout);
  const apply = async (flags: string) => {
    const ran = await orgctl(`migrate apply OLD sandbox --yes -q -o csv --no-header ${flags}`);
    expect(ran.exit).toBe(0);
    return ran.stdout;
  };
  return { orgctl, people, status, apply, path: machine.path };
}

describe('waves of a move', () => {
  it.each([
    ['1/3', '2/3', '3/3'],
    ['3/3', '1/3', '2/3'],
    [`1/1 --where 'department eq "Quay"'`, `1/1 --where 'department eq "Ops"'`],
  ])('set every manager that exists, after each of %s, %s, %s', async (...waves) => {
    const { orgctl, people, status, apply } = await twoHomes();
    let deferred = 0;
    for (const wave of waves) {
      await apply(`--wave ${wave}`);
      const inB = await people();
      let missing = 0;
      for (const [name, manager] of inB) {
        if (inB.has(bossOf(name))) expect(manager).toBe(bossOf(name));
        else missing += 1;
      }
      const parts = await status();
      expect(parts.reduce((sum, { managersToSet }) => sum + managersToSet, 0)).toBe(missing);
      deferred += missing;
    }
    expect(deferred).toBeGreaterThan(0);
    expect(await orgctl('compare OLD sandbox')).toMatchObject({ exit: 0 });
  });

  it('set a manager created outside the move in the next wave', async () => {
    const { orgctl, people, apply } = await twoHomes();
    await apply('--wave 1/2');
    const [waits = ''] = [...(await people())].flatMap(([name, manager]) =>
      manager === undefined ? [name] : [],
    );
    const boss = bossOf(waits);
    await orgctl(`-p sandbox scim users create --user-name ${boss} --email ${boss}@example.com --yes -q`);
    expect(await apply('--wave 1/2')).toContain(`changed,${waits},`);
    expect((await people()).get(waits)).toBe(boss);
  });

  it('change no user of a wave that has not started', async () => {
    const { people, apply } = await twoHomes({ users: NAMES.map((name) => account(name)), groups: [] });
    await apply('--wave 1/2');
    const managed = [...(await people()).values()].filter((manager) => manager !== undefined);
    const changed = (await apply('--wave 2/2')).split('\n').filter((line) => line.includes(',changed,'));
    expect(managed.length).toBeGreaterThan(0);
    expect(managed.length + changed.length).toBe(NAMES.length);
  });

  it('leave later changes to users of earlier waves alone', async () => {
    const { orgctl, people, apply } = await twoHomes();
    await apply('--wave 1/2');
    for (const name of (await people()).keys())
      await orgctl(`-p sandbox scim users patch ${name} --title Cook --yes -q`);
    await apply('--wave 2/2');
    const { stdout } = await orgctl(
      'compare OLD sandbox --only different -o csv --columns attribute --no-header',
    );
    expect(new Set(stdout.trim().split('\n'))).toEqual(new Set(['title']));
  });

  it('are shown by migrate status: not started, rejects, and managers to set', async () => {
    const { orgctl, status, apply, path } = await twoHomes({
      users: [account('other', { userName: 'ada', email: 'other@example.com', employeeNumber: '7' })],
      groups: [],
    });
    expect(await status()).toEqual([]);
    await apply(`--wave 2/3 --keys email --rejects ${path('rejects.csv')}`);
    const [one, three, two] = await status();
    expect([one, three]).toMatchObject([
      { wave: '1/3', state: 'not started' },
      { wave: '3/3', state: 'not started' },
    ]);
    expect(two).toMatchObject({ wave: '2/3', state: 'finished' });
    const { stdout, stderr } = await orgctl('migrate status -o table');
    expect(stdout.split('\n')[0]).toMatch(/Failed +Left +Rejects +Managers to set/);
    expect(stderr).toContain(
      `${two?.managersToSet} managers not set yet: the next "migrate apply" sets those that exist in B`,
    );
    // A move without waves leaves no wave to begin.
    await apply(`--keys email --rejects ${path('more.csv')}`);
    const after = await status();
    expect(after.map(({ wave }) => wave)).toEqual([undefined, '2/3']);
    expect(after[0]?.rejects).toBe(1);
    // Only users whose manager was rejected.
    expect(after.reduce((sum, { managersToSet }) => sum + managersToSet, 0)).toBe(1);
  });
});
