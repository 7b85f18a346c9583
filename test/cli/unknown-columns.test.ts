// cspell:ignore Nachname userNaem lastname departmnt
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('unknown heading in a file', () => {
  it('is reported with a similar column, or once with all columns', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, 'userName,emial,zork,quux\na,b@x.test,1,2\n');
    const { exit, stdout } = await machine.orgctl(`bulk check ${file} -o table`);
    expect(exit).toBe(5);
    const [meant, listed, bare] = stdout.split('\n');
    expect(meant).toBe(`${file}:1:10 emial: unknown column "emial" (did you mean "email"?) (unknown_column)`);
    expect(listed).toMatch(
      /:1:16 zork: unknown column "zork"; expected one of id, userName, email, .*, groups \(unknown_column\)$/,
    );
    expect(bare).toBe(`${file}:1:21 quux: unknown column "quux" (unknown_column)`);
    const json = await machine.orgctl(`bulk check ${file} -o json --query '[1].expected'`);
    expect(JSON.parse(json.stdout)).toMatch(/^one of id, /);
  });

  it.each([
    ['userName,email,surname', 'surname', 'familyName'],
    ['userName;E-Mail;Nachname', 'Nachname', 'familyName'],
    ['userName,email,first name', 'first name', 'givenName'],
    ['userName,email,job title', 'job title', 'title'],
    ['userName,email,hire date', 'hire date', 'startDate'],
    ['userName,email,group', 'group', 'groups'],
    // A misspelled column is surer than another name of it; "login" has two meanings.
    ['userName,email,Team,departmnt', 'departmnt', 'department'],
    ['userName,email,Team,departmnt', 'Team', undefined],
    ['email,login', 'login', 'userName'],
    ['id,login', 'login', 'email'],
    // The file has the column already, or there is none for a full name.
    ['userName,email,userNaem', 'userNaem', undefined],
    ['userName,email,lastname,familyName', 'lastname', undefined],
    ['userName,email,surname,Nachname', 'Nachname', undefined],
    ['userName,email,groups,group', 'group', undefined],
    ['userName,email,Full name', 'Full name', undefined],
  ])('of %s suggests for %s the column %s', async (headings, heading, column) => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const row = ['a', 'b@x.test', 'c'].join(headings.includes(';') ? ';' : ',');
    writeFileSync(file, `${headings}\n${row}\n`);
    const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
    const [line] = stdout
      .split('\n')
      .filter((one) => one.includes(` ${heading}: unknown column "${heading}"`));
    expect(/\(did you mean "(\w+)"\?\)/.exec(line ?? '')?.[1]).toBe(column);
    expect(line).toBeDefined();
  });

  it.each([
    ['userName,state', 'state'],
    ['userName,displayName,email,state,title,id', 'state'],
    ['userName,created', 'created'],
  ])('of %s, which a list has, names the export: %s', async (headings, heading) => {
    const machine = freshMachine();
    const file = machine.path('list.csv');
    writeFileSync(file, `${headings}\n`);
    const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
    expect(stdout).toContain(
      `${heading}: unknown column "${heading}", which lists of users have; ` +
        'expected the columns of an export: orgctl scim users export (unknown_column)\n',
    );
    expect(stdout).not.toContain('did you mean');
  });

  it('of a list of groups names their export', async () => {
    const machine = freshMachine();
    const file = machine.path('list.csv');
    writeFileSync(file, (await machine.orgctl('-p sandbox scim groups list -o csv')).stdout);
    const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
    for (const heading of ['members', 'created'])
      expect(stdout).toContain(
        `${heading}: unknown column "${heading}", which lists of groups have; ` +
          'expected the columns of an export: orgctl scim groups export (unknown_column)\n',
      );
    expect(stdout).not.toContain('one of');
  });

  it('of a file of other groups lists all columns', async () => {
    const machine = freshMachine();
    const file = machine.path('list.csv');
    writeFileSync(file, 'displayName,members,owner\n');
    const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
    expect(stdout).toContain('unknown column "members"; expected one of id, ');
  });

  it.each(['streetAddress', 'locality', 'postalCode', 'country', 'zork'])(
    'beside %s takes "state" for a region',
    async (column) => {
      const machine = freshMachine();
      const file = machine.path('list.csv');
      writeFileSync(file, `userName,${column},state\n`);
      const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
      expect(stdout).toContain('unknown column "state" (did you mean "region"?)');
    },
  );

  it.each([
    ['userName,email,a,b', 'managers and groups are looked up once the file is accepted; to check it: '],
    ['userName,email,a,b,c', 'for an export of another system: orgctl bulk init-map '],
    ['group,member,a,b,c', 'members are looked up once the file is accepted; to check it: '],
  ])('of %s ends with the hint "%s"', async (headings, hint) => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, `${headings}\n${headings.replace(/\w+/g, 'x')}\n`);
    const { exit, stderr } = await machine.orgctl(`-p sandbox bulk plan ${file}`);
    expect({ exit, stderr }).toEqual({ exit: 5, stderr: expect.stringContaining(`\nhint: ${hint}`) });
  });

  it('of groups is reported with the three columns of a group file', async () => {
    const machine = freshMachine();
    const file = machine.path('groups.csv');
    writeFileSync(file, 'group,member,zork\nIT,walt.finch,1\n');
    const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
    expect(stdout).toContain(
      'unknown column "zork"; expected one of group, member, action (unknown_column)\n',
    );
  });
});

describe('unknown --columns of an export', () => {
  it('is refused with a similar column', async () => {
    const { exit, stderr } = await freshMachine().orgctl('-p sandbox scim users export --columns userNam');
    expect(exit).toBe(2);
    expect(stderr).toMatch(
      /^error: an export has no column "userNam" \(did you mean "userName"\?\)\nhint: --columns takes id,/,
    );
  });

  it('is refused by an export of groups, whose columns are fixed', async () => {
    const machine = freshMachine();
    const told = {
      exit: 2,
      stdout: '',
      stderr:
        'error: an export of groups is a group file, whose columns are group and member, so it has no --columns\n' +
        'hint: orgctl -p sandbox scim groups list --columns displayName,memberNames\n',
    };
    for (const columns of ['zork', 'group'])
      expect(await machine.orgctl(`-p sandbox scim groups export --columns ${columns}`)).toEqual(told);
    expect(
      await machine.orgctl('-p sandbox scim groups list --columns displayName,memberNames'),
    ).toMatchObject({ exit: 0 });
  });
});
