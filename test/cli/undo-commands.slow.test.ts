import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const REVERSIBLE: readonly (readonly [line: string, stdin?: string])[] = [
  ['scim users patch tomas.rey --title VP --clear givenName --manager walt.finch'],
  ['scim users patch tomas.rey --file -', 'title: VP\n'],
  ['scim users replace tomas.rey --title VP'],
  ['scim users deactivate tomas.rey clara.voss'],
  ['scim users activate former.member'],
  ['scim users convert tomas.rey --to guest --expires 2030-06-30'],
  ['scim groups patch IT --name Security --add tomas.rey --remove samir.aziz'],
  ['scim groups replace IT --name Security --member tomas.rey'],
  ['scim groups members add IT tomas.rey'],
  ['scim groups members remove IT samir.aziz'],
  ['scim groups members set IT tomas.rey'],
  ['scim groups members clear IT'],
];

/** All values of all users, and all memberships. */
async function contents(machine: Machine): Promise<unknown> {
  const users = await machine.orgctl('-p sandbox scim users export');
  const groups = await machine.orgctl('-p sandbox scim groups export --names');
  return { users: users.stdout.split('\n'), groups: groups.stdout.trim().split('\n').sort() };
}

describe.each(['1.1', '2.0'])('undo of a single command over SCIM %s', (version) => {
  it.each(REVERSIBLE)('restores everything after %s', async (line, stdin) => {
    const machine = freshMachine();
    const before = await contents(machine);
    const options = stdin === undefined ? {} : { stdin };
    const made = await machine.orgctl(`-p sandbox --scim-version ${version} ${line} --yes`, options);
    expect(made.exit).toBe(0);
    expect(await contents(machine)).not.toEqual(before);
    const [, undo] = /^to undo this: orgctl (.*)$/m.exec(made.stderr) ?? [];
    expect(undo).toContain(`--scim-version ${version} `);
    const undone = await machine.orgctl(`${undo} --yes`);
    expect(undone.exit).toBe(0);
    expect(await contents(machine)).toEqual(before);
    const again = await machine.orgctl(`-p sandbox --scim-version ${version} undo latest --yes`);
    expect(again.exit).toBe(0);
    expect(again.stderr).toMatch(
      /^run \S+ was already undone by run \S+; choose another run: orgctl runs list$/m,
    );
    expect(await contents(machine)).toEqual(before);
  });
});

it.each([
  'scim users patch tomas.rey --title Engineer',
  'scim users patch tomas.rey --title VP --dry-run',
  'scim users patch tomas.rey --title VP -q',
  'scim groups delete IT',
  'conversations mark C0RANDOM 1709571600.000100',
])('no command that undoes it is printed by: %s', async (line) => {
  const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${line} --yes`);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.not.stringContaining('to undo') });
});

it('the command that undoes a change uses the same connection', async () => {
  const { orgctl, path } = freshMachine();
  const { origin } = await listeningSandbox({ token: 'a-token-of-the-test' });
  writeFileSync(path('token.txt'), 'a-token-of-the-test');
  writeFileSync(path('people.csv'), 'userName,title\ntomas.rey,VP\n');
  const flags = `--scim-url ${origin} --token-file ${path('token.txt')} --scim-version 1.1`;
  for (const line of ['users patch clara.voss --title VP', `bulk apply ${path('people.csv')} --yes`]) {
    const made = await orgctl(`${flags} ${line}`);
    const [, undo = ''] = /^to undo this: orgctl (.*)$/m.exec(made.stderr) ?? [];
    expect(undo.startsWith(`${flags} undo `)).toBe(true);
    expect(await orgctl(`${undo} --yes`)).toMatchObject({ exit: 0 });
  }
});

it('the command that undoes a new group allows its deletion', async () => {
  const { orgctl, path } = freshMachine();
  writeFileSync(
    path('groups.csv'),
    'group,member\nNight shift,clara.voss\nEarly shift,tomas.rey\nIT,tomas.rey\n',
  );
  for (const line of ['groups create Late', `bulk apply ${path('groups.csv')} --yes`]) {
    const before = (await orgctl('-p sandbox groups export --names')).stdout;
    const made = await orgctl(`-p sandbox ${line}`);
    const [, undo = ''] = /^to undo this: orgctl (.*)$/m.exec(made.stderr) ?? [];
    expect(await orgctl(`${undo} --yes`)).toMatchObject({ exit: 0 });
    expect((await orgctl('-p sandbox groups export --names')).stdout).toBe(before);
  }
});

it.each(['users convert one.channel --to guest', 'users patch one.channel --guest'])(
  'SCIM §3: a single-channel guest does not become a full member by an undo: %s',
  async (line) => {
    const { orgctl } = freshMachine();
    const made = await orgctl(`-p sandbox ${line} --yes`);
    expect(made.exit).toBe(0);
    expect(made.stderr).toContain('SCIM cannot make a single-channel guest again\n');
    expect(made.stderr).not.toContain('to undo');
    const undone = await orgctl('-p sandbox undo latest --yes');
    expect(undone.exit).toBe(3);
    expect(undone.stderr).toContain(
      'warning: one.channel: was a single-channel guest; SCIM cannot make one\n',
    );
    const state = await orgctl('-p sandbox users get one.channel --columns state -o csv --no-header');
    expect(state.stdout).toBe('guest\n');
  },
);

it('a single-channel guest keeps what can be undone in the command that undoes it', async () => {
  const { orgctl } = freshMachine();
  const made = await orgctl('-p sandbox users patch one.channel --guest --title VP --yes');
  expect(made.stderr).toContain('to undo this: ');
  expect((await orgctl('-p sandbox undo latest --yes')).exit).toBe(3);
  const now = await orgctl('-p sandbox users get one.channel --columns title,state -o csv --no-header');
  expect(now.stdout).toBe(',guest\n');
});

it('a command that fails in part prints once how to undo the rest', async () => {
  const { orgctl } = freshMachine();
  const { exit, stderr } = await orgctl('-p sandbox users convert tomas.rey samir.aziz --to guest --yes');
  expect({ exit, parts: stderr.split(/ undo \d/).length }).toEqual({ exit: 3, parts: 2 });
});

it('undo of a created user deactivates the account and reports that it stays', async () => {
  const machine = freshMachine();
  await machine.orgctl('-p sandbox scim users create --user-name eva --email eva@x.example');
  const undone = await machine.orgctl('-p sandbox undo latest --yes');
  expect(undone.exit).toBe(0);
  const eva = await machine.orgctl('-p sandbox scim users get eva --columns state -o csv --no-header');
  expect(eva.stdout).toBe('deactivated\n');
});

it('undo of a Web API call reports that it cannot be undone, and leaves older commands unchanged', async () => {
  const machine = freshMachine();
  await machine.orgctl('-p sandbox scim users patch tomas.rey --title VP');
  await machine.orgctl('-p sandbox conversations mark C0RANDOM 1709571600.000100');
  const before = await contents(machine);
  const undone = await machine.orgctl('-p sandbox undo latest --yes');
  expect(undone.exit).toBe(3);
  expect(undone.stderr).toContain('warning: conversations.mark cannot be undone\n');
  expect(await contents(machine)).toEqual(before);
});

it('bulk undo selects the latest bulk run, and undo the latest of all runs', async () => {
  const machine = freshMachine();
  await machine.orgctl('-p sandbox scim users patch tomas.rey --title VP');
  const none = await machine.orgctl('-p sandbox bulk undo latest --dry-run');
  expect(none).toMatchObject({ exit: 2 });
  const any = await machine.orgctl('-p sandbox undo latest --dry-run -o json');
  expect(JSON.parse(any.stdout)).toMatchObject([{ kind: 'patchUser', name: 'tomas.rey' }]);
});

it('undo exits with 3 if a value is left unchanged, its dry run with 0', async () => {
  const machine = freshMachine();
  await machine.orgctl('-p sandbox scim users patch tomas.rey --title VP --department Board');
  const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  await machine.orgctl('-p sandbox scim users patch tomas.rey --title CEO');
  const kept = 'warning: tomas.rey: title is now "CEO"; the run set it to "VP"';
  const preview = await machine.orgctl(`-p sandbox undo ${run} --dry-run`);
  expect(preview).toMatchObject({ exit: 0, stderr: expect.stringContaining(kept) });
  const undone = await machine.orgctl(`-p sandbox undo ${run} --yes`);
  expect(undone).toMatchObject({ exit: 3, stderr: expect.stringContaining(kept) });
  expect(undone.stderr).toContain(`error: 1 item of run ${run} was left unchanged`);
});
