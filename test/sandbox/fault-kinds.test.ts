import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { account, organizationOf, TOKENS } from '../support/organization-world.ts';
import { NOW, newUser } from '../support/test-sandbox.ts';

const authorization = `Bearer ${TOKENS.primaryOwner}`;
const USERS = ['ada', 'bo', 'cy', 'di', 'eli'].map((name) => account(name));
const serve = (...faults: readonly JsonObject[]) =>
  faultySandbox(organizationOf({ users: USERS }), faults, () => NOW);

/** What the client receives: status, headers and text, or status 0 if no response arrives. */
async function seen(url: string, init: RequestInit = {}) {
  try {
    const answer = await fetch(url, { ...init, headers: { authorization, ...init.headers } });
    const headers = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, text: await answer.text().catch(() => 'broken off') };
  } catch {
    return { status: 0, headers: {}, text: 'no answer' };
  }
}

const create = (origin: string, version: 'v1' | 'v2' = 'v1') =>
  seen(`${origin}/scim/${version}/Users`, {
    method: 'POST',
    body: JSON.stringify(newUser(version === 'v1' ? '1.1' : '2.0', 'eva')),
  });

describe.each(['reset', 'close'])('the fault "%s"', (name) => {
  it.each([
    [false, 0],
    [true, 1],
  ])('loses the response to a write; applied: %s', async (applied, changes) => {
    const { origin, audit } = await serve({ method: 'POST', do: name, applied });
    expect(await create(origin)).toMatchObject({ status: 0 });
    expect(audit()).toHaveLength(changes);
    expect(await create(origin)).toMatchObject({ status: applied ? 409 : 201 });
  });
});

describe('the fault "stall"', () => {
  it('sends nothing for the given time and then closes the connection', async () => {
    const { origin } = await serve({ do: 'stall', for: '20ms' });
    expect(await seen(`${origin}/scim/v1/Users`)).toMatchObject({ status: 0 });
    expect(await seen(`${origin}/scim/v1/Users`)).toMatchObject({ status: 200 });
  });

  it('ends if the client aborts the request', async () => {
    const { origin, audit } = await serve({ do: 'stall', for: '1h', applied: true, method: 'DELETE' });
    const url = `${origin}/scim/v1/Users/WADA`;
    const control = new AbortController();
    const stalled = seen(url, { method: 'DELETE', signal: control.signal });
    await expect.poll(() => audit()).not.toHaveLength(0);
    control.abort();
    expect(await stalled).toMatchObject({ status: 0 });
    expect(await seen(url)).toMatchObject({ status: 200, text: expect.stringContaining('"active":false') });
  });
});

describe('the fault "cut"', () => {
  it.each([
    ['with Content-Length', {}],
    ['without Content-Length', { declared: false }],
    ['before the body', { at: '0%' }],
    ['near the end of the body', { at: '99%' }],
  ])('truncates the real response: %s', async (_, more) => {
    const { origin, audit } = await serve({ method: 'POST', do: 'cut', ...more });
    expect(await create(origin)).toMatchObject({ status: 201, text: 'broken off' });
    expect(audit()).toMatchObject([{ action: 'created', name: 'eva' }]);
  });
});

describe('the fault "drip"', () => {
  it('sends the real response byte by byte, and adds no listener for each byte', async () => {
    const { origin } = await serve({ do: 'drip', every: '1ms', path: '/scim/v1/Users/WADA' });
    const warnings: string[] = [];
    const keep = ({ name }: Error) => warnings.push(name);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    const slow = await seen(`${origin}/scim/v1/Users/WADA`);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
    expect(slow).toMatchObject({ status: 200, text: (await seen(`${origin}/scim/v1/Users/WADA`)).text });
  });

  it('keeps the response open while bytes remain', async () => {
    const { origin } = await serve({ do: 'drip', every: '1h' });
    const control = new AbortController();
    const answer = await fetch(`${origin}/scim/v1/Users/WADA`, {
      headers: { authorization },
      signal: control.signal,
    });
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('{');
    const next = reader?.read().catch(() => 'broken off');
    control.abort();
    expect(await next).toBe('broken off');
  });
});

describe('the fault "throttle"', () => {
  it.each([
    [undefined, undefined],
    [0, '0'],
    [1, '1'],
    [30, '30'],
    ['1.5', '1.5'],
    [9_999_999_999, '9999999999'],
    ['soon', 'soon'],
    ['date+30s', 'Mon, 04 Mar 2024 17:00:30 GMT'],
    ['date-30s', 'Mon, 04 Mar 2024 16:59:30 GMT'],
  ])('answers 429; retryAfter %s gives the Retry-After header "%s"', async (retryAfter, header) => {
    const { origin, audit } = await serve({
      do: 'throttle',
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
    const refused = await create(origin);
    expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('too_many_requests') });
    expect(refused.headers['retry-after']).toBe(header);
    expect(audit()).toEqual([]);
  });

  it('answers ratelimited on the Web API', async () => {
    const { origin } = await serve({ do: 'throttle', retryAfter: 1 });
    const refused = await seen(`${origin}/api/auth.test`);
    expect(refused).toMatchObject({ status: 429, text: '{"ok":false,"error":"ratelimited"}' });
  });
});

describe('the fault "error"', () => {
  const V2 =
    '{"schemas":["urn:ietf:params:scim:api:messages:2.0:Error"],"detail":"internal_error","status":500}';

  it.each([
    ['v1', {}, 500, '{"Errors":{"description":"internal_error","code":500}}', 'application/json'],
    ['v2', {}, 500, V2, 'application/json'],
    ['v2', { status: 503, body: 'none' }, 503, '', undefined],
    ['v2', { status: 502, body: 'html' }, 502, '<h1>Gateway</h1>', 'text/html'],
  ] as const)('answers on %s with %j with status %i', async (version, more, status, text, type) => {
    const { origin, audit } = await serve({ do: 'error', ...more });
    const failed = await create(origin, version);
    expect(failed).toMatchObject({ status, text: expect.stringContaining(text) });
    expect(failed.headers['content-type']?.split(';')[0]).toBe(type);
    expect(audit()).toEqual([]);
  });

  it('applies the write first if applied is true, and sends Retry-After', async () => {
    const { origin, audit } = await serve({ do: 'error', status: 504, applied: true, retryAfter: 2 });
    const failed = await create(origin);
    expect(failed).toMatchObject({ status: 504, headers: { 'retry-after': '2' } });
    expect(audit()).toHaveLength(1);
  });

  it('answers ok: false on the Web API', async () => {
    const { origin } = await serve({ do: 'error', status: 503 });
    const failed = await seen(`${origin}/api/auth.test`);
    expect(failed).toMatchObject({ status: 503, text: '{"ok":false,"error":"internal_error"}' });
  });
});

describe('faults that replace the response', () => {
  it.each([
    [{ do: 'html' }, 200, '<h1>Gateway</h1>', 'text/html; charset=utf-8'],
    [{ do: 'html', status: 403 }, 403, '<h1>Gateway</h1>', 'text/html; charset=utf-8'],
    [{ do: 'notOk' }, 200, '{"ok":false,"error":"internal_error"}', 'application/json; charset=utf-8'],
    [{ do: 'notOk', error: 'fatal_error' }, 200, '"fatal_error"', 'application/json; charset=utf-8'],
    [{ do: 'answer' }, 200, '', undefined],
    [{ do: 'answer', status: 204 }, 204, '', undefined],
    [{ do: 'answer', body: {} }, 200, '{}', 'application/json; charset=utf-8'],
    [{ do: 'answer', body: [] }, 200, '[]', 'application/json; charset=utf-8'],
    [{ do: 'answer', body: null }, 200, 'null', 'application/json; charset=utf-8'],
    [{ do: 'answer', body: '{"id"' }, 200, '{"id"', 'application/json; charset=utf-8'],
    [
      { do: 'answer', body: 'moved', headers: { 'Content-Type': 'text/plain', location: '/x' } },
      200,
      'moved',
      'text/plain',
    ],
  ])('%j', async (fault, status, text, type) => {
    const { origin, audit } = await serve({ method: 'POST', ...fault });
    const answer = await create(origin);
    expect(answer).toMatchObject({ status, text: expect.stringContaining(text) });
    if (text === '') expect(answer.text).toBe('');
    expect(answer.headers['content-type']).toBe(type);
    expect(audit()).toEqual([]);
  });

  it('applies the write first if applied is true', async () => {
    const { origin, audit } = await serve({ method: 'POST', do: 'html', applied: true });
    expect(await create(origin)).toMatchObject({ status: 200, text: expect.stringContaining('Gateway') });
    expect(audit()).toHaveLength(1);
  });
});

describe('faults that falsify a list', () => {
  const page = async (origin: string, startIndex: number) => {
    const { text } = await seen(`${origin}/scim/v2/Users?count=2&startIndex=${startIndex}`);
    const { totalResults, itemsPerPage, Resources } = JSON.parse(text);
    return { totalResults, itemsPerPage, names: Resources.map(({ userName }: JsonObject) => userName) };
  };

  it.each([
    [5, 10],
    [-3, 2],
    [-9, 0],
  ])('total: adds %i to totalResults', async (add, totalResults) => {
    const { origin } = await serve({ do: 'total', add });
    expect(await page(origin, 1)).toEqual({ totalResults, itemsPerPage: 2, names: ['ada', 'bo'] });
    expect(await page(origin, 1)).toMatchObject({ totalResults: 5 });
  });

  it('emptyPage: returns an empty second page', async () => {
    const { origin } = await serve({ do: 'emptyPage', nth: 2 });
    expect(await page(origin, 1)).toMatchObject({ names: ['ada', 'bo'] });
    expect(await page(origin, 3)).toEqual({ totalResults: 5, itemsPerPage: 0, names: [] });
    expect(await page(origin, 3)).toMatchObject({ names: ['cy', 'di'] });
  });

  it('repeatPage: returns the first page in place of the second', async () => {
    const { origin } = await serve({ do: 'repeatPage', nth: 2 });
    expect(await page(origin, 1)).toMatchObject({ names: ['ada', 'bo'] });
    expect(await page(origin, 3)).toMatchObject({ names: ['ada', 'bo'] });
    expect(await page(origin, 3)).toMatchObject({ names: ['cy', 'di'] });
  });

  it('applies only to list requests', async () => {
    const { origin, queue } = await serve({ do: 'emptyPage' });
    await seen(`${origin}/scim/v2/Users/WADA`);
    await create(origin);
    await seen(`${origin}/api/auth.test`);
    expect(queue.tally).toEqual({ all: 1, consumed: 0 });
    await seen(`${origin}/scim/v1/Groups`);
    expect(queue.tally).toEqual({ all: 1, consumed: 1 });
  });
});

describe('the fault "token"', () => {
  it('answers over SCIM as the service refuses a token, with its header', async () => {
    const { origin } = await serve({ do: 'token', end: 'expired' });
    const answer = await seen(`${origin}/scim/v2/Users`);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it.each([
    ['expired', 'token_expired'],
    ['revoked', 'token_revoked'],
  ])('answers a token as %s from the third request on', async (end, code) => {
    const { origin, queue } = await serve({ do: 'token', end, nth: 3, times: 'always' });
    const url = `${origin}/scim/v1/Users/WADA`;
    expect([(await seen(url)).status, (await seen(url)).status]).toEqual([200, 200]);
    for (let turn = 0; turn < 3; turn += 1)
      expect(await seen(url)).toMatchObject({
        status: 401,
        text: '{"Errors":{"description":"invalid_authentication","code":401}}',
      });
    expect(await seen(`${origin}/api/auth.test`)).toMatchObject({ text: `{"ok":false,"error":"${code}"}` });
    expect(queue.account()).toMatchObject([{ seen: 6, consumed: 4, times: 'always' }]);
  });
});
