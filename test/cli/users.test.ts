import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { untilUndo } from '../support/until-undo.ts';

describe.each(['1.1', '2.0'])('scim users over SCIM %s', (version) => {
  const start = () => {
    const machine = freshMachine();
    const orgctl = (line: string, options = {}) =>
      machine.orgctl(`-p sandbox --scim-version ${version} scim users ${line}`, options);
    return { machine, orgctl };
  };

  it('get shows the set attributes of a user', async () => {
    const { orgctl } = start();
    const { exit, stdout, stderr } = await orgctl('get clara.voss -o table');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toBe(
      [
        'Username        clara.voss',
        'Display name    Clara Voss',
        'Primary e-mail  clara.voss@harbour-finch.example',
        'State           active',
        'Title           Designer',
        'ID              W12L3NPDN',
        'Given name      Clara',
        'Family name     Voss',
        'Department      Product',
        'Cost center     4130',
        'Employee ID     1005',
        'Phone           +49 30 555 0101',
        'Start date      2024-03-15T00:00:00+0000',
        'City            Berlin',
        'Country         DE',
        'Timezone        Europe/Berlin',
        'Profile photo   https://harbour-finch.example/avatars/W12L3NPDN.png',
        'Profile URL     https://harbour-finch.example/team/clara.voss',
        'Groups          Everyone in Berlin',
        'Created         2024-03-08T09:00:00-08:00',
        '',
      ].join('\n'),
    );
  });

  it.each(['clara.voss', 'Clara.Voss', 'CLARA.VOSS@harbour-finch.example', 'W12L3NPDN'])(
    'get finds a user by %s and prints it in the requested SCIM version',
    async (identity) => {
      const { orgctl } = start();
      const { exit, stdout } = await orgctl(`get ${identity} -o json`);
      expect(exit).toBe(0);
      const user = JSON.parse(stdout);
      expect(user).toMatchObject({ id: 'W12L3NPDN', userName: 'clara.voss' });
      expect(user.meta.location).toContain(version === '1.1' ? '/scim/v1/' : '/scim/v2/');
    },
  );

  it('create makes a user from flags and prints it', async () => {
    const { orgctl } = start();
    const created = await orgctl(
      'create --user-name Eva.Holm --email eva@x.example --given-name Eva --phone "+46 8 1" --mobile-phone "+46 70 2" ' +
        '--department "R&D" --manager walt.finch --locality Lund --start-date 2027-01-15 --role Maintainer -o json',
    );
    expect(created.exit).toBe(0);
    expect(untilUndo(created.stderr)).toMatch(/^created eva\.holm \(W\w+\)\n$/);
    const read = await orgctl('get eva.holm -o table');
    expect(read.stdout).toMatch(/Phone +\+46 8 1\n/);
    expect(read.stdout).toMatch(/Mobile phone +\+46 70 2\n/);
    expect(read.stdout).toMatch(/Department +R&D\n/);
    expect(read.stdout).toMatch(/Manager +Walt Finch \(walt\.finch\) W1118NVR2\n/);
    expect(read.stdout).toMatch(/City +Lund\n/);
    expect(read.stdout).toMatch(/Start date +2027-01-15T00:00:00\+0000\n/);
    expect(read.stdout).toMatch(/Role +Maintainer\n/);
  });

  it('create makes a guest from a file, and flags override the file', async () => {
    const { machine, orgctl } = start();
    writeFileSync(
      machine.path('user.yaml'),
      'userName: eva\nemails: [{value: eva@x.example}]\nname: Eva Holm\ntitle: From the file\n' +
        'guest: {type: multi, expiration: 2027-01-01T00:00:00Z}\nenterprise: {department: Sales}\n',
    );
    const created = await orgctl(
      `create --file ${machine.path('user.yaml')} --title "From the flag" -o table`,
    );
    expect(created.exit).toBe(0);
    expect(created.stdout).toMatch(/State +guest\nTitle +From the flag\n/);
    expect(created.stdout).toMatch(
      /Given name +Eva\nFamily name +Holm\nGuest expiration +2027-01-01T00:00:00Z\nDepartment +Sales\n/,
    );
  });

  it('create reads a user from stdin', async () => {
    const { orgctl } = start();
    const stdin = '{"userName": "eva", "emails": [{"value": "eva@x.example"}]}';
    expect(await orgctl('create --file -', { stdin })).toMatchObject({ exit: 0 });
  });

  it('patch changes, sets and clears attributes in one request', async () => {
    const { orgctl } = start();
    const changed = await orgctl(
      'patch clara.voss --title VP --set costCenter=9 --set name.honorificPrefix=Dr. --clear phoneNumbers --clear startDate -o table',
    );
    expect(changed.exit).toBe(0);
    expect(changed.stdout).toMatch(/Title +VP\n/);
    expect(changed.stdout).toMatch(/Cost center +9\n/);
    expect(changed.stdout).toMatch(/Honorific prefix +Dr\.\n/);
    expect(changed.stdout).not.toMatch(/Phone|Start date/);
    expect(changed.stdout).toMatch(/Employee ID +1005\n/);
  });

  it.each(['scim users patch clara.voss', 'scim users create', 'scim groups patch IT'])(
    'suggests the command for a CSV: %s --file',
    async (command) => {
      const machine = freshMachine();
      writeFileSync(machine.path('people.csv'), 'userName,title\nclara.voss,Lead\n');
      const ran = await machine.orgctl(`-p sandbox ${command} --file ${machine.path('people.csv')}`);
      expect(ran.exit).toBe(5);
      expect(ran.stderr).toContain(
        `people.csv is a CSV; expected an object in YAML or JSON\nhint: orgctl -p sandbox bulk plan ${machine.path('people.csv')}\n`,
      );
    },
  );

  it('patch changes a user by the attributes in a file', async () => {
    const { machine, orgctl } = start();
    writeFileSync(
      machine.path('changes.yaml'),
      'title: Painter\naddresses: [{locality: Paris, country: FR}]\n',
    );
    const changed = await orgctl(`patch clara.voss --file ${machine.path('changes.yaml')} -o table`);
    expect(changed.exit).toBe(0);
    expect(changed.stdout).toMatch(/Title +Painter\n/);
    expect(changed.stdout).toMatch(/City +Paris\nCountry +FR\n/);
  });

  it('deactivate and activate report users that are unchanged', async () => {
    const { orgctl } = start();
    const deactivated = await orgctl(
      'deactivate tomas.rey aroha.ngata --yes -o csv --columns userName,state',
    );
    expect(deactivated.stdout).toBe('userName,state\ntomas.rey,deactivated\naroha.ngata,deactivated\n');
    expect(untilUndo(deactivated.stderr)).toBe(
      'deactivated tomas.rey (W133PZN96)\ndeactivated aroha.ngata (W13MCBL4P)\n',
    );
    expect((await orgctl('deactivate tomas.rey --yes')).stderr).toBe('tomas.rey is already deactivated\n');
    const activated = await orgctl('activate tomas.rey -o csv --columns userName,state');
    expect(activated).toMatchObject({ exit: 0, stdout: 'userName,state\ntomas.rey,active\n' });
    expect(untilUndo(activated.stderr)).toBe('reactivated tomas.rey (W133PZN96)\n');
  });

  it('deactivate continues after a failure, and exits with 3', async () => {
    const { machine, orgctl } = start();
    const ran = await orgctl('deactivate deploybot tomas.rey --yes -o csv --columns userName,state');
    expect(ran.exit).toBe(3);
    expect(ran.stdout).toBe('userName,state\ntomas.rey,deactivated\n');
    expect(ran.stderr).toContain(
      'deploybot: error: bot users cannot be deactivated via SCIM [cannot_disable_bot_user_with_scim]',
    );
    expect(ran.stderr).toContain('error: 1 of 2 users failed\nhint: see: orgctl runs show ');
    const [, see = ''] = /hint: see: orgctl (.*)/.exec(ran.stderr) ?? [];
    const shown = await machine.orgctl(`${see} -o csv --columns outcome,user --no-header`);
    expect(shown.stdout).toBe('failed,deploybot\ndeactivated,tomas.rey\n');
  });

  it.each(['deactivate', 'activate', 'convert --to guest'])(
    '"%s" sends nothing if a user is unknown, with or without -q',
    async (command) => {
      for (const quiet of ['', ' -q']) {
        const { machine, orgctl } = start();
        const ran = await orgctl(`${command} tomas.rey nobody --yes${quiet}`);
        expect(ran).toEqual({
          exit: 6,
          stdout: '',
          stderr:
            'error: no user has the userName "nobody"; nothing was sent [no_such_user]\n' +
            `hint: orgctl -p sandbox --scim-version ${version} scim users list --filter 'username sw "nob"'\n`,
        });
        const { stdout } = await machine.orgctl('-p sandbox scim users get tomas.rey --query active');
        expect(stdout).toBe('true\n');
      }
    },
  );

  it('deactivate reports every unknown user of a list', async () => {
    const { machine, orgctl } = start();
    const ran = await orgctl('deactivate - --yes', { stdin: 'nobody\ntomas.rey\nno@x.example\n' });
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain(
      '(stdin):1 no user has the userName "nobody" (no_such_user)\n' +
        '(stdin):3 no user has the e-mail "no@x.example" (no_such_user)\n' +
        'error: 2 of 3 users were not found; nothing was sent [no_such_user]\n',
    );
    expect((await machine.orgctl('-p sandbox runs list -o csv --no-header')).stdout).toBe('');
  });

  it('replace lists the attributes it empties, and asks first', async () => {
    const { orgctl } = start();
    const asked = await orgctl('replace clara.voss --title VP');
    expect(asked.exit).toBe(2);
    expect(asked.stderr).toContain(
      'warning: the replacement clears givenName (Clara), familyName (Voss), displayName (Clara Voss), department (Product)',
    );
    expect(asked.stderr).toContain('hint: add --yes');
    const replaced = await orgctl('replace clara.voss --title VP --yes -o json');
    expect(replaced.exit).toBe(0);
    expect(JSON.parse(replaced.stdout)).toMatchObject({
      userName: 'clara.voss',
      title: 'VP',
      displayName: '',
      active: true,
    });
  });

  it.each([
    ["[?department=='Product'].userName", 'clara.voss\n'],
    ["[?email=='clara.voss@harbour-finch.example'].displayName", 'Clara Voss\n'],
    ["[?state=='guest'].userName", 'dev.partner\n'],
    [
      "[?emails[0].value=='clara.voss@harbour-finch.example'].[userName, department]",
      'clara.voss\tProduct\n',
    ],
  ])('list --query accepts column names: "%s"', async (query, found) => {
    const printed = async (format: string) => {
      const words = ['-p', 'sandbox', '--scim-version', version, 'scim', 'users', 'list'];
      return (await start().machine.words([...words, '--query', query, '-o', format])).stdout;
    };
    expect(await printed('text')).toBe(found);
    expect(JSON.parse(await printed('json'))).toHaveLength(1);
  });

  it('shows managers by name in tables', async () => {
    const { orgctl } = start();
    const patched = await orgctl('patch tomas.rey --manager walt.finch -o table --columns userName,manager');
    expect(patched.stdout).toMatch(/^Manager +Walt Finch \(walt\.finch\) W1118NVR2$/m);
    const listed = `list --where 'manager pr' --columns userName,manager`;
    expect((await orgctl(`${listed} -o table`)).stdout).toMatch(/^tomas\.rey +walt\.finch$/m);
    expect((await orgctl(`${listed} -o csv --no-header`)).stdout).toBe('tomas.rey,W1118NVR2\n');
    const both = await orgctl('get tomas.rey clara.voss -o table --columns userName,Manager');
    expect(both.stdout).toMatch(/^tomas\.rey +walt\.finch$/m);
    const replaced = await orgctl(
      'replace tomas.rey --title VP --manager walt.finch --yes -o table --columns manager',
    );
    expect(replaced.stdout).toMatch(/Walt Finch \(walt\.finch\)/);
    const created = await orgctl(
      'create --user-name eva --email eva@x.example --manager walt.finch -o table --columns manager',
    );
    expect(created.stdout).toMatch(/Walt Finch \(walt\.finch\)/);
  });

  it('replace warns that a missing timezone is reset, and reports it afterwards', async () => {
    const { orgctl, machine } = start();
    const { stdout } = await orgctl('get clara.voss -o yaml');
    const file = machine.path('clara.yaml');
    writeFileSync(file, stdout.replace(/^timezone.*\n/m, ''));
    const change = 'timezone: Europe/Berlin → America/Los_Angeles';
    const planned = await orgctl(`replace clara.voss --file ${file} -n -o csv --columns what --no-header`);
    expect(planned.stdout).toBe(`${change}\n`);
    const asked = await orgctl(`replace clara.voss --file ${file}`);
    expect(asked.stderr).toMatch(
      /^warning: the replacement resets timezone \(Europe\/Berlin → America\/Los_Angeles\)\n/,
    );
    expect(asked.exit).toBe(2);
    const replaced = await orgctl(`replace clara.voss --file ${file} --yes -o csv --columns timezone`);
    expect(replaced).toMatchObject({ exit: 0, stdout: 'timezone\nAmerica/Los_Angeles\n' });
    expect(replaced.stderr).toContain(`replaced clara.voss (W12L3NPDN): ${change}\n`);
  });

  it('replace reports that equal values change nothing', async () => {
    const { orgctl, machine } = start();
    const { stdout } = await orgctl('get clara.voss -o yaml');
    const file = machine.path('clara.yaml');
    writeFileSync(file, stdout);
    const planned = await orgctl(`replace clara.voss --file ${file} -n -o csv --columns what --no-header`);
    expect(planned.stdout).toBe('unchanged\n');
  });

  it('replace warns that the expiration of a guest is emptied', async () => {
    const { machine, orgctl } = start();
    writeFileSync(
      machine.path('guest.yaml'),
      'guest: {type: multi}\nname: {givenName: Devi, familyName: Partner}\ndisplayName: Devi Partner\n',
    );
    const asked = await orgctl(`replace dev.partner --file ${machine.path('guest.yaml')}`);
    expect(asked.exit).toBe(2);
    expect(asked.stderr).toContain('the replacement clears guestExpiration (2027-12-31T00:00:00Z)\n');
    await orgctl(`replace dev.partner --file ${machine.path('guest.yaml')} --yes`);
    expect((await orgctl('get dev.partner --columns state,guestExpiration -o csv --no-header')).stdout).toBe(
      'guest,\n',
    );
  });

  it('replace leaves a user unchanged when given its own output', async () => {
    const { machine, orgctl } = start();
    const before = await orgctl('get clara.voss -o json');
    writeFileSync(machine.path('clara.json'), before.stdout);
    const replaced = await orgctl(`replace clara.voss --file ${machine.path('clara.json')} -o json`);
    expect(replaced.exit).toBe(0);
    expect(JSON.parse(replaced.stdout)).toEqual(JSON.parse(before.stdout));
  });

  it('list filters and sorts', async () => {
    const { orgctl } = start();
    const ran = await orgctl(
      `list --filter 'restricted eq "true" or username sw "w"' --sort-order descending -o tsv --columns userName`,
    );
    expect(ran.stdout).toBe('userName\ndev.partner\nwalt.finch\n');
    expect(ran.stderr).toBe(
      version === '1.1' ? '' : 'v2 has no filters: the whole list is read and filtered locally\n',
    );
  });
});

it('scim users create prompts for required values, and checks each answer', async () => {
  const machine = freshMachine();
  const ran = await machine.orgctl('-p sandbox scim users create', {
    terminal: 80,
    env: { NO_COLOR: '1' },
    answers: [
      ['Username:', '@@@\n'],
      ['userName is invalid', '\u0015eva.holm\n'],
      ['Primary e-mail:', 'eva@x.example\n'],
      ['Given name (optional):', 'Eva\n'],
      ['Family name (optional):', '\n'],
      ['Display name (optional):', '\n'],
      ['Title (optional):', 'Engineer\n'],
    ],
  });
  expect(ran.exit).toBe(0);
  expect(ran.stderr).toContain('userName is invalid.');
  expect(ran.stdout).toMatch(/Username +eva\.holm\n/);
  expect(ran.stdout).toMatch(/Title +Engineer\n/);
});

it.each(['', '-q'])('prints the error of each user, also with --quiet: %s', async (quiet) => {
  const { orgctl } = freshMachine();
  const ran = await orgctl(`-p sandbox users patch clara.voss erased --department Fun --yes ${quiet}`);
  expect(ran.exit).toBe(3);
  expect(ran.stderr).toMatch(/^erased: error: .* \[cannot_modify_gdpr\]$/m);
});

it('scim users deactivate asks on a terminal, and does nothing unless confirmed', async () => {
  const machine = freshMachine();
  const refused = await machine.orgctl('-p sandbox scim users deactivate tomas.rey', {
    terminal: 80,
    answers: [['(y/N)', '\n']],
  });
  expect(refused.exit).toBe(14);
  expect(refused.stderr).toContain('declined; nothing was sent');
  const { stdout } = await machine.orgctl('-p sandbox scim users get tomas.rey -o json');
  expect(JSON.parse(stdout).active).toBe(true);
  const agreed = await machine.orgctl('-p sandbox scim users deactivate tomas.rey', {
    terminal: 80,
    answers: [['(y/N)', 'y\n']],
  });
  expect(agreed.exit).toBe(0);
});

it('scim users create names the missing flags if it cannot prompt', async () => {
  const machine = freshMachine();
  const ran = await machine.orgctl('-p sandbox scim users create --given-name Eva');
  expect(ran).toEqual({
    exit: 2,
    stdout: '',
    stderr:
      'error: a new user needs --user-name and --email\n' +
      'hint: add --user-name anna.lind --email anna.lind@example.com\n',
  });
  expect(await machine.orgctl('-p sandbox scim users create --no-input', { terminal: 80 })).toMatchObject({
    exit: 2,
  });
  expect(
    await machine.orgctl('-p sandbox scim users create', { terminal: 80, env: { CI: 'true' } }),
  ).toMatchObject({ exit: 2 });
});

it.each([
  ['--start-date', '31/12/2026', 'is not written as YYYY-MM-DD, or as a date with a time and an offset'],
  ['--start-date', '2026-2-3', 'is not written as YYYY-MM-DD, or as a date with a time and an offset'],
  ['--start-date', '2026-02-30', 'is a date or time that does not exist'],
  ['--start-date', '2026-01-15T25:00:00Z', 'is a date or time that does not exist'],
])('distinguishes a wrong date format from a date that does not exist: %s %s', async (flag, value, words) => {
  const ran = await freshMachine().orgctl(`-p sandbox scim users patch walt.finch ${flag} ${value}`);
  expect(ran.exit).toBe(5);
  expect(ran.stderr).toContain(`${flag}: "${value}" ${words}; for example 2026-01-15`);
});

it('scim users create reports every invalid value, and sends nothing', async () => {
  const machine = freshMachine();
  const ran = await machine.orgctl(
    '-p sandbox scim users create --user-name here --email anna@ --display-name @anna --start-date soon',
  );
  expect(ran.exit).toBe(5);
  expect(ran.stderr).toBe(
    [
      '--user-name: "here" is reserved; for example anna.lind (username_not_allowed)',
      '--email: "anna@" is not an address; for example anna.lind@example.com (bad_email_address)',
      '--display-name: "@anna" starts with @; for example Anna Lind (invalid_starts_with_at)',
      '--start-date: "soon" is not written as YYYY-MM-DD, or as a date with a time and an offset; for example 2026-01-15 (invalid_attribute_format)',
      'error: 4 values are not allowed; nothing was sent',
      'hint: orgctl explain username_not_allowed',
      '',
    ].join('\n'),
  );
});

it.each([
  [
    '1.1',
    'error: userName must be unique, also distinct from channel names (username=walt.finch) [username_taken]',
  ],
  ['2.0', 'error: userName must be unique, also distinct from channel names [username_taken]'],
])('prints the refusal of the service over SCIM %s with code and hint', async (version, message) => {
  const ran = await freshMachine().orgctl(
    `-p sandbox --scim-version ${version} scim users create --user-name walt.finch --email new@x.example`,
  );
  expect(ran).toEqual({
    exit: 6,
    stdout: '',
    stderr: `${message}\nhint: a user or a channel has the name; see: orgctl -p sandbox --scim-version ${version} scim users get walt.finch\n`,
  });
});
