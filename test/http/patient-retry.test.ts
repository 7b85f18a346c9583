import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import { retrying, type Wait } from '../../src/http/retry.ts';
import { createServiceHealth } from '../../src/http/service-health.ts';
import { type HttpRequest, type HttpResponse, NoResponse } from '../../src/http/transport.ts';
import { createWaitBudget } from '../../src/http/wait-budget.ts';
import { response } from '../support/simulated-service.ts';

const READ: HttpRequest = { method: 'GET', url: 'https://x.example/Users', headers: {}, effect: 'read' };
const WRITE: HttpRequest = { ...READ, method: 'POST', body: '{}', effect: 'write' };
const OK = response(200);
const NOT_SENT = new NoResponse('notSent', 'cannot reach x.example');
const NO_HOST = new NoResponse('notSent', 'no such host', { isPermanent: true, isUnknownHost: true });
const NO_CERTIFICATE = new NoResponse('notSent', 'the certificate is not trusted', { isPermanent: true });

/**
 * A run of many changes, which waits for a service that is away: a clock, its budget, and the answers still
 * to come.
 */
function patientRun({ maxWait = 60_000, attempts = 5, isPatient = true, random = 1 } = {}) {
  let now = 0;
  let sent = 0;
  let answers: (HttpResponse | NoResponse)[] = [];
  const clock = () => now;
  const budget = createWaitBudget(maxWait, clock);
  const health = createServiceHealth(clock, isPatient);
  const waits: Wait[] = [];
  const transport = retrying({
    maxWait,
    budget,
    health,
    attempts,
    now: clock,
    random: () => random,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    onWait: (wait) => waits.push(wait),
  })(async (request) => {
    sent += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new TypeError(`no answer for ${request.method}`);
    if (answer instanceof NoResponse) throw answer;
    return answer;
  });
  return {
    budget,
    health,
    waits,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Sends one request to a service that gives these answers, the last one again and again. */
    async send(request: HttpRequest, ...to: readonly (HttpResponse | NoResponse)[]) {
      answers = [...to];
      const before = sent;
      const end = await transport(request).catch((error: unknown) => error);
      const kind = end instanceof Failure ? end.kind : (end as HttpResponse).status;
      return { kind, sent: sent - before };
    },
  };
}

describe('a service that is away, in a run of many changes', () => {
  it('is waited for up to --max-wait and not a millisecond longer', async () => {
    const run = patientRun({ maxWait: 60_000 });
    expect(await run.send(READ, NOT_SENT)).toMatchObject({ kind: 'unavailable' });
    expect(run.waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(60_000);
    expect(run.budget.left()).toBe(0);
  });

  it('is asked only so often by a command that is not patient', async () => {
    const run = patientRun({ isPatient: false });
    expect(await run.send(READ, NOT_SENT)).toEqual({ kind: 'unavailable', sent: 5 });
  });

  it('tells before each wait how much longer it may be away', async () => {
    const run = patientRun({ maxWait: 3500 });
    await run.send(READ, response(502), NOT_SENT, OK);
    expect(run.waits).toMatchObject([
      { milliseconds: 500, why: 'trouble', says: 'service answers 502', left: 3000 },
      { milliseconds: 1000, why: 'trouble', says: 'service unreachable', left: 2000 },
    ]);
  });

  it('says nothing of what is left while it is throttled', async () => {
    const run = patientRun({ random: 0 });
    await run.send(READ, response(429, { 'retry-after': '2' }), OK);
    expect(run.waits).toEqual([{ milliseconds: 2000, why: 'throttled', request: READ }]);
  });

  it('has its whole time again once it was there as long as it was away', async () => {
    const run = patientRun({ maxWait: 10_000 });
    expect(await run.send(READ, response(503, { 'retry-after': '4' }), OK)).toEqual({ kind: 200, sent: 2 });
    expect(run.budget.left()).toBe(6000);
    run.pass(3999);
    await run.send(READ, OK);
    expect(run.budget.left()).toBe(9999);
    run.pass(1);
    await run.send(READ, OK);
    expect(run.budget.left()).toBe(10_000);
  });

  it('gets nothing back of the time in which it refused', async () => {
    const run = patientRun({ maxWait: 10_000, random: 0 });
    await run.send(READ, response(429, { 'retry-after': '4' }), OK);
    run.pass(100_000);
    await run.send(READ, OK);
    expect(run.budget.left()).toBe(6000);
  });

  it('gets nothing back while it still answers reads only', async () => {
    const run = patientRun({ maxWait: 10_000 });
    await run.send(READ, response(503, { 'retry-after': '4' }), OK);
    await run.send(WRITE, response(503));
    run.pass(100_000);
    await run.send(READ, OK);
    expect(run.budget.left()).toBe(6000);
    await run.send(WRITE, OK);
    expect(run.budget.left()).toBe(10_000);
  });

  it('gives a command that is not patient nothing back', async () => {
    const run = patientRun({ maxWait: 10_000, isPatient: false });
    await run.send(READ, response(503, { 'retry-after': '4' }), OK);
    run.pass(100_000);
    await run.send(READ, OK);
    expect(run.budget.left()).toBe(6000);
  });
});

describe('one request that fails while others are answered', () => {
  /** Other requests are answered after this many milliseconds, counted from the first failure. */
  function besideOthers(answered: 'before' | 'at' | 'after', effect: 'read' | 'write' = 'read') {
    const run = patientRun({ maxWait: 3_600_000 });
    if (answered === 'before') run.health.answered(effect);
    const original = run.health.troubled;
    const health = run.health as { troubled: typeof original };
    let isFirst = true;
    health.troubled = (...words) => {
      original(...words);
      if (!isFirst) return;
      isFirst = false;
      if (answered === 'after') run.pass(1);
      if (answered !== 'before') run.health.answered(effect);
    };
    return run.send(READ, NOT_SENT);
  }

  it('is tried twice as often as usual', async () => {
    expect(await besideOthers('after')).toEqual({ kind: 'unavailable', sent: 10 });
  });

  it.each(['before', 'at'] as const)(
    'waits with the service when others were last answered %s its first failure',
    async (answered) => {
      expect((await besideOthers(answered)).sent).toBeGreaterThan(100);
    },
  );

  it('waits with the service when only requests of the other kind are answered', async () => {
    expect((await besideOthers('after', 'write')).sent).toBeGreaterThan(100);
  });
});

describe('a host whose name does not resolve', () => {
  it.each<[string, boolean, 'read' | 'write' | undefined, NoResponse, number | string]>([
    ['is waited for once it has answered a read', true, 'read', NO_HOST, 200],
    ['is waited for once it has answered a write', true, 'write', NO_HOST, 200],
    ['is not waited for when it never answered', true, undefined, NO_HOST, 'unreachable'],
    ['is not waited for by a command that is not patient', false, 'read', NO_HOST, 'unreachable'],
    ['is another thing than a certificate that is not trusted', true, 'read', NO_CERTIFICATE, 'unreachable'],
  ])('%s', async (_, isPatient, answered, trouble, kind) => {
    const run = patientRun({ isPatient });
    if (answered !== undefined) run.health.answered(answered);
    expect(await run.send(READ, trouble, OK)).toEqual({ kind, sent: kind === 200 ? 2 : 1 });
  });
});

describe('a wait that is too short', () => {
  it.each([
    ['999', [1089, 1800]],
    ['1000', [1090, 1090]],
    ['1001', [1091, 1091]],
  ])('is obeyed once below a second, and always from a second on: %s ms', async (header, waits) => {
    const run = patientRun({ random: 0.9 });
    const refusal = response(429, { 'retry-after': String(Number(header) / 1000) });
    await run.send(WRITE, refusal, refusal, OK);
    expect(run.waits.map(({ milliseconds }) => Math.round(milliseconds))).toEqual(waits);
  });

  it.each([
    [4000, 200],
    [4001, 'throttled'],
  ])('a pause of %i ms, where 4 seconds are left of --max-wait, ends with %s', async (asked, kind) => {
    const run = patientRun({ maxWait: 4000, random: 0 });
    const refusal = response(429, { 'retry-after': String(asked / 1000) });
    expect((await run.send(WRITE, refusal, OK)).kind).toBe(kind);
  });

  it('is spread by a tenth at most, and never beyond --max-wait', async () => {
    const run = patientRun({ maxWait: 4200, random: 1 });
    await run.send(WRITE, response(429, { 'retry-after': '4' }), OK);
    expect(run.waits.map(({ milliseconds }) => milliseconds)).toEqual([4200]);
  });
});

describe('the last tenth of a second of --max-wait', () => {
  it.each([
    ['is used for one more attempt', 600, 2 + 1],
    ['is too short for one', 599, 2],
  ])('%s', async (_, maxWait, sent) => {
    const run = patientRun({ maxWait });
    expect((await run.send(READ, NOT_SENT)).sent).toBe(sent);
  });
});
