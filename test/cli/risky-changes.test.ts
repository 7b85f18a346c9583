// cspell:ignore Suport Supportdesk Nord Norh Engneerng Enginering Engineeering Enigneering Emgineering Austalia
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { inactiveManagers } from '../../src/bulk/plan/inactive-managers.ts';
import { similarGroups } from '../../src/bulk/plan/similar-groups.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';
import { freshMachine } from '../support/run-orgctl.ts';

function machineWith(files: Readonly<Record<string, string>>) {
  const machine = freshMachine();
  for (const [name, content] of Object.entries(files)) writeFileSync(machine.path(name), content);
  return machine;
}

describe('a deactivated manager', () => {
  it.each([
    'users patch clara.voss --manager former.member',
    'users patch clara.voss --set manager=former.member@harbour-finch.example --dry-run',
    'users replace clara.voss --title Lead --manager former.member --dry-run',
    'users create --user-name a.b --email a.b@harbour-finch.example --manager former.member',
    'onboard --user-name a.b --email a.b@harbour-finch.example --manager former.member --yes',
  ])('causes a warning: %s', async (line) => {
    const ran = await freshMachine().orgctl(`-p sandbox ${line}`);
    expect(ran).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('warning: the manager former.member is deactivated\n'),
    });
  });

  it('causes no warning if active, and an error for --manager-to of offboard', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox users patch clara.voss --manager ines.harbour');
    expect(ran.stderr).not.toContain('warning');
    expect(await orgctl('-p sandbox offboard ines.harbour --manager-to former.member --plan')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--manager-to: former.member is deactivated'),
    });
  });

  it('causes one warning per file, including managers deactivated by the file itself', async () => {
    const { orgctl, path } = machineWith({
      'people.csv':
        'userName,manager,active\nclara.voss,former.member,\ntomas.rey,samir.aziz,\naroha.ngata,samir.aziz,\nsamir.aziz,,false\n',
      'new.csv': 'userName,email,manager\nn1,n1@x.example,former.member\n',
    });
    const warning =
      'warning: 3 users will have a deactivated manager: former.member (manager of clara.voss), ' +
      'samir.aziz (manager of tomas.rey, aroha.ngata, deactivated by this plan)\n';
    const planned = await orgctl(`-p sandbox bulk plan ${path('people.csv')} --out ${path('plan.json')}`);
    expect(planned.stderr.split(warning)).toHaveLength(2);
    for (const input of ['people.csv', 'plan.json']) {
      const ran = await orgctl(`-p sandbox bulk apply ${path(input)} --dry-run`);
      expect(ran.stderr.split(warning)).toHaveLength(2);
    }
    expect((await orgctl(`-p sandbox onboard ${path('new.csv')} --plan`)).stderr).toContain(
      'warning: 1 user will have a deactivated manager: former.member (manager of n1)\n',
    );
  });

  it('causes a warning when a saved plan is applied, even if deactivated after planning', async () => {
    const { orgctl, path } = machineWith({
      'changed.csv': 'userName,manager\nclara.voss,tomas.rey\naroha.ngata,tomas.rey\n',
      'new.csv': 'userName,email,manager\nn1,n1@x.example,tomas.rey@harbour-finch.example\n',
    });
    const inputs = ['changed', 'new'];
    for (const input of inputs)
      await orgctl(`-p sandbox bulk plan ${path(`${input}.csv`)} --out ${path(`${input}.json`)}`);
    await orgctl('-p sandbox users deactivate tomas.rey --yes');
    for (const [index, words] of [
      '2 users will have a deactivated manager: tomas.rey (manager of clara.voss, aroha.ngata)',
      '1 user will have a deactivated manager: tomas.rey (manager of n1)',
    ].entries()) {
      const ran = await orgctl(`-p sandbox bulk apply ${path(`${inputs[index]}.json`)} --yes`);
      expect(ran.stderr.split(`warning: ${words}\n`)).toHaveLength(2);
    }
  });

  const base = (id: string) => ({ id: changeId(id), line: 1, after: [], name: id });
  const created = (id: string, user: { email: string; active?: boolean; manager?: string }): Change => ({
    ...base(id),
    kind: 'createUser',
    user,
    withheld: [],
  });
  const state = (id: string, active: boolean): Change => ({
    ...base(id),
    kind: active ? 'reactivateUser' : 'deactivateUser',
    target: { id: userId(id) },
    before: { active: !active },
    set: { active },
    clear: [],
  });
  const snapshot = snapshotOf([
    { id: userId('W1'), values: { userName: 'on', email: 'on@x.example', active: true } },
    { id: userId('W2'), values: { userName: 'off', email: 'off@x.example', active: false } },
  ]);
  const reportOf = (manager: string) => created('new', { email: 'new@x.example', manager });

  it.each<[string, readonly Change[], readonly string[]]>([
    ['active', [reportOf('W1')], []],
    ['deactivated', [reportOf('W2')], ['off']],
    ['given by address', [reportOf('OFF@x.example')], ['off']],
    ['deactivated by the plan', [reportOf('W1'), state('W1', false)], ['on']],
    ['reactivated by the plan', [reportOf('W2'), state('W2', true)], []],
    ['created by the plan', [created('boss', { email: 'b@x.example' }), reportOf('b@x.example')], []],
    [
      'created deactivated by the plan',
      [created('boss', { email: 'b@x.example', active: false }), reportOf('B@x.example')],
      ['B@x.example'],
    ],
    ['unknown', [reportOf('W9')], []],
    ['removed', [reportOf(' ')], []],
  ])('inactiveManagers: a manager %s', (_, changes, names) => {
    expect(inactiveManagers(changes, snapshot).map(({ name }) => name)).toEqual(names);
  });
});

describe('a user who becomes their own manager', () => {
  const WARNING = 'warning: 1 user will be their own manager: clara.voss\n';

  it.each([
    'users patch clara.voss --manager clara.voss',
    'users patch clara.voss --set manager=clara.voss@harbour-finch.example --dry-run',
    'bulk plan people.csv',
    'bulk apply people.csv --yes',
  ])('causes one warning: %s', async (line) => {
    const { orgctl, path } = machineWith({
      'people.csv': 'userName,manager\nclara.voss,Clara.Voss@harbour-finch.example\ntomas.rey,samir.aziz\n',
    });
    const ran = await orgctl(`-p sandbox ${line.replace(/\w+\.csv/, (name) => path(name))}`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr.split(WARNING)).toHaveLength(2);
  });

  it('is counted', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox users patch clara.voss --manager clara.voss --dry-run');
    expect(ran.stderr).toContain('1 user will be their own manager: clara.voss\n');
    const { path, orgctl: other } = machineWith({
      'two.csv': 'userName,manager\nclara.voss,clara.voss\ntomas.rey,tomas.rey\n',
    });
    const two = await other(`-p sandbox bulk plan ${path('two.csv')}`);
    expect(two.stderr).toContain('2 users will be their own managers: clara.voss, tomas.rey\n');
  });

  it('is found in new users too', async () => {
    const { orgctl, path } = machineWith({
      'new.csv': 'userName,email,manager\nann,a@x.example,A@x.example\nbob,b@x.example,a@x.example\n',
    });
    const { stderr } = await orgctl(`-p sandbox bulk plan ${path('new.csv')}`);
    expect(stderr).toContain('warning: 1 user will be their own manager: ann\n');
  });
});

describe('managers in a circle', () => {
  const WARNING = /^warning: managers in a circle: (.*)$/m;

  it.each([
    // Of two existing users; of new ones; of one whose manager exists already; of three in another order.
    ['userName,manager\nclara.voss,tomas.rey\ntomas.rey,clara.voss\n', 'clara.voss → tomas.rey → clara.voss'],
    ['userName,email,manager\nann,a@x.example,b@x.example\nbob,b@x.example,ann\n', 'ann → bob → ann'],
    ['userName,manager\nwalt.finch,clara.voss\n', 'walt.finch → clara.voss → walt.finch'],
    [
      'userName,manager\nclara.voss,mei.tanaka\nmei.tanaka,tomas.rey\ntomas.rey,clara.voss\n',
      'clara.voss → mei.tanaka → tomas.rey → clara.voss',
    ],
    ['userName,manager\nclara.voss,tomas.rey\ntomas.rey,mei.tanaka\n', undefined],
    ['userName,manager\nclara.voss,clara.voss\n', undefined],
  ])('are warned of: %j', async (text, circle) => {
    const { orgctl, path } = machineWith({ 'people.csv': text });
    await orgctl('-p sandbox users patch clara.voss --manager walt.finch');
    const { exit, stderr } = await orgctl(`-p sandbox bulk plan ${path('people.csv')}`);
    expect(exit).toBe(0);
    expect(WARNING.exec(stderr)?.[1]).toBe(circle);
  });
});

describe('a new group with a name like an existing one', () => {
  const WARNING =
    'warning: 1 new group with a name like an existing one: "Suport desk" (did you mean "Support desk"?)\n';

  it.each(['bulk plan groups.csv', 'bulk apply groups.csv --yes', 'bulk plan people.csv --create-groups'])(
    'causes one warning: %s',
    async (line) => {
      const { orgctl, path } = machineWith({
        'groups.csv': 'group,member\nSuport desk,clara.voss\nSuport desk,tomas.rey\nSales,tomas.rey\n',
        'people.csv': 'userName,groups\nclara.voss,Suport desk\n',
      });
      const ran = await orgctl(`-p sandbox ${line.replace(/\w+\.csv/, (name) => path(name))}`);
      expect(ran.exit).toBe(0);
      expect(ran.stderr.split(WARNING)).toHaveLength(2);
    },
  );

  const creation = (name: string): Change => ({
    kind: 'createGroup',
    id: changeId('G1'),
    line: 1,
    after: [],
    name,
  });

  it('similarGroups: names the group that is meant among many', () => {
    const names = ['Austria', 'Australia', ...Array.from({ length: 10_000 }, (_, at) => `Project ${at}`)];
    const groups = groupSnapshotOf(
      names.map((displayName, at) => ({ id: groupId(`S${at}`), displayName, members: new Set() })),
    );
    const created = ['Austalia', ...Array.from({ length: 5000 }, (_, at) => `Team ${at}`)].map(creation);
    expect(similarGroups(created, groups)).toEqual([{ name: 'Austalia', existing: 'Australia' }]);
  });

  it.each([
    ['S1118NVR3', ['S1118NVR2']],
    ['S1118NVAB', ['S1118NVR2']],
    ['S1118NABC', []],
    ['s1118nvr3', []],
  ])('similarGroups: "%s" beside the ID S1118NVR2: %o', (name, meant) => {
    const groups = groupSnapshotOf([{ id: groupId('S1118NVR2'), displayName: 'IT', members: new Set() }]);
    expect(similarGroups([creation(name)], groups).map(({ existing }) => existing)).toEqual(meant);
  });

  it.each<[string, string, boolean]>([
    ['Suport desk', 'Support desk', true],
    ['Supportdesk', 'Support desk', true],
    ['support-desk', 'Support desk', true],
    ['Marketing Nord', 'Marketing North', false],
    ['Marketing Norh', 'Marketing North', true],
    ['Enginering', 'Engineering', true],
    ['Engineeering', 'Engineering', true],
    ['Enigneering', 'Engineering', true],
    ['Emgineering', 'Engineering', false],
    ['Engneerng', 'Engineering', false],
    ['Iraq', 'Iran', false],
    ['Trainees', 'Trainers', false],
    ['New Australia', 'New Austria', false],
    ['C', 'C++', false],
    ['Release 11', 'Release 1.1', false],
    ['Suport desk team', 'Support desk', false],
    ['Team B', 'Team A', false],
    ['Sale', 'Sales', true],
    ['All', 'Alls', false],
    ['Alls', 'All', false],
    ['Sales', 'Sale', true],
    ['Floor1', 'Floor2', false],
    ['Floor 10', 'Floor 1', false],
    ['Suport desks', 'Support desk', false],
    ['!!!', '???', false],
    ['IT,Sales', 'Sales', true],
    ['IT | sales', 'Sales', true],
    ['IT, Berlin', 'Sales', false],
  ])('similarGroups: "%s" beside "%s": %s', (name, existing, isFound) => {
    const changes = [creation(name)];
    const groups = groupSnapshotOf([{ id: groupId('S1'), displayName: existing, members: new Set() }]);
    expect(similarGroups(changes, groups)).toEqual(isFound ? [{ name, existing }] : []);
  });
});

describe("the user of the profile's own token", () => {
  const WARNING =
    "warning: walt.finch is the user of this profile's token: after this, orgctl has no access\n";
  const FILES = {
    'off.csv': 'userName,active\nwalt.finch,false\n',
    'others.csv': 'userName\nines.harbour\nmei.tanaka\nclara.voss\ntomas.rey\naroha.ngata\n',
    'leavers.csv': 'userName\nwalt.finch\n',
  };

  it.each([
    'users deactivate walt.finch --yes',
    'users deactivate walt.finch --dry-run -q',
    'users patch walt.finch --set active=false --yes',
    'offboard walt.finch --plan',
    'bulk plan off.csv',
    'bulk apply off.csv --yes',
    'bulk apply leavers.csv --mode deactivate --dry-run',
    'bulk plan others.csv --prune',
  ])('causes one warning: %s', async (line) => {
    const { orgctl, path } = machineWith(FILES);
    const placed = line.replace(/\w+\.csv/, (name) => path(name));
    const ran = await orgctl(`-p sandbox ${placed}`);
    expect(ran.stderr.split(WARNING)).toHaveLength(2);
  });

  it.each(['users deactivate clara.voss --yes', 'users patch walt.finch --title Lead', 'users list'])(
    'causes no warning: %s',
    async (line) => {
      expect((await freshMachine().orgctl(`-p sandbox ${line}`)).stderr).not.toContain('warning');
    },
  );

  it('is requested once, and only for commands that deactivate users', async () => {
    const { orgctl, path } = machineWith({ ...FILES, 'one.csv': 'userName,title\nclara.voss,Lead\n' });
    const asked = async (line: string) =>
      (await orgctl(`-p sandbox ${line} --debug`)).stderr.match(/^#\d+ > \w+ \S+auth\.test/gm)?.length ?? 0;
    expect(await asked(`bulk apply ${path('others.csv')} --prune --dry-run`)).toBe(1);
    expect(await asked('users deactivate clara.voss tomas.rey --dry-run')).toBe(1);
    expect(await asked(`bulk apply ${path('one.csv')} --dry-run`)).toBe(0);
  });
});
