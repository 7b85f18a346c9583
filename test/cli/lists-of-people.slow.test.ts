import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planned } from '../support/planned-users.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('lists of users', () => {
  it.each([
    ['names, one per line', 'tomas.rey\n# who left in June\n\nclara.voss\n'],
    [
      'a CSV with a known column',
      'Name,userName,Since\n"Rey, Tomás",tomas.rey,2024\nClara,clara.voss,2025\n',
    ],
    ['the most specific column', 'email,id\nnobody@x.example,W133PZN96\nx,W12L3NPDN\n'],
    ['NDJSON', '{"userName":"tomas.rey"}\n{"emails":[{"value":"clara.voss@harbour-finch.example"}]}\n'],
    ['a JSON array of users', '[{"id":"W133PZN96","userName":"x"},{"userName":"clara.voss"}]'],
    ['a JSON array of names', '["tomas.rey", "clara.voss"]'],
    ['a JSON list of members', '[{"value":"W133PZN96","display":"x"},{"value":"W12L3NPDN"}]'],
    ['a CSV of the members of groups', 'group,display,value\nIT,x,W133PZN96\nIT,y,W12L3NPDN\n'],
    ['a column named as in HR systems', 'Name;E-Mail\nX;tomas.rey\nY;clara.voss\n'],
    ['a heading in German', 'Personalnummer\tBenutzername\n1\ttomas.rey\n2\tclara.voss\n'],
    ['one column with a heading', 'User name\ntomas.rey\nclara.voss\n'],
    ['one column named Mail', 'Mail\ntomas.rey\nclara.voss\n'],
    ['one column named member', 'member\ntomas.rey\nclara.voss\n'],
    ['members beside display names', 'member,displayName\ntomas.rey,X\nclara.voss,Y\n'],
    [
      'the best of several columns',
      'Display Name,Work email,Login name\nX,nobody@x.example,tomas.rey\n,,clara.voss\n',
    ],
    ['a heading with a comma in a cell', '"Name, whole",E-Mail\n"Rey, T",tomas.rey\n"Voss, C",clara.voss\n'],
    [
      'a heading with delimiters in a cell',
      '"Name, a, b";E-Mail\n"Rey, T";tomas.rey\n"Voss, C";clara.voss\n',
    ],
    [
      'a two-line heading after a comment',
      '# June\r\n"Name,\r\nwhole",E-Mail\r\n"Rey, T",tomas.rey\r\nC,clara.voss\r\n',
    ],
    ['a heading cell of two lines', '"E-\nMail",id\nx,W133PZN96\ny,W12L3NPDN\n'],
    ['a sep= line', 'sep=;\nName;E-Mail\nX;tomas.rey\nY;clara.voss\n'],
    [
      'a CSV with comments',
      '# who "left\n\nuserName,Since\ntomas.rey,2024\n # Walt later\nclara.voss,2025\n',
    ],
    ['rows with different columns', 'id,userName,email\n,tomas.rey,\nW12L3NPDN,,\n'],
    ['addresses without names', 'userName,email\ntomas.rey,\n,clara.voss@harbour-finch.example\n'],
    ['JSON with spaces around names', '[" tomas.rey", {"userName":"clara.voss "}]'],
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
  ])('read a list in %s, and report the encoding', async (encoding, bytes) => {
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
  ])('report the line of an unknown user: %s', async (message, text) => {
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

  it.each([
    [
      'userName and email',
      'userName,email\nclara.voss,tomas.rey@harbour-finch.example\n',
      'FILE:2: userName clara.voss belongs to clara.voss (W12L3NPDN), email tomas.rey@harbour-finch.example belongs to tomas.rey (W133PZN96)',
    ],
    [
      'userName and ID',
      'Login name,id\ntomas.rey,W133PZN96\nclara.voss,W133PZN96\n',
      'FILE:3: Login name clara.voss belongs to clara.voss (W12L3NPDN), id W133PZN96 belongs to tomas.rey (W133PZN96)',
    ],
    [
      'members of an object',
      '{"id":"W133PZN96","userName":"clara.voss"}\n',
      'FILE:1: id W133PZN96 belongs to tomas.rey (W133PZN96), userName clara.voss belongs to clara.voss (W12L3NPDN)',
    ],
    [
      'ID and address of an object',
      '[{"id":"W133PZN96","emails":[{"value":"clara.voss@harbour-finch.example"}]}]',
      'FILE:1: id W133PZN96 belongs to tomas.rey (W133PZN96), emails clara.voss@harbour-finch.example belongs to clara.voss (W12L3NPDN)',
    ],
  ])('refuse a row that names two users in every command: %s', async (_, text, message) => {
    const machine = freshMachine();
    const file = machine.path('list.csv');
    writeFileSync(file, text);
    for (const command of [
      `scim users deactivate @${file} --yes`,
      `scim users get @${file}`,
      `offboard @${file} --yes`,
      `scim groups members add Ops @${file}`,
      `admin policy assign --users @${file} --yes`,
      `admin sessions @${file}`,
    ]) {
      const ran = await machine.orgctl(`-p sandbox ${command}`);
      expect({ command, exit: ran.exit, stdout: ran.stdout }).toEqual({ command, exit: 5, stdout: '' });
      expect(ran.stderr.replaceAll(file, 'FILE')).toContain(
        `error: ${message}; nothing was sent [identity_conflict]\nhint: correct the row`,
      );
    }
  });

  it.each([
    [
      'userName,employeeNumber\ntomas.rey,7001\n',
      '2: userName tomas.rey belongs to tomas.rey (W133PZN96), employeeNumber 7001 belongs to clara.voss (W12L3NPDN)',
    ],
    ['employeeNumber,id\n07001,W133PZN96\n', undefined],
    ['employeeNumber,userName\nn/a,clara.voss\n', undefined],
    ['employeeNumber,userName\n7001\u200b,clara.voss\n', undefined],
    [
      'employeeNumber,userName\n07001,clara.voss\n',
      '2: userName clara.voss belongs to clara.voss (W12L3NPDN) with employeeNumber 7001; this row has 07001',
    ],
    ['userName,employeeNumber\nclara.voss, 7001\ntomas.rey,N/A\nclara.voss,-\n', undefined],
  ])('refuse an employeeNumber of another user: %s', async (text, message) => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch clara.voss --set employeeNumber=7001 --yes');
    const file = machine.path('list.csv');
    writeFileSync(file, text);
    const { exit, stderr } = await machine.orgctl(`-p sandbox scim users deactivate @${file} -n`);
    expect({ exit, stderr: stderr.replaceAll(file, 'FILE') }).toEqual({
      exit: message === undefined ? 0 : 5,
      stderr: expect.stringContaining(
        message === undefined ? 'dry run: ' : `error: FILE:${message}; nothing was sent`,
      ),
    });
  });

  it('accept an employeeNumber in another letter case', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch clara.voss --set employeeNumber=E-12 --yes');
    const file = machine.path('list.csv');
    writeFileSync(file, 'userName,employeeNumber\nclara.voss,e-12\n');
    expect(await planned(machine, `@${file}`)).toEqual(['clara.voss']);
  });

  it.each([
    ['one column', 'employeeNumber\nE-7001\n'],
    ['a table with the SCIM path', 'Name;enterprise.employeeNumber\n"Voss, Clara";e-7001\n'],
    ['a number before a display name', 'displayName,employeeNumber\nClara,E-7001\n'],
    ['a row without the address', 'employeeNumber,email\nE-7001,\n'],
    ['a row without a user', 'user,employeeNumber\n,E-7001\n'],
    ['a row without the userName', 'userName,employeeNumber\n,e-7001\nclara.voss,\n'],
    ['an object', '{"employeeNumber":"E-7001","displayName":"Clara"}\n'],
    ['an array', '[{"employeeNumber":"E-7001"}]'],
  ])('find users by their employeeNumber in every command: %s', async (_, text) => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch clara.voss --set employeeNumber=E-7001 --yes');
    const file = machine.path('list');
    writeFileSync(file, text);
    expect(await planned(machine, `@${file}`)).toEqual(['clara.voss']);
    const read = `-p sandbox scim users get @${file} -o csv --columns userName --no-header`;
    expect(await machine.orgctl(read)).toEqual({ exit: 0, stdout: 'clara.voss\n', stderr: '' });
    for (const words of [`admin policy assign --users @${file} -n`, `scim groups members add IT @${file} -n`])
      expect((await machine.orgctl(`-p sandbox ${words}`)).exit).toBe(0);
  });

  it.each(['{"employeeNumber":"1005",EMAILS}\n', '[{"displayName":"1005",EMAILS}]'])(
    'find a user by the address beside a number or a display name: %s',
    async (text) => {
      const machine = freshMachine();
      await machine.orgctl('-p sandbox scim users create --user-name 1005 --email n@x.example --yes');
      const file = machine.path('list');
      writeFileSync(file, text.replace('EMAILS', '"emails":[{"value":"clara.voss@harbour-finch.example"}]'));
      expect(await planned(machine, `@${file}`)).toEqual(['clara.voss']);
    },
  );

  it.each([
    ['1', 6, 'no_such_user', 'FILE:2: no user has the employeeNumber "1"; nothing was sent'],
    ['N/A', 6, 'no_such_user', 'FILE:2: no user has the employeeNumber "N/A"; nothing was sent'],
    [
      'E-7001',
      5,
      'employee_number_shared',
      'FILE:2: employeeNumber E-7001 belongs to clara.voss (W12L3NPDN) and tomas.rey (W133PZN96); nothing was sent',
    ],
    [
      '1\nE-7001',
      5,
      'employee_number_shared',
      '2 of 2 employee numbers identify no single user; nothing was sent',
    ],
  ])('refuse a number that no single user has: %j', async (rows, exit, code, message) => {
    const machine = freshMachine();
    for (const name of ['clara.voss', 'tomas.rey'])
      await machine.orgctl(`-p sandbox scim users patch ${name} --set employeeNumber=E-7001 --yes`);
    const file = machine.path('list.csv');
    writeFileSync(file, `employeeNumber\n${rows}\n`);
    for (const words of [
      'scim users deactivate',
      'scim users get',
      'offboard',
      'scim groups members add IT',
    ]) {
      const ran = await machine.orgctl(`-p sandbox ${words} @${file} -o json`);
      expect({ words, exit: ran.exit, stdout: ran.stdout }).toEqual({ words, exit, stdout: '' });
      const error = JSON.parse(ran.stderr);
      expect({ code: error.code, message: error.message.replaceAll(file, 'FILE') }).toEqual({
        code,
        message,
      });
    }
  });

  it('report a number that no single user has with the users who are found, if they are only read', async () => {
    const machine = freshMachine();
    for (const name of ['clara.voss', 'tomas.rey', 'mei.tanaka'])
      await machine.orgctl(
        `-p sandbox scim users patch ${name} --set employeeNumber=${name === 'mei.tanaka' ? '7002' : 'E-7001'} --yes`,
      );
    const file = machine.path('list.csv');
    writeFileSync(file, 'employeeNumber\n7002\n1\nE-7001\n');
    const read = await machine.orgctl(`-p sandbox scim users get @${file} -o csv --columns userName`);
    expect({ ...read, stderr: read.stderr.replaceAll(file, 'FILE') }).toEqual({
      exit: 3,
      stdout: 'userName\nmei.tanaka\n',
      stderr: expect.stringMatching(
        /^FILE:3: 1: error: no user has the employeeNumber "1" \[no_such_user\]\n(?:hint: .+\n)?FILE:4: E-7001: error: employeeNumber E-7001 belongs to clara\.voss .+ and tomas\.rey .+ \[employee_number_shared\]\n(?:hint: .+\n)?error: 2 of 3 users failed\n$/,
      ),
    });
    const written = await machine.orgctl(`-p sandbox scim users deactivate @${file} --yes`);
    expect(written).toMatchObject({ exit: 5, stdout: '' });
    expect(written.stderr).toContain('2 of 3 employee numbers identify no single user; nothing was sent');
    const sessions = await machine.orgctl(`-p sandbox admin sessions @${file}`);
    expect(sessions).toMatchObject({ exit: 6, stdout: '' });
    expect(sessions.stderr).toContain('2 of 3 users were not found; nothing was sent');
  });

  it('name the heading that finds users by their number', async () => {
    const { stderr } = await freshMachine().orgctl('-p sandbox scim users get -', {
      stdin: 'Personalnummer;Abteilung\n17;Sales\n',
    });
    expect(stderr).toContain(
      'hint: to find users by "Personalnummer", change this heading to employeeNumber\n',
    );
  });

  it("read names without the ' before a formula", async () => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox scim groups create -- -Ops');
    const { stdout } = await orgctl('-p sandbox scim groups list -o csv --columns displayName');
    expect(stdout).toContain("\n'-Ops\n");
    const read = await orgctl('-p sandbox scim groups get - -o csv --columns displayName', { stdin: stdout });
    expect(read).toEqual({ exit: 0, stdout, stderr: '' });
  });

  it.each([
    '-o csv --columns displayName,id',
    '-o csv --columns id,displayName',
    '-o csv --columns displayName',
    '-o csv --columns displayName,members',
    '-o csv --columns displayName --no-header',
    '-o tsv --columns displayName,id',
    '-o tsv --columns displayName --no-header',
  ])('read every name of an own list of groups, also after #: %s', async (format) => {
    const { orgctl, words } = freshMachine();
    for (const name of ['#general', '# ops', '##', '@all', 'Sales, Bonn'])
      await words(['-p', 'sandbox', 'scim', 'groups', 'create', name]);
    const { stdout } = await orgctl(`-p sandbox scim groups list ${format}`);
    const all = await orgctl('-p sandbox scim groups list -o csv --columns displayName');
    const read = await orgctl('-p sandbox scim groups get - -o csv --columns displayName', {
      stdin: stdout,
    });
    expect(all.stdout).toContain('\n"# ops"\n');
    expect(read).toEqual({ exit: 0, stdout: all.stdout, stderr: '' });
  });

  it('keep the quotes of a name that needs none in a CSV', async () => {
    const { orgctl, words } = freshMachine();
    await words(['-p', 'sandbox', 'scim', 'groups', 'create', '"IT"']);
    const get = '-p sandbox scim groups get - -o csv --columns displayName --no-header';
    for (const stdin of ['"IT"\n', '"""IT"""\n'])
      expect(await orgctl(get, { stdin })).toEqual({ exit: 0, stdout: '"""IT"""\n', stderr: '' });
    expect(await orgctl(get, { stdin: 'IT\n' })).toEqual({ exit: 0, stdout: 'IT\n', stderr: '' });
  });

  it.each([
    ['displayName,id\n# later\nIT,\n', 'IT\n', ''],
    ['displayName,id\n"#general"\nIT,\n', '"#general"\nIT\n', ''],
    ['displayName\n"#general"\nIT\n', '"#general"\nIT\n', ''],
    ['"#general"\nIT\n', '"#general"\nIT\n', ''],
    [
      '# later\nIT\n#general\n',
      'IT\n',
      '(stdin):3: "#general" is read as a comment; if it is a name, put it in quotes\n',
    ],
    [
      '#a\nIT\n#b\n',
      'IT\n',
      '(stdin):1: "#a" is read as a comment, and 1 more like it; if it is a name, put it in quotes\n',
    ],
  ])('tell comments from the names of groups: %j', async (stdin, stdout, stderr) => {
    const { orgctl } = freshMachine();
    await orgctl("-p sandbox scim groups create '#general'");
    const line = '-p sandbox scim groups get - -o csv --columns displayName --no-header';
    expect(await orgctl(line, { stdin })).toEqual({ exit: 0, stdout, stderr });
  });

  it('read a row of users that starts with # in quotes', async () => {
    const machine = freshMachine();
    await machine.orgctl("-p sandbox scim users patch clara.voss --set 'employeeNumber=#12' --yes");
    for (const text of [
      'title,userName\n"#1 designer",clara.voss\n',
      'employeeNumber\n"#12"\n',
      'employeeNumber\n# leavers\n"#12"\n',
      'userName\n#tomas.rey\nclara.voss\n',
    ])
      expect(await planned(machine, '-', text)).toEqual(['clara.voss']);
  });

  it.each([
    ['scim users deactivate', 'displayName,userName\nInes,ines.harbour\n# Walt Finch,walt.finch\n', 3],
    ['scim users deactivate', 'employeeNumber\n1005\n#12\n', 3],
    ['scim groups delete', 'displayName,id\n# IT,S1118NVR2\nSupport desk,S122HBRI4\n', 2],
    ['scim groups delete', 'displayName\nIT\n#general\n', 3],
    ['scim groups delete', 'displayName,id\n#general\nIT,\n', 2],
  ])('refuse a line that could be a comment or a row: %s, %j', async (command, stdin, line) => {
    const ran = await freshMachine().orgctl(`-p sandbox ${command} - --yes`, { stdin });
    const text = stdin.split('\n')[line - 1];
    expect(ran).toEqual({
      exit: 5,
      stdout: '',
      stderr: `error: (stdin):${line}: "${text}" could be a comment or a row\nhint: remove the line, or put its first cell in quotes\n`,
    });
  });

  it.each([
    'email,user,group\nines.harbour@harbour-finch.example,walt.finch,a\n,walt.finch,a\n',
    'email,value\nines.harbour@harbour-finch.example,\n,W1118NVR2\n',
    'email,displayName\nines.harbour@harbour-finch.example,Inês\n,walt.finch\n',
    'employeeNumber,displayName\n1005,Clara\n,Walt Finch\n',
  ])('take no user from a column that does not name the user of each row: %j', async (stdin) => {
    const ran = await freshMachine().orgctl('-p sandbox scim users deactivate - --yes', { stdin });
    expect(ran).toMatchObject({ exit: 5, stderr: expect.stringContaining(':3: the row has no user') });
  });

  it('show a long line in part, with its position', async () => {
    const machine = freshMachine();
    const file = machine.path('long.txt');
    writeFileSync(file, 'a'.repeat(200_000));
    for (const command of [
      'scim users deactivate',
      'scim users get',
      'admin sessions',
      'offboard',
      'scim groups get',
      'scim groups members add Ops',
    ]) {
      const { stderr } = await machine.orgctl(`-p sandbox ${command} @${file} --yes`);
      expect(stderr.length).toBeLessThan(700);
      expect(stderr).toContain(`${file}:1`);
    }
  });

  it('refuse all rows that name two users, and a user of another number', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch clara.voss --set employeeNumber=7001 --yes');
    const file = machine.path('list.csv');
    writeFileSync(
      file,
      'userName,employeeNumber,email\nclara.voss,7002,\nclara.voss,7001,old@x.example\nclara.voss,,tomas.rey@harbour-finch.example\ntomas.rey,7002,\n',
    );
    const { stderr } = await machine.orgctl(`-p sandbox scim users deactivate @${file} --yes`);
    expect(stderr.replaceAll(file, 'FILE')).toContain(
      [
        'FILE:2 userName clara.voss belongs to clara.voss (W12L3NPDN) with employeeNumber 7001; this row has 7002 (identity_conflict)',
        'FILE:4 userName clara.voss belongs to clara.voss (W12L3NPDN), email tomas.rey@harbour-finch.example belongs to tomas.rey (W133PZN96) (identity_conflict)',
        'error: FILE is not accepted: 2 rows identify two users each; nothing was sent [identity_conflict]',
      ].join('\n'),
    );
  });

  it('accept every export of users', async () => {
    const machine = freshMachine();
    const ids = '-o csv --columns id';
    const all = await machine.orgctl(`-p sandbox scim users list ${ids}`);
    for (const format of ['csv', 'ndjson', 'json']) {
      const { stdout } = await machine.orgctl(`-p sandbox scim users list -o ${format}`);
      const file = machine.path(`list.${format}`);
      writeFileSync(file, stdout);
      const read = await machine.orgctl(`-p sandbox scim users get @${file} ${ids}`);
      expect(read).toMatchObject({ exit: 0, stdout: all.stdout });
    }
  });

  it.each([
    ['email,user\nines.harbour@harbour-finch.example,walt.finch\n,walt.finch\n', ':3: the row has no user'],
    [
      '[{"email":"ines.harbour@harbour-finch.example","user":"walt.finch"},{"email":"","user":"walt.finch"}]',
      ': element 2 has no id, userName, email or employeeNumber',
    ],
    [
      '[{"emails":[],"displayName":"Clara Voss"}]',
      ': element 1 has no id, userName, email or employeeNumber',
    ],
    [
      '{"userName":"ines.harbour"}\n{"Email":" ","user":"walt.finch"}\n',
      ':2: no id, userName, email or employeeNumber',
    ],
    ['{"userName":"","displayName":"Clara Voss"}\n', ':1: no id, userName, email or employeeNumber'],
  ])('name nobody by a column beside a blank one that names users: %j', async (stdin, message) => {
    const ran = await freshMachine().orgctl('-p sandbox scim users deactivate @- -n', { stdin });
    expect(ran).toMatchObject({ exit: 5, stdout: '', stderr: expect.stringContaining(message) });
  });

  it.each([
    ['[{"user":"ines.harbour"}]', 'ines.harbour\n'],
    ['[{"userName":"","email":"ines.harbour@harbour-finch.example"}]', 'ines.harbour\n'],
    ['{"id":"","emails":[{"value":"ines.harbour@harbour-finch.example"}]}\n', 'ines.harbour\n'],
  ])('name the user of an object by the best member: %j', async (stdin, stdout) => {
    const line = '-p sandbox scim users get @- -o csv --columns userName --no-header';
    expect(await freshMachine().orgctl(line, { stdin })).toMatchObject({ exit: 0, stdout });
  });

  it.each([
    ['id,displayName,members\n,IT,3\n', 'IT\n', ''],
    ['displayName,members\n,3\n', '', ':2: the row has no group'],
  ])('name the groups of a row: %j', async (text, stdout, message) => {
    const machine = freshMachine();
    const file = machine.path('groups.csv');
    writeFileSync(file, text);
    const ran = await machine.orgctl(
      `-p sandbox scim groups get @${file} -o csv --columns displayName --no-header`,
    );
    expect(ran).toMatchObject({ stdout, stderr: expect.stringContaining(message) });
  });

  it('report the line of an unknown group when reading groups', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox scim groups get -', { stdin: 'IT\n\nLighthouse keepers\n' });
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('(stdin):3: Lighthouse keepers: error: no group has the ID or the name');
  });

  it('report the first of several lines with the same unknown name', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox scim users deactivate - --yes', {
      stdin: 'olaf.nobody\nclara.voss\nolaf.nobody\n',
    });
    expect(ran.stderr).toContain('error: (stdin):1: no user has the userName "olaf.nobody"');
  });

  it('report the line of an unknown group when deleting groups', async () => {
    const machine = freshMachine();
    const file = machine.path('list');
    writeFileSync(file, 'group\nIT\nNo such group\n');
    const ran = await machine.orgctl(`-p sandbox scim groups delete @${file} --max-delete-groups 2 --yes`);
    expect(ran).toMatchObject({ exit: 6 });
    expect(ran.stderr).toContain(
      `${file}:1: "group" is read as a heading; if it is a name, put the heading displayName above it\n`,
    );
    expect(ran.stderr).toContain(`error: ${file}:3: no group`);
  });

  it.each(['mail', 'user', '"E-Mail"'])(
    'report that the first line is read as a heading: %s',
    async (word) => {
      const machine = freshMachine();
      const file = machine.path('list');
      writeFileSync(file, `${word}\nclara.voss\n`);
      const note = `${file}:1: "${word.replaceAll('"', '')}" is read as a heading; if it is a name, put the heading userName above it\n`;
      const line = `-p sandbox scim users get @${file} -o csv --columns userName --no-header`;
      expect(await machine.orgctl(line)).toEqual({ exit: 0, stdout: 'clara.voss\n', stderr: note });
      writeFileSync(file, `userName\n${word}\nclara.voss\n`);
      const ran = await machine.orgctl(line);
      expect(ran.stderr).toContain(`${file}:2: `);
      expect(ran.stderr).not.toContain('heading');
    },
  );

  it.each([
    ['"userName\nclara.voss\n', '1: a quote is opened here and never closed'],
    ['# people\n"userName" ,"title"\nclara.voss,Cook\n', '2: unexpected quote'],
    ['"userName;title\nclara.voss;Cook\n', '1: a quote is opened here and never closed'],
  ])('report the position of a wrong quote in the heading: %j', async (stdin, message) => {
    const ran = await freshMachine().orgctl('-p sandbox scim users get -', { stdin });
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain(`(stdin):${message}`);
  });

  it.each(['Walt "Bear" Finch', '"Bear" Finch', '5" screens'])(
    'accept quotes in a name: %s',
    async (name) => {
      const ran = await freshMachine().orgctl('-p sandbox scim users get -', { stdin: `${name}\n` });
      expect(ran.stderr).toContain(`no user has the userName "${name}"`);
    },
  );

  it('print a two-line heading on one line', async () => {
    const ran = await freshMachine().orgctl('-p sandbox scim users get -', {
      stdin: '"e\nmail"\nclara.voss\n',
    });
    expect(ran.stderr).toContain('(stdin):1: "e↵mail" is read as a heading; if');
  });

  it('report no heading if it cannot be a name', async () => {
    const machine = freshMachine();
    for (const text of ['userName\nclara.voss\n', 'id\nW12L3NPDN\n', 'Name,Mail\nX,clara.voss\n'])
      expect(await machine.orgctl('-p sandbox who - -o json', { stdin: text })).toMatchObject({ stderr: '' });
  });

  it('read a single heading word as a name', async () => {
    expect((await planned(freshMachine(), '-', 'E-Mail\n'))[0]).toContain('the userName "E-Mail"');
  });

  it('refuse a table without a user column before sending anything', async () => {
    const machine = freshMachine();
    const file = machine.path('list.csv');
    writeFileSync(file, 'Personalnummer;Abteilung\n17;Sales\n');
    for (const words of ['scim users deactivate', 'scim groups members set IT', 'offboard', 'who']) {
      const { exit, stderr } = await machine.orgctl(`-p sandbox ${words} @${file}`);
      expect(stderr).toContain(
        'list.csv:1: the line has several cells; a list has one name a line, or a heading with id, userName, email or employeeNumber',
      );
      expect(exit).toBe(5);
    }
  });

  it.each([
    ['{"name":"x"}\n', ':1: no id, userName, email or employeeNumber'],
    ['{"userName":"a"}\n{oops\n', ':2: this line is not JSON'],
    ['[{"x":1}]', ': element 1 has no id, userName, email or employeeNumber'],
    ['[1', ' starts like a JSON array but is not valid JSON'],
    ['userName,email,title\n,,Lead\n', ':2: the row has no user'],
    ['\n', ' has no rows that name users; nothing was sent'],
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

  it('include each user once, however often and in whatever form given', async () => {
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
  ])('include every user matching --where %s, over any column', async (where, names) => {
    for (const version of ['1.1', '2.0'])
      expect(await planned(freshMachine(), `--scim-version ${version} --where ${where}`)).toEqual(names);
  });

  it('change nothing if no user matches --where', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`-p sandbox scim users deactivate --where 'department eq "Nobody"' --yes`);
    expect(ran).toEqual({
      exit: 0,
      stdout: '[]\n',
      stderr: 'no user matches --where department eq "Nobody"\n',
    });
  });

  it('suggest a similar column for an unknown one in --where', async () => {
    const { orgctl } = freshMachine();
    const { exit, stderr } = await orgctl(`-p sandbox scim users deactivate --where 'departmnt eq "X"'`);
    expect(exit).toBe(5);
    expect(stderr).toContain('--where: there is no column "departmnt" (did you mean "department"?)');
  });

  it('cause an error naming the missing argument if omitted', async () => {
    const { orgctl } = freshMachine();
    const { exit, stderr } = await orgctl('-p sandbox scim users deactivate');
    expect(exit).toBe(2);
    expect(stderr).toContain("missing required argument 'user'");
  });
});

describe('members of a group from lists', () => {
  it('can be combined with an expression', async () => {
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

describe('lists in other commands', () => {
  it('assign the users of a list or an expression to a policy', async () => {
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

describe('a list without rows', () => {
  const USERS = [
    'scim users deactivate @LIST',
    'scim users get @LIST',
    'offboard @LIST',
    'who @LIST',
    'admin sessions @LIST',
    'admin policy assign --users @LIST',
    'functions permissions set Fn0RELEASE --users @LIST',
    'logs --user @LIST',
    'scim groups members set IT @LIST',
    'scim groups members remove IT --members-file LIST',
    'scim groups create Crew --member @LIST',
    'scim groups replace IT --members-file LIST',
    'scim groups patch IT --add @LIST',
  ];
  const GROUPS = [
    'scim groups get @LIST',
    'scim groups members list @LIST',
    'scim groups delete @LIST',
    'scim groups members clear @LIST',
  ];

  /** Commands that send no changes, which need not be said. */
  const READS = /^(?:who|logs|admin sessions|scim (?:users get|groups get|groups members list)) /;

  it.each([...USERS.map((line) => ['users', line]), ...GROUPS.map((line) => ['groups', line])])(
    'is refused by name where it names %s: %s',
    async (noun, line) => {
      const machine = freshMachine();
      const list = machine.path('list.csv');
      for (const text of ['', 'id\n', '# nobody\n', '[]']) {
        writeFileSync(list, text);
        const { exit, stdout, stderr } = await machine.orgctl(
          `-p sandbox ${line.replace('LIST', list)} --yes`,
        );
        expect([exit, stdout], stderr).toEqual([5, '']);
        const unsent = READS.test(line) ? '' : '; nothing was sent';
        expect(stderr).toBe(
          `error: ${list} has no rows that name ${noun}${unsent} [empty_file]\nhint: orgctl help lists\n`,
        );
      }
    },
  );

  it.each([
    'scim users deactivate @LIST tomas.rey',
    `scim users deactivate @LIST --where 'userName eq "tomas.rey"'`,
    'scim users get tomas.rey @LIST',
    'scim groups patch IT --add @LIST --remove samir.aziz',
    'scim groups patch IT --add samir.aziz --remove @LIST',
    'scim groups patch IT --name Crew --add @LIST',
    'scim groups create Crew --member @LIST --member tomas.rey',
    'scim groups replace IT --member clara.voss --members-file LIST',
    `scim groups replace IT --members-file LIST --where 'userName eq "tomas.rey"'`,
    'scim groups members remove IT tomas.rey @LIST',
    'admin policy assign --users tomas.rey --file LIST',
  ])('is refused beside other names, too: %s', async (line) => {
    const machine = freshMachine();
    const list = machine.path('list.csv');
    writeFileSync(list, '# nobody\n');
    const ran = await machine.orgctl(`-p sandbox ${line.replace('LIST', list)} --yes`);
    const unsent = READS.test(line) ? '' : '; nothing was sent';
    expect(ran).toEqual({
      exit: 5,
      stdout: '',
      stderr: `error: ${list} has no rows that name users${unsent} [empty_file]\nhint: orgctl help lists\n`,
    });
  });

  it('names every such list', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('a'), '');
    const { stderr } = await machine.orgctl(`-p sandbox who @${machine.path('a')} -`, { stdin: '' });
    expect(stderr).toContain(`${machine.path('a')} and (stdin) have no rows that name users`);
  });
});

describe('flags that accept lists of users', () => {
  it('logs --user selects the entries of several users', async () => {
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

  it('undo --only undoes the users of a list, and refuses an empty one', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch tomas.rey clara.voss --title Lead --yes');
    writeFileSync(machine.path('list'), 'clara.voss\n');
    writeFileSync(machine.path('none'), '# nobody\n');
    const none = await machine.orgctl(`-p sandbox undo latest --only @${machine.path('none')} --yes`);
    expect({ exit: none.exit, stdout: none.stdout }).toEqual({ exit: 5, stdout: '' });
    expect((await machine.orgctl(`-p sandbox undo latest --only @${machine.path('list')} --yes`)).exit).toBe(
      0,
    );
    const { stdout } = await machine.orgctl(
      '-p sandbox scim users get tomas.rey clara.voss -o csv --columns title --no-header',
    );
    expect(stdout).toMatch(/^Lead\n(?!Lead)/);
  });
});
