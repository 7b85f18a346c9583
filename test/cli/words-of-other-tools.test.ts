import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** What people type who know GAM, gh, m365, okta, az, gcloud or kubectl, and the whole line that the one hint names. */
const LINES: readonly (readonly [typed: string, hint: string])[] = [
  ['user suspend clara.voss', 'scim users deactivate clara.voss'],
  ['print users', 'scim users list'],
  ['update user clara.voss title=Lead', 'scim users patch clara.voss --set title=Lead'],
  ['user set clara.voss --title Lead', 'scim users patch clara.voss --title Lead'],
  ['users disable clara.voss', 'scim users deactivate clara.voss'],
  ['block user clara.voss', 'scim users deactivate clara.voss'],
  ['members add IT clara.voss', 'scim groups members add IT clara.voss'],
  ['group add member IT clara.voss', 'scim groups members add IT clara.voss'],
  ['group member add IT clara.voss', 'scim groups members add IT clara.voss'],
  ['group delete IT', 'scim groups delete IT'],
  ['delete group IT', 'scim groups delete IT'],
  ['users rename clara.voss clara.new', 'scim users patch clara.voss --user-name clara.new'],
  ['rename user clara.voss clara.new', 'scim users patch clara.voss --user-name clara.new'],
  ['groups rename IT Systems', 'scim groups patch IT --name Systems'],
  ['groups members IT', 'scim groups members list IT'],
  ['group members IT', 'scim groups members list IT'],
  ['members IT', 'scim groups members list IT'],
  ['users find clara.voss', 'who clara.voss'],
  ['users search clara.voss', 'who clara.voss'],
  ['find clara.voss', 'who clara.voss'],
  ['show clara.voss', 'who clara.voss'],
  ['info clara.voss', 'who clara.voss'],
  ['clara.voss', 'who clara.voss'],
  ['clara.voss@harbour-finch.example', 'who clara.voss@harbour-finch.example'],
  ['users clara.voss', 'scim users get clara.voss'],
  ['scim users clara.voss', 'scim users get clara.voss'],
  ['groups IT', 'scim groups get IT'],
  ['users list clara.voss', 'scim users get clara.voss'],
  ['groups list IT', 'scim groups get IT'],
  ['workspaces', 'admin sessions --by workspace'],
  ['workspaces list', 'admin sessions --by workspace'],
  ['users ls', 'scim users list'],
  ['get users', 'scim users list'],
  ['get groups', 'scim groups list'],
  ['get user clara.voss', 'scim users get clara.voss'],
  ['info user clara.voss', 'scim users get clara.voss'],
  ['describe user clara.voss', 'scim users get clara.voss'],
  [
    'create user anna.lind --email anna.lind@harbour.example',
    'scim users create --user-name anna.lind --email anna.lind@harbour.example',
  ],
  [
    'user add anna.lind --email anna.lind@harbour.example',
    'scim users create --user-name anna.lind --email anna.lind@harbour.example',
  ],
  ['create group Sales', 'scim groups create Sales'],
  ['delete user clara.voss', 'scim users deactivate clara.voss'],
  ['rm user clara.voss', 'scim users deactivate clara.voss'],
  ['user undelete former.member', 'scim users activate former.member'],
  ['ad user list', 'scim users list'],
  ['ad group list', 'scim groups list'],
  ['aad user get clara.voss', 'scim users get clara.voss'],
  ['entra user list', 'scim users list'],
  ['iam users list', 'scim users list'],
  ['ad user show --id clara.voss', 'scim users get --id clara.voss'],
  ['users get --id clara.voss', 'users get clara.voss'],
  ['users deactivate --user clara.voss', 'users deactivate clara.voss'],
  ['users patch --user=clara.voss --title Lead', 'users patch clara.voss --title Lead'],
  ['sessions list', 'admin sessions'],
  ['sessions revoke clara.voss', 'admin sessions clara.voss'],
  ['sessions kill clara.voss', 'admin sessions clara.voss'],
  ['session clara.voss', 'admin sessions clara.voss'],
  ['log', 'logs'],
  ['logs list', 'logs'],
  ['activity', 'logs'],
  ['events', 'logs'],
  ['audit log', 'logs'],
  ['tokens list', 'help tokens'],
  ['token list', 'profile check'],
  ['auth status', 'profile check'],
  ['config list', 'profile show'],
  ['config get-contexts', 'profile list'],
  ['config current-context', 'profile show'],
  ['org list', 'profile list'],
  ['profile ls', 'profile list'],
  ['profile list sandbox', 'profile show sandbox'],
  ['run list', 'runs list'],
  ['run view latest', 'runs show latest'],
  ['runs list latest', 'runs show latest'],
  ['report latest', 'bulk report latest'],
  ['upload FILE', 'bulk apply FILE'],
  ['sync FILE', 'bulk apply FILE'],
  ['users import FILE', 'bulk apply FILE'],
  ['csv FILE', 'bulk check FILE'],
  ['dry-run FILE', 'bulk plan FILE'],
  ['bulk check --file FILE', 'bulk check FILE'],
  ['bulk plan -f FILE', 'bulk plan FILE'],
  ['add clara.voss to IT', 'scim groups members add IT clara.voss'],
  ['remove walt.finch from IT', 'scim groups members remove IT walt.finch'],
  ['group add-member IT clara.voss', 'scim groups members add IT clara.voss'],
  ['groups remove-member IT walt.finch', 'scim groups members remove IT walt.finch'],
  ['terminate clara.voss', 'offboard clara.voss'],
  ['offboarding clara.voss', 'offboard clara.voss'],
  ['users list --json', 'users list -o json'],
  ['users list --csv', 'users list -o csv'],
  ['users list --format json', 'users list -o json'],
  ['users list --format=csv', 'users list -o csv'],
  ['users list -f yaml', 'users list -o yaml'],
  ['users list --fields userName,title', 'users list --columns userName,title'],
  ['users list --select userName', 'users list --columns userName'],
  ['users list --max 5', 'users list --limit 5'],
  ['users list --top=5', 'users list --limit 5'],
  ['users list --page-size 5', 'users list --limit 5'],
  ['users list --all', 'users list -o ndjson'],
  ['users list --active', "users list --where 'active eq true'"],
  ['users deactivate clara.voss --what-if', 'users deactivate clara.voss -n'],
  ['users deactivate clara.voss --plan', 'users deactivate clara.voss -n'],
  ['users deactivate clara.voss --force', 'users deactivate clara.voss --yes'],
  ['feedback', 'bugreport'],
];

/** Hints that lead to one more hint, as the flag behind the command is another tool's, too. */
const IN_TWO_STEPS = /--id/;

async function machineWithRun(): Promise<Machine> {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), 'userName,title\nclara.voss,Lead\n');
  await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes`);
  return machine;
}

describe('a line in the words of another tool', () => {
  it.each(LINES)('%s → orgctl %s', async (typed, hint) => {
    const machine = await machineWithRun();
    const withFile = (line: string) => line.replace('FILE', machine.path('people.csv'));
    const told = await machine.orgctl(`-p sandbox ${withFile(typed)}`);
    expect(told.exit).toBe(2);
    const [, meant = ''] = /^hint: orgctl (.*)$/m.exec(told.stderr) ?? [];
    expect(meant.replace('-p sandbox ', '')).toBe(withFile(hint));
    const ran = await machine.orgctl(`${meant} --yes`);
    if (!IN_TWO_STEPS.test(hint)) expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 0 });
  });

  it.each(['roles list', 'users nonsense', 'manager', 'users get-all'])(
    'has no hint but help for %s',
    async (typed) => {
      const { stderr } = await freshMachine().orgctl(`-p sandbox ${typed}`);
      expect(stderr).not.toContain('did you mean');
      expect(stderr).toMatch(/^hint: orgctl (\w+ )*--help$/m);
    },
  );

  it.each([
    'users list --json --secret hunter2hunter2',
    'users list --secret hunter2hunter2 --json',
    'users list --format hunter2hunter2',
  ])('is not repeated where it may hold a secret: %s', async (typed) => {
    const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${typed}`);
    expect(exit).toBe(2);
    expect(stderr).not.toContain('hunter2');
  });
});
