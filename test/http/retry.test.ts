import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import { type RetrySettings, retryLayer } from '../../src/http/retry.ts';
import { type HttpRequest, type HttpResponse, NoResponse } from '../../src/http/transport.ts';
import type { Wait } from '../../src/http/wait.ts';
import { response } from '../support/simulated-service.ts';

type Answer = HttpResponse | NoResponse;

const READ: HttpRequest = { method: 'GET', url: 'https://x.example/Users', headers: {}, effect: 'read' };
const WRITE: HttpRequest = { ...READ, method: 'POST', body: '{}', effect: 'write' };
const NOT_SENT = new NoResponse('notSent', 'cannot reach x.example');
const NOT_SENT_EVER = new NoResponse('notSent', 'no such host', { isPermanent: true });
const UNUSABLE = new NoResponse('unknown', 'the response is not HTTP', { isPermanent: true });
const UNKNOWN = new NoResponse('unknown', 'the connection broke');

interface Tried {
  /** The response, or the kind of the Failure. */
  readonly end: HttpResponse | string;
  readonly message: string;
  readonly sent: number;
  readonly waits: readonly Wait[];
}

/** Sends a request to a service that returns these responses in order and repeats the last one. */
async function tryOn(
  request: HttpRequest,
  answers: readonly Answer[],
  settings: Partial<RetrySettings> = {},
): Promise<Tried> {
  let sent = 0;
  let now = Date.parse('2026-01-01T00:00:00Z');
  const waits: Wait[] = [];
  const layer = retryLayer({
    maxWait: 900_000,
    attempts: 5,
    now: () => now,
    random: () => 0.5,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    onWait: (wait) => waits.push(wait),
    ...settings,
  });
  const transport = layer(async () => {
    const answer = answers[Math.min(sent, answers.length - 1)];
    sent += 1;
    if (answer === undefined || answer instanceof NoResponse) throw answer;
    return answer;
  });
  const end = await transport(request).catch((error: unknown) => error);
  if (end instanceof Failure) return { end: end.kind, message: end.message, sent, waits };
  return { end: end as HttpResponse, message: '', sent, waits };
}

const OK = response(200);
const slow = (retryAfter?: string) =>
  response(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter });

describe('retries (SCIM §8; there is no idempotency key)', () => {
  it.each<[string, HttpRequest, readonly Answer[], number, string | number]>([
    ['retries a read after a broken connection', READ, [UNKNOWN, OK], 2, 200],
    ['retries a read after 500', READ, [response(500), OK], 2, 200],
    ['retries a read after 502', READ, [response(502), OK], 2, 200],
    ['retries a read after 503', READ, [response(503), OK], 2, 200],
    ['retries a read after 504', READ, [response(504), OK], 2, 200],
    ['retries a read after 408', READ, [response(408), OK], 2, 200],
    ['retries a read that was not sent', READ, [NOT_SENT, OK], 2, 200],
    ['retries a write that was not sent', WRITE, [NOT_SENT, OK], 2, 200],
    ['retries a read after 429', READ, [slow('1'), OK], 2, 200],
    ['retries a write after 429', WRITE, [slow('1'), OK], 2, 200],
    ['retries a write after many 429', WRITE, [...Array.from({ length: 40 }, () => slow('1')), OK], 41, 200],
    ['never retries a write without a response', WRITE, [UNKNOWN, OK], 1, 'unknownOutcome'],
    ['never retries a write after 500', WRITE, [response(500), OK], 1, 500],
    ['never retries a write after 502', WRITE, [response(502), OK], 1, 502],
    ['never retries a write after 503', WRITE, [response(503, { 'retry-after': '1' }), OK], 1, 503],
    ['never retries a write after 504', WRITE, [response(504), OK], 1, 504],
    ['never retries a write after 408', WRITE, [response(408), OK], 1, 408],
    ['never retries a request to an unknown host', READ, [NOT_SENT_EVER, OK], 1, 'unreachable'],
    ['never retries a refused read', READ, [response(404), OK], 1, 404],
    ['never retries a refused write', WRITE, [response(409), OK], 1, 409],
    ['sends a read five times in total', READ, [UNKNOWN], 5, 'unavailable'],
    ['never retries a read with an unusable response', READ, [UNUSABLE, OK], 1, 'unreachable'],
    ['never retries a write with an unusable response', WRITE, [UNUSABLE, OK], 1, 'unknownOutcome'],
    ['sends a read five times in total and returns the last 503', READ, [response(503)], 5, 503],
    ['tries a write that is never sent five times in total', WRITE, [NOT_SENT], 5, 'unavailable'],
    ['stops after a write that was sent and then broke', WRITE, [NOT_SENT, UNKNOWN, OK], 2, 'unknownOutcome'],
  ])('%s', async (_, request, answers, sent, end) => {
    const tried = await tryOn(request, answers);
    expect(tried.sent).toBe(sent);
    expect(typeof tried.end === 'string' ? tried.end : tried.end.status).toBe(end);
  });

  it('passes any other error on unchanged', async () => {
    const layer = retryLayer({
      maxWait: 1,
      attempts: 5,
      now: Date.now,
      random: () => 0,
      sleep: async () => {},
    });
    await expect(
      layer(async () => {
        throw new RangeError('mine');
      })(READ),
    ).rejects.toThrow(RangeError);
  });

  it('sends the same request each time', async () => {
    const seen: unknown[] = [];
    const layer = retryLayer({
      maxWait: 9999,
      attempts: 5,
      now: Date.now,
      random: () => 0,
      sleep: async () => {},
    });
    const frozen = Object.freeze({ ...WRITE, headers: Object.freeze({ accept: 'a' }) });
    await layer(async (request) => {
      seen.push(request);
      return seen.length < 3 ? slow('1') : OK;
    })(frozen);
    expect(seen).toEqual([frozen, frozen, frozen]);
  });
});

describe('length of waits (SCIM §8)', () => {
  it.each<[string, string, number]>([
    ['seconds', '7', 7000],
    ['a fraction', '1.5', 1500],
    ['an HTTP-date', 'Thu, 01 Jan 2026 00:00:09 GMT', 9000],
  ])(
    'waits at least as long as Retry-After says in %s, and up to a tenth longer',
    async (_, header, least) => {
      for (const random of [0, 0.3, 0.999]) {
        const { waits } = await tryOn(WRITE, [slow(header), OK], { random: () => random });
        expect(waits[0]?.milliseconds).toBeGreaterThanOrEqual(least);
        expect(waits[0]?.milliseconds).toBeLessThanOrEqual(least * 1.1 + 1);
      }
    },
  );

  it('never sends earlier than Retry-After, nor waits longer than --max-wait in total', async () => {
    const answers = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(answers, fc.double({ min: 0, max: 0.999, noNaN: true }), async (seconds, random) => {
        const maxWait = 300_000;
        const slept: number[] = [];
        const { end, sent } = await tryOn(WRITE, [...seconds.map((s) => slow(String(s))), OK], {
          maxWait,
          random: () => random,
          sleep: async (milliseconds) => {
            slept.push(milliseconds);
          },
        });
        slept.forEach((milliseconds, index) => {
          expect(milliseconds).toBeGreaterThanOrEqual((seconds[index] ?? 0) * 1000);
        });
        expect(slept.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(maxWait);
        if (end === 'throttled') expect(sent).toBe(slept.length + 1);
        else expect(sent).toBe(seconds.length + 1);
      }),
    );
  });

  it('obeys a Retry-After of 0 only once', async () => {
    const { waits } = await tryOn(READ, [slow('0'), slow('0'), slow('0'), OK]);
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([0, 1000, 2000]);
  });

  it.each([undefined, '-5', 'abc'])('backs off if Retry-After is %s', async (header) => {
    const { waits } = await tryOn(READ, [slow(header), slow(header), slow(header), OK]);
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([500, 1000, 2000]);
  });

  it('backs off after server errors up to 30 s, and at least as long as a 503 asks', async () => {
    const troubled = await tryOn(READ, [response(500)], { attempts: 10, random: () => 1 });
    expect(troubled.waits.map(({ milliseconds }) => milliseconds)).toEqual([
      500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    const asked = await tryOn(READ, [response(503, { 'retry-after': '20' }), OK], { random: () => 0 });
    expect(asked.waits).toMatchObject([{ milliseconds: 20_000, why: 'trouble' }]);
  });

  it.each(['0', '0.001', '0.5', undefined, '-5', 'soon', 'Thu, 01 Jan 2015 00:00:00 GMT'])(
    'ends within --max-wait and after few requests if every response is 429 with Retry-After %s',
    async (header) => {
      for (const random of [0, 0.5, 0.999]) {
        const tried = await tryOn(WRITE, [slow(header)], { maxWait: 900_000, random: () => random });
        expect(tried.end).toBe('throttled');
        expect(tried.message).toBe(
          'x.example keeps refusing requests for longer than the 15 minutes allowed by --max-wait',
        );
        expect(tried.waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBeLessThanOrEqual(
          900_000,
        );
        expect(tried.sent).toBeLessThan(320);
      }
    },
  );

  it('counts the time of failed attempts', async () => {
    let now = 0;
    let sent = 0;
    const layer = retryLayer({
      maxWait: 5000,
      attempts: 5,
      now: () => now,
      random: () => 0,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    })(async () => {
      sent += 1;
      now += 3000;
      throw NOT_SENT;
    });
    await expect(layer(READ)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(sent).toBe(2);
  });

  /** A retry layer with its own clock, and a service that returns these responses. */
  function onClock(answers: readonly HttpResponse[], maxWait: number) {
    const left = [...answers];
    const sentAt: number[] = [];
    let now = 0;
    const send = retryLayer({
      maxWait,
      attempts: 5,
      now: () => now,
      random: () => 0,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    })(async () => {
      sentAt.push(now);
      return left.shift() ?? OK;
    });
    return { send, sentAt };
  }

  it.each([
    ['reads', READ],
    ['writes that finally succeed', WRITE],
  ])('adds up the waits of all requests: %s', async (_, request) => {
    const { send } = onClock([slow('2'), OK, slow('2'), OK, slow('2')], 5000);
    expect((await send(request)).status).toBe(200);
    expect((await send(request)).status).toBe(200);
    await expect(send(request)).rejects.toMatchObject({ kind: 'throttled' });
  });

  it.each([
    ['a write', WRITE],
    ['a read', READ],
  ])('sends nothing before the Retry-After of a 503: %s', async (_, request) => {
    const away = response(503, { 'retry-after': '7' });
    const { send, sentAt } = onClock([away, OK], 60_000);
    await send(request);
    await send(READ);
    expect(sentAt.slice(0, 2)).toEqual([0, 7000]);
  });

  it('does not send a request that would wait longer than allowed after a 503', async () => {
    const { send, sentAt } = onClock([response(503, { 'retry-after': '7200' })], 60_000);
    expect((await send(WRITE)).status).toBe(503);
    await expect(send(READ)).rejects.toMatchObject({
      kind: 'throttled',
      status: 503,
      message: 'x.example asks to wait 2 hours, longer than the 1 minute allowed by --max-wait',
    });
    expect(sentAt).toEqual([0]);
  });

  it('fails at once if the service asks for more than --max-wait, naming both (exit 10)', async () => {
    const tried = await tryOn(WRITE, [slow('3600'), OK], { maxWait: 60_000 });
    expect(tried).toMatchObject({ end: 'throttled', sent: 1, waits: [] });
    expect(tried.message).toBe(
      'x.example asks to wait 1 hour, longer than the 1 minute allowed by --max-wait',
    );
  });
});
