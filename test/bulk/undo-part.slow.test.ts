import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const PEOPLE = ['clara.voss', 'tomas.rey', 'mei.tanaka', 'walt.finch'];

/** Sets a title for four users. */
async function titledMachine(): Promise<{ machine: Machine; run: string; before: Titles }> {
  const machine = freshMachine();
  const before = await titles(machine);
  writeFileSync(machine.path('in.csv'), `userName,title\n${PEOPLE.map((name) => `${name},New\n`).join('')}`);
  expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`)).exit).toBe(0);
  const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  return { machine, run, before };
}

type Titles = Readonly<Record<string, string>>;

async function titles(machine: Machine): Promise<Titles> {
  const { stdout } = await machine.orgctl('-p sandbox scim users list -o json');
  const users = JSON.parse(stdout) as { userName: string; title?: string }[];
  return Object.fromEntries(
    users
      .filter(({ userName }) => PEOPLE.includes(userName))
      .map(({ userName, title }) => [userName, title ?? '']),
  );
}

async function stillNew(machine: Machine): Promise<readonly string[]> {
  const now = await titles(machine);
  return PEOPLE.filter((name) => now[name] === 'New');
}

describe('partial undo', () => {
  it.each([
    ['--only clara.voss', ['tomas.rey', 'mei.tanaka', 'walt.finch']],
    ['--only clara.voss --only WALT.FINCH', ['tomas.rey', 'mei.tanaka']],
    ['--first 1', ['tomas.rey', 'mei.tanaka', 'walt.finch']],
    ['--first 3', ['walt.finch']],
    ['--line 2', ['tomas.rey', 'mei.tanaka', 'walt.finch']],
    ['--line 3,5 --line 2', ['mei.tanaka']],
    [`--where 'userName sw "m"'`, ['clara.voss', 'tomas.rey', 'walt.finch']],
    [`--where 'title eq "New"' --first 2`, ['mei.tanaka', 'walt.finch']],
    ['--line 2,3 --only tomas.rey', ['clara.voss', 'mei.tanaka', 'walt.finch']],
    ['--first 2 --only tomas.rey', ['clara.voss', 'mei.tanaka', 'walt.finch']],
    ['--first 3 --line 3,5', ['clara.voss', 'mei.tanaka', 'walt.finch']],
  ])('with %s leaves the rest, which can be undone later', async (flags, left) => {
    const { machine, run, before } = await titledMachine();
    const undone = await machine.orgctl(`-p sandbox undo ${run} ${flags} --yes`);
    expect(undone.exit).toBe(0);
    expect(await stillNew(machine)).toEqual(left);
    const shown = await machine.orgctl(`runs show ${run}`);
    expect(shown.stderr).toContain(`run ${run}, undone in part: `);
    expect(shown.stderr).toMatch(/partly undone by run \S+\n/);
    const listed = await machine.orgctl('runs list --columns id,undoneBy -o csv');
    expect(listed.stdout).toMatch(new RegExp(`\\n${run},in part: \\S+\\n$`));
    const twice = await machine.orgctl(`-p sandbox undo ${run} ${flags} --yes --debug`);
    expect(twice).toMatchObject({ exit: 0, stdout: flags.includes('title') ? expect.any(String) : '' });
    if (!flags.includes('title')) expect(twice.stderr).not.toContain('PATCH');
    expect((await machine.orgctl(`-p sandbox undo ${run} --yes`)).exit).toBe(0);
    expect(await titles(machine)).toEqual(before);
    expect((await machine.orgctl(`-p sandbox undo ${run} --yes -o json`)).stdout).toBe('[]\n');
  });

  it.each([
    '--line 2,3 --only walt.finch',
    '--first 1 --only tomas.rey',
    '--first 1 --line 3',
    `--only clara.voss --where 'userName sw "m"'`,
  ])('with %s matches no change, because all conditions must hold', async (flags) => {
    const { machine, run } = await titledMachine();
    const ran = await machine.orgctl(`-p sandbox undo ${run} ${flags} --yes`);
    expect(ran).toMatchObject({ exit: 0, stdout: '' });
    expect(ran.stderr).toContain(`nothing to undo in run ${run}: no change matches the given flags\n`);
    expect(await stillNew(machine)).toEqual(PEOPLE);
  });

  it('removes the members of a line, and keeps the others', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('crew.csv'),
      `group,member\n${PEOPLE.map((name) => `Crew,${name}\n`).join('')}`,
    );
    const apply = `-p sandbox bulk apply ${machine.path('crew.csv')} --create-groups --yes`;
    expect((await machine.orgctl(apply)).exit).toBe(0);
    const members = async () =>
      JSON.parse(
        (await machine.orgctl('-p sandbox scim groups members list Crew --query [].display')).stdout,
      );
    expect((await machine.orgctl('-p sandbox undo latest --only tomas.rey --yes')).exit).toBe(0);
    expect((await members()).toSorted()).toEqual(['Clara Voss', 'Mei Tanaka', 'Walt Finch']);
    expect((await machine.orgctl('-p sandbox undo latest --line 2 --yes --max-delete-groups 1')).exit).toBe(
      3,
    );
    expect((await members()).toSorted()).toEqual(['Mei Tanaka', 'Walt Finch']);
    expect((await machine.orgctl('-p sandbox undo latest --yes --max-delete-groups 1')).exit).toBe(0);
    expect((await machine.orgctl('-p sandbox scim groups get Crew')).exit).toBe(6);
  });

  it.each([
    ['--only nobody', 2, '--only: the run did not change a user "nobody"'],
    ['--only mei.harbour', 2, '--only: the run did not change a user "mei.harbour"'],
    ['--line 9', 2, '--line: the run has no change from line 9\nhint: list the lines: orgctl runs show 2'],
    ['--line 0', 2, 'It must be line numbers, comma-separated, such as 2,5,9.'],
    ['--first 0', 2, 'It must be a whole number from 1.'],
    [`--where 'titel eq "x"'`, 5, '--where: '],
    [`--where 'externalId eq "x"'`, 5, '--where: there is no column "externalid"'],
    [`--where 'manager eq "walt.nobody"'`, 5, '--where: no user is named "walt.nobody" [no_such_user]'],
    [`--where 'manager ne "walt.nobody"'`, 5, '--where: no user is named "walt.nobody" [no_such_user]'],
    [`--where 'manager eq "U000NOBODY"'`, 5, '--where: no user has the ID "U000NOBODY" [no_such_user]'],
    [`--where 'userName eq "clara"'`, 5, '--where: no user has the userName "clara" [no_such_user]'],
    [`--where 'groups eq "Itt"'`, 5, '--where: no group is named "Itt" [no_such_group]'],
  ])('refuses %s', async (flags, exit, message) => {
    const { machine, run } = await titledMachine();
    const ran = await machine.orgctl(`-p sandbox undo ${run} --yes ${flags}`);
    expect(ran).toMatchObject({ exit, stdout: '' });
    expect(ran.stderr).toContain(message);
    expect(await stillNew(machine)).toEqual(PEOPLE);
  });
});

describe('undo of a changed manager', () => {
  const managerOf = async ({ orgctl }: Machine, user: string) =>
    (await orgctl(`-p sandbox who ${user} --query manager.userName`)).stdout.trim();

  /**
   * A file that sets the active state of Walt Finch, and gives one of his reports a new manager and a new
   * title.
   */
  async function reorganized(active: string): Promise<Machine> {
    const machine = freshMachine();
    const { orgctl, path } = machine;
    await orgctl('-p sandbox scim users patch tomas.rey --manager walt.finch --title Cook');
    writeFileSync(
      path('in.csv'),
      `userName,active,manager,title\nwalt.finch,${active},,Retired\ntomas.rey,,ines.harbour,Chef\n`,
    );
    expect(await orgctl(`-p sandbox bulk apply ${path('in.csv')} --yes`)).toMatchObject({ exit: 0 });
    return machine;
  }

  it('restores the manager with a reactivated user, without other changes of the report', async () => {
    const machine = await reorganized('false');
    expect(await managerOf(machine, 'tomas.rey')).toBe('"ines.harbour"');
    expect(await machine.orgctl('-p sandbox undo latest --only walt.finch --yes')).toMatchObject({ exit: 0 });
    expect(await managerOf(machine, 'tomas.rey')).toBe('"walt.finch"');
    expect((await machine.orgctl('-p sandbox scim users get tomas.rey --query title')).stdout).toBe(
      '"Chef"\n',
    );
    expect(await machine.orgctl('-p sandbox undo latest --yes')).toMatchObject({ exit: 0 });
    expect((await machine.orgctl('-p sandbox scim users get tomas.rey --query title')).stdout).toBe(
      '"Cook"\n',
    );
  });

  it('keeps a manager that was changed since, with a warning', async () => {
    const machine = await reorganized('false');
    await machine.orgctl('-p sandbox scim users patch tomas.rey --manager samir.aziz');
    const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout).slice(1);
    const undone = await machine.orgctl(`-p sandbox undo ${run} --only walt.finch --yes`);
    expect(undone).toMatchObject({ exit: 3 });
    expect(undone.stderr).toMatch(/tomas\.rey: manager is now "\w+"; the run set it to "\w+"\n/);
    expect(await managerOf(machine, 'tomas.rey')).toBe('"samir.aziz"');
  });

  it('keeps the new manager if no user was deactivated', async () => {
    const machine = await reorganized('true');
    expect(await machine.orgctl('-p sandbox undo latest --only walt.finch --yes')).toMatchObject({ exit: 0 });
    expect(await managerOf(machine, 'tomas.rey')).toBe('"ines.harbour"');
  });

  it('selects changes by any name of the new manager', async () => {
    for (const name of ['ines.harbour', 'Inês Harbour', 'INES.HARBOUR']) {
      const machine = await reorganized('true');
      const undone = await machine.orgctl(`-p sandbox undo latest --where 'manager eq "${name}"' --yes`);
      expect(undone).toMatchObject({ exit: 0 });
      expect(await managerOf(machine, 'tomas.rey')).toBe('"walt.finch"');
    }
  });
});

it('undo --where selects users of a group by its name', async () => {
  const { machine } = await titledMachine();
  const undone = await machine.orgctl(`-p sandbox undo latest --where 'groups eq "IT"' --yes`);
  expect(undone).toMatchObject({ exit: 0 });
  expect(await stillNew(machine)).toEqual(['clara.voss', 'tomas.rey', 'mei.tanaka']);
});

it('undo reports what it cannot restore before it asks', async () => {
  const machine = freshMachine();
  writeFileSync(machine.path('in.csv'), 'userName,email\nnew,new@x.example\n');
  await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
  writeFileSync(machine.path('title.csv'), 'userName,title\nclara.voss,New\ntomas.rey,New\n');
  await machine.orgctl(`-p sandbox bulk apply ${machine.path('title.csv')} --yes`);
  await machine.orgctl('-p sandbox scim users patch clara.voss --title Other');
  const asked = await machine.orgctl('-p sandbox bulk undo latest', {
    terminal: 100,
    answers: [['(y/N)', 'n\n']],
  });
  expect(asked.exit).toBe(14);
  const warned = asked.stderr.indexOf('title is now "Other"; the run set it to "New"');
  expect(warned).toBeGreaterThan(-1);
  expect(warned).toBeLessThan(asked.stderr.indexOf('(y/N)'));
  const [, , first] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  const created = await machine.orgctl(`-p sandbox undo ${first}`, {
    terminal: 100,
    answers: [['(y/N)', 'n\n']],
  });
  const said = created.stderr.indexOf('SCIM cannot delete users');
  expect(said).toBeGreaterThan(-1);
  expect(said).toBeLessThan(created.stderr.indexOf('(y/N)'));
});
