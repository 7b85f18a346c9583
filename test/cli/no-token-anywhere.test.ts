import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const CANARY = 'xoxp-CANARY-7Qw9Zr2Lk5-8JtXvNbM';
const PASSWORD = 'PASSWORD-4hF8sK2mW';

/** Every command, with lines that succeed and lines that fail. */
const LINES = [
  'scim users list',
  'scim users list -o table',
  'scim users list --filter broken',
  'scim users get walt.finch',
  'scim users get nobody',
  'scim users get W99999999',
  'scim users create --user-name eva --email eva@x.example --password-file PASSWORD',
  'scim users create --user-name walt.finch --email x@x.example',
  'scim users patch tomas.rey --title x',
  'scim users patch tomas.rey --set password=PLAIN',
  'scim users replace tomas.rey --title x --yes',
  'scim users deactivate tomas.rey --yes',
  'scim users deactivate deploybot --yes',
  'scim users activate tomas.rey',
  'scim users export',
  'bulk check PEOPLE',
  'bulk plan PEOPLE --out PLAN',
  'bulk apply PEOPLE --yes',
  'bulk apply PLAN --yes',
  'sandbox status',
  'explain email_taken',
  'profile list',
  'profile show',
  'profile check',
  'profile use acme',
  'nonsense',
  '--scim-url https://elsewhere.example scim users list',
  '-n scim users patch tomas.rey --title y',
];

it('no output, error or file of any command contains the token or a password, even with --debug', async () => {
  const machine = freshMachine();
  const service = await listeningSandbox({ token: CANARY });
  writeFileSync(machine.path('PASSWORD'), PASSWORD);
  writeFileSync(machine.path('PEOPLE'), `userName,email,password\nbo,bo@x.example,${PASSWORD}\n`);
  let output = '';
  const add = `profile add acme --scim-url ${service.origin} --token-stdin --debug`;
  const added = await machine.orgctl(add, { stdin: CANARY });
  output += added.stdout + added.stderr;
  expect(added.exit).toBe(0);
  for (const line of LINES) {
    const words = line.replace(/\b(PASSWORD|PEOPLE|PLAN)\b/g, (name) =>
      machine.path(name === 'PLAN' ? 'plan.json' : name),
    );
    const ran = await machine.orgctl(`${words} --debug`);
    output += ran.stdout + ran.stderr;
  }
  // A token that the service refuses, and one that cannot be sent.
  for (const env of [{ ORGCTL_TOKEN: `${CANARY}-revoked` }, { ORGCTL_TOKEN: `${CANARY} x` }]) {
    const ran = await machine.orgctl('scim users list --debug', { env });
    expect(ran.exit).not.toBe(0);
    output += ran.stdout + ran.stderr;
  }
  expect(output.length).toBeGreaterThan(10_000);
  expect(piecesIn(output, CANARY)).toEqual([]);
  expect(piecesIn(output, PASSWORD)).toEqual([]);
  for (const file of filesOf(machine)) {
    const text = readFileSync(file, 'latin1');
    if (!file.endsWith('config/profiles.json'))
      expect({ file, found: piecesIn(text, CANARY) }).toEqual({ file, found: [] });
    if (!/(PASSWORD|PEOPLE)$/.test(file))
      expect({ file, found: piecesIn(text, PASSWORD) }).toEqual({ file, found: [] });
  }
});

it('the error about a damaged profile store does not quote it', async () => {
  const machine = freshMachine();
  await machine.orgctl('profile add acme --scim-url https://x.example --token-stdin --no-check', {
    stdin: CANARY,
  });
  const file = machine.path('config/profiles.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"value": "', '"value": '));
  const ran = await machine.orgctl('profile list --debug');
  expect(ran.exit).toBe(12);
  expect(ran.stderr).toContain('is damaged');
  expect(piecesIn(ran.stdout + ran.stderr, CANARY)).toEqual([]);
});

/** Pieces of eight characters of a secret that a text contains as plain text, URL-encoded or in base64. */
function piecesIn(text: string, secret: string): readonly string[] {
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
  return forms.flatMap((form) =>
    Array.from({ length: form.length - 7 }, (_, start) => form.slice(start, start + 8)).filter((piece) =>
      text.includes(piece),
    ),
  );
}

function filesOf(machine: Machine): readonly string[] {
  return readdirSync(machine.home, { recursive: true, encoding: 'utf8' })
    .map((name) => join(machine.home, name))
    .filter((file) => statSync(file).isFile());
}
