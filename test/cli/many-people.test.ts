import { writeFileSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

async function planned(machine: Machine, words: string, stdin?: string): Promise<readonly string[]> {
  const { stdout, stderr, exit } = await machine.orgctl(
    `-p sandbox scim users deactivate ${words} -n -o csv --columns user --no-header`,
    stdin === undefined ? {} : { stdin },
  );
  if (exit !== 0) return [stderr];
  return stdout.trim().split('\n');
}

describe('commands that take many people', () => {
  it.each([
    ['names, one on a line', 'tomas.rey\n# who left in June\n\nclara.voss\n'],
    [
      'a CSV with a known column',
      'Name,userName,Since\n"Rey, Tomás",tomas.rey,2024\nClara,clara.voss,2025\n',
    ],
    ['the column that says most', 'email,id\nnobody@x.example,W133PZN96\nx,W12L3NPDN\n'],
    ['NDJSON', '{"userName":"tomas.rey"}\n{"emails":[{"value":"clara.voss@harbour-finch.example"}]}\n'],
    ['a JSON array of users', '[{"id":"W133PZN96","userName":"x"},{"userName":"clara.voss"}]'],
    ['a JSON array of names', '["tomas.rey", "clara.voss"]'],
    ['a JSON list of members', '[{"value":"W133PZN96","display":"x"},{"value":"W12L3NPDN"}]'],
    ['a CSV of the members of groups', 'group,display,value\nIT,x,W133PZN96\nIT,y,W12L3NPDN\n'],
    ['a column as people systems call it', 'Name;E-Mail\nX;tomas.rey\nY;clara.voss\n'],
    ['a heading in German', 'Personalnummer\tBenutzername\n1\ttomas.rey\n2\tclara.voss\n'],
    ['one column with a heading', 'User name\ntomas.rey\nclara.voss\n'],
    ['one column of mail', 'Mail\ntomas.rey\nclara.voss\n'],
    [
      'the best of several columns',
      'Display Name,Work email,Login name\nX,nobody@x.example,tomas.rey\n,,clara.voss\n',
    ],
    ['a heading with a comma in a cell', '"Name, whole",E-Mail\n"Rey, T",tomas.rey\n"Voss, C",clara.voss\n'],
    ['what a spreadsheet says of its separator', 'sep=;\nName;E-Mail\nX;tomas.rey\nY;clara.voss\n'],
    ['names with a byte order mark and CRLF', '\ufefftomas.rey\r\nclara.voss\r\n'],
  ])('read %s from a file and from stdin', async (_, text) => {
    const machine = freshMachine();
    const file = machine.path('list');
    writeFileSync(file, text);
    expect(await planned(machine, `@${file}`)).toEqual(['tomas.rey', 'clara.voss']);
    expect(await planned(machine, '-', text)).toEqual(['tomas.rey', 'clara.voss']);
  });

  it.each([
    ['Windows-1252', Buffer.from('Straße;E-Mail\nMüller;tomas.rey\nMüller;clara.voss\n', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffE-Mail\r\ntomas.rey\r\nclara.voss\r\n', 'utf16le')],
  ])('read a list in %s, and say so', async (encoding, bytes) => {
    const machine = freshMachine();
    const file = machine.path('list');
    writeFileSync(file, bytes);
    expect(await planned(machine, `@${file}`)).toEqual(['tomas.rey', 'clara.voss']);
    const { stderr } = await machine.orgctl(`-p sandbox who @${file}`);
    expect(stderr).toContain(`recognized ${encoding}`);
  });

  it.each([
    ['error: FILE:3: no user has the userName "olaf.nobody"; nothing was sent', 'tomas.rey\n\nolaf.nobody\n'],
    [
      'FILE:2 no user has the e-mail "o@x.example" (no_such_user)\nFILE:4 no user has the userName "pia"',
      'Name,E-Mail\nX,o@x.example\nY,tomas.rey\nZ,pia\n',
    ],
  ])('name the line of a list that names nobody: %s', async (message, text) => {
    const machine = freshMachine();
    const file = machine.path('list');
    writeFileSync(file, text);
    for (const command of ['scim users deactivate', 'scim users patch --title X', 'offboard']) {
      const ran = await machine.orgctl(`-p sandbox ${command} @${file} --yes`);
      expect(ran).toMatchObject({ exit: 6, stdout: '' });
      expect(ran.stderr.replaceAll(file, 'FILE')).toContain(message);
    }
    const read = await machine.orgctl(`-p sandbox scim users get @${file}`);
    expect(read.stderr).toContain(`${file}:${text.trim().split('\n').length}: `);
  });

  it('name the line of a list that names no group', async () => {
    const machine = freshMachine();
    const file = machine.path('list');
    writeFileSync(file, 'IT\nNo such group\n');
    const ran = await machine.orgctl(`-p sandbox scim groups delete @${file} --max-delete-groups 2 --yes`);
    expect(ran).toMatchObject({ exit: 6 });
    expect(ran.stderr).toContain(`error: ${file}:2: no group`);
  });

  it('take a word of a heading for a name where nothing follows', async () => {
    expect((await planned(freshMachine(), '-', 'E-Mail\n'))[0]).toContain('the userName "E-Mail"');
  });

  it('refuse a table without a column of users before anything is sent', async () => {
    const machine = freshMachine();
    const file = machine.path('list.csv');
    writeFileSync(file, 'Personalnummer;Abteilung\n17;Sales\n');
    for (const words of ['scim users deactivate', 'scim groups members set IT', 'offboard', 'who']) {
      const { exit, stderr } = await machine.orgctl(`-p sandbox ${words} @${file}`);
      expect(stderr).toContain(
        'list.csv:1: the line has several cells; a list has one name a line, or a heading with id, userName or email',
      );
      expect(exit).toBe(5);
    }
  });

  it.each([
    ['{"name":"x"}\n', ':1: no id, userName or email names a user'],
    ['{"userName":"a"}\n{oops\n', ':2: this line is not JSON'],
    ['[{"x":1}]', ': element 1 has no id, userName or email'],
    ['[1', ' starts like a JSON array but is not one'],
    ['userName,email\n,a@x.example\n', ':2: the row names no user'],
    ['\n', 'no users given'],
    ['PK\x03\x04', ':1: the file is an Excel workbook or another ZIP file'],
  ])('refuse %j', async (text, message) => {
    const machine = freshMachine();
    const file = machine.path('list');
    writeFileSync(file, text);
    expect((await planned(machine, `@${file}`))[0]).toContain(message);
  });

  it.each(['json', 'csv', 'ndjson'])(
    'copy the members of a group through a pipe with -o %s',
    async (format) => {
      const { orgctl } = freshMachine();
      const ids = async (group: string) =>
        (await orgctl(`-p sandbox scim groups members list ${group} -o csv --columns value --no-header`))
          .stdout;
      await orgctl('-p sandbox scim groups create Crew');
      const { stdout } = await orgctl(`-p sandbox scim groups members list IT -o ${format}`);
      expect((await orgctl('-p sandbox scim groups members add Crew - --yes', { stdin: stdout })).exit).toBe(
        0,
      );
      expect((await ids('Crew')).split('\n').sort()).toEqual((await ids('IT')).split('\n').sort());
    },
  );

  it('name each person once, however often and in whatever way', async () => {
    const machine = freshMachine();
    const words = 'tomas.rey W133PZN96 tomas.rey@harbour-finch.example';
    expect(await planned(machine, words)).toEqual(['tomas.rey']);
  });

  it.each([
    [`'department eq "Product"'`, ['clara.voss']],
    [`'department eq "product" and active eq true'`, ['clara.voss']],
    [`'title sw "Eng" or groups eq "IT"'`, ['walt.finch', 'samir.aziz', 'tomas.rey']],
    [`'state eq "guest"'`, ['dev.partner', 'one.channel']],
    [`'costCenter pr'`, ['clara.voss']],
  ])('take every user that --where %s matches, over any column', async (where, names) => {
    for (const version of ['1.1', '2.0'])
      expect(await planned(freshMachine(), `--scim-version ${version} --where ${where}`)).toEqual(names);
  });

  it('does nothing where nobody matches, and says so', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`-p sandbox scim users deactivate --where 'department eq "Nobody"' --yes`);
    expect(ran).toEqual({
      exit: 0,
      stdout: '[]\n',
      stderr: 'no user matches --where department eq "Nobody"\n',
    });
  });

  it('names the column that is meant when there is none of a name', async () => {
    const { orgctl } = freshMachine();
    const { exit, stderr } = await orgctl(`-p sandbox scim users deactivate --where 'departmnt eq "X"'`);
    expect(exit).toBe(5);
    expect(stderr).toContain('--where: there is no column "departmnt" (did you mean "department"?)');
  });

  it('says which argument is missing if no user is named', async () => {
    const { orgctl } = freshMachine();
    const { exit, stderr } = await orgctl('-p sandbox scim users deactivate');
    expect(exit).toBe(2);
    expect(stderr).toContain("missing required argument 'user'");
  });
});

describe('lists that an expression chooses from', () => {
  const names = async (line: string) => {
    const { stdout, stderr } = await freshMachine().orgctl(`-p sandbox ${line} -o csv --no-header`);
    return { names: stdout.trim().split('\n'), stderr };
  };

  it.each([
    [
      '2.0',
      `'department eq "Product"'`,
      '--where: v2 has no filter, the whole list is read and filtered here\n',
    ],
    [
      '1.1',
      `'department eq "Product"'`,
      'the service cannot filter by this: the whole list is read and filtered here\n',
    ],
    [
      '1.1',
      `'username sw "c" and department pr'`,
      'the service filters a part of this; the rest is filtered here\n',
    ],
    ['1.1', `'username eq "clara.voss"'`, ''],
  ])('users over SCIM %s by %s, and where it was filtered', async (version, where, note) => {
    const listed = await names(
      `--scim-version ${version} scim users list --columns userName --where ${where}`,
    );
    expect(listed).toEqual({ names: ['clara.voss'], stderr: note });
  });

  it.each([
    [1, ['walt.finch']],
    [2, ['walt.finch', 'samir.aziz']],
    [3, ['walt.finch', 'samir.aziz']],
  ])('users up to --limit %i', async (limit, expected) => {
    const listed = await names(
      `scim users list --columns userName --limit ${limit} --where 'groups eq "IT"'`,
    );
    expect(listed.names).toEqual(expected);
  });

  it('groups by the names of their members', async () => {
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
  ])('groups by how many members they have: %s', async (where, expected) => {
    for (const version of ['1.1', '2.0']) {
      const listed = await names(
        `--scim-version ${version} scim groups list --columns displayName --where '${where}'`,
      );
      expect(listed.names).toEqual(expected);
    }
  });

  it('groups to delete by how many members they have', async () => {
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
  ])('users by a whole number as a number: employeeNumber %s', async (comparison, expected) => {
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
    ['eq "no.such"', 'no user is called "no.such"\n'],
  ])('users by their manager, whatever the manager is called: manager %s', async (comparison, note) => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox scim users patch tomas.rey --manager walt.finch');
    for (const version of ['1.1', '2.0']) {
      const { stdout, stderr } = await orgctl(
        `-p sandbox --scim-version ${version} scim users list --columns userName -o csv --no-header --where 'manager ${comparison}'`,
      );
      expect(stdout).toBe(note === '' ? 'tomas.rey\n' : '');
      expect(stderr.replace(/^.*filtered here\n/m, '')).toBe(note);
    }
  });

  it.each([
    ['memberNames co "clara.voss"', ['Everyone in Berlin']],
    ['memberNames eq "clara.voss@harbour-finch.example"', ['Everyone in Berlin']],
    ['memberNames eq "Clara Voss"', ['Everyone in Berlin']],
    ['not (memberNames co "clara.voss")', ['IT', 'Announcements team', 'Support desk', 'All admins']],
  ])('groups by whatever their members are called: %s', async (where, expected) => {
    const listed = await names(`scim groups list --columns displayName --where '${where}'`);
    expect(listed.names).toEqual(expected);
  });

  it('people to deactivate by the userName of their manager', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch tomas.rey --manager walt.finch');
    expect(await planned(machine, `--where 'manager eq "walt.finch"'`)).toEqual(['tomas.rey']);
  });

  it('but not by --filter and --where at once', async () => {
    const { exit, stderr } = await freshMachine().orgctl(
      `-p sandbox scim users list --filter 'active eq true' --where 'active eq true'`,
    );
    expect(exit).toBe(2);
    expect(stderr).toBe(
      'error: --filter and --where cannot be combined\nhint: --where takes everything that --filter takes\n',
    );
  });
});

describe('members of a group', () => {
  it('are named by lists and expressions, too', async () => {
    const { orgctl } = freshMachine();
    const set = await orgctl(`-p sandbox scim groups members set IT - --where 'title sw "Design"' --yes`, {
      stdin: '[{"userName":"tomas.rey"}]',
    });
    expect(set.exit).toBe(0);
    const { stdout } = await orgctl(
      '-p sandbox scim groups members list IT -o csv --columns value --no-header',
    );
    expect(stdout.trim().split('\n').sort()).toEqual(['W12L3NPDN', 'W133PZN96']);
  });
});

describe('a group file', () => {
  const FILE = 'group,member,action\nIT,clara.voss,\nit,walt.finch@harbour-finch.example,add\nIT,,\n';

  it.each([
    ['its members to commands of users', 'users get', ['clara.voss', 'walt.finch']],
    ['its groups to commands of groups', 'groups get', ['IT']],
  ])('names %s', async (_, command, expected) => {
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

  it.each(PUT)('of one group is taken by %s, of several it is refused with the place', async (line) => {
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

  it('with rows that remove somebody is refused as a list of users', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('groups.csv'), 'group,member,action\nIT,clara.voss,Remove\n');
    const ran = await machine.orgctl(`-p sandbox scim groups members add IT @${machine.path('groups.csv')}`);
    expect(ran).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining(
        'groups.csv:2: the row removes clara.voss from IT; a list of users has no such rows',
      ),
    });
  });
});

describe('a group file given to commands that change users', () => {
  const SEVERAL = 'group,member\nIT,walt.finch\nIT,\nIT,samir.aziz\nSupport desk,tomas.rey\n';

  it.each([
    'scim users deactivate @FILE --dry-run',
    'scim users activate @FILE --dry-run',
    'scim users convert @FILE --to guest --no-expires --dry-run',
    'scim users patch @FILE --set title=Cook --dry-run',
    'offboard @FILE --plan',
    'admin policy assign --users @FILE',
  ])('is refused by %s where it has several groups, and is the members of one', async (line) => {
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

  it('is everybody in it for commands that only read', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox scim users get - -o text --columns userName', { stdin: SEVERAL });
    expect(ran.stdout).toBe('walt.finch\nsamir.aziz\ntomas.rey\n');
  });

  const ROW = '{"group":"IT","member":"clara.voss","action":"remove"}';
  const OF_TWO = ['{"group":"IT","member":"tomas.rey"}', '{"group":"Crew","member":"clara.voss"}'];

  it.each([
    [`[${ROW}]`, '(stdin): element 1: the row removes clara.voss from IT; a list of users has no such rows'],
    [`${ROW}\n`, '(stdin):1: the row removes clara.voss from IT; a list of users has no such rows'],
    [`[${OF_TWO.join(',')}]`, '(stdin):1: the file has the members of several groups: IT and Crew'],
    [OF_TWO.join('\n'), '(stdin):2: the file has the members of several groups: IT and Crew'],
  ])('is judged in JSON as it is in CSV: %s', async (stdin, message) => {
    for (const line of ['scim groups members add IT -', 'scim users deactivate - --dry-run']) {
      const ran = await freshMachine().orgctl(`-p sandbox ${line}`, { stdin });
      expect(ran).toMatchObject({
        exit: 5,
        stdout: '',
        stderr: expect.stringContaining(`error: ${message}\n`),
      });
    }
  });

  it('has lines in JSON, too, that only say that there is such a group', async () => {
    const { orgctl } = freshMachine();
    const stdin = '[{"group":"IT","member":""},{"group":"IT","member":"tomas.rey","action":"add"}]';
    const ran = await orgctl('-p sandbox scim users get - -o text --columns userName', { stdin });
    expect(ran).toMatchObject({ exit: 0, stdout: 'tomas.rey\n' });
  });
});

describe('other commands that take lists', () => {
  it('assign the people of a list or an expression to a policy', async () => {
    const machine = freshMachine();
    const file = machine.path('people.txt');
    writeFileSync(file, 'tomas.rey\nclara.voss\n');
    const listed = await machine.orgctl(`-p sandbox admin policy assign --users @${file},walt.finch`);
    expect(listed.stderr).toContain('3 of 3 users assigned');
    const matching = await machine.orgctl(`-p sandbox admin policy assign --where 'department eq "Product"'`);
    expect(matching.stderr).toContain('1 of 1 users assigned');
  });

  it('delete the groups of a list', async () => {
    const { orgctl } = freshMachine();
    const { stderr, exit } = await orgctl('-p sandbox scim groups delete - --yes', {
      stdin: 'IT\nEveryone in Berlin\n',
    });
    expect(exit).toBe(0);
    expect(stderr).toContain('deleted IT (');
    expect(stderr).toContain('deleted Everyone in Berlin (');
  });
});

describe('groups and functions by an expression', () => {
  const deletion = (machine: Machine, words: string) =>
    machine.orgctl(`-p sandbox scim groups delete ${words} -n -o csv --columns user --no-header`);

  it('deletes the groups that match, and wants a limit of its own for that', async () => {
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

  it('deletes nothing when no group matches', async () => {
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
    return { ...ran, ids: ran.stdout === '' ? undefined : JSON.parse(ran.stdout)[0].arguments.user_ids };
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

  it('takes a function from nobody when the expression matches nobody', async () => {
    const { exit, stdout, stderr } = await permission(`--where 'department eq "None"'`);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
    expect(stderr).toBe('no user matches --where department eq "None"\n');
  });
});

/** Each command of many people or groups, and a line that names them; LIST is a word, or a flag with it. */
const OF_MANY: Readonly<Record<string, string>> = {
  who: 'who LIST',
  offboard: 'offboard LIST -n',
  'scim users get': 'scim users get LIST',
  'scim users patch': 'scim users patch LIST --title Lead -n',
  'scim users replace':
    'scim users replace LIST --given-name T --family-name R --display-name TR --title Lead -n',
  'scim users deactivate': 'scim users deactivate LIST -n',
  'scim users activate': 'scim users activate LIST -n',
  'scim users convert': 'scim users convert LIST --to guest --no-expires -n',
  'scim groups get': 'scim groups get LIST',
  'scim groups patch': 'scim groups patch LIST --remove dev.partner --add clara.voss -n',
  'scim groups members list': 'scim groups members list LIST',
  'scim groups members clear': 'scim groups members clear LIST -n --max-remove-members 9',
  'scim groups delete': 'scim groups delete LIST -n --max-delete-groups 5',
  'scim groups members add': 'scim groups members add IT LIST -n',
  'scim groups members remove': 'scim groups members remove "Support desk" LIST -n',
  'scim groups members set': 'scim groups members set IT LIST -n --max-remove-members 9',
  'scim groups create': 'scim groups create New --member LIST -n',
  'scim groups replace': 'scim groups replace IT --member LIST -n --max-remove-members 9',
  'admin sessions': 'admin sessions LIST',
  'admin policy assign': 'admin policy assign --users LIST -n',
  'functions permissions set': 'functions permissions set Fn0RELEASE --users LIST -n',
};

const OF_GROUPS = new Set([
  'scim groups get',
  'scim groups patch',
  'scim groups members list',
  'scim groups members clear',
  'scim groups delete',
]);

/** Commands whose flag for people takes lists, and whose expressions mean something else; each has a test of its own below. */
const BY_LIST: Readonly<Record<string, string>> = {
  logs: 'logs --user LIST',
  'bulk undo': 'bulk undo latest --only LIST',
  undo: 'undo latest --only LIST',
};

describe('every command of the tree that takes people or groups', async () => {
  const below = (command: CommandUnknownOpts): readonly CommandUnknownOpts[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(below);
  const pathOf = (command: CommandUnknownOpts): string =>
    command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
  const naming = below(await buildWholeProgram())
    .filter(
      ({ registeredArguments, options }) =>
        registeredArguments.some((argument) => /^(?:users?|groups?)$/.test(argument.name())) ||
        options.some(({ flags }) => /^--(?:member|users|user|only) <users?>$/.test(flags)),
    )
    .map(pathOf);

  it('takes many', () => {
    // The user that a probe changes and restores is one.
    expect(naming.filter((path) => path !== 'probe').sort()).toEqual(
      [...Object.keys(OF_MANY), ...Object.keys(BY_LIST)].sort(),
    );
  });

  it.each(Object.entries(OF_MANY))('%s takes a file, stdin and an expression', async (path, line) => {
    const isOfGroups = OF_GROUPS.has(path);
    const person = path === 'scim users activate' ? 'former.member' : 'tomas.rey';
    const listed = isOfGroups ? 'Support desk\n' : `${person}\n`;
    const where = isOfGroups
      ? `--where 'displayName eq "Support desk"'`
      : `--where 'userName eq "${person}"'`;
    const run = async (words: string, stdin?: string) => {
      const machine = freshMachine();
      writeFileSync(machine.path('list'), listed);
      const ran = await machine.orgctl(
        `-p sandbox -q ${line.replace('LIST', words).replace('FILE', machine.path('list'))} -o json`,
        { now: () => Date.parse('2026-06-01T00:00:00Z'), ...(stdin === undefined ? {} : { stdin }) },
      );
      return { exit: ran.exit, stdout: ran.stdout };
    };
    const fromFile = await run('@FILE');
    expect(fromFile.exit).toBe(0);
    expect(fromFile.stdout).toMatch(/tomas\.rey|former\.member|Support desk|W133PZN96/);
    expect(await run('-', listed)).toEqual(fromFile);
    const withoutFlag = line.replace(/--(?:users|member) LIST/, 'LIST');
    const machine = freshMachine();
    const matching = await machine.orgctl(`-p sandbox -q ${withoutFlag.replace('LIST', where)} -o json`, {
      now: () => Date.parse('2026-06-01T00:00:00Z'),
    });
    expect({ exit: matching.exit, said: matching.stderr }).toEqual({ exit: 0, said: '' });
    expect(matching.stdout).toMatch(/tomas\.rey|former\.member|Support desk|W133PZN96/);
  });

  it('shows one person as an object and a list of one as a list', async () => {
    const { orgctl } = freshMachine();
    const json = async (line: string, stdin = '') => {
      const parsed: unknown = JSON.parse((await orgctl(`-p sandbox ${line} -o json`, { stdin })).stdout);
      return Array.isArray(parsed) ? parsed.length : 'one';
    };
    for (const command of ['scim users get', 'who']) {
      expect(await json(`${command} tomas.rey`)).toBe('one');
      expect(await json(`${command} -`, 'tomas.rey\n')).toBe(1);
      expect(await json(`${command} tomas.rey clara.voss`)).toBe(2);
    }
  });

  it('reads the users that it finds, and ends with 3 for the others', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(
      '-p sandbox scim users get nobody tomas.rey -o csv --columns userName --no-header',
    );
    expect(ran).toMatchObject({ exit: 3, stdout: 'tomas.rey\n' });
    expect(ran.stderr).toContain('nobody: error: no user has the userName "nobody" [no_such_user]');
    const who = await orgctl(
      '-p sandbox who walt.finch clara.voss -o csv --columns userName,reports --no-header',
    );
    expect(who.stdout).toMatch(/^walt\.finch,.*\nclara\.voss,/);
    const pages = await orgctl('-p sandbox who walt.finch clara.voss -o table');
    expect(pages.stdout.match(/^Username/gm)).toHaveLength(2);
  });

  it('puts the people of a list into a group with a patch', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox scim groups patch IT --add - --yes', {
      stdin: 'tomas.rey\nclara.voss\n',
    });
    expect(ran.exit).toBe(0);
    const { stdout } = await orgctl('-p sandbox scim groups members list IT -o json');
    expect(stdout).toMatch(/W133PZN96/);
    expect(stdout).toMatch(/W12L3NPDN/);
  });
});

describe('a command that changes many users at once', () => {
  const titles = async (machine: Machine) => {
    const { stdout } = await machine.orgctl(
      '-p sandbox scim users get tomas.rey clara.voss -o csv --columns userName,title --no-header',
    );
    return stdout.trim().split('\n');
  };

  it('asks once, makes one run, and is undone as one', async () => {
    const machine = freshMachine();
    const before = await titles(machine);
    const ran = await machine.orgctl('-p sandbox scim users patch tomas.rey clara.voss --title Lead', {
      terminal: 120,
      env: { NO_COLOR: '1' },
      answers: [['Change 2 users: tomas.rey, clara.voss in "sandbox"', 'y\n']],
    });
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain('changed tomas.rey (W133PZN96): title: ');
    expect(ran.stderr).toContain('changed clara.voss (W12L3NPDN): title: ');
    expect(await titles(machine)).toEqual(['tomas.rey,Lead', 'clara.voss,Lead']);
    const runs: unknown = JSON.parse((await machine.orgctl('-p sandbox runs list -o json')).stdout);
    expect(runs).toHaveLength(1);
    expect((await machine.orgctl('-p sandbox undo latest --yes')).exit).toBe(0);
    expect(await titles(machine)).toEqual(before);
  });

  it.each([
    ['scim users patch tomas.rey clara.voss --title Lead', 'Change 2 users: tomas.rey, clara.voss'],
    [
      'scim users replace tomas.rey clara.voss --title Lead',
      'Replace 2 users (tomas.rey, clara.voss) and empty ',
    ],
    ['scim groups patch IT "Support desk" --add clara.voss', 'Change 2 groups: IT, Support desk'],
    ['scim groups replace IT "Support desk" --member clara.voss', 'Change 2 groups: IT, Support desk'],
    ['scim groups members clear IT "Support desk"', 'Remove 2 members from IT'],
  ])('sends nothing of %s where nobody can be asked', async (line, question) => {
    const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${line}`);
    expect(exit).toBe(2);
    expect(stderr).toContain(question);
    expect(stderr).toContain('--yes');
  });

  it.each([
    ['patch', '--user-name x'],
    ['patch', '--primary-email x@y.example'],
    ['patch', '--nick-name x'],
    ['patch', '--set secondaryEmail=x@y.example'],
    ['replace', '--user-name x'],
    ['replace', '--primary-email x@y.example'],
  ])('refuses to %s all with %s', async (verb, flag) => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`-p sandbox scim users ${verb} tomas.rey clara.voss ${flag} --yes`);
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('can be given to one only; nothing was sent');
    expect((await orgctl('-p sandbox runs list -o json')).stdout.trim()).toBe('[]');
    expect((await orgctl(`-p sandbox scim users ${verb} tomas.rey ${flag} -n`)).exit).toBe(0);
  });

  it.each([
    ['patch', 'userName: x\n', '1.1'],
    ['patch', 'emails: [{value: x@y.example, primary: true}]\n', '2.0'],
    ['patch', 'Operations: [{op: replace, path: userName, value: x}]\n', '2.0'],
    ['patch', 'Operations: [{op: add, path: "emails[primary eq true].value", value: x@y.example}]\n', '2.0'],
    ['patch', 'Operations: [{op: Replace, value: {NickName: x}}]\n', '2.0'],
    ['replace', 'userName: x\ntitle: y\n', '2.0'],
  ])('refuses to %s all with a file that says %s', async (verb, text, version) => {
    const machine = freshMachine();
    writeFileSync(machine.path('all.yaml'), text);
    const line = `-p sandbox --scim-version ${version} scim users ${verb}`;
    const file = `--file ${machine.path('all.yaml')}`;
    const ran = await machine.orgctl(`${line} tomas.rey clara.voss ${file} --yes`);
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('can be given to one only; nothing was sent');
  });

  it('takes from all with a file that only removes', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('all.yaml'), 'Operations: [{op: remove, path: title}]\n');
    const ran = await machine.orgctl(
      `-p sandbox --scim-version 2.0 scim users patch tomas.rey clara.voss --file ${machine.path('all.yaml')} --yes`,
    );
    expect(ran.exit).toBe(0);
    expect(await titles(machine)).toEqual(['tomas.rey,', 'clara.voss,']);
  });

  it('reads stdin for one thing only', async () => {
    for (const line of [
      'scim users patch - --file -',
      'scim users replace - --file -',
      'scim groups patch - --add -',
      'scim groups replace - --member -',
      'scim groups replace IT --members-file - --file -',
    ]) {
      const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${line}`, { stdin: 'IT\n' });
      expect(exit).toBe(2);
      expect(stderr).toContain('stdin can be read once');
    }
  });

  it('holds the limit of all together', async () => {
    const { orgctl } = freshMachine();
    const line = '-p sandbox scim users patch tomas.rey clara.voss --title Lead --yes --max-changes';
    expect((await orgctl(`${line} 1`)).exit).toBe(9);
    expect((await orgctl(`${line} 2`)).exit).toBe(0);
  });
});

describe('a command that changes many groups at once', () => {
  const sizes = async (machine: Machine) => {
    const { stdout } = await machine.orgctl(
      '-p sandbox scim groups get IT "Announcements team" -o csv --columns displayName,memberNames --no-header',
    );
    return stdout.trim().split('\n');
  };

  it.each([
    ['patch IT "Announcements team" --add clara.voss', /Clara Voss.*\n.*Clara Voss/],
    ['replace IT "Announcements team" --member clara.voss', /^IT,Clara Voss\nAnnouncements team,Clara Voss$/],
    [
      `replace --groups-where 'displayName sw "Ann"' IT --member clara.voss`,
      /^IT,Clara Voss\nAnnouncements team,Clara Voss$/,
    ],
    ['members clear IT "Announcements team"', /^IT,\nAnnouncements team,$/],
  ])('%s changes all of them in one run, which is undone as one', async (line, after) => {
    const machine = freshMachine();
    const before = await sizes(machine);
    const ran = await machine.orgctl(
      `-p sandbox scim groups ${line} --yes -o csv --columns displayName --no-header`,
    );
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 0, stdout: 'IT\nAnnouncements team\n' });
    expect((await sizes(machine)).join('\n')).toMatch(after);
    const runs: unknown = JSON.parse((await machine.orgctl('-p sandbox runs list -o json')).stdout);
    expect(runs).toHaveLength(1);
    expect((await machine.orgctl('-p sandbox undo latest --yes --max-remove-members 20')).exit).toBe(0);
    expect(await sizes(machine)).toEqual(before);
  });

  it.each(['patch', 'replace'])('refuses to %s all with one name', async (verb) => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`-p sandbox scim groups ${verb} IT "Support desk" --name X --yes`);
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain(
      '2 groups are named, and the name "X" can be given to one only; nothing was sent',
    );
  });

  it('refuses a name in operations for all', async () => {
    const machine = freshMachine();
    for (const operation of ['path: displayName, value: X', 'value: {displayName: X}']) {
      writeFileSync(machine.path('all.yaml'), `Operations: [{op: replace, ${operation}}]\n`);
      const line = `-p sandbox --scim-version 2.0 scim groups patch --file ${machine.path('all.yaml')} --yes`;
      expect((await machine.orgctl(`${line} IT "Support desk"`)).exit).toBe(2);
      expect((await machine.orgctl(`${line} IT -n`)).exit).toBe(0);
    }
  });

  it('asks for the name of each that is emptied', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox scim groups members clear IT "Support desk"', {
      terminal: 120,
      env: { NO_COLOR: '1' },
      answers: [
        ['Type IT to go on:', 'IT\n'],
        ['Type Support desk to go on:', '\u0003'],
      ],
    });
    expect(ran.exit).toBeGreaterThan(0);
    expect((await machine.orgctl('-p sandbox runs list -o json')).stdout.trim()).toBe('[]');
  });

  it('lists the members of several with the group of each, and of one as before', async () => {
    const { orgctl } = freshMachine();
    const several = await orgctl('-p sandbox scim groups members list IT "Support desk" -o json');
    expect(JSON.parse(several.stdout)).toContainEqual({
      group: 'IT',
      groupId: 'S1118NVR2',
      value: 'W1118NVR2',
      display: 'Walt Finch',
    });
    const one = await orgctl('-p sandbox scim groups members list IT -o csv');
    expect(one.stdout).toContain('display,value\nWalt Finch,');
  });

  it('needs a group beside an expression for its members', async () => {
    for (const line of ['members add', 'replace --name X']) {
      const { exit, stderr } = await freshMachine().orgctl(
        `-p sandbox scim groups ${line} --where 'department eq "Product"'`,
      );
      expect(exit).toBe(2);
      expect(stderr).toContain("missing required argument 'group'");
    }
  });
});

describe('flags that take lists of people', () => {
  it('chooses the entries of several users', async () => {
    const { orgctl } = freshMachine();
    const of = async (words: string, stdin = '') =>
      (
        await orgctl(`-p sandbox logs --team T0HARBOUR ${words} -o csv --columns user,date --no-header`, {
          stdin,
        })
      ).stdout;
    const counts = async (words: string, stdin = '') => (await of(words, stdin)).split('\n').length - 1;
    const [ines, clara] = [await counts('--user ines.harbour'), await counts('--user walt.finch')];
    expect(Math.min(ines, clara)).toBeGreaterThan(0);
    expect(await counts('--user ines.harbour --user walt.finch')).toBe(ines + clara);
    expect(await counts('--user -', 'ines.harbour\nwalt.finch\n')).toBe(ines + clara);
  });

  it('undoes the users of a list, and nothing for an empty one', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch tomas.rey clara.voss --title Lead --yes');
    writeFileSync(machine.path('list'), 'clara.voss\n');
    writeFileSync(machine.path('none'), '# nobody\n');
    const none = await machine.orgctl(`-p sandbox undo latest --only @${machine.path('none')} --yes`);
    expect({ exit: none.exit, stdout: none.stdout }).toEqual({ exit: 2, stdout: '' });
    expect((await machine.orgctl(`-p sandbox undo latest --only @${machine.path('list')} --yes`)).exit).toBe(
      0,
    );
    const { stdout } = await machine.orgctl(
      '-p sandbox scim users get tomas.rey clara.voss -o csv --columns title --no-header',
    );
    expect(stdout).toMatch(/^Lead\n(?!Lead)/);
  });
});

describe('a name that nobody has', () => {
  const WRITES = Object.entries(OF_MANY).filter(([, line]) => / -n\b/.test(line));
  const machineWithRun = async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch clara.voss --title Lead');
    return machine;
  };

  it.each(Object.entries({ ...OF_MANY, ...BY_LIST }))('alone ends %s with 6', async (path, line) => {
    const { orgctl } = freshMachine();
    if (path.endsWith('undo')) return;
    const ran = await orgctl(`-p sandbox ${line.replace('LIST', 'nobody.here')}`);
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 6, stdout: '' });
    expect(ran.stderr).toMatch(/\[no_such_(?:user|group)\]\n/);
  });

  it.each(WRITES)('among others ends %s with 6, and nothing is sent', async (_, line) => {
    const machine = await machineWithRun();
    writeFileSync(machine.path('list'), 'tomas.rey\nIT\nnobody.here\n');
    const list = line.replace('LIST', `@${machine.path('list')}`).replace(' -n', ' --yes');
    const ran = await machine.orgctl(`-p sandbox ${list}`);
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain('nothing was sent [no_such_');
    const runs: unknown = JSON.parse((await machine.orgctl('-p sandbox runs list -o json')).stdout);
    expect(runs).toHaveLength(1);
  });

  it('ends an undo with 2, and nothing is sent', async () => {
    const machine = await machineWithRun();
    const ran = await machine.orgctl('-p sandbox undo latest --only nobody.here --yes');
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 2, stdout: '' });
    const runs: unknown = JSON.parse((await machine.orgctl('-p sandbox runs list -o json')).stdout);
    expect(runs).toHaveLength(1);
  });
});

describe('the story of an app', () => {
  it('shows the entries that are wanted, and tells how it stands from all of them', async () => {
    const { orgctl } = freshMachine();
    const line = '-p sandbox logs --team T0HARBOUR --why Polls -o csv --columns date --no-header';
    const whole = await orgctl(line);
    const dates = whole.stdout.trim().split('\n');
    expect(dates.length).toBeGreaterThan(1);
    const later = await orgctl(`${line} --since ${dates[1]}`);
    expect(later).toEqual({ ...whole, stdout: `${dates.slice(1).join('\n')}\n` });
  });
});
