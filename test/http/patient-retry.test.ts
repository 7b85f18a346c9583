import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import { retryLayer } from '../../src/http/retry.ts';
import { createServiceHealth } from '../../src/http/service-health.ts';
import { type HttpRequest, type HttpResponse, NoResponse } from '../../src/http/transport.ts';
import type { Wait } from '../../src/http/wait.ts';
import { createWaitBudget } from '../../src/http/wait-budget.ts';
import { response } from '../support/simulated-service.ts';

const READ: HttpRequest = { method: 'GET', url: 'https://x.example/Users', headers: {}, effect: 'read' };
const WRITE: HttpRequest = { ...READ, method: 'POST', body: '{}', effect: 'write' };
const OK = response(200);
const NOT_SENT = new NoResponse('notSent', 'cannot reach x.example');
const NO_HOST = new NoResponse('notSent', 'no such host', { isPermanent: true, isUnknownHost: true });
const NO_CERTIFICATE = new NoResponse('notSent', 'the certificate is not trusted', { isPermanent: true });

/** A bulk run that waits for an unavailable service, with its clock, budget and recorded waits. */
function patientRun({ maxWait = 60_000, attempts = 5, isPatient = true, random = 1 } = {}) {
  let now = 0;
  let sent = 0;
  let answers: (HttpResponse | NoResponse)[] = [];
  const clock = () => now;
  const budget = createWaitBudget(maxWait, clock);
  const health = createServiceHealth(clock, isPatient);
  const waits: Wait[] = [];
  const transport = retryLayer({
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
    /** Sends one request to a service that returns these responses in order and repeats the last one. */
    async send(request: HttpRequest, ...to: readonly (HttpResponse | NoResponse)[]) {
      answers = [...to];
      const before = sent;
      const end = await transport(request).catch((error: unknown) => error);
      const kind = end instanceof Failure ? end.kind : (end as HttpResponse).status;
      return { kind, sent: sent - before };
    },
  };
}

describe('unavailable service in a bulk run', () => {
  it('is retried for exactly --max-wait', async () => {
    const run = patientRun({ maxWait: 60_000 });
    expect(await run.send(READ, NOT_SENT)).toMatchObject({ kind: 'unavailable' });
    expect(run.waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(60_000);
    expect(run.budget.left()).toBe(0);
  });

  it('is retried a limited number of times by a single command', async () => {
    const run = patientRun({ isPatient: false });
    expect(await run.send(READ, NOT_SENT)).toEqual({ kind: 'unavailable', sent: 5 });
  });

  it('reports the remaining time before each wait', async () => {
    const run = patientRun({ maxWait: 3500 });
    await run.send(READ, response(502), NOT_SENT, OK);
    expect(run.waits).toMatchObject([
      { milliseconds: 500, why: 'trouble', says: 'service answers 502', left: 3000 },
      { milliseconds: 1000, why: 'trouble', says: 'service unreachable', left: 2000 },
    ]);
  });

  it('does not report the remaining time for a throttled request', async () => {
    const run = patientRun({ random: 0 });
    await run.send(READ, response(429, { 'retry-after': '2' }), OK);
    expect(run.waits).toEqual([{ milliseconds: 2000, why: 'throttled', request: READ }]);
  });

  it('regains the whole budget once it was available as long as it was away', async () => {
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

  it('regains nothing of the time spent throttled', async () => {
    const run = patientRun({ maxWait: 10_000, random: 0 });
    await run.send(READ, response(429, { 'retry-after': '4' }), OK);
    run.pass(100_000);
    await run.send(READ, OK);
    expect(run.budget.left()).toBe(6000);
  });

  it('regains nothing while it answers only reads', async () => {
    const run = patientRun({ maxWait: 10_000 });
    await run.send(READ, response(503, { 'retry-after': '4' }), OK);
    await run.send(WRITE, response(503));
    run.pass(100_000);
    await run.send(READ, OK);
    expect(run.budget.left()).toBe(6000);
    await run.send(WRITE, OK);
    expect(run.budget.left()).toBe(10_000);
  });

  it('regains nothing for a single command', async () => {
    const run = patientRun({ maxWait: 10_000, isPatient: false });
    await run.send(READ, response(503, { 'retry-after': '4' }), OK);
    run.pass(100_000);
    await run.send(READ, OK);
    expect(run.budget.left()).toBe(6000);
  });
});

describe('failing request while others are answered', () => {
  /** Fails one request while others are answered before, at or after the time of its first failure. */
  function besideOthers(answered: 'before' | 'at' | 'after', effect: 'read' | 'write' = 'read') {
    const run = patientRun({ maxWait: 3_600_000 });
    if (answered === 'before') run.health.answered(effect);
    const original = run.health.recordTrouble;
    const health = run.health as { recordTrouble: typeof original };
    let isFirst = true;
    health.recordTrouble = (...words) => {
      original(...words);
      if (!isFirst) return;
      isFirst = false;
      if (answered === 'after') run.pass(1);
      if (answered !== 'before') run.health.answered(effect);
    };
    return run.send(READ, NOT_SENT);
  }

  it('is retried twice as often as usual', async () => {
    expect(await besideOthers('after')).toEqual({ kind: 'unavailable', sent: 10 });
  });

  it.each(['before', 'at'] as const)(
    'waits for the service if others were last answered %s its first failure',
    async (answered) => {
      expect((await besideOthers(answered)).sent).toBeGreaterThan(100);
    },
  );

  it('waits for the service if only requests of the other effect are answered', async () => {
    expect((await besideOthers('after', 'write')).sent).toBeGreaterThan(100);
  });
});

describe('host name that does not resolve', () => {
  it.each<[string, boolean, 'read' | 'write' | undefined, NoResponse, number | string]>([
    ['is retried if it has answered a read', true, 'read', NO_HOST, 200],
    ['is retried if it has answered a write', true, 'write', NO_HOST, 200],
    ['is not retried if it never answered', true, undefined, NO_HOST, 'unreachable'],
    ['is not retried by a single command', false, 'read', NO_HOST, 'unreachable'],
    ['is retried unlike an untrusted certificate', true, 'read', NO_CERTIFICATE, 'unreachable'],
  ])('%s', async (_, isPatient, answered, trouble, kind) => {
    const run = patientRun({ isPatient });
    if (answered !== undefined) run.health.answered(answered);
    expect(await run.send(READ, trouble, OK)).toEqual({ kind, sent: kind === 200 ? 2 : 1 });
  });
});

describe('wait requested by the service', () => {
  it.each([
    ['999', [1089, 1800]],
    ['1000', [1090, 1090]],
    ['1001', [1091, 1091]],
  ])('is obeyed once below a second, and always from one second: %s ms', async (header, waits) => {
    const run = patientRun({ random: 0.9 });
    const refusal = response(429, { 'retry-after': String(Number(header) / 1000) });
    await run.send(WRITE, refusal, refusal, OK);
    expect(run.waits.map(({ milliseconds }) => Math.round(milliseconds))).toEqual(waits);
  });

  it.each([
    [4000, 200],
    [4001, 'throttled'],
  ])('of %i ms, with 4 seconds left of --max-wait, ends with %s', async (asked, kind) => {
    const run = patientRun({ maxWait: 4000, random: 0 });
    const refusal = response(429, { 'retry-after': String(asked / 1000) });
    expect((await run.send(WRITE, refusal, OK)).kind).toBe(kind);
  });

  it('is extended by at most a tenth, and never beyond --max-wait', async () => {
    const run = patientRun({ maxWait: 4200, random: 1 });
    await run.send(WRITE, response(429, { 'retry-after': '4' }), OK);
    expect(run.waits.map(({ milliseconds }) => milliseconds)).toEqual([4200]);
  });
});

describe('last 100 ms of --max-wait', () => {
  it.each([
    ['are used for one more attempt', 600, 2 + 1],
    ['are skipped if less is left', 599, 2],
  ])('%s', async (_, maxWait, sent) => {
    const run = patientRun({ maxWait });
    expect((await run.send(READ, NOT_SENT)).sent).toBe(sent);
  });
});
