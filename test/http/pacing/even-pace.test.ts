import { describe, expect, it } from 'vitest';
import { EvenPace } from '../../../src/http/pacing/even-pace.ts';
import { growth, reduction } from '../../../src/http/pacing/rate-probe.ts';
import { RefusalBudget } from '../../../src/http/pacing/refusal-budget.ts';
import { RoundTrip } from '../../../src/http/pacing/round-trip.ts';

it.each([
  [48, false],
  [49, true],
  [60, true],
])(
  'with %i requests accepted between refusals and one more, a rate is measured: %s',
  (between, isMeasured) => {
    const times = new RoundTrip();
    const roundTrip = 100;
    times.usual = roundTrip;
    const pace = new EvenPace(times, new RefusalBudget(), { perSecond: 50, burst: 1 });
    const send = (answers: string, now: number) => {
      const sentAt = now - roundTrip;
      for (const _ of answers) pace.take(sentAt);
      for (const answer of answers)
        if (answer === '+') pace.accepted(sentAt, now);
        else if (answer === '-') pace.refused(sentAt, now, undefined);
        else pace.lost();
    };
    const end = 10_000;
    send('-?????????', end - 1500);
    send('+'.repeat(between), end - 202);
    send('-?????????', end - 201);
    send('+', end - 1);
    const before = pace.rate();
    send('-'.repeat(10), end);
    // The second of the ten raises the alarm; the first has lowered the rate by then, as the third single
    // refusal. Since the first refusal of the alarm, 1 request was accepted and 11 were refused, and 20
    // accepted ones are added for the rate before.
    const sent = before * (1 - reduction(between + 4));
    const measured = (between + 1) / 1.5;
    expect(before).toBeGreaterThan(measured);
    expect(pace.rate()).toBeCloseTo(isMeasured ? measured : (sent * 21) / 32, 6);
  },
);

describe('a quota that was closed for some time', () => {
  const answers = 100;

  /**
   * Accepts one request of a hundred per second. From 200 ms on all are refused, and this many probes; the
   * next one finds the quota open.
   */
  function openedAfter(probes: number) {
    const times = new RoundTrip();
    times.usual = answers;
    const pace = new EvenPace(times, new RefusalBudget());
    for (let count = 0; count < 10; count += 1) pace.take(0);
    for (let count = 0; count < 10; count += 1) pace.refused(0, answers, undefined);
    pace.take(150);
    pace.accepted(150, 250);
    for (const sentAt of [200, 250, 305]) pace.take(sentAt);
    const rate = pace.rate();
    for (const sentAt of [200, 250, 305]) pace.refused(sentAt, sentAt + answers, undefined);
    let now = 405;
    for (let probe = 0; probe <= probes; probe += 1) {
      expect(pace.isClosed()).toBe(true);
      const askedAt = now + pace.wait(now);
      pace.take(askedAt);
      now = askedAt + answers;
      if (probe < probes) pace.refused(askedAt, now, undefined);
      else pace.accepted(askedAt, now);
    }
    expect(pace.isClosed()).toBe(false);
    return { pace, rate, seconds: (now - answers - 200) / 1000, now };
  }

  it.each([1, 2, 8])('loses what it missed, after %i probes', (probes) => {
    const { pace, rate, seconds } = openedAfter(probes);
    const passed = 1 + 8 * Math.min(1, seconds);
    expect(pace.rate()).toBeCloseTo((rate * passed) / (passed + rate * seconds), 9);
    expect(seconds > 1).toBe(probes === 8);
  });

  it('has shown nothing about its rate if it was closed from the start', () => {
    const times = new RoundTrip();
    times.usual = answers;
    const pace = new EvenPace(times, new RefusalBudget());
    for (const sentAt of [0, 0, 60, 120]) pace.take(sentAt);
    for (const sentAt of [0, 60, 120]) pace.refused(sentAt, sentAt + answers, undefined);
    const askedAt = 220 + pace.wait(220);
    expect(pace.isClosed()).toBe(true);
    expect(pace.rate()).toBeLessThan(1000);
    pace.take(askedAt);
    pace.accepted(askedAt, askedAt + answers);
    expect(pace.rate()).toBe(Number.POSITIVE_INFINITY);
    // It left before the quota opened.
    pace.refused(0, askedAt + answers + 1, undefined);
    expect(pace.rate()).toBe(Number.POSITIVE_INFINITY);
  });

  it('decreases by a single step with the next refusal', () => {
    const { pace, now } = openedAfter(1);
    const sentAt = now - answers + 1;
    for (let count = 0; count < 7; count += 1) {
      pace.take(sentAt);
      pace.accepted(sentAt, now + 2000);
    }
    const before = pace.rate();
    pace.take(sentAt);
    pace.refused(sentAt, now + 2000, undefined);
    expect(pace.rate()).toBeCloseTo(before * (1 - reduction(24)), 9);
  });
});

it.each([10, 1000])('grows later with more requests in flight: answers after %i ms', (roundTrip) => {
  const times = new RoundTrip();
  times.usual = roundTrip;
  const budget = new RefusalBudget();
  const pace = new EvenPace(times, budget);
  for (let count = 0; count < 51; count += 1) pace.take(0);
  pace.refused(0, 100, undefined);
  for (let count = 0; count < 50; count += 1) pace.accepted(0, 100);
  pace.take(5000);
  pace.refused(5000, 5000 + roundTrip, undefined);
  let rate = pace.rate();
  for (let quiet = 1; quiet <= 400; quiet += 1) {
    const inFlight = (rate * roundTrip) / 1000;
    rate *=
      1 +
      growth({ quiet, aim: budget.aim(inFlight), rate, inFlight, isUncertain: false, answers: 52 + quiet });
    pace.take(10_000);
    pace.accepted(10_000, 10_000);
  }
  expect(pace.rate()).toBeCloseTo(rate, 9);
});

it('grows after a restart as if no rate had been measured before', () => {
  const times = new RoundTrip();
  times.usual = 10;
  const budget = new RefusalBudget();
  const pace = new EvenPace(times, budget);
  for (let count = 0; count < 54; count += 1) pace.take(0);
  pace.refused(0, 100, undefined);
  for (let count = 0; count < 50; count += 1) pace.accepted(0, 100);
  // The third one raises the alarm, at a measured rate of ten per second.
  for (let count = 0; count < 3; count += 1) pace.refused(5000, 5010, undefined);
  let rate = 5;
  pace.restart(rate, 6000);
  for (let quiet = 1; quiet <= 100; quiet += 1) {
    const inFlight = rate / 100;
    const aim = budget.aim(inFlight);
    rate *= 1 + growth({ quiet, aim, rate, inFlight, isUncertain: false, answers: 54 + quiet });
    pace.take(10_000);
    pace.accepted(10_000, 10_000);
  }
  expect(pace.rate()).toBeCloseTo(rate, 9);
});

it.each([
  [49, true],
  [50, false],
  [51, false],
])(
  'grows as at first until fifty requests were accepted since the first refusal: %i, %s',
  (accepted, isFirst) => {
    const times = new RoundTrip();
    times.usual = 10;
    const budget = new RefusalBudget();
    const pace = new EvenPace(times, budget);
    for (let count = 0; count <= accepted; count += 1) pace.take(0);
    pace.refused(0, 100, undefined);
    for (let count = 0; count < accepted; count += 1) pace.accepted(0, 100);
    pace.take(5000);
    pace.refused(5000, 5010, undefined);
    let rate = pace.rate();
    for (let quiet = 1; quiet <= 100; quiet += 1) {
      const inFlight = rate / 100;
      rate *=
        1 +
        growth({
          quiet,
          aim: budget.aim(inFlight),
          rate,
          inFlight,
          isUncertain: isFirst,
          answers: accepted + 2 + quiet,
        });
      pace.take(10_000);
      pace.accepted(10_000, 10_000);
    }
    expect(pace.rate()).toBeCloseTo(rate, 9);
  },
);

it('counts a quota as closed after three consecutive refusals that span a round trip', () => {
  const times = new RoundTrip();
  times.usual = 100;
  const pace = new EvenPace(times, new RefusalBudget());
  for (let count = 0; count < 20; count += 1) pace.take(0);
  const isClosed = Array.from({ length: 4 }, (_, index) => {
    pace.refused(index * 100, (index + 1) * 100, undefined);
    return pace.isClosed();
  });
  expect(isClosed).toEqual([false, false, true, true]);
});
