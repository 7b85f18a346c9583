import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const VERSIONS = ['1.1', '2.0'] as const;

const FILE = `userName: nia.olsen
emails:
  - { value: nia@example.com, primary: true }
  - { value: nia@home.example, type: home }
phoneNumbers:
  - { value: '111', primary: true }
  - { value: '222', primary: false }
name: { givenName: Nia, familyName: Olsen }
addresses: [{ locality: Oslo, country: 'NO' }]
Enterprise: { department: Product, costCenter: C1, manager: { managerId: W12L3NPDN } }
profile: { startDate: '2026-01-15T00:00:00+0000' }
`;

const NEW = 'scim users create --file nia.yaml';

async function created(machine: Machine, flags: string, columns: string): Promise<string> {
  const file = machine.path('nia.yaml');
  writeFileSync(file, FILE);
  const ran = await machine.orgctl(
    `-p sandbox ${NEW.replace('nia.yaml', file)} ${flags} -o csv --columns ${columns} --no-header`,
  );
  expect(ran.exit, ran.stderr).toBe(0);
  return ran.stdout.trim();
}

describe('scim users create --file', () => {
  it.each([
    ['--secondary-email n@x.example', 'email,secondaryEmail', 'nia@example.com,n@x.example'],
    ['--email n@x.example', 'email,secondaryEmail', 'n@x.example,nia@home.example'],
    ['--mobile-phone 333', 'phone,mobilePhone', '111,333'],
    ['--phone 333', 'phone,mobilePhone', '333,222'],
    ['--phone ""', 'phone,mobilePhone', ',222'],
    ['--locality Bergen', 'locality,country', 'Bergen,NO'],
    ['--given-name Nina', 'givenName,familyName', 'Nina,Olsen'],
    ['--cost-center C2', 'department,costCenter,manager', 'Product,C2,W12L3NPDN'],
    ['--title Lead', 'title,startDate', 'Lead,2026-01-15T00:00:00+0000'],
  ])('%s overrides only that value of the file', async (flag, columns, expected) => {
    for (const version of VERSIONS)
      expect(await created(freshMachine(), `${flag} --scim-version ${version}`, columns)).toBe(expected);
  });

  it('changes only the entries of the flags in lists', async () => {
    const machine = freshMachine();
    const file = machine.path('lists.yaml');
    writeFileSync(
      file,
      `userName: l1
emails:
  - { value: a@x.example, type: work, primary: true }
  - { value: b@x.example, type: home }
  - { value: c@x.example, type: other }
phoneNumbers: [{ value: '1', type: work }, { value: '2', type: mobile }, { value: '3', type: fax }]
addresses: [{ country: FR, type: work, primary: true }, { country: IT, type: home }]
roles: [{ value: r1, primary: true }, { value: r2 }]
`,
    );
    const flags = '--secondary-email d@x.example --mobile-phone 9 --country DE --role r9';
    const ran = await machine.orgctl(
      `-p sandbox scim users create --file ${file} ${flags} --dry-run -o json --query [0].body`,
    );
    expect(JSON.parse(ran.stdout), ran.stderr).toMatchObject({
      emails: [
        { value: 'a@x.example', type: 'work', primary: true },
        { value: 'd@x.example', type: 'home' },
        { value: 'c@x.example', type: 'other' },
      ],
      phoneNumbers: [
        { value: '9', type: 'work' },
        { value: '2', type: 'mobile' },
        { value: '3', type: 'fax' },
      ],
      addresses: [
        { country: 'DE', type: 'work', primary: true },
        { country: 'IT', type: 'home' },
      ],
      roles: [{ value: 'r9', primary: true }, { value: 'r2' }],
    });
  });

  it('adds the entry of a flag that the file lacks, and keeps the types of the others', async () => {
    const machine = freshMachine();
    const file = machine.path('one.yaml');
    writeFileSync(file, 'userName: l1\nemails: [{ value: a@x.example, type: work }]\n');
    const line = `-p sandbox scim users create --file ${file} --secondary-email d@x.example`;
    const ran = await machine.orgctl(`${line} --dry-run -o json --query [0].body.emails`);
    expect(JSON.parse(ran.stdout), ran.stderr).toEqual([
      { value: 'a@x.example', type: 'work' },
      { value: 'd@x.example', primary: false },
    ]);
  });

  it('SCIM §4.3 rule 4: a nickname overrides both names of the file', async () => {
    for (const version of VERSIONS) {
      const machine = freshMachine();
      const file = machine.path('q.yaml');
      writeFileSync(file, 'userName: q1\nnickName: q2\nemails: [{ value: q1@x.example }]\n');
      const line = `-p sandbox --scim-version ${version} scim users create --file ${file} --nick-name q8`;
      expect(JSON.parse((await machine.orgctl(`${line} -n -o json`)).stdout)).toMatchObject([
        { user: { userName: 'q8', nickName: 'q8' } },
      ]);
      const ran = await machine.orgctl(`${line} -o csv --columns userName,nickName --no-header`);
      expect(ran.stdout).toBe('q8,q8\n');
    }
  });

  it('keeps an address that the file marks as not primary', async () => {
    const machine = freshMachine();
    const file = machine.path('u.yaml');
    writeFileSync(file, 'userName: nia\nEmails: [{ value: nia@home.example, primary: false }]\n');
    const ran = await machine.orgctl(
      `-p sandbox scim users create --file ${file} --email n@x.example -o csv --columns email,secondaryEmail --no-header`,
    );
    expect(ran.stdout).toBe('n@x.example,nia@home.example\n');
  });

  it('splits a full name of the file before a flag overrides a part of it', async () => {
    const machine = freshMachine();
    const file = machine.path('u.yaml');
    writeFileSync(file, 'userName: nia\nname: Nia Olsen\n');
    const ran = await machine.orgctl(
      `-p sandbox scim users create --file ${file} --email n@x.example --given-name Nina -o csv --columns givenName,familyName --no-header`,
    );
    expect(ran.stdout).toBe('Nina,Olsen\n');
  });

  it('--no-guest overrides a guest of the file, and --guest-expiration needs one', async () => {
    const machine = freshMachine();
    const file = machine.path('u.yaml');
    const start = `-p sandbox scim users create --file ${file}`;
    writeFileSync(file, 'userName: nia\nemails: [{ value: n@x.example }]\n');
    const refused = await machine.orgctl(`${start} --guest-expiration 2099-01-01`);
    expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining('needs --guest') });
    writeFileSync(file, 'userName: nia\nemails: [{ value: n@x.example }]\nguest: { type: multi }\n');
    const columns = '-o csv --columns guest,guestExpiration --no-header';
    const member = await machine.orgctl(`${start} --no-guest --user-name a --email a@x.example ${columns}`);
    expect(member.stdout).toBe('false,\n');
    const guest = await machine.orgctl(`${start} --guest-expiration 2099-01-01 ${columns}`);
    expect(guest.stdout).toBe('true,2099-01-01T00:00:00Z\n');
  });
});

describe('scim users replace', () => {
  it('takes its own output as a file, and a flag for one value', async () => {
    for (const version of VERSIONS) {
      const machine = freshMachine();
      const read = await machine.orgctl(
        `-p sandbox scim users get clara.voss --scim-version ${version} -o yaml`,
      );
      const file = machine.path('clara.yaml');
      writeFileSync(file, read.stdout);
      const dry = await machine.orgctl(
        `-p sandbox --scim-version ${version} scim users replace clara.voss --file ${file} --department New --postal-code 10115 -n`,
      );
      expect(dry.stdout).toMatch(/clara\.voss {2}department: Product → New; postalCode: empty → 10115$/m);
      expect(dry.stderr).not.toContain('warning');
    }
  });

  it('keeps the primary address if a flag gives a secondary one', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(
      '-p sandbox scim users replace clara.voss --secondary-email c@x.example -y -o csv --columns email,secondaryEmail --no-header',
    );
    expect(ran.stdout).toBe('clara.voss@harbour-finch.example,c@x.example\n');
  });

  it('SCIM §3, §4.3 rule 4: sets the expiration of a guest, and a nickname with the userName', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(
      '-p sandbox scim users replace dev.partner --guest-expiration 2099-01-01 --nick-name dev -y -o csv --columns userName,nickName,guest,guestExpiration --no-header',
    );
    expect(ran.stdout).toBe('dev,dev,true,2099-01-01T00:00:00Z\n');
  });
});

it.each(['', '\n', ' \r\n'])('an empty password file is refused: %j', async (text) => {
  const machine = freshMachine();
  const file = machine.path('password.txt');
  writeFileSync(file, text);
  for (const command of ['scim users create', 'onboard']) {
    const ran = await machine.orgctl(
      `-p sandbox ${command} --user-name ann --email ann@x.example --password-file ${file} -y`,
    );
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toBe(`error: the password in ${file} is empty; nothing was sent\n`);
  }
});
