import { describe, expect, it } from 'vitest';
import { createOutages, type Outage } from '../../src/bulk/run/outages.ts';
import { waitOutOutage } from '../../src/bulk/run/wait-out-outage.ts';
import { Failure } from '../../src/failure/failure.ts';
import { createServiceHealth } from '../../src/http/service-health.ts';
import { NoResponse } from '../../src/http/transport.ts';
import { createWaitBudget } from '../../src/http/wait-budget.ts';

describe('createOutages', () => {
  it.each([
    [999, []],
    [1000, [{ why: 'service unreachable', seconds: 1 }]],
    [1001, [{ why: 'service unreachable', seconds: 1 }]],
    [12_340, [{ why: 'service unreachable', seconds: 12.3 }]],
  ])('reports an outage of %i ms at its end, unless it was short', (length, told) => {
    let now = 0;
    const ends: Outage[] = [];
    const outages = createOutages(
      () => now,
      (outage) => ends.push(outage),
    );
    outages.wait({ milliseconds: 600, says: 'service answers 503', left: 9 });
    now = 600;
    outages.wait({ milliseconds: 900, says: 'service unreachable', left: 8 });
    expect(outages.state()).toEqual({ milliseconds: 900, says: 'service unreachable', left: 8 });
    now = length;
    expect(outages.totalMilliseconds()).toBe(length);
    outages.end();
    outages.end();
    expect(ends).toEqual(told);
    expect(outages.state()).toBeUndefined();
    now += 5000;
    expect([outages.totalMilliseconds(), outages.count()]).toEqual(told.length === 0 ? [0, 0] : [length, 1]);
  });

  it('counts the remaining wait down to zero', () => {
    let now = 0;
    const outages = createOutages(
      () => now,
      () => {},
    );
    outages.wait({ milliseconds: 600, says: 'x', left: 9 });
    now = 599;
    expect(outages.state()).toMatchObject({ milliseconds: 1 });
    now = 700;
    expect(outages.state()).toMatchObject({ milliseconds: 0 });
  });

  it('sums the reported outages', () => {
    let now = 0;
    const outages = createOutages(
      () => now,
      () => {},
    );
    for (const length of [2000, 500, 3000]) {
      outages.wait({ milliseconds: 1, says: 'x', left: 9 });
      now += length;
      outages.end();
    }
    expect([outages.totalMilliseconds(), outages.count()]).toEqual([5000, 2]);
  });
});

describe('events of an outage', () => {
  function told() {
    let now = 0;
    const events: unknown[] = [];
    const counted: Outage[] = [];
    const outages = createOutages(
      () => now,
      (outage) => counted.push(outage),
      {
        begin: (why) => events.push(['begin', now, why]),
        end: ({ seconds }) => events.push(['end', now, seconds]),
      },
    );
    return {
      outages,
      events,
      counted,
      at: (time: number) => {
        now = time;
      },
    };
  }
  const wait = (milliseconds: number) => ({ milliseconds, says: 'away', left: 9 });

  it.each([
    [999, []],
    [1000, [['begin', 1000, '503']]],
    [1001, [['begin', 1001, '503']]],
  ])('begin at a refusal %i ms after the first one, and count from there', (later, begun) => {
    const { outages, events, counted, at } = told();
    outages.trouble('503', 0);
    at(later);
    outages.trouble('503', 0);
    expect(events).toEqual(begun);
    at(5000);
    outages.end();
    expect(events.at(-1)).toEqual(['end', 5000, 5]);
    expect(events).toHaveLength(2);
    expect(counted).toEqual([{ why: '503', seconds: 5 }]);
  });

  it('begin at a long wait, and end with it however early', () => {
    const { outages, events, counted, at } = told();
    outages.wait(wait(999));
    expect(events).toEqual([]);
    outages.wait(wait(1000));
    outages.wait(wait(1000));
    at(300);
    outages.end();
    expect(events).toEqual([
      ['begin', 0, 'away'],
      ['end', 300, 0.3],
    ]);
    expect(counted).toEqual([]);
  });

  it('count from the first refused call, before the first wait', () => {
    const { outages, counted, at } = told();
    at(6500);
    outages.wait(wait(2000), 100);
    expect(outages.totalMilliseconds()).toBe(6400);
    at(8100);
    outages.end();
    expect(counted).toEqual([{ why: 'away', seconds: 8 }]);
  });

  it('are omitted for a short interruption', () => {
    const { outages, events, at } = told();
    outages.trouble('503', 0);
    at(500);
    outages.trouble('503', 0);
    at(999);
    outages.end();
    expect(events).toEqual([]);
  });
});

/** Asks whether a write with this error is retried. @returns the waits, or why the run ends */
async function outlasted(
  error: unknown,
  { attempts = 1, since = 0, maxWait = 60_000, isPatient = true, answeredAt = -1, away = 0 } = {},
) {
  let now = Math.max(answeredAt, 0);
  const clock = () => now;
  const budget = createWaitBudget(maxWait, clock);
  const health = createServiceHealth(clock, isPatient);
  if (answeredAt >= 0) health.answered('write');
  health.recordTrouble('write', 'service answers 503');
  now += away;
  const waits: unknown[] = [];
  const outlast = waitOutOutage({
    clock,
    budget,
    health,
    random: () => 1,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    onWait: (wait) => waits.push(wait),
  });
  const again = await outlast(error, { attempts, since }).catch((failure: Failure) => failure.message);
  return { again, waits, left: budget.left() };
}

const unknown = (cause?: unknown, more: { status?: number; code?: string } = {}) =>
  new Failure('unknownOutcome', 'the outcome is unknown', { ...more, cause });
const refused = (status: number, code?: string) =>
  unknown(new Failure('unavailable', 'x', { status, ...(code === undefined ? {} : { code }) }));

describe('failed write', () => {
  it.each<[string, unknown, string | undefined]>([
    ['no response', unknown(new NoResponse('unknown', 'the connection broke')), 'service unreachable'],
    [
      'no response, nested in several errors',
      unknown(unknown(new NoResponse('unknown', 'broke'))),
      'service unreachable',
    ],
    [
      'a permanently unusable response',
      unknown(new NoResponse('unknown', 'no HTTP', { isPermanent: true })),
      undefined,
    ],
    ['408', refused(408), 'service answers 408'],
    ['409', refused(409), undefined],
    ['499', refused(499), undefined],
    ['500', refused(500), 'service answers 500'],
    ['503', refused(503), 'service answers 503'],
    ['502 with a code', refused(502, 'internal_error'), 'service answers 502'],
    ['503 with a code', refused(503, 'internal_error'), 'service answers 503'],
    ['504 with a code', refused(504, 'internal_error'), 'service answers 504'],
    ['500 with an error code', refused(500, 'internal_error'), undefined],
    [
      'an error code without a status',
      unknown(new Failure('refused', 'x', { code: 'title_too_long' })),
      undefined,
    ],
    ['an error of another kind', unknown(new RangeError('mine')), undefined],
    ['an error caused by a 503', unknown(new Error('x', { cause: refused(503) })), 'service answers 503'],
    ['no cause', unknown(), undefined],
    ['a refusal', new Failure('refused', 'no', { status: 503 }), undefined],
  ])('is retried if the fault is temporary: %s', async (_, error, says) => {
    const { again, waits } = await outlasted(error);
    expect(again).toBe(says !== undefined);
    expect(waits).toEqual(says === undefined ? [] : [{ milliseconds: 1000, says, left: 59_000 }]);
  });

  it.each([
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [9, 30_000],
  ])('waits longer with each attempt: %i', async (attempts, milliseconds) => {
    const { waits, left } = await outlasted(refused(503), { attempts });
    expect(waits).toMatchObject([{ milliseconds }]);
    expect(left).toBe(60_000 - milliseconds);
  });

  it.each([
    [2, 50, true],
    [3, 50, false],
    [3, 10, true],
    [3, 9, true],
    [4, 50, false],
  ])(
    'decides on a retry after %i attempts, with others answered at %i ms',
    async (attempts, answeredAt, again) => {
      expect((await outlasted(refused(503), { attempts, since: 10, answeredAt })).again).toBe(again);
    },
  );

  it('is not retried by an impatient command', async () => {
    expect(await outlasted(refused(503), { isPatient: false })).toMatchObject({ again: false, waits: [] });
  });

  it.each([
    [100, true, 100],
    [99, 'service answers 503 for longer than the 1 minute allowed by --max-wait', 0],
  ])('uses the last %i ms if that is long enough for an attempt', async (left, again, waited) => {
    const ran = await outlasted(refused(503), { away: 60_000 - left });
    expect(ran.again).toBe(again);
    expect(ran.waits).toEqual(
      waited === 0 ? [] : [{ milliseconds: waited, says: 'service answers 503', left: 0 }],
    );
  });
});
