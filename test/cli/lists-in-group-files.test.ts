import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('a group file as a list', () => {
  const FILE = 'group,member,action\nIT,clara.voss,\nit,walt.finch@harbour-finch.example,add\nIT,,\n';

  it.each([
    ['its members to commands of users', 'users get', ['clara.voss', 'walt.finch']],
    ['its groups to commands of groups', 'groups get', ['IT']],
  ])('passes %s', async (_, command, expected) => {
    const machine = freshMachine();
    writeFileSync(machine.path('groups.csv'), FILE);
    const column = command === 'users get' ? 'userName' : 'displayName';
    const ran = await machine.orgctl(
      `-p sandbox scim ${command} @${machine.path('groups.csv')} -o csv --no-header --columns ${column}`,
    );
    expect(ran).toMatchObject({ exit: 0, stdout: `${expected.join('\n')}\n` });
  });

  const PUT = [
    'groups create Watch --member @FILE',
    'groups create Watch --members-file FILE',
    'groups replace IT --member @FILE --yes',
    'groups patch IT --add @FILE',
    'groups members add IT @FILE',
    'groups members set IT @FILE --yes',
    'groups members remove IT @FILE --yes',
  ];

  it.each(PUT)('is accepted by %s for one group, and refused for several with the line', async (line) => {
    const machine = freshMachine();
    const file = machine.path('groups.csv');
    const run = () => machine.orgctl(`-p sandbox scim ${line.replace('FILE', file)}`);
    writeFileSync(file, 'group,member\nIT,walt.finch\nIT,\nIT,samir.aziz\nSupport desk,tomas.rey\n');
    expect(await run()).toEqual({
      exit: 5,
      stdout: '',
      stderr:
        `error: ${file}:5: the file has the members of several groups: IT and Support desk\n` +
        `hint: orgctl -p sandbox bulk plan ${file}\n`,
    });
    writeFileSync(file, 'group,member\nIT,walt.finch\nIT,\nIT,samir.aziz\n');
    expect((await run()).exit).toBe(0);
  });

  it('is refused as a list of users if a row removes a member', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('groups.csv'), 'group,member,action\nIT,clara.voss,Remove\n');
    const ran = await machine.orgctl(`-p sandbox scim groups members add IT @${machine.path('groups.csv')}`);
    expect(ran).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining(
        'groups.csv:2: the row removes clara.voss from IT; a list of users cannot contain such rows',
      ),
    });
  });
});

describe('a group file in commands that change users', () => {
  const SEVERAL = 'group,member\nIT,walt.finch\nIT,\nIT,samir.aziz\nSupport desk,tomas.rey\n';

  it.each([
    'scim users deactivate @FILE --dry-run',
    'scim users activate @FILE --dry-run',
    'scim users convert @FILE --to guest --no-expires --dry-run',
    'scim users patch @FILE --set title=Cook --dry-run',
    'offboard @FILE --plan',
    'admin policy assign --users @FILE',
  ])('is refused by %s for several groups, and read as the members of one group', async (line) => {
    const machine = freshMachine();
    const file = machine.path('groups.csv');
    const run = () => machine.orgctl(`-p sandbox ${line.replace('FILE', file)}`);
    writeFileSync(file, SEVERAL);
    expect(await run()).toEqual({
      exit: 5,
      stdout: '',
      stderr:
        `error: ${file}:5: the file has the members of several groups: IT and Support desk\n` +
        'hint: keep the rows of one group in the file\n',
    });
    writeFileSync(file, SEVERAL.replace(/Support desk.*\n/, ''));
    expect((await run()).stderr).not.toContain('the file has the members');
  });

  it('is read as the members of all groups by commands that only read', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox scim users get - -o text --columns userName', { stdin: SEVERAL });
    expect(ran.stdout).toBe('walt.finch\nsamir.aziz\ntomas.rey\n');
  });

  const ROW = '{"group":"IT","member":"clara.voss","action":"remove"}';
  const OF_TWO = ['{"group":"IT","member":"tomas.rey"}', '{"group":"Crew","member":"clara.voss"}'];

  it.each([
    [
      `[${ROW}]`,
      '(stdin): element 1: the row removes clara.voss from IT; a list of users cannot contain such rows',
    ],
    [`${ROW}\n`, '(stdin):1: the row removes clara.voss from IT; a list of users cannot contain such rows'],
    [`[${OF_TWO.join(',')}]`, '(stdin):1: the file has the members of several groups: IT and Crew'],
    [OF_TWO.join('\n'), '(stdin):2: the file has the members of several groups: IT and Crew'],
  ])('is checked in JSON as in CSV: %s', async (stdin, message) => {
    for (const line of ['scim groups members add IT -', 'scim users deactivate - --dry-run']) {
      const ran = await freshMachine().orgctl(`-p sandbox ${line}`, { stdin });
      expect(ran).toMatchObject({
        exit: 5,
        stdout: '',
        stderr: expect.stringContaining(`error: ${message}\n`),
      });
    }
  });

  it('may contain rows without a member in JSON', async () => {
    const { orgctl } = freshMachine();
    const stdin = '[{"group":"IT","member":""},{"group":"IT","member":"tomas.rey","action":"add"}]';
    const ran = await orgctl('-p sandbox scim users get - -o text --columns userName', { stdin });
    expect(ran).toMatchObject({ exit: 0, stdout: 'tomas.rey\n' });
  });
});
