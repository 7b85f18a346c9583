import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';

const FILES: Readonly<Record<string, string>> = {
  'BAD.csv': 'userName,email\nx y,foo@\n',
  'NEW.csv': 'userName,title\nclara.voss,Lead\n',
  'HR.csv': 'Login,Work Email\nx,y@x.example\n',
  'NIX.yaml': 'columns: {email: Nix}\n',
  'EMPTY.csv': '',
  'HEADINGS.csv': 'userName,email\n',
  'MEMBERS.csv': 'group,member\n',
  'TABS.csv': 'foo\tbar\nx\ty\n',
  'BOSS.csv': 'Login,Mail,Boss,No\nx,x@x.example,7,1\n',
  'BOSS.yaml': 'columns: {userName: Login, email: Mail, manager: {from: Boss, match: No}}\n',
  'APP.yaml': 'functions: [\n',
};

/** Command lines that fail, and their hints; `dead` is a profile whose service is unreachable. */
const FAILURES: readonly (readonly [typed: string, hint: RegExp | undefined])[] = [
  ['-p dead profile check', /^orgctl -p dead profile show$/],
  ['profile check dead', /^orgctl profile show$/],
  ['-p dead users list', /^orgctl -p dead profile check$/],
  [
    '-p sandbox onboard BAD.csv',
    /^managers and groups are looked up once the file is accepted; to check it: orgctl bulk check \S*BAD\.csv --mode create$/,
  ],
  [
    '-p sandbox onboard NEW.csv',
    /^managers and groups are looked up once the file is accepted; to check it: orgctl bulk check \S*NEW\.csv --mode create$/,
  ],
  ['-p sandbox onboard HR.csv', /: orgctl bulk init-map \S*HR\.csv --out map\.yaml$/],
  [
    '-p sandbox bulk plan BAD.csv',
    /^managers and groups are looked up once the file is accepted; to check it: orgctl bulk check \S*BAD\.csv$/,
  ],
  ['-p sandbox bulk apply BAD.csv --mode create', /--mode create$/],
  ['bulk check BAD.csv', undefined],
  ['bulk check - < HR.csv', /: orgctl bulk init-map - --out map\.yaml$/],
  [
    '-p sandbox bulk plan - < BAD.csv',
    /^managers and groups are looked up once the file is accepted; to check it: orgctl bulk check -$/,
  ],
  [
    '-p sandbox bulk plan NEW.csv --map NIX.yaml',
    /^correct the map; to check it: orgctl bulk check \S*NEW\.csv --map \S*NIX\.yaml$/,
  ],
  ['-p sandbox bulk plan EMPTY.csv', /^orgctl explain empty_file$/],
  ['-p sandbox bulk plan HEADINGS.csv', /^orgctl explain empty_file$/],
  ['-p sandbox bulk plan MEMBERS.csv', /^orgctl explain empty_file$/],
  ['-p sandbox bulk plan TABS.csv', /^orgctl explain wrong_separator$/],
  ['-p sandbox bulk plan BOSS.csv --map BOSS.yaml', /^orgctl explain unknown_user$/],
  ['manifest convert --to-version 2 APP.yaml', /^orgctl manifest validate \S*APP\.yaml$/],
  ['manifest convert --to-version 2 - < APP.yaml', /^orgctl manifest validate -$/],
  ['users list', /^try it out .*: orgctl profile add NAME$/],
  ['-p acme users list', /^orgctl profile add acme$/],
  [
    '-p dead --scim-url https://y.example users list',
    /: orgctl profile add NAME --scim-url https:\/\/y\.example$/,
  ],
  ['-p dead logs', /: orgctl profile edit dead --api-url https:\/\/…$/],
  [`-p sandbox users list --where active`, /^orgctl help filters$/],
  [`-p sandbox users list --filter active`, /^orgctl help filters$/],
  [`-p sandbox users list --where 'dept eq x'`, /^orgctl help filters$/],
  [`-p sandbox bulk plan NEW.csv --where 'dept eq x'`, /^orgctl help filters$/],
  ['-p sandbox users get nobody', /^orgctl -p sandbox scim users list/],
  ['-p sandbox groups get nothing', /^orgctl -p sandbox scim groups list$/],
  ['explain nothing_of_this', undefined],
  ['config set nothing x', /; for other settings: orgctl profile edit --help$/],
  ['help nothing', /; for the commands: orgctl --help$/],
  ['-p sandbox resume nothing', /^orgctl runs list$/],
  ['gam print users', /^orgctl scim users list$/],
  // The confirmed name is not a second group.
  [
    "-p sandbox scim groups delete 'A team' --confirm 'A team'",
    /^orgctl -p sandbox scim groups delete 'A team' --yes$/,
  ],
  [
    "-p sandbox scim groups delete --confirm 'A team'",
    /^orgctl -p sandbox scim groups delete --yes 'A team'$/,
  ],
];

async function machineWithFiles(): Promise<Machine> {
  const machine = freshMachine();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(machine.path(name), text);
  await machine.orgctl('profile add dead --scim-url http://127.0.0.1:9 --token-stdin --no-check', {
    stdin: 'xoxp-1-token',
  });
  return machine;
}

/** Runs a command line; `< FILE` sets stdin. */
function type(machine: Machine, line: string, input?: string): Promise<Ran> {
  const [words = '', stdin = input] = line.split(' < ');
  const placed = words.replace(/(?<= )[A-Z]+\.(?:csv|yaml)\b|(?<=--out )map\.yaml$/g, (name) =>
    machine.path(name),
  );
  const options = stdin === undefined ? {} : { stdin: FILES[stdin] ?? '' };
  return machine.orgctl(placed, { ...options, sleep: async () => {} });
}

const hintIn = ({ stderr }: Ran) => /^hint: (.*)$/m.exec(stderr)?.[1];
const errorIn = ({ stderr }: Ran) => /^error: (.*)$/m.exec(stderr)?.[1];

describe('hint of a failure', () => {
  it.each(FAILURES)('helps after %s', async (typed, expected) => {
    const machine = await machineWithFiles();
    if (/^users list$/.test(typed)) await machine.orgctl('profile remove dead --yes');
    const told = await type(machine, typed);
    expect(told.exit).not.toBe(0);
    const hint = hintIn(told);
    if (expected === undefined) expect(hint ?? '').not.toMatch(/\(stdin\)/);
    else expect(hint).toMatch(expected);
    // A command is at the end of the hint, so that it can be pasted.
    const [, command] = /(?:^|: )orgctl ((?:[^;]|; (?=\S+=))*)$/.exec(hint ?? '') ?? [];
    if (hint?.includes('orgctl ') === true) expect(command).toBeDefined();
    if (command === undefined) return;
    const next = await type(machine, command, typed.split(' < ')[1]);
    expect([errorIn(next), hintIn(next)]).not.toEqual([errorIn(told), hint]);
    expect(errorIn(next) ?? '').not.toMatch(/unknown (?:command|option)|no such file/);
  });
});

describe('an expression with an unknown column, or incomplete', () => {
  it.each([
    [
      "users list --where 'dept eq x'",
      /there is no column "dept"; columns: userName, .*, department, .*groups/,
    ],
    [
      "groups list --where 'foo eq x'",
      /no column "foo"; columns: displayName, id, members, memberNames, created \[/,
    ],
    [
      'users list --where active',
      /"active" is not a complete expression \(did you mean active eq true\?\) \[/,
    ],
    ['users list --where title', /"title" is not a complete expression \(did you mean title pr\?\) \[/],
    [
      'users list --where Sales',
      /"Sales" is not a complete expression; for example department eq "Sales" and active eq true/,
    ],
    ['users list --filter active', /"active" is not a complete expression; for example active eq true \[/],
    [
      'groups list --filter desk',
      /"desk" is not a complete expression; for example displayName co "desk" \[/,
    ],
    ["bulk plan NEW.csv --where 'dept eq x'", /no column "dept"; columns: .*userName, .*title/],
    [
      'bulk plan NEW.csv --where active',
      /"active" is not a complete expression; for example department eq "Sales"/,
    ],
  ])('is refused with the available columns or an example: %s', async (typed, message) => {
    const machine = await machineWithFiles();
    expect((await type(machine, `-p sandbox ${typed}`)).stderr).toMatch(message);
  });
});
