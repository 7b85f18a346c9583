import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it.each([
  ['scim users create --user-name eva --email eva@x.example', 'POST', '/Users'],
  ['scim users patch tomas.rey --title VP', 'PATCH', '/Users/W133PZN96'],
  ['scim users replace tomas.rey --title VP', 'PUT', '/Users/W133PZN96'],
  ['scim users deactivate tomas.rey', 'DELETE', '/Users/W133PZN96'],
  ['scim users activate former.member', 'PATCH', '/Users/W15OTNCMT'],
])('shows what "%s" would send, and changes nothing', async (line, method, path) => {
  const machine = freshMachine();
  await machine.orgctl('-p sandbox scim users list');
  const state = () => readFileSync(machine.path('state/sandbox/organisation.ndjson'), 'utf8');
  const before = state();
  const ran = await machine.orgctl(`-p sandbox -n ${line} -o json`);
  expect(ran.exit).toBe(0);
  expect(ran.stderr).toContain('dry run: this would be sent; nothing was');
  expect(JSON.parse(ran.stdout)).toMatchObject({ method, url: expect.stringContaining(path) });
  expect(state()).toBe(before);
});

it('shows every one of several users', async () => {
  const ran = await freshMachine().orgctl(
    '-p sandbox -n scim users deactivate tomas.rey aroha.ngata -o ndjson',
  );
  expect(
    ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).method),
  ).toEqual(['DELETE', 'DELETE']);
});

it('plans a file without a run, and does not show a password', async () => {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), 'userName,email,password\neva,eva@x.example,s3cret-s3cret\n');
  const ran = await machine.orgctl(`-p sandbox -n bulk apply ${machine.path('people.csv')} -o json`);
  expect(ran.exit).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject([{ kind: 'createUser', withheld: ['password'] }]);
  expect(ran.stdout + ran.stderr).not.toContain('s3cret');
  writeFileSync(machine.path('password.txt'), 's3cret-s3cret\n');
  const created = await machine.orgctl(
    `-p sandbox -n scim users create --user-name eva --email eva@x.example --password-file ${machine.path('password.txt')} -o json`,
  );
  expect(JSON.parse(created.stdout).body.password).toBe('«redacted»');
});

it('is a list of all where several are meant, as JSON', async () => {
  const ran = await freshMachine().orgctl(
    '-p sandbox -n scim users deactivate tomas.rey aroha.ngata -o json',
  );
  expect(JSON.parse(ran.stdout)).toMatchObject([{ method: 'DELETE' }, { method: 'DELETE' }]);
});

it('shows every one of several requests for one user', async () => {
  const ran = await freshMachine().orgctl(
    '-p sandbox --scim-version 2.0 -n scim users patch clara.voss --title VP --start-date 2027-01-15 -o ndjson',
  );
  const bodies = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).body);
  expect(bodies).toMatchObject([
    { Operations: [{ op: 'replace', path: 'title', value: 'VP' }] },
    { schemas: ['urn:ietf:params:scim:schemas:extension:service:profile:2.0:User'] },
  ]);
});

it.each([
  ['members add IT tomas.rey clara.voss aroha.ngata --batch-size 1', 3],
  ['members set IT tomas.rey clara.voss aroha.ngata --batch-size 2 --yes', 3],
  ['patch IT --name Security --add tomas.rey', 2],
])('shows every call of one change of a group: %s', async (line, calls) => {
  const machine = freshMachine();
  const ran = await machine.orgctl(`-p sandbox --scim-version 2.0 -n scim groups ${line} -o json`);
  expect(ran.exit).toBe(0);
  expect(ran.stderr).toContain(`dry run: these ${calls} calls would be sent; nothing was\n`);
  expect(ran.stderr).not.toContain('added');
  const sent: { method: string; url: string; body: unknown }[] = JSON.parse(ran.stdout);
  expect(sent.map(({ method }) => method)).toEqual(Array(calls).fill('PATCH'));
  const table = await machine.orgctl(`-p sandbox --scim-version 2.0 -n scim groups ${line} -o table -q`);
  expect(table.stdout.match(/^PATCH /gm)).toHaveLength(calls);
});
