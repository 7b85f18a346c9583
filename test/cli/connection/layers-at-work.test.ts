import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { Command } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { type Connection, connect } from '../../../src/cli/connection/connect.ts';
import { addCommonOptions } from '../../../src/cli/options/common-options.ts';
import { createMessages } from '../../../src/cli/printing/messages.ts';
import { Interrupted } from '../../../src/failure/interrupted.ts';
import { parkedRequests } from '../../../src/http/parked-requests.ts';
import { createWaitBudget } from '../../../src/http/wait-budget.ts';
import { createWriteLease } from '../../../src/http/write-lease.ts';
import { paletteFor } from '../../../src/output/palette.ts';
import type { Profile } from '../../../src/profiles/profile.ts';
import { resolveProfile } from '../../../src/profiles/resolve-profile.ts';
import { getUser } from '../../../src/scim/users.ts';
import type { JsonObject } from '../../../src/spec/protocol-types.ts';
import { createWriter } from '../../../src/terminal/streams.ts';
import { userId } from '../../../src/values/ids.ts';
import { faultySandbox } from '../../support/faulty-sandbox.ts';
import { memoryStreams } from '../../support/memory-streams.ts';
import { account, organizationOf, TOKENS } from '../../support/organization-world.ts';
import { freshMachine, type RunOptions } from '../../support/run-orgctl.ts';
import { scriptedServer } from '../../support/scripted-server.ts';

const TOKEN = 'canary-1234567890-token';
const USER = {
  id: 'W0000001',
  userName: 'ada',
  active: true,
  emails: [{ value: 'ada@x.example', primary: true }],
};

/** Commands that read and write over each API. */
const COMMANDS = {
  scim: { read: 'scim users get W0000001', write: 'scim users patch W0000001 --title Chef' },
  web: {
    read: 'api auth.test',
    write: 'admin conversations convert-to-private C0RANDOM --yes --confirm C0RANDOM',
  },
} as const;
type Api = keyof typeof COMMANDS;
const BOTH: readonly Api[] = ['scim', 'web'];

type Answering = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const wellAnswer: Answering = (request, response) => {
  const user = request.method === 'PATCH' ? { ...USER, title: 'Chef' } : USER;
  json(response, request.url?.startsWith('/api/') === true ? { ok: true, user: 'ada', team: 'acme' } : user);
};

function json(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The connection of a command to a service at this address. */
function connectionTo(origin: string, more: Partial<Profile> = {}): Promise<Connection> {
  const streams = memoryStreams({});
  const common = addCommonOptions(new Command()).opts();
  const profile: Profile = { name: 'acme', scimVersion: '2.0', vendor: 'service', tokens: {}, ...more };
  const given = { scimBaseUrl: { value: origin, source: 'flag' } } as const;
  return connect({
    resolved: resolveProfile({ profiles: { acme: profile } }, { value: 'acme', source: 'flag' }, given),
    common,
    host: {
      argv: [],
      env: {},
      streams,
      now: Date.now,
      clock: () => performance.now(),
      random: Math.random,
      sleep: async () => {},
      onStopSignal: () => () => {},
    },
    configFolder: 'config',
    stateFolder: '',
    token: async () => TOKEN,
    trace: () => {},
    onWait: () => {},
    budget: createWaitBudget(common.maxWait, () => performance.now()),
    parked: parkedRequests(),
    sendingRight: createWriteLease(),
    messages: createMessages({
      stream: streams.stderr,
      writer: createWriter(streams.stderr, 'stderr'),
      palette: paletteFor(false),
      redact: (text) => text,
      isQuiet: true,
      isAnimated: false,
    }),
    shares: 1,
    sleep: async () => {},
  });
}

function page(count: number, cursor: string) {
  const sessions = [{ user_id: `U${count}`, session_id: count }];
  return { ok: true, active_sessions: sessions, response_metadata: { next_cursor: cursor } };
}

/** A machine with a profile of a scripted service; waits are recorded and take no time. */
async function onScripted(answer: Answering = wellAnswer, flags = '') {
  const server = await scriptedServer(answer);
  const machine = freshMachine();
  const added = await machine.orgctl(
    `profile add acme --scim-url ${server.origin} --api-url ${server.origin}/api --scim-version 2.0 --token-stdin --no-check ${flags}`,
    { stdin: TOKEN },
  );
  expect(added.exit).toBe(0);
  const waits: number[] = [];
  const orgctl = (line: string, options: RunOptions = {}) =>
    machine.orgctl(`-p acme ${line}`, {
      sleep: async (milliseconds) => void waits.push(Math.round(milliseconds)),
      ...options,
      env: { ORGCTL_TOKEN: TOKEN, ...options.env },
    });
  const writes = () => server.seen.filter((line) => /^(DELETE|PATCH|PUT) |convertToPrivate/.test(line));
  return { server, orgctl, waits, writes };
}

/** The same for a sandbox with these faults. */
async function onFaulty(faults: readonly JsonObject[], now: () => number = Date.now) {
  const sandbox = await faultySandbox(organizationOf({ users: [account('ada')] }), faults, now);
  const machine = freshMachine();
  const waits: number[] = [];
  const orgctl = (line: string) =>
    machine.orgctl(
      `--scim-url ${sandbox.origin} --api-url ${sandbox.origin}/api --scim-version 2.0 ${line.replace('W0000001', 'WADA')}`,
      {
        sleep: async (milliseconds) => void waits.push(Math.round(milliseconds)),
        env: { ORGCTL_TOKEN: TOKENS.primaryOwner },
      },
    );
  return { sandbox, orgctl, waits };
}

describe.each(BOTH)('layers of %s in the program', (api) => {
  const { read, write } = COMMANDS[api];

  it('progress: shows on a terminal which host a request waits for', async () => {
    const { orgctl, server } = await onScripted((request, response, count) => {
      setTimeout(() => wellAnswer(request, response, count), 700);
    });
    const ran = await orgctl(read, { terminal: 80, env: { NO_COLOR: '1' } });
    expect(ran.stderr).toContain(`waiting for ${new URL(server.origin).host}`);
  });

  it('dry-run: withholds every write', async () => {
    const { orgctl, writes } = await onScripted();
    const ran = await orgctl(`-n ${write}`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain('nothing was sent');
    expect(writes()).toEqual([]);
    expect((await orgctl(write)).exit).toBe(0);
    expect(writes()).toHaveLength(1);
  });

  it('read-only: refuses every write with exit 9, and passes reads on', async () => {
    const { orgctl, writes } = await onScripted(wellAnswer, '--read-only');
    expect(await orgctl(write)).toEqual({
      exit: 9,
      stdout: '',
      stderr:
        'error: the profile "acme" is read-only; nothing was sent\n' +
        'hint: to allow writes: orgctl profile edit acme --no-read-only\n',
    });
    expect(writes()).toEqual([]);
    expect((await orgctl(read)).exit).toBe(0);
  });

  it('read-only: shows a dry run, then refuses', async () => {
    const { orgctl, writes } = await onScripted(wellAnswer, '--read-only');
    const ran = await orgctl(`-n ${write}`);
    expect(ran.exit).toBe(9);
    expect(ran.stdout).not.toBe('');
    expect(ran.stderr).toMatch(/nothing was sent\n(?:.*\n)*.* is read-only; nothing was sent\n/);
    expect(writes()).toEqual([]);
  });

  it('retry: repeats a read after 503, and waits in between', async () => {
    const { orgctl, sandbox, waits } = await onFaulty([{ do: 'error', status: 503, times: 2 }]);
    expect((await orgctl(read)).exit).toBe(0);
    expect(sandbox.met).toHaveLength(3);
    expect(waits).toHaveLength(2);
  });

  it('no-redirects: follows no redirect and reports its target', async () => {
    const { orgctl, sandbox } = await onFaulty([
      { do: 'answer', status: 302, headers: { location: 'https://elsewhere.example/' } },
    ]);
    const ran = await orgctl(read);
    expect(ran.exit).toBe(11);
    expect(ran.stderr).toContain('redirects to https://elsewhere.example (302); redirects are not followed');
    expect(sandbox.met).toHaveLength(1);
  });

  it('pace: spaces requests according to --rate', async () => {
    const { orgctl, server, waits } = await onScripted((request, response, count) => {
      if (api === 'web') json(response, page(count, count % 2 === 1 ? `more-${count}` : ''));
      else wellAnswer(request, response, count);
    });
    const two = api === 'web' ? 'api admin.users.session.list --paginate' : write;
    expect((await orgctl(two)).exit).toBe(0);
    expect(waits).toEqual([]);
    expect(server.seen.length).toBeGreaterThan(1);
    // The first wait ends the command, since a real wait would take an hour.
    const stop = async (milliseconds: number) => {
      waits.push(milliseconds);
      throw new Interrupted('SIGINT');
    };
    expect((await orgctl(`--rate 1/h+1 ${two}`, { sleep: stop })).exit).toBe(130);
    expect(waits[0]).toBeGreaterThan(3_000_000);
  });

  it('authorize: sends the token of the profile', async () => {
    const { orgctl, server } = await onScripted();
    await orgctl(read);
    expect(server.headers[0]?.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('trace: prints each request with --debug, and nothing without', async () => {
    const { orgctl } = await onScripted();
    expect((await orgctl(`--debug ${read}`)).stderr).toMatch(/^#1 > (GET|POST) http/m);
    expect((await orgctl(read)).stderr).not.toContain('#1 >');
  });
});

const DAY = 86_400_000;

describe('Web API methods that write', () => {
  it.each([
    ['api conversations.mark channel=C0RANDOM ts=1.2', 9],
    ['api chat.postMessage channel=C0RANDOM', 9],
    ['api chat.postMessage channel=C0RANDOM --get', 9],
    ['api auth.test', 0],
    ['api admin.users.session.list', 0],
    ['api team.integrationLogs', 0],
  ])('read-only: "%s" ends with exit %i; methods without description count as writes', async (line, exit) => {
    const { orgctl, server } = await onScripted(wellAnswer, '--read-only');
    const ran = await orgctl(line);
    expect(ran.exit).toBe(exit);
    expect(ran.stderr.includes('read-only; nothing was sent')).toBe(exit === 9);
    expect(server.seen).toHaveLength(exit === 9 ? 0 : 1);
  });
});

describe('layers of a single API', () => {
  it('read-only: refuses a write that bypasses the commands', async () => {
    const server = await scriptedServer(wellAnswer);
    const { scim, close } = await connectionTo(server.origin, { readOnly: true });
    await expect(scim.send({ method: 'PUT', path: '/Users/W1', body: {} })).rejects.toMatchObject({
      kind: 'limit',
      message: expect.stringContaining('is read-only; nothing was sent'),
    });
    expect(server.seen).toEqual([]);
    expect((await scim.send({ method: 'GET', path: '/Users/W1' })).status).toBe(200);
    await close();
  });

  it('one-write-per-target: SCIM sends the second write to a user after the response to the first', async () => {
    const open: (() => void)[] = [];
    let most = 0;
    /** Responses are held back until this many requests wait. */
    let atOnce = 1;
    const answerAll = () => {
      for (const answer of open.splice(0)) answer();
    };
    const server = await scriptedServer(({ url }, response) => {
      open.push(() => json(response, { ...USER, id: url?.split('/').at(-1) }));
      most = Math.max(most, open.length);
      if (open.length >= atOnce) setTimeout(answerAll, 20);
    });
    const write = (id: string) => ({ method: 'PUT', path: `/Users/${id}`, body: {} }) as const;
    const connection = await connectionTo(server.origin);
    await Promise.all([1, 2, 3].map(() => connection.scim.send(write('W1'))));
    expect([server.seen.length, most]).toEqual([3, 1]);
    atOnce = 3;
    await Promise.all(['W1', 'W2', 'W3'].map((id) => connection.scim.send(write(id))));
    expect([server.seen.length, most]).toEqual([6, 3]);
    await connection.close();
  });

  it('server-clock: SCIM recognizes a just created user by the clock of the service', async () => {
    const { orgctl } = await onFaulty(
      [{ method: 'POST', do: 'close', applied: true }],
      () => Date.now() - DAY,
    );
    const ran = await orgctl('--scim-version auto scim users create --user-name eva --email eva@x.example');
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('no usable response; checked: eva is as requested');
  });

  it('server-clock: the Web API computes the age of a session by the clock of the service', async () => {
    const then = Date.now() - DAY;
    const seen = { recent: { date: Math.round((then - DAY / 48) / 1000) } };
    const body = { ok: true, active_sessions: [{ user_id: 'U1', session_id: 1, ...seen }] };
    const { orgctl } = await onFaulty([{ do: 'answer', body, times: 'always' }], () => then);
    expect(await orgctl('admin sessions --stale 1h -o json')).toMatchObject({ exit: 0, stdout: '[]\n' });
    expect((await orgctl('admin sessions --stale 20m -o json')).stdout).toContain('U1');
  });

  it.each([
    ['ratelimited', 'throttled'],
    ['service_unavailable', 'unavailable'],
    ['internal_error', 'failed'],
  ])('status-of-refusals: the Web API retries after 200 with %s', async (error) => {
    const body = { ok: false, error };
    const { orgctl, sandbox, waits } = await onFaulty([
      { do: 'answer', body, headers: { 'retry-after': '0.05' }, times: 2 },
    ]);
    expect((await orgctl('api auth.test')).exit).toBe(0);
    expect(sandbox.met).toHaveLength(3);
    expect(waits.filter((wait) => wait >= 50).length).toBeGreaterThanOrEqual(2);
  });

  it('announced-scopes: the Web API reports the scopes that the token lacks', async () => {
    const { orgctl } = await onScripted((request, response) => {
      if (request.url?.startsWith('/api/') !== true) json(response, { totalResults: 1, Resources: [USER] });
      else
        json(response, { ok: true, user: 'ada', team: 'acme' }, 200, {
          'x-oauth-scopes': 'admin.users:read',
        });
    });
    const ran = await orgctl('profile check -o json');
    const { user } = JSON.parse(ran.stdout).tokens;
    expect(user.methods).toContain('admin.users.session.list');
    expect(user.lacking).toContainEqual({ method: 'migration.exchange', scopes: ['tokens.basic'] });
  });
});

it('a token echoed in a response is removed below the layers', async () => {
  const server = await scriptedServer((request, response) => {
    const { authorization = '' } = request.headers;
    json(response, { detail: `refused: ${authorization}` }, 400, { 'x-echo': authorization });
  });
  const { scim, close } = await connectionTo(server.origin);
  const failure = await getUser(scim, userId('W0000001')).catch((error: unknown) => error);
  await close();
  expect(failure).toMatchObject({ message: expect.stringContaining('refused: ') });
  expect(inspect(failure, { depth: 9 })).not.toContain(TOKEN);
});
