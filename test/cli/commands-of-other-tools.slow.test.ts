import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** Commands of users who know GAM, gh, m365, okta, az, gcloud or kubectl, and the suggested command. */
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
  ['users patch --username clara.voss --title Lead', 'users patch clara.voss --title Lead'],
  ['users patch clara.voss --username clara.new', 'users patch clara.voss --user-name clara.new'],
  ['onboard --username zed --email zed@x.example', 'onboard --user-name zed --email zed@x.example'],
  ['users create --username zed --email zed@x.example', 'users create --user-name zed --email zed@x.example'],
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
  ['users list --json userName', 'users list -o json --columns userName'],
  ['users get clara.voss --json title', 'users get clara.voss -o json --columns title'],
  ['users list --jq .[].id', "users list --query '[].id' -o text"],
  [
    'users list --json userName,title --jq ".[] | .userName"',
    "users list -o json --query '[].userName' -o text",
  ],
  ['users get clara.voss --jq .title', 'users get clara.voss --query title -o text'],
  ['groups list --jq length', "groups list --query 'length(@)'"],
  ['groups compare IT "Support desk"', "scim groups get IT 'Support desk'"],
  ['group diff IT "Support desk"', "scim groups get IT 'Support desk'"],
  ['users compare clara.voss walt.finch', 'scim users get clara.voss walt.finch'],
  ['groups create Watch @FILE', 'groups create Watch --member @FILE'],
  ['groups create Watch clara.voss tomas.rey', 'groups create Watch --member clara.voss --member tomas.rey'],
  ['groups create Watch --members clara.voss', 'groups create Watch --member clara.voss'],
  ['undo clara.voss', 'undo latest --only clara.voss'],
  ['undo latest --user clara.voss', 'undo latest --only clara.voss'],
  [
    'bulk undo latest --email clara.voss@harbour-finch.example',
    'bulk undo latest --only clara.voss@harbour-finch.example',
  ],
  ['users deactivate --file FILE', 'users deactivate @FILE'],
  ['users get -f FILE', 'users get @FILE'],
  ['offboard --input=FILE', 'offboard @FILE'],
  ['groups members add IT --file FILE', 'groups members add IT @FILE'],
  ['bulk undo clara.voss', 'bulk undo latest --only clara.voss'],
  ['users list --no-header=true', 'users list --no-header'],
  ['users list --quiet=false', 'users list'],
  ['users list --department Sales', `users list --where 'department eq "Sales"'`],
  ['users list --title=Designer', `users list --where 'title eq "Designer"'`],
  ['users list --group IT', `users list --where 'groups eq "IT"'`],
  ['users list --manager walt.finch', `users list --where 'manager eq "walt.finch"'`],
  ['users list --search Clara', `users list --where 'displayName co "Clara"'`],
  ['groups list --search desk', `groups list --where 'displayName co "desk"'`],
  ['users list --inactive', "users list --where 'active eq false'"],
  ['users list --suspended --csv', "users list --where 'active eq false' -o csv"],
  ['users list --guests', "users list --where 'guest eq true'"],
  ['users list --count', "users list --query 'length(@)'"],
  ['users list --per-page 5', 'users list --limit 5'],
  ['users list -L 5', 'users list --limit 5'],
  ['users list --silent', 'users list -q'],
  ['users list --no-headers', 'users list --no-header'],
  ['users list --no-color', 'users list --color never'],
  ['users list --no-cli-pager', 'users list --no-pager'],
  ['users list --table', 'users list -o table'],
  ['users list --attributes userName,title', 'users list --columns userName,title'],
  ['users list --output-format csv', 'users list -o csv'],
  ['users list --parallelism 4', 'users list --concurrency 4'],
  ['users list all', 'scim users list'],
  ['users deactivate clara.voss --auto-approve', 'users deactivate clara.voss --yes'],
  ['users deactivate clara.voss -auto-approve', 'users deactivate clara.voss --yes'],
  ['users deactivate clara.voss --no-prompt', 'users deactivate clara.voss --no-input'],
  ['users get --object-id clara.voss', 'users get clara.voss'],
  ['users get --email clara.voss@harbour-finch.example', 'users get clara.voss@harbour-finch.example'],
  ['bulk plan --filename FILE', 'bulk plan FILE'],
  ['apply -f FILE', 'bulk apply FILE'],
  ['plan FILE', 'bulk plan FILE'],
  ['check FILE', 'bulk check FILE'],
  ['validate FILE', 'bulk check FILE'],
  ['import FILE', 'bulk apply FILE'],
  ['groups add IT clara.voss', 'scim groups members add IT clara.voss'],
  ['groups remove IT walt.finch', 'scim groups members remove IT walt.finch'],
  ['groups members show IT', 'scim groups members list IT'],
  ['group users list IT', 'scim groups members list IT'],
  ['users groups clara.voss', 'who clara.voss'],
  ['account show', 'profile show'],
  ['account list', 'profile list'],
  ['config view', 'profile show'],
  ['explain error email_taken', 'explain email_taken'],
  ['users.list', 'users list'],
  ['groups:list', 'groups list'],
  ['orgctl users list', 'users list'],
  ['suspend clara.voss', 'scim users deactivate clara.voss'],
  ['enable user former.member', 'scim users activate former.member'],
  ['edit user clara.voss title=Lead', 'scim users patch clara.voss --set title=Lead'],
  ['describe group IT', 'scim groups get IT'],
  ['info group IT', 'scim groups get IT'],
  ['whois clara.voss', 'who clara.voss'],
  ['rollback latest', 'undo latest'],
  ['history', 'runs list'],
  ['bulk preview FILE', 'bulk plan FILE'],
  ['runs undo latest', 'undo latest'],
  ['update user clara.voss suspended on', 'scim users deactivate clara.voss'],
  ['update user former.member suspended off', 'scim users activate former.member'],
  ['migrate rollback old new', 'undo latest'],
  ['scim users patch clara.voss title=X -n', 'scim users patch clara.voss --set title=X -n'],
  ['users patch clara.voss --set phone=1 title=X', 'users patch clara.voss --set phone=1 --set title=X'],
  ['admin sessions list clara.voss', 'admin sessions clara.voss'],
  ['admin sessions list', 'admin sessions'],
  ['undo latest --only clara.voss,clara.voss', 'undo latest --only clara.voss --only clara.voss'],
  ['undo latest --only=clara.voss,clara.voss', 'undo latest --only clara.voss --only clara.voss'],
  ['bulk diff FILE b.csv', 'bulk plan --help'],
  ['scim groups members sync IT @FILE', 'scim groups members set IT @FILE'],
  ['groups members sync IT @FILE', 'scim groups members set IT @FILE'],
  ['workspace select sandbox', 'profile use sandbox'],
  ['users list -o jsonl', 'users list -o ndjson'],
  ['users list --output=jsonl', 'users list --output=ndjson'],
  ['resume', 'resume latest'],
  ['bulk resume', 'bulk resume latest'],
  ['scim groups create --display-name Watch', 'scim groups create Watch'],
  ['groups create --displayname=Watch', 'groups create Watch'],
  ['groups patch IT --display-name Watch', 'groups patch IT --name Watch'],
  ['groups add-member IT clara.voss', 'scim groups members add IT clara.voss'],
  ['groups list-members IT', 'scim groups members list IT'],
  ['print group-members IT', 'scim groups members list IT'],
  ['print group-members group IT', 'scim groups members list IT'],
  ['print group-members', 'scim groups export'],
  ['users list --sort userName', "users list --query 'sort_by(@, &userName)'"],
  [
    'users list --sort-by=department',
    'users list --query \'sort_by([].{userName: userName, department: department}, &department || `""`)\'',
  ],
  [
    'users list --sort=-created',
    'users list --query \'reverse(sort_by([].{userName: userName, created: created}, &created || `""`))\'',
  ],
  [
    'users list --order-by title:desc',
    'users list --query \'reverse(sort_by([].{userName: userName, title: title}, &title || `""`))\'',
  ],
  ['groups list --sort displayName', "groups list --query 'sort_by(@, &displayName)'"],
  ['bulk plan FILE -detailed-exitcode', 'bulk plan FILE --detailed-exitcode'],
  ['bulk plan FILE -out=OUT', 'bulk plan FILE --out OUT'],
  ['bulk plan FILE -out OUT', 'bulk plan FILE --out OUT'],
  ['bulk plan FILE --first 1 -out=OUT', 'bulk plan FILE --first 1 --out OUT'],
  ['users export -out=OUT', 'users export --out OUT'],
  ['bulk apply FILE -auto-approve', 'bulk apply FILE --yes'],
  ['bulk apply FILE -no-color -auto-approve', 'bulk apply FILE --color never --yes'],
  ['bulk apply FILE -target=clara.voss', `bulk apply FILE --where 'userName eq "clara.voss"'`],
  ['bulk plan FILE --target clara.voss', `bulk plan FILE --where 'userName eq "clara.voss"'`],
  ['undo latest -target=clara.voss', 'undo latest --only clara.voss'],
  ['gam print users', 'scim users list'],
  ['gam info user clara.voss', 'scim users get clara.voss'],
  ['gam update user clara.voss suspended on', 'scim users deactivate clara.voss'],
  ['m365 entra user list', 'scim users list'],
  ['slack users list', 'users list'],
  ['slack-cli user list', 'scim users list'],
  ['gh auth status', 'profile check'],
  ['gh api auth.test', 'api auth.test'],
  ['terraform plan FILE', 'bulk plan FILE'],
  ['az ad user list', 'scim users list'],
  ['completion -s bash', 'completion bash'],
  ['completion --shell=zsh', 'completion zsh'],
  ['bulk plan FILE --deactivate-missing --max-deactivate 20', 'bulk plan FILE --prune --max-deactivate 20'],
  ['explain exit 9', 'explain 9'],
  ['explain exit code 9', 'explain 9'],
  ['explain HTTP 429', 'explain 429'],
];

/** Commands in the singular, which are aliases. */
const RUN_AS_THEY_STAND = [
  'user list',
  'group list',
  'user get clara.voss',
  'group get IT',
  'group members list IT',
  'user patch clara.voss --title Chief',
  'group delete IT --yes',
];

/** Commands that fail for a reason other than a word, and the suggested command. */
const REFUSED: readonly (readonly [typed: string, exit: number, hint: string])[] = [
  [
    `users list --filter 'department eq "Sales"'`,
    5,
    `-p sandbox scim users list --where 'department eq "Sales"'`,
  ],
  [
    `groups list --filter 'memberNames co "clara"'`,
    5,
    `-p sandbox scim groups list --where 'memberNames co "clara"'`,
  ],
  ['users get clara.vos', 6, `-p sandbox scim users list --filter 'username sw "cla"'`],
  ['groups get ITT', 6, '-p sandbox scim groups list'],
  ['groups members add IT nobody', 6, '-p sandbox scim users list --columns id,userName,email'],
  ['logs --why pols', 2, '-p sandbox logs --by app'],
  ['explain email_take', 2, 'explain'],
];

/** Hints that lead to another hint, as the flag after the command is from another tool as well. */
const IN_TWO_STEPS = /--id/;

async function machineWithRun(): Promise<Machine> {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), 'userName,title\nclara.voss,Lead\n');
  await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes`);
  return machine;
}

describe('commands of other tools', () => {
  it.each([
    ['onboard --user zed', 'onboard --help'],
    ['onboard --id zed --email zed@x.example', 'onboard --help'],
    ['bulk plan --name zed', 'bulk plan --help'],
    ['groups members add --input people.csv', 'groups members add --help'],
    ['users deactivate --file=-', '-p sandbox users deactivate -'],
    ['users deactivate --file=-x', 'users deactivate --help'],
  ])('suggest neither a user for a file nor a file for a user: %s', async (typed, hint) => {
    const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${typed}`);
    expect(exit).toBe(2);
    expect(stderr).toMatch(new RegExp(`^hint: orgctl ${hint}$`, 'm'));
  });

  it.each(LINES)('%s → orgctl %s', async (typed, hint) => {
    const machine = await machineWithRun();
    const withFile = (line: string) =>
      line.replace('FILE', machine.path('people.csv')).replace('OUT', machine.path('out.json'));
    const told = await machine.orgctl(`-p sandbox ${withFile(typed)}`);
    expect(told.exit).toBe(2);
    const [, meant = ''] = /^hint: orgctl (.*)$/m.exec(told.stderr) ?? [];
    expect(meant.replace('-p sandbox ', '')).toBe(withFile(hint));
    const ran = await machine.orgctl(`${meant} --yes`);
    if (!IN_TWO_STEPS.test(hint)) expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 0 });
  });

  it.each(RUN_AS_THEY_STAND)('are aliases in the singular: %s', async (typed) => {
    const machine = await machineWithRun();
    expect(await machine.orgctl(`-p sandbox ${typed}`)).toMatchObject({ exit: 0 });
  });

  it.each(REFUSED)('%s is refused with a hint that runs unchanged', async (typed, exit, hint) => {
    const machine = await machineWithRun();
    const told = await machine.orgctl(`-p sandbox ${typed}`);
    expect(told.exit).toBe(exit);
    expect(/^hint: orgctl (.*)$/m.exec(told.stderr)?.[1]).toBe(hint);
    expect(await machine.orgctl(hint)).toMatchObject({ exit: 0 });
  });

  it.each([
    ['-p sandbox2 users list', '-p sandbox users list', {}],
    ['users list --profile=sandboxes', 'users list --profile=sandbox', {}],
    ['users list', '-p sandbox users list', { ORGCTL_PROFILE: 'sand-box' }],
  ])('a mistyped profile is answered with a similar one: %s', async (typed, hint, env) => {
    const machine = freshMachine();
    const told = await machine.orgctl(typed, { env });
    expect(told.exit).toBe(2);
    expect(told.stderr).toMatch(
      /^error: there is no profile "[\w-]+"; available: sandbox \(did you mean "sandbox"\?\)$/m,
    );
    expect(/^hint: orgctl (.*)$/m.exec(told.stderr)?.[1]).toBe(hint);
    expect(await machine.orgctl(hint, { env })).toMatchObject({ exit: 0 });
  });

  it.each([
    ['diff a.csv b.csv', '--help'],
    ['users list -o xml', 'users list --help'],
  ])('are answered only with help for %s', async (typed, hint) => {
    const machine = freshMachine();
    const told = await machine.orgctl(`-p sandbox ${typed}`);
    expect(/^hint: orgctl (.*)$/m.exec(told.stderr)?.[1]).toBe(hint);
    expect(await machine.orgctl(hint)).toMatchObject({ exit: 0 });
  });

  it.each(['--fix', '--fix-suggested'])('manifest validate suggests "manifest lint %s"', async (flag) => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    writeFileSync(file, 'display_information:\n  nam: Tide Table\n');
    const { stdout } = await machine.orgctl(`manifest validate ${file}`);
    expect(stdout).toContain('  fix: rename it to name (orgctl manifest lint --fix)\n');
    expect((await machine.orgctl(`manifest lint ${file}`)).stdout).toContain('rename it to name (--fix)\n');
    const told = await machine.orgctl(`manifest validate ${file} ${flag}`);
    expect(told).toMatchObject({ exit: 2, stderr: expect.stringContaining(`lint ${flag}?)\n`) });
    const hint = /^hint: orgctl (.*)$/m.exec(told.stderr)?.[1] ?? '';
    expect(hint).toBe(`manifest lint ${file} ${flag}`);
    expect(await machine.orgctl(hint)).toMatchObject({ exit: 0 });
  });

  it('an unknown profile is answered with profile add if no other is similar', async () => {
    const { stderr } = await freshMachine().orgctl('-p acme users list');
    expect(stderr).toBe(
      'error: there is no profile "acme"; available: sandbox\nhint: orgctl profile add acme\n',
    );
  });

  it.each([
    ['profile add acme --web-api-url http://127.0.0.1:9/', 'profile add acme --api-url http://127.0.0.1:9/'],
    ['profile add acme --endpoint http://127.0.0.1:9', 'profile add acme --scim-url http://127.0.0.1:9'],
    ['profile edit acme --read-only=false', 'profile edit acme --no-read-only'],
    ['profile edit acme --read-only=true', 'profile edit acme --read-only'],
    ['-p sandbox logs --tail', '-p sandbox logs --follow'],
    ['-p sandbox groups delete IT --confirm IT --yes', '-p sandbox groups delete IT --yes'],
    ['-p sandbox users list --jq ".[] | select(.active)"', 'help output'],
  ])('are answered with existing flags: %s', async (typed, hint) => {
    const told = await freshMachine().orgctl(typed);
    expect(told.exit).toBe(2);
    expect(/^hint: orgctl (.*)$/m.exec(told.stderr)?.[1]).toBe(hint);
  });

  it.each([
    ['gam print users', "unknown command 'gam' (leave it out)"],
    ['bulk plan FILE -out=plan.json', "unknown option '-out' (did you mean --out plan.json?)"],
    ['groups delete IT --confirm IT --yes', "unknown option '--confirm' (leave it out)"],
    [
      'users list --sort title',
      '(did you mean --query \'sort_by([].{userName: userName, title: title}, &title || `""`)\'?)',
    ],
  ])('are explained: %s', async (typed, message) => {
    expect((await freshMachine().orgctl(`-p sandbox ${typed}`)).stderr).toContain(message);
  });

  it.each([
    'gam drive x',
    'bulk plan FILE -o777',
    'users list --sort active',
    'users list --sort title --columns userName,title',
    'groups list --sort members',
    'slack',
    'bulk plan FILE -x1=2',
  ])('are answered only with help if untranslatable: %s', async (typed) => {
    const { stderr } = await freshMachine().orgctl(`-p sandbox ${typed}`);
    expect(stderr).toMatch(/^hint: orgctl (\w+ )*--help$/m);
  });

  it.each([
    'profile add acme --web-api-url https://me:hunter2hunter2@x.example',
    'users list --quiet=hunter2hunter2',
    'users list --json userName --secret hunter2hunter2',
  ])('are not repeated if they may contain a secret: %s', async (typed) => {
    const { exit, stderr } = await freshMachine().orgctl(typed);
    expect(exit).toBe(2);
    expect(stderr).not.toContain('hunter2');
  });

  it.each(['roles list', 'users nonsense', 'manager', 'users get-all'])(
    'unknown words are answered only with help: %s',
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
  ])('flags are not repeated if they may contain a secret: %s', async (typed) => {
    const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${typed}`);
    expect(exit).toBe(2);
    expect(stderr).not.toContain('hunter2');
  });
});
