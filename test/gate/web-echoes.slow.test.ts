import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formsOf } from '../../src/gate/secret-forms.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { organizationOf } from '../support/organization-world.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';
import { CALLS_BY_NAME, WEB_COMMANDS } from '../support/web-calls.ts';

// It contains characters that each encoding writes differently.
const TOKEN = 'xoxp-CANARY-7Qw9Zr2Lk5/8JtXv+NbM=&<4hF8';

/** A known token, because the service checks the token before the arguments. */
const KNOWN = { token: TOKEN, rank: 'primaryOwner', scopes: ['admin'], installedOn: 'organization' } as const;

/** The token in each encoding, alone and after other bytes. */
function echoes(): readonly string[] {
  const authorization = `Bearer ${TOKEN}`;
  const texts = [authorization, `x${authorization}`, authorization.replace('Bearer ', '')];
  return texts.flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    new URLSearchParams({ token: text }).toString(),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('base64url'),
    Buffer.from(text).toString('hex'),
  ]);
}

interface Refusal {
  readonly status: number;
  readonly type?: string;
  readonly headers?: (echo: readonly string[]) => Readonly<Record<string, string>>;
  readonly body?: (echo: readonly string[]) => string;
}

const json = (value: unknown) => JSON.stringify(value);

/** The places in which a gateway may repeat the request. */
const PLACES: Readonly<Record<string, Refusal>> = {
  'an error code': { status: 200, body: (echo) => json({ ok: false, error: echo.join(' ') }) },
  'the members next to an error code': {
    status: 200,
    body: (echo) =>
      json({
        ok: false,
        error: 'not_allowed',
        needed: echo[0],
        detail: echo,
        response_metadata: { messages: echo, warnings: echo },
      }),
  },
  'the warnings of a success': {
    status: 200,
    body: (echo) => json({ ok: true, warning: echo[0], response_metadata: { warnings: echo } }),
  },
  'the data of a success': {
    status: 200,
    body: (echo) =>
      json({ ok: true, logs: echo.map((text) => ({ app_id: text })), steps: echo, users: { W1: echo[0] } }),
  },
  'a 400 in JSON': { status: 400, body: (echo) => json({ error: echo }) },
  'a 401 in HTML': { status: 401, type: 'text/html', body: (echo) => `<h1>401</h1><pre>${echo.join('\n')}` },
  'a 403 as text': { status: 403, type: 'text/plain', body: (echo) => echo.join(' ') },
  'a 500 as a form': { status: 500, type: 'text/plain', body: (echo) => `error=${echo.join('&x=')}` },
  'a truncated 502': { status: 502, body: (echo) => `{"error":"${echo[1]}` },
  'the location of a redirect': {
    status: 302,
    headers: (echo) => ({ location: `https://login.example/?token=${echo[2]}&b=${echo[5]}` }),
  },
  'the headers of a 401': {
    status: 401,
    headers: (echo) => ({
      'www-authenticate': `Bearer realm="${echo[0]}"`,
      'x-token': `${echo[5]} ${echo[7]}`,
    }),
  },
  'the Retry-After of a 429': { status: 429, headers: (echo) => ({ 'retry-after': String(echo[0]) }) },
  'the content type of a page': { status: 200, type: 'echo', body: () => '<h1>hello</h1>' },
};

/** Alternates between the command and the name of each method; `npm run test:long` runs all. */
const IS_WHOLE = process.env['ORGCTL_TEST_RUNS'] !== undefined;
const everyOther = (lines: readonly string[], first: number) =>
  lines.filter((_, index) => IS_WHOLE || index % 2 === first % 2);
const linesFor = (place: number) => [
  ...everyOther(WEB_COMMANDS, place),
  ...everyOther(CALLS_BY_NAME, place + 1),
];

it.each(Object.entries(PLACES).map(([name, place], index) => [name, place, index] as const))(
  'no Web API call prints or stores a token that %s repeats in any encoding',
  async (_, { status, type = 'application/json', headers, body }, place) => {
    const echo = echoes();
    const contentType = type === 'echo' ? `text/html; token="${echo[0]}"` : type;
    const server = await faultySandbox(organizationOf({ settings: { tokens: [KNOWN] } }), [
      {
        do: 'answer',
        times: 'always',
        status,
        headers: { 'content-type': contentType, ...headers?.(echo) },
        body: body?.(echo) ?? '{}',
      },
    ]);
    const machine = freshMachine();
    const flags = `--scim-url ${server.origin} --api-url ${server.origin}/api --scim-version 2.0 --max-wait 0s`;
    const shown: string[] = [];
    for (const line of linesFor(place)) {
      const before = server.met.length;
      for (const form of ['--debug', '-o json']) {
        const env = { ORGCTL_TOKEN: TOKEN };
        const ran = await machine.orgctl(`${flags} ${line} ${form}`, { env, sleep: async () => {} });
        for (const piece of [...piecesIn(ran.stdout), ...piecesIn(ran.stderr)])
          shown.push(`${line}: ${piece}`);
      }
      expect({ line, isSent: server.met.length > before }).toEqual({ line, isSent: true });
    }
    expect(shown).toEqual([]);
    const kept = filesOf(machine).flatMap((file) => piecesIn(readFileSync(file, 'utf8')));
    expect(kept).toEqual([]);
  },
);

/**
 * Pieces of twelve characters of the token in any encoding; a piece of eight may occur in a request ID by
 * chance.
 */
const PIECES = [TOKEN.replace('xoxp-', '')].flatMap((secret) =>
  formsOf(secret).flatMap((form) =>
    Array.from({ length: Math.max(0, form.length - 11) }, (_, start) => form.slice(start, start + 12)),
  ),
);

function piecesIn(text: string): readonly string[] {
  return PIECES.filter((piece) => text.includes(piece));
}

function filesOf(machine: Machine): readonly string[] {
  return readdirSync(machine.home, { recursive: true, encoding: 'utf8' })
    .map((name) => join(machine.home, name))
    .filter((file) => statSync(file).isFile());
}
