import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planned } from '../support/planned-users.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

describe('--where in lists', () => {
  const names = async (line: string) => {
    const { stdout, stderr } = await freshMachine().orgctl(`-p sandbox ${line} -o csv --no-header`);
    return { names: stdout.trim().split('\n'), stderr };
  };

  it.each([
    [
      '2.0',
      `'department eq "Product"'`,
      '--where: v2 has no filters, so the whole list is read and filtered locally\n',
    ],
    [
      '1.1',
      `'department eq "Product"'`,
      '--where: the service cannot filter by this, so the whole list is read and filtered locally\n',
    ],
    [
      '1.1',
      `'username sw "c" and department pr'`,
      '--where: the service filters part of the expression; the rest is filtered locally\n',
    ],
    ['1.1', `'username eq "clara.voss"'`, ''],
  ])('filters users over SCIM %s by %s, and reports where it filtered', async (version, where, note) => {
    const listed = await names(
      `--scim-version ${version} scim users list --columns userName --where ${where}`,
    );
    expect(listed).toEqual({ names: ['clara.voss'], stderr: note });
  });

  it.each([
    [1, ['walt.finch']],
    [2, ['walt.finch', 'samir.aziz']],
    [3, ['walt.finch', 'samir.aziz']],
  ])('filters users up to --limit %i', async (limit, expected) => {
    const listed = await names(
      `scim users list --columns userName --limit ${limit} --where 'groups eq "IT"'`,
    );
    expect(listed.names).toEqual(expected);
  });

  it('filters groups by the names of their members', async () => {
    const listed = await names(`scim groups list --columns displayName --where 'memberNames co "clara"'`);
    expect(listed.names).toEqual(['Everyone in Berlin']);
  });

  it.each([
    ['members eq 1', ['Everyone in Berlin']],
    ['members gt 3', ['All admins']],
    ['members ge 2 and not (members gt 2)', ['IT', 'Announcements team', 'Support desk']],
    ['members lt 10 and members ne 2', ['Everyone in Berlin', 'All admins']],
    ['members eq 0', ['']],
    ['members eq "W12L3NPDN"', ['Everyone in Berlin']],
  ])('filters groups by their number of members: %s', async (where, expected) => {
    for (const version of ['1.1', '2.0']) {
      const listed = await names(
        `--scim-version ${version} scim groups list --columns displayName --where '${where}'`,
      );
      expect(listed.names).toEqual(expected);
    }
  });

  it('selects groups to delete by their number of members', async () => {
    const { names: planned } = await names(
      `scim groups delete --where 'members gt 3' --max-delete-groups 10 -n`,
    );
    expect(planned.length).toBe(1);
    expect(planned[0]).toContain('All admins');
  });

  it.each([
    ['gt 999', ['mei.tanaka', 'clara.voss']],
    ['le 1005', ['mei.tanaka']],
    ['lt 1005', ['']],
    ['sw "10"', ['mei.tanaka']],
  ])('compares whole numbers as numbers: employeeNumber %s', async (comparison, expected) => {
    const { orgctl } = freshMachine();
    for (const [name, number] of [
      ['mei.tanaka', '1005'],
      ['clara.voss', '20000'],
      ['tomas.rey', 'E-7'],
    ])
      await orgctl(`-p sandbox scim users patch ${name} --employee-number ${number}`);
    for (const version of ['1.1', '2.0']) {
      const { stdout } = await orgctl(
        `-p sandbox --scim-version ${version} scim users list --columns userName -o csv --no-header --where 'employeeNumber ${comparison}'`,
      );
      expect(stdout.trim().split('\n')).toEqual(expected);
    }
  });

  it.each([
    ['eq "walt.finch"', ''],
    ['eq "Walt.Finch@harbour-finch.example"', ''],
    ['eq "Walt Finch"', ''],
    ['eq "W1118NVR2"', ''],
    ['co "finch"', ''],
    ['ne "ines.harbour" and manager pr', ''],
    ['eq "no.such"', 'no user is named "no.such"\n'],
  ])(
    'filters users by userName, email, name or ID of their manager: manager %s',
    async (comparison, note) => {
      const { orgctl } = freshMachine();
      await orgctl('-p sandbox scim users patch tomas.rey --manager walt.finch');
      for (const version of ['1.1', '2.0']) {
        const { stdout, stderr } = await orgctl(
          `-p sandbox --scim-version ${version} scim users list --columns userName -o csv --no-header --where 'manager ${comparison}'`,
        );
        expect(stdout).toBe(note === '' ? 'tomas.rey\n' : '');
        expect(stderr.replace(/^.*filtered locally\n/m, '')).toBe(note);
      }
    },
  );

  it.each([
    ['memberNames co "clara.voss"', ['Everyone in Berlin']],
    ['memberNames eq "clara.voss@harbour-finch.example"', ['Everyone in Berlin']],
    ['memberNames eq "Clara Voss"', ['Everyone in Berlin']],
    ['not (memberNames co "clara.voss")', ['IT', 'Announcements team', 'Support desk', 'All admins']],
  ])('filters groups by userName, email or name of their members: %s', async (where, expected) => {
    const listed = await names(`scim groups list --columns displayName --where '${where}'`);
    expect(listed.names).toEqual(expected);
  });

  it('selects users to deactivate by the userName of their manager', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch tomas.rey --manager walt.finch');
    expect(await planned(machine, `--where 'manager eq "walt.finch"'`)).toEqual(['tomas.rey']);
  });

  it('refuses --filter together with --where', async () => {
    const { exit, stderr } = await freshMachine().orgctl(
      `-p sandbox scim users list --filter 'active eq true' --where 'active eq true'`,
    );
    expect(exit).toBe(2);
    expect(stderr).toBe(
      'error: --filter and --where cannot be combined\nhint: --where accepts every expression that --filter accepts\n',
    );
  });
});

describe('--where that matches no user', () => {
  it.each([
    'scim users deactivate',
    'scim users activate',
    'scim users convert --to guest',
    'scim users patch --title X',
    'scim users get',
    'who',
    'offboard',
    'admin sessions',
    'admin policy assign',
    'functions permissions set Fn0RELEASE',
    'scim groups members add Ops',
    'scim groups members remove Ops',
    'scim groups members set Ops',
    'scim groups replace Ops --name New',
    'scim groups create New',
  ])('changes nothing, says so and exits with 0: %s', async (command) => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim groups create Ops --member walt.finch --yes');
    const members = () =>
      machine.orgctl('-p sandbox scim groups members list Ops -o csv --columns userName --no-header');
    const before = await members();
    const ran = await machine.orgctl(`-p sandbox ${command} --where 'department eq "Nope"' --yes`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain('no user matches --where department eq "Nope"\n');
    expect(ran.stderr).not.toContain('error');
    expect(await members()).toEqual(before);
    const groups = await machine.orgctl('-p sandbox scim groups list --query [].displayName');
    expect(groups.stdout).not.toContain('New');
  });

  it('does not matter for a new group if users are named too', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl(
      `-p sandbox scim groups create New --member walt.finch --where 'department eq "Nope"' --yes`,
    );
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('with 1 member') });
  });
});

describe('--where for groups and functions', () => {
  const deletion = (machine: Machine, words: string) =>
    machine.orgctl(`-p sandbox scim groups delete ${words} -n -o csv --columns user --no-header`);

  it('deletes the matching groups only with --max-delete-groups', async () => {
    const machine = freshMachine();
    const refused = await deletion(machine, `--where 'displayName eq "IT"'`);
    expect(refused).toMatchObject({ exit: 9, stdout: 'IT\n' });
    expect(refused.stderr).toContain('to allow this: --max-delete-groups 1');
    expect(await deletion(machine, `--where 'displayName eq "IT"' --max-delete-groups 1`)).toMatchObject({
      exit: 0,
    });
    const both = await deletion(machine, `Crew --where 'memberNames co "samir"' --max-delete-groups 2`);
    expect(both.stderr).not.toContain('--max-delete-groups 3');
    expect(await deletion(machine, 'IT')).toMatchObject({ exit: 0, stdout: 'IT\n' });
  });

  it('deletes nothing if no group matches', async () => {
    const ran = await freshMachine().orgctl(
      `-p sandbox scim groups delete --where 'displayName eq "none"' --yes`,
    );
    expect(ran).toEqual({ exit: 0, stdout: '', stderr: 'no group matches --where displayName eq "none"\n' });
  });

  const permission = async (words: string, stdin?: string) => {
    const machine = freshMachine();
    writeFileSync(machine.path('list'), 'tomas.rey\nclara.voss\n');
    const ran = await machine.orgctl(
      `-p sandbox functions permissions set Fn0RELEASE ${words.replace('@list', `@${machine.path('list')}`)} -n -o json`,
      stdin === undefined ? {} : { stdin },
    );
    return { ...ran, ids: JSON.parse(ran.stdout)[0]?.arguments.user_ids };
  };

  it.each([
    [`--where 'department eq "Product"'`, ['W12L3NPDN'], undefined],
    ['--users @list', ['W133PZN96', 'W12L3NPDN'], undefined],
    ['--users -', ['W12L3NPDN'], 'clara.voss\n'],
    [`--users tomas.rey --where 'department eq "Product"'`, ['W133PZN96', 'W12L3NPDN'], undefined],
    ['--to everyone', undefined, undefined],
  ])('names the users of a function by %s', async (words, ids, stdin) => {
    const ran = await permission(words, stdin);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.ids).toEqual(ids);
  });

  it('changes no permission if no user matches the expression', async () => {
    const { exit, stdout, stderr } = await permission(`--where 'department eq "None"'`);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '[]\n' });
    expect(stderr).toBe(
      'no user matches --where department eq "None"\ndry run: nothing to change; nothing was sent\n',
    );
    const line = `-p sandbox scim groups delete --where 'displayName eq "None"' -n -o json`;
    expect(await freshMachine().orgctl(line)).toMatchObject({ exit: 0, stdout: '[]\n' });
  });

  it('prints an empty list for a group without users whom the expression matches', async () => {
    const line = `-p sandbox scim groups create G9 --where 'userName eq "None"' -n -o json`;
    expect(await freshMachine().orgctl(line)).toMatchObject({
      exit: 0,
      stdout: '[]\n',
      stderr: expect.stringContaining('no group was created\n'),
    });
  });

  it.each([
    ['', 'keeps its members'],
    [' --name IT', 'keeps its members'],
    [' --name Crew', 'keeps its members and its name; nothing was changed'],
  ])('replaces no group if no user matches%s', async (name, kept) => {
    const { orgctl } = freshMachine();
    const members = async () => (await orgctl('-p sandbox scim groups members list IT -o ndjson')).stdout;
    const before = await members();
    const { exit, stderr } = await orgctl(
      `-p sandbox scim groups replace IT --where 'department eq "None"'${name} --yes`,
    );
    expect(exit).toBe(0);
    expect(stderr).toBe(`no user matches --where department eq "None"\nIT (S1118NVR2) ${kept}\n`);
    expect(await members()).toBe(before);
    expect((await orgctl('-p sandbox runs list -o json')).stdout).toBe('[]\n');
  });
});
