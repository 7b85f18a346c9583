import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe.each(['1.1', '2.0'])('SCIM §4.3: flags of scim users patch over SCIM %s', (version) => {
  const start = () => {
    const machine = freshMachine();
    const orgctl = (line: string, options = {}) =>
      machine.orgctl(`-p sandbox --scim-version ${version} scim users ${line}`, options);
    const show = async (columns: string) =>
      (await orgctl(`get clara.voss --columns ${columns} -o csv --no-header`)).stdout.trim();
    return { machine, orgctl, show };
  };

  it.each([
    ['--set title="VP"', 'title', 'VP', 'rule 5'],
    ['--set name.givenName=Klara', 'givenName', 'Klara', 'rule 11'],
    ['--display-name "C. Voss"', 'displayName', 'C. Voss', 'rule 5'],
    ['--primary-email clara@x.example', 'email,secondaryEmail', 'clara@x.example,', 'rule 6'],
    [
      '--secondary-email c@x.example',
      'email,secondaryEmail',
      'clara.voss@harbour-finch.example,c@x.example',
      'rule 6',
    ],
    ['--phone 1', 'phone,mobilePhone', '1,', 'rule 7'],
    ['--mobile 2', 'phone,mobilePhone', "'+49 30 555 0101,2", 'rule 7'],
    ['--phone 1 --mobile 2', 'phone,mobilePhone', '1,2', 'rule 7'],
    ['--clear phoneNumbers', 'phone,mobilePhone', ',', 'rule 7'],
    ['--phone ""', 'phone,mobilePhone', ',', 'rule 7'],
    ['--phone "" --mobile 2', 'phone,mobilePhone', ',2', 'rule 7'],
    ['--manager ""', 'manager', '', 'rule 12'],
    ['--set title= --cost-center ""', 'title,costCenter', ',', 'rule 5'],
    ['--clear phone --mobile 2', 'phone,mobilePhone', ',2', 'rule 7'],
    ['--address.locality Paris', 'locality,country', 'Paris,DE', 'rule 9'],
    [
      '--address.streetAddress "1 Rue" --clear country',
      'streetAddress,locality,country',
      '1 Rue,Berlin,',
      'rule 9',
    ],
    ['--role Maintainer', 'role', 'Maintainer', 'rule 10'],
    ['--manager walt.finch', 'manager', 'W1118NVR2', 'rule 12'],
    ['--manager walt.finch@harbour-finch.example', 'manager', 'W1118NVR2', 'rule 12'],
    ['--clear enterprise', 'department,costCenter,employeeNumber', ',,', 'rule 12'],
    [
      '--guest --guest-expiration 2027-06-30',
      'state,guestExpiration',
      'guest,2027-06-30T00:00:00Z',
      'rule 13',
    ],
    ['--start-date 2027-01-15', 'startDate', '2027-01-15T00:00:00+0000', 'rule 14'],
    ['--clear startDate', 'startDate', '', 'rule 14'],
    [
      '--clear title --clear department --clear name.familyName',
      'title,department,familyName',
      ',,',
      'rule 15',
    ],
    ['--user-name clara', 'userName,nickName', 'clara,clara', 'rule 4'],
    ['--no-active --yes', 'state', 'deactivated', 'rule 3'],
    [
      '--set locale=de-DE --set timezone=Europe/Paris --user-type Staff',
      'locale,timezone,userType',
      'de-DE,Europe/Paris,Staff',
      'rule 5',
    ],
  ])('%s sets %s to %s (SCIM §4.3 %s)', async (flags, columns, expected) => {
    const { orgctl } = start();
    const ran = await orgctl(`patch clara.voss ${flags} --columns ${columns} -o csv --no-header`);
    expect(ran).toMatchObject({ exit: 0 });
    const id = 'W12L3NPDN';
    const read = await orgctl(`get ${id} --columns ${columns} -o csv --no-header`);
    const blank = columns.includes(',') ? expected : expected === '' ? '""' : expected;
    expect(read.stdout.trim()).toBe(blank);
  });

  it('rule 6: removes the secondary address', async () => {
    const { orgctl, show } = start();
    await orgctl('patch clara.voss --secondary-email c@x.example -q');
    const ran = await orgctl('patch clara.voss --remove-email C@x.example');
    expect(ran.exit).toBe(0);
    expect(await show('email,secondaryEmail')).toBe('clara.voss@harbour-finch.example,');
  });

  it('rule 6: removes the secondary address by setting another one', async () => {
    const { orgctl, show } = start();
    await orgctl('patch clara.voss --secondary-email c@x.example -q');
    const both = 'patch clara.voss --remove-email c@x.example --secondary-email';
    expect((await orgctl(`${both} d@x.example`)).exit).toBe(0);
    expect(await show('secondaryEmail')).toBe('d@x.example');
    const same = await orgctl(`${both.replace('c@', 'd@')} D@x.example`);
    expect(same).toMatchObject({ exit: 2, stdout: '' });
    expect(same.stderr).toContain('error: d@x.example cannot be both set by --secondary-email and removed');
    const moved = await orgctl('patch clara.voss --remove-email d@x.example --primary-email D@x.example');
    expect(moved).toMatchObject({ exit: 2, stdout: '' });
    expect(moved.stderr).toContain('error: d@x.example cannot be both set by --primary-email and removed');
    for (const flag of ['--email ', '--set email=']) {
      const typed = await orgctl(`patch clara.voss --remove-email d@x.example ${flag}D@x.example`);
      expect(typed.stderr).toContain(
        `error: d@x.example cannot be both set by ${flag.split('=')[0]?.trim()} and removed`,
      );
    }
  });

  it('rule 6: removes the primary address only if another one replaces it', async () => {
    const { orgctl, show } = start();
    const refused = await orgctl('patch clara.voss --remove-email clara.voss@harbour-finch.example');
    expect(refused).toEqual({
      exit: 5,
      stdout: '',
      stderr:
        'error: clara.voss@harbour-finch.example is the primary e-mail; nothing was sent [missing_primary_email]\n' +
        'hint: give another one with --primary-email\n',
    });
    const replaced = await orgctl(
      'patch clara.voss --remove-email clara.voss@harbour-finch.example --primary-email clara@x.example',
    );
    expect(replaced.exit).toBe(0);
    expect(await show('email,secondaryEmail')).toBe('clara@x.example,');
  });

  it('rule 6: a file with names in another letter case keeps the other address', async () => {
    const { machine, orgctl, show } = start();
    await orgctl('patch clara.voss --secondary-email c@x.example -q');
    writeFileSync(machine.path('new.yaml'), 'Emails: [{ value: new@x.example, primary: true }]\n');
    const ran = await orgctl(`patch clara.voss --file ${machine.path('new.yaml')} -q`);
    expect(ran.exit, ran.stderr).toBe(0);
    expect(await show('email,secondaryEmail')).toBe('new@x.example,c@x.example');
  });

  it('rule 6: makes the secondary address the primary one if that is removed', async () => {
    const { orgctl, show } = start();
    await orgctl('patch clara.voss --secondary-email c@x.example -q');
    const ran = await orgctl(
      'patch clara.voss --remove-email clara.voss@harbour-finch.example --primary-email c@x.example',
    );
    expect(ran.exit, ran.stderr).toBe(0);
    expect(await show('email,secondaryEmail')).toBe('c@x.example,');
  });

  it('rule 6: reports that the user does not have the address', async () => {
    const ran = await start().orgctl('patch clara.voss --remove-email x@y.example');
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain('error: clara.voss does not have the e-mail x@y.example');
  });

  it('sends v2 operations as written, and refuses them on v1', async () => {
    const { machine, orgctl, show } = start();
    writeFileSync(
      machine.path('operations.yaml'),
      [
        'Operations:',
        '  - {op: replace, path: "emails[primary eq false]", value: {value: c@x.example}}',
        '  - {op: replace, path: title, value: VP}',
        '  - {op: remove, path: phoneNumbers}',
        '  - {op: remove, path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department"}',
        '',
      ].join('\n'),
    );
    const ran = await orgctl(`patch clara.voss --file ${machine.path('operations.yaml')}`);
    if (version === '1.1') {
      expect(ran).toMatchObject({ exit: 2, stdout: '' });
      expect(ran.stderr).toContain('error: "Operations" is only for SCIM 2.0; SCIM 1.1 takes attributes');
    } else {
      expect(ran.exit).toBe(0);
      expect(await show('secondaryEmail,title,phone,department')).toBe('c@x.example,VP,,');
    }
  });
});

it.each([
  [
    '--primary-email a@x.example --email b@x.example',
    '--email and --primary-email set the same attribute; give one',
  ],
  ['--remove-email x@y.example --file changes.yaml', '--file cannot be combined with other flags'],
])('refuses %s', async (flags, message) => {
  const ran = await freshMachine().orgctl(`-p sandbox scim users patch clara.voss ${flags}`);
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toContain(message);
});

it.each([
  ['Operations: []', 'must be a list of {op: add, replace or remove, path, value}'],
  ['Operations: [{op: delete, path: title}]', 'must be a list of {op: add, replace or remove, path, value}'],
])('refuses a file with %s before sending anything', async (stdin, message) => {
  const ran = await freshMachine().orgctl('-p sandbox scim users patch clara.voss --file -', { stdin });
  expect(ran).toMatchObject({ exit: 5, stdout: '' });
  expect(ran.stderr).toContain(message);
});

describe('the dry run of a patch file', () => {
  const preview = async (stdin: string) => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox scim users patch clara.voss --file - -n', { stdin });
    expect(ran.exit, ran.stderr).toBe(0);
    return ran.stdout;
  };

  it.each<[string, string, readonly string[]]>([
    [
      'addresses and numbers',
      'emails: [{value: a@x.example, primary: true}, {value: b@x.example}]\nphoneNumbers: [{value: "+1 555"}]\ntitle: T',
      ['→ a@x.example', 'secondaryEmail: empty → b@x.example', '→ +1 555', 'title: '],
    ],
    ['an address', 'addresses: [{locality: Paris, country: FR}]', ['locality: ', '→ Paris', '→ FR']],
    [
      'a removal beside a value',
      'title: T\nphoneNumbers: null',
      ['title: ', 'as written: remove phoneNumbers'],
    ],
    [
      'operations',
      'Operations: [{op: replace, path: title, value: T}, {op: remove, path: phoneNumbers}]',
      ['requests as written: title, remove phoneNumbers'],
    ],
  ])('shows every change: %s', async (_, file, shown) => {
    const stdout = await preview(file);
    for (const text of shown) expect(stdout).toContain(text);
  });
});

describe('SCIM §4.3: attributes in a file have the same effect in both versions', () => {
  const FILES: readonly (readonly [string, string, string, string])[] = [
    [
      'rule 6: an address deleted',
      'emails: [{value: second@x.example, operation: delete}]',
      'email,secondaryEmail',
      'clara.voss@harbour-finch.example,',
    ],
    [
      'rule 6: all addresses removed',
      'meta: {attributes: [emails]}',
      'email,secondaryEmail',
      'clara.voss@harbour-finch.example,',
    ],
    [
      'rule 7: a number deleted',
      'phoneNumbers: [{value: "+49 30 555 0101", operation: delete}]',
      'phone,mobilePhone',
      ',2',
    ],
    [
      'rule 7: one number deleted, one set',
      'phoneNumbers: [{value: "2", operation: delete}, {value: "3"}]',
      'phone,mobilePhone',
      '3,',
    ],
    ['rule 9: an address', 'addresses: [{locality: Paris, country: FR}]', 'locality,country', 'Paris,FR'],
    ['rule 10: a role as a string', 'roles: [Lead]', 'role', 'Lead'],
    ['rule 11: a name as a string', 'name: Clara Maria Voss', 'givenName,familyName', 'Clara Maria,Voss'],
    ['rule 11: a part removed', 'meta: {attributes: [name.familyName]}', 'givenName,familyName', 'Clara,'],
    [
      'rule 12: a short schema name',
      'enterprise: {division: X, manager: {managerId: walt.finch}}\nmeta: {attributes: [enterprise.department]}',
      'division,manager,department,costCenter',
      'X,W1118NVR2,,4130',
    ],
    [
      'rule 12: the schema URN of SCIM 1.1',
      '"urn:scim:schemas:extension:enterprise:1.0": {division: X}\nmeta: {attributes: ["urn:scim:schemas:extension:enterprise:1.0.department"]}',
      'division,department',
      'X,',
    ],
    [
      'rule 13: a guest',
      'guest: {type: multi, expiration: 2027-06-30T00:00:00Z}',
      'state,guestExpiration',
      'guest,2027-06-30T00:00:00Z',
    ],
    [
      'rule 14: a start date and a title',
      'title: VP\nprofile: {startDate: 2027-01-15T00:00:00+0000}',
      'title,startDate',
      'VP,2027-01-15T00:00:00+0000',
    ],
    [
      'rule 15: several attributes removed',
      'meta: {attributes: [title, name.familyName, enterprise]}',
      'title,familyName,department',
      ',,',
    ],
    ['null, which clears', 'title: null\nname: {familyName: null}', 'title,familyName', ','],
    [
      'one number, the other unchanged',
      'phoneNumbers: [{value: "5", type: mobile}]',
      'phone,mobilePhone',
      '5,2',
    ],
    [
      'a null number, the other unchanged',
      'phoneNumbers: [{value: null, type: work}]',
      'phone,mobilePhone',
      "'+49 30 555 0101,",
    ],
    [
      'one address, the other unchanged',
      'emails: [{value: third@x.example, primary: false}]',
      'email,secondaryEmail',
      'clara.voss@harbour-finch.example,third@x.example',
    ],
  ];
  it.each(['1.1', '2.0'].flatMap((version) => FILES.map((file) => [version, ...file] as const)))(
    'over SCIM %s: %s',
    async (version, _, stdin, columns, expected) => {
      const machine = freshMachine();
      const orgctl = (line: string, options = {}) =>
        machine.orgctl(`-p sandbox --scim-version ${version} scim users ${line} -o csv --no-header`, options);
      await orgctl('patch clara.voss --secondary-email second@x.example --mobile 2 -q');
      const ran = await orgctl(`patch clara.voss --file - --columns ${columns}`, { stdin });
      expect(ran).toMatchObject({ exit: 0 });
      expect((await orgctl(`get clara.voss --columns ${columns}`)).stdout).toBe(`${expected}\n`);
    },
  );
});

it.each([
  ['patch clara.voss --primary-email nonsense', '--primary-email: "nonsense" is not an address'],
  ['patch clara.voss --email nonsense', '--email: "nonsense" is not an address'],
  ['patch clara.voss --set email=nonsense', '--set email: "nonsense" is not an address'],
  ['replace clara.voss --primary-email nonsense', '--primary-email: "nonsense" is not an address'],
  ['create --user-name eva --primary-email nonsense', '--primary-email: "nonsense" is not an address'],
  [
    'patch clara.voss --primary-email a@x.example --set email=b@x.example',
    '--primary-email and --set email contradict each other',
  ],
  [
    'patch clara.voss tomas.rey --primary-email a@x.example',
    '2 users given, but --primary-email can be set for only one',
  ],
  [
    'patch clara.voss tomas.rey --set email=a@x.example',
    '2 users given, but --set email can be set for only one',
  ],
])('names the flag that was typed: %s', async (line, message) => {
  const { exit, stderr } = await freshMachine().orgctl(`-p sandbox scim users ${line}`);
  expect(exit).toBeGreaterThan(0);
  expect(stderr).toContain(message);
});
