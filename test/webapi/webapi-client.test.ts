import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpRequest, Transport } from '../../src/http/transport.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { asBody, asQuery } from '../../src/webapi/encode-arguments.ts';
import { methodPages } from '../../src/webapi/method-pages.ts';
import { webClientOver } from '../support/web-client.ts';
import { openWebSandbox } from '../support/web-service.ts';

/** A service that returns these responses in order, and records the requests. */
function answering(...answers: readonly { status?: number; body: Json | string }[]) {
  const sent: HttpRequest[] = [];
  const transport: Transport = async (request) => {
    const { status = 200, body } = answers[Math.min(sent.length, answers.length - 1)] ?? { body: '' };
    sent.push(request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
  };
  return { transport, sent };
}

describe('arguments of a call (WEB §1)', () => {
  it('sends GET methods with a query and the others as a form', async () => {
    const { transport, sent } = answering({ body: { ok: true } });
    const client = webClientOver(transport);
    await client.call({ method: 'migration.exchange', arguments: { users: ['U1', 'U2'], to_old: true } });
    await client.call({ method: 'conversations.mark', arguments: { channel: 'C1', ts: '1.2' } });
    expect(sent[0]).toMatchObject({ method: 'GET', effect: 'read' });
    expect(sent[0]?.url).toMatch(/\/api\/migration\.exchange\?users=U1%2CU2&to_old=true$/);
    expect(sent[1]).toMatchObject({ method: 'POST', effect: 'write', body: 'channel=C1&ts=1.2' });
    expect(sent[1]?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(sent[1]?.headers['authorization']).toBe('Bearer sandbox-user-token');
  });

  it('sends the token only in the header, never as an argument', async () => {
    const { transport, sent } = answering({ body: { ok: true } });
    await webClientOver(transport).call({ method: 'auth.test', arguments: {} });
    expect(sent[0]?.url + String(sent[0]?.body)).not.toContain('token');
  });

  it('sends any strings in either encoding so that the service reads them unchanged', async () => {
    const { sandbox } = await openWebSandbox();
    const client = webClientOver(sandbox.handle);
    const text = fc.string({ minLength: 1, maxLength: 12 }).filter((word) => word.trim() !== '');
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('form' as const, 'json' as const, undefined),
        async (status, messages, encoding) => {
          const given = {
            channel_id: 'D0DEPLOY',
            thread_ts: '1709830800.000100',
            status,
            loading_messages: messages,
          };
          await client.call({
            method: 'assistant.threads.setStatus',
            arguments: given,
            ...(encoding === undefined ? {} : { encoding }),
          });
          const { statuses } = await client.call({ method: 'sandbox.threads.list', arguments: {} });
          expect(statuses).toMatchObject([{ status, loading_messages: messages.map((word) => word.trim()) }]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('writes an array comma-separated, or as JSON if an element contains a comma', () => {
    expect(asBody({ ids: ['a', 'b'] }, undefined)).toMatchObject({ body: 'ids=a%2Cb' });
    expect(asBody({ ids: ['a', 'b,c'] }, undefined)).toMatchObject({ body: '{"ids":["a","b,c"]}' });
    expect(asBody({ ids: ['[a', 'b'] }, 'form')).toMatchObject({ body: 'ids=%5B%22%5Ba%22%2C%22b%22%5D' });
    expect(asQuery({ ids: ['a b', 'c,d'] })).toBe('ids=%5B%22a%20b%22%2C%22c%2Cd%22%5D');
  });
});

describe('write without a response', () => {
  const lost = { status: 502, body: '<html>' };
  const mark = (...answers: readonly { status?: number; body: Json | string }[]) => {
    const { transport, sent } = answering(...answers);
    const ended = webClientOver(transport).call({
      method: 'conversations.mark',
      arguments: { channel: 'C1', ts: '1.2' },
    });
    return { ended, sent };
  };

  it('is retried, three calls in total', async () => {
    const { ended, sent } = mark(lost);
    await expect(ended).rejects.toMatchObject({ kind: 'unknownOutcome' });
    expect(sent).toHaveLength(3);
    expect(await mark(lost, { body: { ok: true } }).ended).toEqual({ ok: true });
  });

  it.each([
    ['the token', 'token_expired'],
    ['a temporary error', 'request_timeout'],
  ])('stays unknown if the retry is refused because of %s', async (_, error) => {
    const { ended, sent } = mark(lost, { body: { ok: false, error } });
    await expect(ended).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: expect.stringContaining('; second call: '),
    });
    expect(sent).toHaveLength(2);
  });

  it('names the call whose response came', async () => {
    const { ended } = mark(lost, lost, { body: { ok: false, error: 'token_expired' } });
    await expect(ended).rejects.toMatchObject({ message: expect.stringContaining('; third call: ') });
  });

  it('is refused if the retry is refused because of its arguments', async () => {
    const { ended } = mark(lost, { body: { ok: false, error: 'channel_not_found' } });
    await expect(ended).rejects.toMatchObject({ kind: 'refused', code: 'channel_not_found' });
  });
});

describe('outcome of a response to a write and a read', () => {
  it.each([
    ['a response that is not JSON', { body: '<html>' }, 'unknownOutcome', 'unreachable'],
    ['an error of a proxy', { status: 502, body: '<html>' }, 'unknownOutcome', 'unavailable'],
    ['an undocumented code', { body: { ok: false, error: 'brand_new_code' } }, 'refused', 'refused'],
    ['an error without a code', { body: { ok: false } }, 'unknownOutcome', 'refused'],
    [
      'an error of a gateway in JSON',
      { status: 504, body: { ok: false, error: 'timeout' } },
      'unknownOutcome',
      'unavailable',
    ],
    ['a page of a proxy that refuses', { status: 403, body: '<html>' }, 'unknownOutcome', 'unreachable'],
    [
      'an unavailable service',
      { status: 503, body: { ok: false, error: 'service_unavailable' } },
      'unknownOutcome',
      'throttled',
    ],
    ['a truncated request', { body: { ok: false, error: 'request_timeout' } }, 'throttled', 'throttled'],
    ['null', { body: null }, 'unknownOutcome', 'unreachable'],
    ['an object without ok', { body: {} }, 'unknownOutcome', 'unreachable'],
    ['a 404 page', { status: 404, body: 'no' }, 'unreachable', 'unreachable'],
  ])('%s', async (_, answer, write, read) => {
    const client = webClientOver(answering(answer).transport);
    const marks = client.call({ method: 'conversations.mark', arguments: { channel: 'C1', ts: '1.2' } });
    await expect(marks).rejects.toMatchObject({ kind: write });
    await expect(client.call({ method: 'auth.test', arguments: {} })).rejects.toMatchObject({ kind: read });
  });

  it('reports each warning once (OBSERVED §10)', async () => {
    const warnings: string[] = [];
    const body = { ok: true, warning: 'old,slow', response_metadata: { warnings: ['slow', 'strange'] } };
    await webClientOver(answering({ body }).transport, (text) => warnings.push(text)).call({
      method: 'auth.test',
      arguments: {},
    });
    expect(warnings).toEqual(['auth.test: old', 'auth.test: slow', 'auth.test: strange']);
  });
});

describe('pages of a method', () => {
  const sessions = { method: 'admin.users.session.list', arguments: {} };
  const itemsOf = async (transport: Transport, call = sessions) => {
    const items: unknown[] = [];
    for await (const page of methodPages(webClientOver(transport), call)) items.push(...page.items);
    return items;
  };

  it.each([
    ['in response_metadata', (cursor: string) => ({ response_metadata: { next_cursor: cursor } })],
    ['at the top', (cursor: string) => ({ next_cursor: cursor })],
  ])('follow a cursor %s until it is empty, also across an empty page', async (_, metadata) => {
    const { transport, sent } = answering(
      { body: { ok: true, active_sessions: [{ session_id: 1 }], ...metadata('a=') } },
      { body: { ok: true, active_sessions: [], ...metadata('b=') } },
      { body: { ok: true, active_sessions: [{ session_id: 2 }], ...metadata('') } },
    );
    expect(await itemsOf(transport)).toEqual([{ session_id: 1 }, { session_id: 2 }]);
    expect(sent.map(({ body }) => body)).toEqual(['', 'cursor=a%3D', 'cursor=b%3D']);
  });

  it('fail if a cursor is repeated', async () => {
    const { transport } = answering({
      body: { ok: true, active_sessions: [], response_metadata: { next_cursor: 'a' } },
    });
    await expect(itemsOf(transport)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  /** Responses with these pages, each with a new cursor. */
  const withCursors = (pages: readonly (readonly Json[])[]) =>
    pages.map((items, index) => ({
      body: { ok: true, active_sessions: [...items], response_metadata: { next_cursor: `c${index}` } },
    }));
  const [one, two] = [[{ session_id: 1 }], [{ session_id: 2 }]] as const;

  it.each([
    ['empty pages with new cursors', [[], [], [], []], 3],
    ['the same page with new cursors', [one, one, one, one, one], 4],
    ['two alternating pages with new cursors', [one, two, one, two, one, two], 5],
    ['alternating empty and known pages', [one, [], one, [], one], 4],
  ])('fail after three consecutive pages without new items: %s', async (_, pages, asked) => {
    const { transport, sent } = answering(...withCursors(pages));
    await expect(itemsOf(transport)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'admin.users.session.list: the list never ends: 3 consecutive pages contained nothing new',
    });
    expect(sent).toHaveLength(asked);
  });

  it.each([
    ['two consecutive empty pages', [[], [], one, [], [], two]],
    ['two consecutive known pages', [one, one, one, two]],
  ])('continue across %s', async (_, pages) => {
    const last = { body: { ok: true, active_sessions: [{ session_id: 9 }] } };
    const { transport, sent } = answering(...withCursors(pages), last);
    expect(await itemsOf(transport)).toEqual([...pages.flat(), { session_id: 9 }]);
    expect(sent).toHaveLength(pages.length + 1);
  });

  it.each([
    ['empty', []],
    ['the same', [{ date: '1' }]],
  ])('fail if numbered pages never end and are %s', async (_, logs) => {
    const sent: HttpRequest[] = [];
    const transport: Transport = async (request) => {
      sent.push(request);
      const paging = { page: sent.length, pages: 1e9 };
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ ok: true, logs, paging })) };
    };
    const call = { method: 'team.integrationLogs', arguments: {} };
    await expect(itemsOf(transport, call)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  it('fail if the service repeats the same page number', async () => {
    const { transport, sent } = answering({
      body: { ok: true, logs: [{ date: '1' }], paging: { page: 1, pages: 2 } },
    });
    await expect(itemsOf(transport, { method: 'team.integrationLogs', arguments: {} })).rejects.toMatchObject(
      {
        kind: 'unreachable',
      },
    );
    expect(sent).toHaveLength(4);
  });

  it('follow page numbers if the service numbers its pages (WEB §2.1), also as text', async () => {
    const page = (number: number) => ({
      body: {
        ok: true,
        logs: [{ date: String(number) }],
        paging: { count: '1', total: '2', page: String(number), pages: '2' },
      },
    });
    const { transport, sent } = answering(page(1), page(2));
    expect(await itemsOf(transport, { method: 'team.integrationLogs', arguments: {} })).toHaveLength(2);
    expect(sent[1]?.url).toMatch(/\?page=2$/);
  });
});
