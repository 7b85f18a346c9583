import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { WATCH_BOUNDS } from '../../../src/sandbox/bounds.ts';
import { eventReader } from '../../../src/sandbox/inspect/page/read-events.ts';
import { streamToPage } from '../../../src/sandbox/inspect/page-stream.ts';
import { listen } from '../../../src/sandbox/listen.ts';
import { inspectedSandbox } from '../../support/inspected-sandbox.ts';
import { newUser, patchOp } from '../../support/test-sandbox.ts';

/** One external IPv4 address of this machine, if it has any. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .flatMap(({ internal, family, address }) => (!internal && family === 'IPv4' ? [address] : []))
  .slice(0, 1);

const DATA = ['/_inspect/events', '/_inspect/exchanges/1', '/_inspect/organization', '/_inspect/members/S1'];
const PAGE = ['/_inspect', '/_inspect/', '/_inspect/page.js', '/_inspect/page.css'];

/** Parses the body of a response as JSON. */
async function told(answer: Promise<Response>) {
  return JSON.parse(await (await answer).text());
}

/** Reads events of a stream until one matches. */
async function eventsUntil(answer: Response, isLast: (event: string, data: string) => boolean) {
  const events: { event: string; data: Record<string, unknown> }[] = [];
  const read = eventReader();
  const decoder = new TextDecoder();
  for await (const piece of answer.body ?? []) {
    for (const { event, data } of read(decoder.decode(piece, { stream: true }))) {
      events.push({ event, data: JSON.parse(data) });
      if (isLast(event, data)) return events;
    }
  }
  return events;
}

describe('access to the inspector', () => {
  it.each([
    ['', 401],
    ['wrong', 401],
    ['sandbox-member-token', 403],
    ['sandbox-admin-token', 403],
    ['sandbox-workspace-token', 403],
    ['sandbox-bot-token', 403],
    ['sandbox-expired-token', 403],
  ])('answers the token "%s" with %i', async (token, status) => {
    const { ask } = await inspectedSandbox();
    for (const path of DATA) expect((await ask('GET', path, undefined, token)).status).toBe(status);
  });

  it('serves the page files without a token, because they contain no organization data', async () => {
    const { ask } = await inspectedSandbox();
    for (const path of PAGE) {
      const answer = await ask('GET', path, undefined, '');
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('Harbour');
    }
  });

  it.each(OUTSIDE)('refuses requests to %s, another address of this machine', async (outside) => {
    const { ask, sandbox, inspector } = await inspectedSandbox();
    const server = await listen(sandbox, 0, Date.now, { host: '0.0.0.0', inspector });
    try {
      const { port } = new URL(server.origin);
      for (const path of [...PAGE, ...DATA]) {
        const headers = { authorization: 'Bearer sandbox-owner-token' };
        expect((await fetch(`http://${outside}:${port}${path}`, { headers })).status).toBe(403);
      }
    } finally {
      await server.close();
    }
    expect((await ask('GET', '/_inspect')).status).toBe(200);
  });

  it('refuses requests from pages of other sites', async () => {
    const { origin } = await inspectedSandbox();
    for (const path of [...PAGE, ...DATA]) {
      const foreign = { 'sec-fetch-site': 'cross-site', authorization: 'Bearer sandbox-owner-token' };
      expect((await fetch(`${origin}${path}`, { headers: foreign })).status).toBe(403);
    }
  });

  it('answers 404 if the inspector is not enabled', async () => {
    const { sandbox } = await inspectedSandbox();
    const server = await listen(sandbox, 0, Date.now);
    const answer = await fetch(`${server.origin}/_inspect`, {
      headers: { authorization: 'Bearer sandbox-owner-token' },
    });
    await server.close();
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('bad_endpoint');
  });

  it.each([
    ['POST', '/_inspect'],
    ['DELETE', '/_inspect/exchanges/1'],
    ['GET', '/_inspect/other'],
    ['GET', '/_inspect/exchanges/1'],
    ['GET', '/_inspect/exchanges/x'],
    ['GET', '/_inspect/members/none'],
  ])('answers %s %s with 404', async (method, path) => {
    const { ask } = await inspectedSandbox();
    expect((await ask(method, path)).status).toBe(404);
  });
});

describe('files of the inspector page', () => {
  it('sends a Content-Security-Policy that allows only its own files and origin', async () => {
    const { ask } = await inspectedSandbox();
    const { headers } = await ask('GET', '/_inspect');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has no inline script or style and loads only its own files', async () => {
    const { ask } = await inspectedSandbox();
    const page = await (await ask('GET', '/_inspect')).text();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|https?:/);
    expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      'data:,',
      '/_inspect/page.css',
      '/_inspect/page.js',
    ]);
    const script = await (await ask('GET', '/_inspect/page.js')).text();
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?:\/\/(?!localhost)/,
    );
  });
});

describe('data for the inspector page', () => {
  it('streams past requests first, then new requests and changes', async () => {
    const { ask } = await inspectedSandbox();
    await ask('GET', '/scim/v2/Users');
    const stream = await ask('GET', '/_inspect/events');
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reading = eventsUntil(stream, (event, data) => event === 'exchange' && data.includes('patchUser'));
    const change = patchOp({ op: 'replace', path: 'title', value: 'Chief' });
    await ask('PATCH', '/scim/v2/Users/W1118NVR2', change);
    const events = await reading;
    expect(events.map(({ event }) => event)).toEqual(['hello', 'exchange', 'live', 'change', 'exchange']);
    expect(events[3]?.data).toMatchObject({
      kind: 'user',
      name: 'walt.finch',
      action: 'changed',
      fields: [{ name: 'title', before: 'Head of IT', after: 'Chief' }],
    });
    expect(events[4]?.data).toMatchObject({ seq: 2, operation: 'patchUser', status: 200 });
    expect(events[4]?.data).not.toHaveProperty('sent');
  });

  it('resumes after the last request the page has', async () => {
    const { ask } = await inspectedSandbox();
    for (let turn = 0; turn < 3; turn += 1) await ask('GET', '/scim/v2/Users');
    const stream = await ask('GET', '/_inspect/events?after=2&afterChange=x');
    const events = await eventsUntil(stream, (event) => event === 'live');
    expect(events.filter(({ event }) => event === 'exchange').map(({ data }) => data['seq'])).toEqual([3]);
  });

  it.each([-1, 0, 1])('streams to at most eight pages at a time: %i more', async (more) => {
    const { ask } = await inspectedSandbox();
    const statuses: number[] = [];
    for (let page = 0; page < WATCH_BOUNDS.streams + more; page += 1)
      statuses.push((await ask('GET', '/_inspect/events')).status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(Math.max(0, more));
  });

  it('disconnects a page that does not read', async () => {
    const { inspector, origin } = await inspectedSandbox();
    let reader: ServerResponse | undefined;
    const server = createServer((_, response) => {
      reader = response;
      streamToPage(inspector, { afterExchange: 0, afterChange: 0 }, response, 1_000_000);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => reader?.headersSent).toBe(true);
    const request = { method: 'GET', url: `${origin}/${'x'.repeat(1_500)}`, headers: {} };
    const answer = { status: 200, headers: {}, text: '{}', delivery: { kind: 'whole' } } as const;
    for (let seq = 1; seq <= 100; seq += 1) inspector.recorder.tell({ request, answer, took: 1 });
    expect(reader?.destroyed).toBe(false);
    for (let seq = 1; seq <= 10_000; seq += 1) inspector.recorder.tell({ request, answer, took: 1 });
    expect(reader?.destroyed).toBe(true);
    socket.destroy();
    server.close();
  });

  it('returns a request with its redacted bodies and its changes', async () => {
    const { ask } = await inspectedSandbox();
    await ask('POST', '/scim/v2/Users', { ...newUser('2.0', 'eva'), password: 'hunter2hunter2' });
    const request = await told(ask('GET', '/_inspect/exchanges/1'));
    expect(request).toMatchObject({
      exchange: { seq: 1, sent: { text: expect.stringContaining('"password":"«redacted»"') } },
      changes: [{ kind: 'user', action: 'created', name: 'eva' }],
    });
    expect(JSON.stringify(request)).not.toContain('hunter2');
  });

  it('returns the organization and the users found by a search', async () => {
    const { ask } = await inspectedSandbox();
    const all = await told(ask('GET', '/_inspect/organization'));
    expect(all).toMatchObject({ name: 'Harbour & Finch', users: 12, found: { more: false } });
    const { found } = await told(ask('GET', '/_inspect/organization?find=WALT'));
    expect(found.users).toMatchObject([{ userName: 'walt.finch', state: 'active' }]);
    const [group] = all.found.groups;
    const { members } = await told(ask('GET', `/_inspect/members/${group.id}`));
    expect(members).toHaveLength(group.members);
  });

  it.each([11, 12, 13])('returns at most twelve of %i users without a search', async (count) => {
    const { ask, sandbox } = await inspectedSandbox();
    const users = [...sandbox.organization.users()];
    const [first] = users;
    if (first === undefined) throw new Error('no first user');
    if (count < users.length) return expect(users).toHaveLength(12);
    for (let more = users.length; more < count; more += 1)
      sandbox.organization.apply({
        user: { ...first, id: `WNEW${more}`, values: { userName: `new${more}`, active: true } },
      });
    const { found } = await told(ask('GET', '/_inspect/organization'));
    expect(found.users).toHaveLength(Math.min(count, 12));
    expect(found.more).toBe(count > 12);
  });
});

describe('deleting one fault', () => {
  it('deletes a fault by its ID and keeps the others', async () => {
    const { ask } = await inspectedSandbox();
    await ask('POST', '/_sandbox/faults', { faults: [{ do: 'reset' }, { do: 'throttle' }] });
    expect((await ask('DELETE', '/_sandbox/faults/1')).status).toBe(204);
    const { faults } = await told(ask('GET', '/_sandbox/faults'));
    expect(faults).toMatchObject([{ id: 2, do: 'throttle' }]);
    const again = await ask('DELETE', '/_sandbox/faults/1');
    expect([again.status, await again.json()]).toEqual([404, { error: 'there is no fault 1' }]);
    expect((await ask('DELETE', '/_sandbox/faults/0')).status).toBe(404);
    expect((await ask('DELETE', '/_sandbox/faults/2', undefined, 'wrong')).status).toBe(401);
  });
});
