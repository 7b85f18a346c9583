import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const MEMBER = 'Member object ID or user principal name [memberObjectIdOrUpn] Required';

describe('bulk init-map of one-column templates', () => {
  it('finds the header row under a version line and writes a valid map', async () => {
    const machine = freshMachine();
    const [file, map] = [machine.path('users.csv'), machine.path('map.yaml')];
    writeFileSync(
      file,
      'version:v1.0\nUser name [userPrincipalName] Required\nann@x.example\nbob@x.example\n',
    );
    const made = await machine.orgctl(`bulk init-map ${file} --out ${map}`);
    expect(made).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('recognized header row in line 2'),
    });
    expect(readFileSync(map, 'utf8')).toContain("  email: 'User name [userPrincipalName] Required'\n");
    expect(await machine.orgctl(`bulk check ${file} --map ${map}`)).toMatchObject({ exit: 0 });
  });

  it('takes no data row for the header row', async () => {
    const { exit, stdout } = await freshMachine().orgctl('bulk init-map -', {
      stdin: 'version:v1.0\nann@x.example\nbob@x.example\n',
    });
    expect(exit).toBe(5);
    expect(stdout).not.toContain('ann@x.example:');
  });

  it('reports that a member template lacks the group, and a map with the group reads it', async () => {
    const machine = freshMachine();
    const [file, map] = [machine.path('members.csv'), machine.path('map.yaml')];
    writeFileSync(file, `version:v1.0\n${MEMBER}\nwalt.finch@harbour-finch.example\n`);
    const made = await machine.orgctl(`bulk init-map ${file}`);
    expect(made).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(
        'members.csv lists the members of one group: name the group in the map',
      ),
    });
    expect(made.stdout).toContain(`  # group: { value: NAME } # name of the group\n  member: '${MEMBER}'\n`);
    writeFileSync(map, made.stdout.replace('# group: { value: NAME }', 'group: { value: Harbour }'));
    const plan = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map}`);
    expect(plan).toMatchObject({ exit: 0 });
    expect(plan.stdout).toMatch(/add members +Harbour +walt\.finch@harbour-finch\.example/);
  });
});

describe('bulk init-map of a file without a key', () => {
  it.each([
    ['Vorname,Nachname\nAnn,One\n', '  givenName: Vorname\n'],
    ['Foo,Bar\n1,2\n', ''],
  ])('reports the missing key and exits with 5', async (stdin, written) => {
    const made = await freshMachine().orgctl('bulk init-map -', { stdin });
    expect(made).toMatchObject({ exit: 5, stderr: expect.stringContaining('identifies users') });
    expect(made.stdout).toContain(written);
    expect(made.stdout === '').toBe(written === '');
  });
});

const SECOND =
  'STATUS,USERID,USERNAME,FIRSTNAME,LASTNAME,EMAIL,MANAGER,DEPARTMENT,HIREDATE,EMPID\n' +
  'Status,User ID,Username,First Name,Last Name,Email,Manager,Department,Hire Date,Employee Id\n' +
  'active,u1,aone,Ann,One,ann@x.example,u2,R,01/13/2020,1\n' +
  'inactive,u2,btwo,Bob,Two,bob@x.example,NO_MANAGER,R,01/06/2020,2\n';

describe('second header row with labels', () => {
  it('is reported and skipped', async () => {
    const machine = freshMachine();
    const [file, map] = [machine.path('hr.csv'), machine.path('map.yaml')];
    writeFileSync(file, SECOND);
    const made = await machine.orgctl(`bulk init-map ${file} --out ${map}`);
    expect(made.stderr).toContain('recognized second header row in line 2, skipped');
    expect(readFileSync(map, 'utf8')).toContain(
      "  manager: { from: MANAGER, steps: [{ replace: { NO_MANAGER: '' } }], match: USERID }\n",
    );
    expect(readFileSync(map, 'utf8')).toContain('lookup: { active: true, inactive: false } }');
    const plan = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map} -o json`);
    expect(JSON.parse(plan.stdout).changes).toMatchObject([{ line: 3, user: { userName: 'aone' } }]);
  });

  it('becomes the header row with --header-row', async () => {
    const { stdout } = await freshMachine().orgctl('bulk init-map - --header-row 2', { stdin: SECOND });
    expect(stdout).toContain('  givenName: First Name\n');
  });

  it.each([
    [
      'most of its cells are not column names',
      'email,title,department,givenName\nann@x.example,Manager,Department,First name\n',
    ],
    ['the first header row has few column names', 'userName,title,Foo\nDepartment,Manager,First name\n'],
  ])('is read as data if %s', async (_, stdin) => {
    const { stderr } = await freshMachine().orgctl('bulk check -', { stdin });
    expect(stderr).not.toContain('second heading');
  });
});
