import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { account, organizationOf, TOKENS } from '../support/organization-world.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

async function listed<T>(machine: Machine, what: string): Promise<T> {
  const { stdout } = await machine.orgctl(`-p sandbox scim ${what} -o json`);
  return JSON.parse(stdout) as T;
}

interface Shown {
  readonly userName: string;
  readonly displayName?: string;
  readonly active: boolean;
  readonly emails: readonly { readonly value?: string }[];
}

/** A machine with these files. */
function machineWith(files: Readonly<Record<string, readonly string[]>>): Machine {
  const machine = freshMachine();
  for (const [name, lines] of Object.entries(files))
    writeFileSync(machine.path(name), `${lines.join('\n')}\n`);
  return machine;
}

const PEOPLE = [
  'id,userName,email,displayName,active,department,manager',
  'W0FOREIGN1,pia.quay,pia.quay@real.example,Pia Quay,true,Research,',
  'W0FOREIGN2,olek.pier,olek.pier@real.example,Olek Pier,true,Research,W0FOREIGN1',
  'W0FOREIGN3,gone.pier,gone.pier@real.example,Gone Pier,false,Sales,olek.pier@real.example',
  ',,new.quay@real.example,New Quay,true,Sales,pia.quay',
];

describe('sandbox seed --people and --groups', () => {
  it.each([
    ['people.csv', PEOPLE.slice(0, 2), '--people'],
    ['groups.csv', ['group,member', 'Ops,clara.voss'], '--groups'],
    ['semi.csv', ['userName;email', 'pia;pia@real.example'], '--people'],
  ])('are suggested if a CSV is given as the seed file: %s', async (name, lines, flag) => {
    const machine = machineWith({ [name]: lines });
    const file = machine.path(name);
    const refused = await machine.orgctl(`sandbox seed ${file} --dry-run`);
    expect(refused).toEqual({
      exit: 5,
      stdout: '',
      stderr:
        `error: ${file} is a CSV; expected an object in YAML or JSON\n` +
        `hint: orgctl sandbox seed ${flag} ${file} --dry-run\n`,
    });
    expect(await machine.orgctl(`sandbox seed ${flag} ${file} --dry-run`)).toMatchObject({ exit: 0 });
  });

  it('copy an organization from its export with --only', async () => {
    const machine = machineWith({
      'people.csv': PEOPLE,
      'groups.csv': ['group,member', 'Quay,pia.quay', 'Quay,gone.pier@real.example'],
    });
    await machine.orgctl('-p sandbox scim users create --user-name eva --email eva@example.com');
    const [people, groups] = [machine.path('people.csv'), machine.path('groups.csv')];
    const line = `sandbox seed --people ${people} --groups ${groups} --only`;
    expect(await machine.orgctl(`${line} --dry-run`)).toMatchObject({
      exit: 0,
      stderr: 'would set up 4 users and 1 group\n',
    });
    expect(await machine.orgctl(line)).toMatchObject({ exit: 2, stdout: '' });
    const made = await machine.orgctl(`${line} --yes -o json --query '[users, groups]'`);
    expect(made).toMatchObject({ exit: 0, stderr: '1 run closed\n' });
    expect(JSON.parse(made.stdout)).toEqual([4, 1]);
    expect(await machine.orgctl(`compare ${machine.home} sandbox`)).toMatchObject({ exit: 0 });
    expect((await machine.orgctl('-p sandbox api auth.test')).exit).toBe(0);
  });

  it('report users whose empty guest cell makes them full members, and create single-channel guests', async () => {
    const machine = freshMachine();
    const [file, state] = [machine.path('people.csv'), machine.path('copy.ndjson')];
    await machine.orgctl(`-p sandbox scim users export --out ${file}`);
    const seed = (flags: string) =>
      machine.orgctl(`sandbox seed --people ${file} --state ${state} -o json --query users ${flags}`);
    const told =
      '1 user with a blank "guest" became a full member: one.channel; for a single-channel guest, write "single-channel"\n';
    expect(await seed('--only')).toEqual({ exit: 0, stdout: '12\n', stderr: told });
    expect(await seed('')).toEqual({ exit: 0, stdout: '12\n', stderr: '' });
    const guests = () =>
      readFileSync(state, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"isSingleChannelGuest":true'))
        .map((line) => JSON.parse(line).user.values.userName);
    expect(guests()).toEqual([]);
    const [heading = '', ...rows] = readFileSync(file, 'utf8').split('\n');
    const at = heading.split(',').indexOf('guest');
    const written = rows.map((row) =>
      row.includes('one.channel')
        ? row
            .split(',')
            .map((cell, index) => (index === at ? 'single-channel' : cell))
            .join(',')
        : row,
    );
    writeFileSync(file, [heading, ...written].join('\n'));
    expect(await seed('--only --yes')).toEqual({ exit: 0, stdout: '12\n', stderr: '' });
    expect(new Set(guests())).toEqual(new Set(['one.channel']));
    const compared = await machine.orgctl(`compare sandbox ${file} --detailed-exitcode`);
    expect(compared).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('cannot be written') });
  });

  it.each([
    [
      'an unknown member',
      { 'groups.csv': ['group,member', 'IT,nobody.here'] },
      'groups.csv:2 member: there is no user "nobody.here"',
    ],
    [
      'an unknown manager',
      { 'people.csv': [...PEOPLE.slice(0, 2), ',,new@real.example,New,true,,nobody.here'] },
      'people.csv:3 manager: there is no user "nobody.here"',
    ],
    ['an invalid cell', { 'people.csv': ['userName,email', 'pia,not-an-address'] }, 'people.csv:2:5 email:'],
    ['no row', { 'people.csv': ['userName,email'] }, 'people.csv:2 the file has no rows'],
  ])('leave users and runs unchanged with --only if there is a finding: %s', async (_, wrong, finding) => {
    const machine = machineWith({
      'people.csv': PEOPLE,
      'groups.csv': ['group,member', 'Watch,pia.quay'],
      ...wrong,
    });
    await machine.orgctl('-p sandbox scim users create --user-name eva --email eva@example.com');
    const state = machine.path('state/sandbox/organization.ndjson');
    const [kept, runs] = [readFileSync(state, 'utf8'), (await machine.orgctl('runs list -o json')).stdout];
    const ran = await machine.orgctl(
      `sandbox seed --people ${machine.path('people.csv')} --groups ${machine.path('groups.csv')} --only --yes`,
    );
    expect(ran).toMatchObject({ exit: 5, stdout: '', stderr: expect.stringContaining(finding) });
    expect(ran.stderr).toMatch(/; nothing was set up\n$/);
    expect(readFileSync(state, 'utf8')).toBe(kept);
    expect((await machine.orgctl('runs list -o json')).stdout).toBe(runs);
  });

  it('require --people for --only', async () => {
    expect(await freshMachine().orgctl('sandbox seed --users 3 --only')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr:
        'error: --only replaces the organization with the users of a file\n' +
        'hint: --only --people people.csv --groups groups.csv\n',
    });
  });

  it('are not suggested for a YAML file', async () => {
    const machine = machineWith({ 'flow.yaml': ['users: [{userName: pia, email: pia@real.example}]'] });
    const ran = await machine.orgctl(`sandbox seed ${machine.path('flow.yaml')} --dry-run`);
    expect(ran).toMatchObject({ exit: 0, stderr: 'would set up 1 user and 0 groups\n' });
  });

  it('accept the output of "users export" and "groups export"', async () => {
    const source = freshMachine();
    const target = freshMachine();
    const [people, groups] = [target.path('people.csv'), target.path('groups.csv')];
    await source.orgctl(
      '-p sandbox scim users patch aroha.ngata --manager clara.voss --title "Night, shift"',
    );
    await source.orgctl(
      '-p sandbox scim groups create "Night watch" --member aroha.ngata --member clara.voss',
    );
    await source.orgctl(`-p sandbox scim users export --out ${people}`);
    await source.orgctl(`-p sandbox scim groups export --names --out ${groups}`);
    const ran = await target.orgctl(
      `sandbox seed --people ${people} --groups ${groups} -o json --query groups`,
    );
    expect(ran).toMatchObject({ exit: 0, stdout: '6\n', stderr: '' });
    const [user] = await listed<{ title: string; groups: { display: string }[] }[]>(
      target,
      'users list --filter \'userName eq "aroha.ngata"\'',
    );
    expect(user?.title).toBe('Night, shift');
    expect(user?.groups.map(({ display }) => display)).toContain('Night watch');
    expect((await target.orgctl(`-p sandbox bulk plan ${people} --detailed-exitcode`)).exit).toBe(0);
    expect((await target.orgctl(`-p sandbox bulk plan ${groups} --exact --detailed-exitcode`)).exit).toBe(0);
  });

  it.each(['--names', '--no-names'])('change no group when seeded with its own export: %s', async (form) => {
    const machine = freshMachine();
    const groups = machine.path('groups.csv');
    const exported = () => machine.orgctl('-p sandbox scim groups export');
    const before = await exported();
    await machine.orgctl(`-p sandbox scim groups export ${form} --out ${groups}`);
    expect(await machine.orgctl(`sandbox seed --groups ${groups} -o json --query groups`)).toMatchObject({
      exit: 0,
      stdout: '5\n',
    });
    expect(await exported()).toEqual(before);
  });

  it.each(['', ' --dry-run'])('refuse unknown group IDs%s', async (flags) => {
    const machine = machineWith({
      'people.csv': PEOPLE,
      'groups.csv': ['group,member', 'S1118NVR2,walt.finch', 'S0FOREIGN1,pia.quay'],
    });
    const files = `--people ${machine.path('people.csv')} --groups ${machine.path('groups.csv')}`;
    expect(await machine.orgctl(`sandbox seed ${files}${flags}`)).toEqual({
      exit: 5,
      stdout: '',
      stderr:
        `error: ${machine.path('groups.csv')}:3: S0FOREIGN1 is the ID of a group that the sandbox does not have; expected its name; nothing was set up\n` +
        'hint: orgctl scim groups export --names\n',
    });
    expect((await listed<unknown[]>(machine, 'users list')).length).toBe(12);
    expect((await listed<unknown[]>(machine, 'groups list')).length).toBe(5);
  });

  it('accept a group name that looks like an ID among other names', async () => {
    const machine = machineWith({ 'groups.csv': ['group,member', 'SALES2026,clara.voss', 'Ops,clara.voss'] });
    const line = `sandbox seed --groups ${machine.path('groups.csv')} -o json --query groups`;
    expect(await machine.orgctl(line)).toMatchObject({ exit: 0, stdout: '7\n' });
  });

  it('report in a dry run what would be set up or what is wrong, and change nothing', async () => {
    const machine = machineWith({
      'people.csv': PEOPLE,
      'groups.csv': ['group,member', 'Watch,pia.quay'],
      'wrong.csv': ['group,member', 'Watch,nobody@real.example'],
    });
    const seed = (file: string) =>
      machine.orgctl(
        `sandbox seed --people ${machine.path('people.csv')} --groups ${machine.path(file)} --dry-run`,
      );
    const state = machine.path('state/sandbox/organization.ndjson');
    expect(await seed('groups.csv')).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'would set up 4 users and 1 group\n',
    });
    expect(existsSync(state)).toBe(false);
    await machine.orgctl('-p sandbox scim users patch clara.voss --title Lead');
    const kept = readFileSync(state, 'utf8');
    expect((await seed('groups.csv')).exit).toBe(0);
    const wrong = await seed('wrong.csv');
    expect(wrong.exit).toBe(5);
    expect(wrong.stderr).toContain('wrong.csv:2 member: there is no user "nobody@real.example"');
    expect(readFileSync(state, 'utf8')).toBe(kept);
  });

  it('find managers and members by the IDs of the file, email and userName', async () => {
    const machine = machineWith({
      'people.csv': PEOPLE,
      'groups.csv': [
        'group,member',
        'Watch,W0FOREIGN2',
        'Watch,pia.quay@real.example',
        'Watch,new.quay',
        'Watch,clara.voss',
        'Empty,',
      ],
    });
    const ran = await machine.orgctl(
      `sandbox seed --people ${machine.path('people.csv')} --groups ${machine.path('groups.csv')} -o json --query "[users, groups]"`,
    );
    expect(JSON.parse(ran.stdout)).toEqual([16, 7]);
    const users = await listed<(Shown & { readonly id: string })[]>(machine, 'users list');
    const nameOf = new Map(users.map(({ id, userName }) => [id, userName]));
    expect(users.find(({ userName }) => userName === 'gone.pier')?.active).toBe(false);
    expect([...nameOf.keys()].filter((id) => id.startsWith('W0FOREIGN'))).toEqual([]);
    const exported = await machine.orgctl('-p sandbox scim users export');
    const [heading = '', ...rows] = exported.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const cell = (row: readonly string[], name: string) => row[heading.indexOf(name)] ?? '';
    expect(
      rows
        .filter((row) => cell(row, 'email').endsWith('@real.example'))
        .map((row) => [cell(row, 'userName'), nameOf.get(cell(row, 'manager')) ?? '']),
    ).toEqual([
      ['pia.quay', ''],
      ['olek.pier', 'pia.quay'],
      ['gone.pier', 'olek.pier'],
      ['new.quay', 'pia.quay'],
    ]);
    const groups = await listed<{ displayName: string; members?: { value: string }[] }[]>(
      machine,
      'groups list',
    );
    expect(
      groups
        .filter(({ displayName }) => /Watch|Empty/.test(displayName))
        .map(({ displayName, members = [] }) => [displayName, members.map(({ value }) => nameOf.get(value))]),
    ).toEqual([
      ['Watch', ['olek.pier', 'pia.quay', 'new.quay', 'clara.voss']],
      ['Empty', []],
    ]);
  });

  it('create two users for addresses that differ only in their domain', async () => {
    const machine = machineWith({
      'people.csv': ['email,title', 'kai@one.example,First', 'kai@two.example,Second'],
    });
    await machine.orgctl(`sandbox seed --people ${machine.path('people.csv')}`);
    const users = await listed<(Shown & { readonly title?: string })[]>(machine, 'users list');
    expect(
      users
        .filter(({ userName }) => userName.startsWith('kai'))
        .map(({ userName, title }) => [userName, title]),
    ).toEqual([
      ['kai', 'First'],
      ['kai1', 'Second'],
    ]);
  });

  it('report the line of an unknown user, and set nothing up', async () => {
    const machine = machineWith({
      'people.csv': [...PEOPLE, 'W0FOREIGN9,late.quay,late@real.example,Late,true,,W0NOBODY'],
      'groups.csv': ['group,member', 'Watch,pia.quay', 'Watch,nobody@real.example'],
    });
    const ran = await machine.orgctl(
      `sandbox seed --people ${machine.path('people.csv')} --groups ${machine.path('groups.csv')}`,
    );
    expect(ran.exit).toBe(5);
    expect(ran.stderr.replaceAll(`${machine.home}/`, '')).toBe(
      'people.csv:6 manager: there is no user "W0NOBODY"; expected an ID, a userName or an e-mail (no_such_user)\n' +
        'groups.csv:3 member: there is no user "nobody@real.example"; expected an ID, a userName or an e-mail (no_such_user)\n' +
        'error: people.csv and groups.csv: 2 mistakes; nothing was set up\n',
    );
    expect((await listed<unknown[]>(machine, 'users list')).length).toBe(12);
  });

  it('report the findings of both files before setting anything up', async () => {
    const machine = machineWith({
      'people.csv': ['userName,email', 'a.b,not-an-address', ',', 'c.d,c.d@real.example'],
      'groups.csv': ['group,member', ',c.d'],
    });
    const ran = await machine.orgctl(
      `sandbox seed --people ${machine.path('people.csv')} --groups ${machine.path('groups.csv')}`,
    );
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain('people.csv:2:5 email:');
    expect(ran.stderr).toContain('groups.csv:2:1 group: row has no group (missing_key)');
    expect(ran.stderr).toMatch(/mistakes; nothing was set up\n$/);
  });
});

describe('sandbox seed --like', () => {
  async function prepared(): Promise<Machine> {
    const machine = machineWith({
      'people.csv': PEOPLE,
      'groups.csv': ['group,member', 'Watch,W0FOREIGN1', 'Watch,W0FOREIGN3'],
    });
    await machine.orgctl(
      `sandbox seed --people ${machine.path('people.csv')} --groups ${machine.path('groups.csv')}`,
    );
    return machine;
  }

  it('generates users and groups with the shape of an organization, without its data', async () => {
    const machine = await prepared();
    const state = machine.path('invented.ndjson');
    const ran = await machine.orgctl(
      `sandbox seed --like sandbox --state ${state} -o json --query "[users, groups]"`,
    );
    expect({ ...ran, stdout: JSON.parse(ran.stdout) }).toEqual({
      exit: 0,
      stdout: [16, 6],
      stderr: '',
    });
    const text = readFileSync(state, 'utf8');
    const live = await listed<Shown[]>(machine, 'users list --filter \'emails co "real.example"\'');
    expect(live.length).toBe(4);
    for (const { userName, displayName, emails } of live)
      for (const word of [userName, displayName, emails[0]?.value]) expect(text).not.toContain(word);
    expect(text).not.toMatch(/real\.example|"Research"|"Watch"/);
    const added = text
      .split('\n')
      .filter((line) => line.includes('@invented.example'))
      .map((line) => JSON.parse(line).user.values);
    // A user whose manager is known appears twice, first without the manager.
    const last = new Map(added.map((values) => [values.userName, values]));
    const inactive = await listed<unknown[]>(machine, "users list --filter 'active eq false'");
    expect([...last.values()].filter(({ active }) => active === false).length).toBe(inactive.length);
    // The departments of the file and the one of the demo organization.
    expect(new Set([...last.values()].flatMap(({ department }) => department ?? [])).size).toBe(3);
  });

  it('replaces an existing organization after confirmation, and keeps the built-in tokens usable', async () => {
    const machine = await prepared();
    await machine.orgctl('-p sandbox scim users patch clara.voss --title Lead');
    const line = `sandbox seed --like sandbox --state ${machine.path('state/sandbox/organization.ndjson')}`;
    expect(await machine.orgctl(`${line} --no-input`)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('needed to replace the organization in'),
    });
    const ran = await machine.orgctl(`${line} --yes -o json --query "[users, groups]"`);
    expect(ran).toMatchObject({ exit: 0, stderr: '1 run closed\n' });
    expect(JSON.parse(ran.stdout)).toEqual([16, 6]);
    const people = await listed<Shown[]>(machine, 'users list');
    expect(people.every(({ emails }) => emails[0]?.value?.endsWith('@invented.example'))).toBe(true);
    // The built-in tokens belong to a generated user with the permissions of the token.
    expect(
      (await machine.orgctl('-p sandbox scim users create --user-name eva --email eva@x.example')).exit,
    ).toBe(0);
    expect((await machine.orgctl('-p sandbox admin sessions')).exit).toBe(0);
  });

  it('generates the same users for the same --seed, and others for another', async () => {
    const machine = await prepared();
    const names = async (seed: string, file: string) => {
      await machine.orgctl(`sandbox seed --like sandbox --seed ${seed} --state ${machine.path(file)}`);
      return [
        ...readFileSync(machine.path(file), 'utf8').matchAll(/"email":"([^"]+@invented\.example)"/g),
      ].map(([, email]) => email);
    };
    const first = await names('7', 'a.ndjson');
    expect(await names('7', 'b.ndjson')).toEqual(first);
    expect(await names('8', 'c.ndjson')).not.toEqual(first);
  });

  it('generates single-channel guests', async () => {
    const machine = freshMachine();
    const state = machine.path('invented.ndjson');
    expect((await machine.orgctl(`sandbox seed --like sandbox --state ${state}`)).exit).toBe(0);
    const guests = readFileSync(state, 'utf8').match(
      /"userName":"[^"]+"(?=.*"isSingleChannelGuest":true)|(?<="isSingleChannelGuest":true.*)"userName":"[^"]+"/g,
    );
    expect(new Set(guests).size).toBe(1);
  });

  it('refuses an incomplete list, and sets nothing up', async () => {
    const machine = freshMachine();
    const server = await faultySandbox(organizationOf({ users: [account('pia')] }), [
      { do: 'total', add: 1, times: 'always' },
    ]);
    const env = { ORGCTL_TOKEN: TOKENS.primaryOwner };
    await machine.orgctl(`profile add live --scim-url ${server.origin} --scim-version 2.0 --no-check`, {
      env,
    });
    const state = machine.path('never.ndjson');
    const ran = await machine.orgctl(`sandbox seed --like live --state ${state}`, {
      env,
      sleep: async () => {},
    });
    expect(ran.exit).toBe(7);
    expect(ran.stderr).toContain(
      'the list of users is incomplete: the service returned 1 of 2, in 3 attempts',
    );
    expect(existsSync(state)).toBe(false);
    expect(server.met.every(({ method }) => method === 'GET')).toBe(true);
    expect(server.audit()).toEqual([]);
  });

  it.each([
    ['sandbox seed --seed 7', 2, 'error: --seed needs --like PROFILE\n'],
    ['sandbox seed --like nope', 2, 'error: there is no profile "nope"'],
    ['sandbox seed --like sandbox --people x.csv', 2, 'error: --like reads users and groups itself\n'],
    ['sandbox seed', 2, 'error: nothing to add was given\n'],
  ])('refuses "%s"', async (words, exit, message) => {
    const ran = await freshMachine().orgctl(words);
    expect(ran.exit).toBe(exit);
    expect(ran.stderr).toContain(message);
  });
});
