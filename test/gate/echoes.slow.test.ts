import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { helpDetailsOf } from '../../src/cli/help-format.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const TOKEN = 'xoxp-CANARY-7Qw9Zr2Lk5/8JtXv+NbM';
const PASSWORD = 'PW<4hF8sK2&mW/é"Zu9';

/** A refusal that repeats the request, as some gateways send it. */
type Refusal = (echo: Echo) => { readonly status: number; readonly type: string; readonly body: string };
interface Echo {
  readonly header: string;
  readonly body: string;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'a 400 in JSON': ({ header, body }) => ({
    status: 400,
    type: 'application/json',
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '400',
      detail: `bad request: ${header} ${body} and password ${passwordIn(body)}`,
      echo: [header, base64(header), base64(`x${header}`), Buffer.from(header).toString('hex'), body],
    }),
  }),
  'a 401 in HTML': ({ header, body }) => ({
    status: 401,
    type: 'text/html',
    body: `<h1>401</h1><pre>${html(header)}\n${html(body)} ${html(passwordIn(body))}</pre>`,
  }),
  'a 500 as text': ({ header, body }) => ({
    status: 500,
    type: 'text/plain',
    body: `${encodeURIComponent(header)} ${base64(`${header}\n${passwordIn(body)}`)} ${body}`,
  }),
  'a 200 that is a refusal': ({ header, body }) => ({
    status: 200,
    type: 'application/json',
    body: JSON.stringify({ ok: false, error: header, detail: body, needed: passwordIn(body) }),
  }),
};

/** Serves an organization whose writes, or all requests, are refused. */
async function refusingGateway(refuse: Refusal, reads: 'pass' | 'refused'): Promise<string> {
  const sandbox = await openSandbox({
    initial: [...demoOrganization()].map((change) =>
      'settings' in change
        ? {
            settings: {
              ...change.settings,
              tokens: [
                ...change.settings.tokens,
                {
                  token: TOKEN,
                  rank: 'primaryOwner',
                  scopes: ['admin'],
                  installedOn: 'organization',
                } as const,
              ],
            },
          }
        : change,
    ),
    now: Date.now,
  });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { authorization = '' } = request.headers;
    if (reads === 'pass' && request.method === 'GET') {
      const url = `http://127.0.0.1${request.url}`;
      const answer = await sandbox.answer({ method: 'GET', url, headers: { authorization } });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
      return;
    }
    const refusal = refuse({ header: `Authorization: ${authorization}`, body });
    response.writeHead(refusal.status, { 'content-type': refusal.type, 'x-echo': base64(authorization) });
    response.end(refusal.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a server has a port');
  return `http://127.0.0.1:${address.port}`;
}

function passwordIn(body: string): string {
  try {
    return String(JSON.parse(body).password ?? '');
  } catch {
    return '';
  }
}

const leaves = leavesOf(await buildWholeProgram());
/** Each orgctl command line of the examples, without shell syntax. */
const EXAMPLES = leaves
  .flatMap((command) => helpDetailsOf(command)?.examples ?? [])
  .flatMap((example) => example.split(/ (?:&&|\|) /))
  .flatMap((part) => /^(?:[A-Z_]+=\S+ )?orgctl (.*)$/.exec(part)?.[1] ?? [])
  // Excludes commands that run until they are stopped, fill a sandbox, or connect to another service.
  .filter((words) => !/^sandbox (serve|seed)|--follow|^profile (use|add)/.test(words))
  .map((words) => words.replace('-p sandbox ', '').replace('--scim-url http://127.0.0.1:8080 ', ''));

/**
 * Every example runs with two of the refusals, one with and one without reads; `npm run test:long` runs all
 * combinations.
 */
const IS_WHOLE = process.env['ORGCTL_TEST_RUNS'] !== undefined;
const FIRST = 'a 400 in JSON';
const SHARES = Object.keys(REFUSALS).length;

/** Offline commands run once. */
const OFFLINE = /^(manifest|completion|explain|migrate rewrite|sandbox|bulk (check|init-map))\b/;

const AS_A_RUN = [
  'bulk apply secrets.csv --yes --events events.ndjson --failed-out failed.csv -o json',
  'bulk apply secrets.csv --yes --events events.ndjson --failed-out failed.csv --force -o md',
  'bulk report latest',
  'bulk report latest -o md',
  'bulk report latest -o junit',
  'bulk report latest -o github',
  'bulk report latest -o json',
  'bulk report latest --html report.html',
  'bulk runs show latest -o yaml',
  'bulk runs show latest -o csv',
  'scim users create --file secret.yaml',
  'scim users create --user-name zoe.x --email zoe@x.example --password-file password.txt -o yaml',
  'scim users list -o csv',
  'scim users list -o ndjson',
  'scim users get clara.voss -o yaml',
  'scim users export --out export.csv',
  'api auth.test -o yaml',
  'profile add acme --no-check --token-file token.txt',
];

const before = process.cwd();
afterEach(() => process.chdir(before));

describe.each(Object.keys(REFUSALS))(
  'if the service answers with %s that repeats token and password',
  (name) => {
    it.each(['pass', 'refused'] as const)(
      'no command prints or stores them (reads: %s)',
      { timeout: 240_000 },
      async (reads) => {
        const refuse = REFUSALS[name];
        if (refuse === undefined) throw new RangeError(name);
        const origin = await refusingGateway(refuse, reads);
        const machine = freshMachine();
        putFiles(machine);
        process.chdir(machine.home);
        const env = {
          ORGCTL_TOKEN: TOKEN,
          ORGCTL_SCIM_URL: origin,
          ORGCTL_API_URL: `${origin}/api`,
          ORGCTL_SCIM_VERSION: '2.0',
          ORGCTL_MAX_WAIT: '0s',
        };
        const shown: string[] = [];
        let sent = 0;
        let hadFailedRows = false;
        const examples = examplesFor(name, reads);
        for (const words of [...examples, ...AS_A_RUN]) {
          const [line = '', from] = words.split(/ (?:<|>) /);
          const stdin = from !== undefined && words.includes(' < ') ? readOr(machine.path(from)) : '';
          const ran = await machine.orgctl(`${withYes(line)} --debug`, { env, stdin, sleep: async () => {} });
          if (/^#1 </m.test(ran.stderr)) sent += 1;
          const leak = [...secretsIn(ran.stdout), ...secretsIn(ran.stderr)];
          if (leak.length > 0) shown.push(`${line}: ${leak.join(' ')}`);
          // A later run without failed rows removes the file.
          const failed = machine.path('failed.csv');
          if (!existsSync(failed)) continue;
          hadFailedRows = true;
          const inRows = secretsIn(reasonsOnly(readFileSync(failed).toString()));
          if (inRows.length > 0) shown.push(`${line}: failed.csv: ${inRows.join(' ')}`);
        }
        expect(shown).toEqual([]);
        expect(sent).toBeGreaterThan(IS_WHOLE ? 60 : 60 / SHARES);
        const kept = filesOf(machine).flatMap((file) => {
          const bytes = readFileSync(file);
          const text = /failed\.csv$/.test(file) ? reasonsOnly(bytes.toString()) : bytes.toString();
          return secretsIn(text).map((piece) => `${file.slice(machine.home.length)}: ${piece}`);
        });
        expect(kept).toEqual([]);
        if (reads === 'pass' && name === FIRST) expect(hadFailedRows).toBe(true);
      },
    );
  },
);

function examplesFor(name: string, reads: 'pass' | 'refused'): readonly string[] {
  const once = name === FIRST && reads === 'pass' ? EXAMPLES.filter((words) => OFFLINE.test(words)) : [];
  const asking = EXAMPLES.filter((words) => !OFFLINE.test(words));
  const share = Object.keys(REFUSALS).indexOf(name) + (reads === 'pass' ? 0 : 1);
  const met = IS_WHOLE ? asking : asking.filter((_, index) => index % SHARES === share % SHARES);
  return [...once, ...met];
}

/** Confirms prompts, because without a terminal nothing would be sent. */
function withYes(line: string): string {
  return line.includes('--yes') ? line : `--yes ${line}`;
}

function readOr(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Failed rows contain the password of the row on purpose; the reason next to it must not. */
function reasonsOnly(text: string): string {
  return text.replaceAll(PASSWORD.replaceAll('"', '""'), '');
}

/** Pieces of eight characters of a secret, plain or encoded. */
function secretsIn(text: string): readonly string[] {
  return PIECES.filter((piece) => text.includes(piece));
}

const PIECES = [TOKEN, PASSWORD].flatMap((secret) => {
  const middle = (prefix: string) => base64(`${prefix}${secret}`).slice(4, -4);
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    html(secret),
    secret.replaceAll('"', '""'),
    middle(''),
    middle('x'),
    middle('xx'),
    Buffer.from(secret).toString('hex'),
  ];
  return forms.flatMap((form) =>
    Array.from({ length: form.length - 7 }, (_, start) => form.slice(start, start + 8)),
  );
});

const OWN_FILES = /\/(secrets\.csv|secret\.yaml|password\.txt|token\.txt|config\/profiles\.json)$/;

function filesOf(machine: Machine): readonly string[] {
  return readdirSync(machine.home, { recursive: true, encoding: 'utf8' })
    .map((name) => join(machine.home, name))
    .filter((file) => statSync(file).isFile() && !OWN_FILES.test(file));
}

function putFiles(machine: Machine): void {
  for (const file of [
    'people.csv',
    'hr.csv',
    'hr.yaml',
    'organization.yaml',
    'manifest.yaml',
    'manifest-v1.json',
  ])
    copyFileSync(join(before, 'examples', file), machine.path(file));
  const quoted = `"${PASSWORD.replaceAll('"', '""')}"`;
  const files: Readonly<Record<string, string>> = {
    'secrets.csv': `userName,email,password\nbo,bo@x.example,${quoted}\neva,eva@x.example,${quoted}\n`,
    'secret.yaml': `userName: uma\nemails: [{value: uma@x.example}]\npassword: '${PASSWORD}'\n`,
    'password.txt': PASSWORD,
    'token.txt': TOKEN,
    'user.yaml': 'userName: eva\nemails: [{value: eva@x.example}]\n',
    'changes.yaml': 'title: Painter\n',
    'clara.yaml': 'userName: clara.voss\nemails: [{value: clara.voss@x.example}]\n',
    'group.yaml': 'displayName: Painters\nmembers: [clara.voss]\n',
    'group-changes.yaml': 'members: [tomas.rey]\n',
    'it.yaml': 'displayName: IT\n',
    'members.txt': 'tomas.rey\n',
    'leaving.txt': 'samir.aziz\n',
    'people.txt': 'clara.voss\ntomas.rey\n',
    'users.txt': 'U10IMBXVJ\n',
    'ids.csv': 'from,to\nU0AAAAAA1,W0AAAAAA1\n',
    'dump.ndjson': '{"user":"U0AAAAAA1"}\n',
    'notes.txt': 'ask U0AAAAAA1\n',
    'members.csv': 'user_id,owner\nU0AAAAAA1,U0AAAAAA1\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(machine.path(name), text);
}

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}
