import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it.each([
  ['scim users create --user-name eva --email eva@x.example', 'createUser', 'POST /Users', '1 to create'],
  ['scim users patch tomas.rey --title VP', 'patchUser', 'PATCH /Users/W133PZN96', '1 to change'],
  ['scim users replace tomas.rey --title VP', 'replaceUser', 'PUT /Users/W133PZN96', '1 to replace'],
  ['scim users deactivate tomas.rey', 'deactivateUser', 'DELETE /Users/W133PZN96', '1 to deactivate'],
  ['scim users activate former.member', 'reactivateUser', 'PATCH /Users/W15OTNCMT', '1 to reactivate'],
])(
  'dry run of "%s" shows the change, and with -v the request, without changing anything',
  async (line, kind, request, words) => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users list');
    const state = () => readFileSync(machine.path('state/sandbox/organization.ndjson'), 'utf8');
    const before = state();
    const ran = await machine.orgctl(`-p sandbox -n ${line} -o json`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(`dry run: ${words} in "sandbox" (sandbox.localhost); nothing was sent\n`);
    expect(JSON.parse(ran.stdout)).toMatchObject([{ kind }]);
    const [method, path] = request.split(' ');
    expect(ran.stderr).not.toContain(`${method} http`);
    const verbose = await machine.orgctl(`-p sandbox -n -v ${line} -o json`);
    expect(verbose.stderr).toContain(`${method} http://sandbox.localhost/scim/v2${path}`);
    expect(state()).toBe(before);
    expect((await machine.orgctl('bulk runs list -o json')).stdout).toBe('[]\n');
  },
);

it('dry run shows the user and the change in a table', async () => {
  const ran = await freshMachine().orgctl(
    '-p sandbox -n scim users patch tomas.rey --title VP --clear phone -o table',
  );
  expect(ran.stdout).toContain('Action  Name       What');
  expect(ran.stdout).toContain('change  tomas.rey  title: Engineer → VP');
});

it('dry run lists every one of several users', async () => {
  const ran = await freshMachine().orgctl(
    '-p sandbox -n scim users deactivate tomas.rey aroha.ngata -o ndjson',
  );
  const changes = ran.stdout.trim().split('\n');
  expect(changes.map((line) => JSON.parse(line).name)).toEqual(['tomas.rey', 'aroha.ngata']);
});

it('dry run plans a file without creating a run or showing a password', async () => {
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
  expect(JSON.parse(created.stdout)).toMatchObject([{ kind: 'createUser', withheld: ['password'] }]);
  expect(created.stdout).not.toContain('s3cret');
  const verbose = await machine.orgctl(
    `-p sandbox -n -v scim users create --user-name eva --email eva@x.example --password-file ${machine.path('password.txt')} -o json`,
  );
  expect(verbose.stderr).toContain('"password": "«redacted»"');
});

it('dry run shows with -v all requests of one user', async () => {
  const ran = await freshMachine().orgctl(
    '-p sandbox --scim-version 2.0 -n -v scim users patch clara.voss --title VP --guest --no-active -o ndjson',
  );
  expect(ran.exit).toBe(0);
  expect(ran.stderr.match(/^PATCH /gm)).toHaveLength(2);
});

it.each([
  ['members add IT tomas.rey clara.voss aroha.ngata --batch-size 1', 3],
  ['members set IT tomas.rey clara.voss aroha.ngata --batch-size 2 --yes', 3],
  ['patch IT --name Security --add tomas.rey', 2],
])('dry run shows every request of one group change: %s', async (line, calls) => {
  const machine = freshMachine();
  const ran = await machine.orgctl(`-p sandbox --scim-version 2.0 -n -v scim groups ${line} -o json`);
  expect(ran.exit).toBe(0);
  expect(ran.stderr).not.toContain('added');
  expect(JSON.parse(ran.stdout)).toHaveLength(calls);
  expect(ran.stderr.match(/^PATCH /gm)).toHaveLength(calls);
});

const SAYS_IT: readonly [line: string, what: string][] = [
  ['admin policy assign --users clara.voss,tomas.rey', 'assign clara.voss, tomas.rey to the policy'],
  ['admin policy assign --users W12L3NPDN', 'assign W12L3NPDN to the policy'],
  ['functions permissions set Fn0RELEASE --users clara.voss', 'may be used by clara.voss'],
  ['functions permissions set Fn0RELEASE --to everyone', 'may be used by everyone'],
  ['conversations mark C0RANDOM 1709571600.000100', 'mark as read up to 1709571600.000100'],
  ['assistant status set D0DEPLOY 1709830800.000100 busy', 'show "busy" in the thread'],
  ['assistant status clear D0DEPLOY 1709830800.000100', 'clear the status'],
  ['scim users patch clara.voss --manager walt.finch', 'manager: empty → walt.finch'],
  [
    'scim users create --user-name eva --email eva@x.example --title Lead --manager walt.finch',
    'email: eva@x.example; title: Lead; manager: walt.finch',
  ],
];

it.each(SAYS_IT)('dry run describes the change in plain words: %s', async (line, what) => {
  const ran = await freshMachine().orgctl(`-p sandbox ${line} -n -o table`);
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining(what) });
});

it('dry run of a replacement shows changed values only', async () => {
  const line = 'scim users replace clara.voss --user-name clara.voss --title Boss';
  const ran = await freshMachine().orgctl(`-p sandbox ${line} -n -o table`);
  expect(ran.stdout).toContain('title: Designer → Boss');
  expect(ran.stdout).not.toContain('userName: clara.voss');
});

it('dry run changes no file on this machine, and reports it', async () => {
  const machine = freshMachine();
  const add = 'profile add acme --scim-url http://127.0.0.1:9 --token-stdin --no-check';
  const dry = await machine.orgctl(`${add} -n`, { stdin: 'xoxp-1' });
  expect(dry).toMatchObject({ exit: 0, stderr: 'dry run: "acme" would be stored; nothing was stored\n' });
  expect((await machine.orgctl('profile use acme -n')).exit).toBe(2);
  await machine.orgctl(add, { stdin: 'xoxp-1' });
  await machine.orgctl('profile use sandbox');
  expect((await machine.orgctl('profile use acme -n')).stderr).toBe(
    'dry run: the default profile would be "acme"; nothing was changed\n',
  );
  expect((await machine.orgctl('profile remove acme -n')).stderr).toBe(
    'dry run: "acme" and its tokens would be removed; nothing was changed\n',
  );
  const profiles = JSON.parse((await machine.orgctl('profile list -o json')).stdout);
  expect(profiles).toMatchObject([
    { name: 'acme', current: false },
    { name: 'sandbox', current: true },
  ]);

  await machine.orgctl('-p sandbox scim users create --user-name eva --email eva@x.example');
  expect((await machine.orgctl('sandbox reset -n')).stderr).toBe(
    'dry run: all sandbox data would be replaced by the demo organization; nothing was changed\n',
  );
  expect((await machine.orgctl('-p sandbox scim users get eva')).exit).toBe(0);
});

it.each(['scim users export', 'scim groups export'])(
  'dry run of "%s" writes the file that the command names, as it changes nothing else',
  async (line) => {
    const machine = freshMachine();
    const [dry, real] = [machine.path('dry'), machine.path('real')];
    expect(await machine.orgctl(`-p sandbox ${line} --out ${dry} -n`)).toMatchObject({ exit: 0 });
    expect(await machine.orgctl(`-p sandbox ${line} --out ${real}`)).toMatchObject({ exit: 0 });
    expect(readFileSync(dry, 'utf8')).toBe(readFileSync(real, 'utf8'));
    expect((await machine.orgctl(`-p sandbox ${line} --out ${dry} -n`)).exit).toBe(2);
  },
);

it.each([
  'scim groups members add IT walt.finch',
  'scim groups members remove IT tomas.rey',
  'scim groups delete --where \'displayName eq "Nobody"\'',
  'scim groups create Watch --where \'department eq "Nobody"\'',
  'scim users activate tomas.rey',
  'scim users patch tomas.rey --title Engineer',
  'offboard former.member',
])('dry run of "%s", which would change nothing, ends like any other', async (line) => {
  const ran = await freshMachine().orgctl(`-p sandbox -n ${line} -o json`);
  expect(ran).toMatchObject({ exit: 0, stdout: '[]\n' });
  expect(ran.stderr).toMatch(/\ndry run: nothing to change; nothing was sent\n$/);
});
