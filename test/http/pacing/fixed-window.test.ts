import { describe, expect, it } from 'vitest';
import { FixedWindow } from '../../../src/http/pacing/fixed-window.ts';
import { RefusalBudget } from '../../../src/http/pacing/refusal-budget.ts';
import { createWindowFinder } from '../../../src/http/pacing/window-finder.ts';
import { type Scenario, simulateRate } from '../../support/rate-simulation.ts';

/** Returns what is found after openings at these times, each within 10 ms after a refusal. */
function foundAfter(openings: readonly number[], reach = 0) {
  const finder = createWindowFinder();
  return openings.map((at) => {
    finder.refused(at - 5);
    return finder.accepted(at + 5, reach);
  });
}

const times = (length: number, count: number, between: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => between(index) * length + 300);

describe('window finder', () => {
  it('finds a window of a second after six openings', () => {
    const found = foundAfter(times(1000, 6, (index) => index * 2));
    expect(found.slice(0, 5)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(found[5]?.length).toBe(1000);
    expect(found[5]?.from).toBeCloseTo(300, 6);
    expect(found[5]?.blur).toBeCloseTo(5, 6);
  });

  it.each([10_000, 60_000])('finds a longer window if the quota opens once in %i ms', (length) => {
    expect(foundAfter(times(length, 6, (index) => index))[5]?.length).toBe(length);
  });

  it('finds a start that is less exact if the openings vary', () => {
    const openings = times(1000, 9, (index) => index * 2).map((at, index) => at + ((index % 3) - 1) * 60);
    const found = foundAfter(openings).at(-1);
    expect(found?.from).toBeCloseTo(300, 0);
    expect(found?.blur).toBeGreaterThan(15);
  });

  it.each([
    ['at random times, like a bucket', (index: number) => index * 2 + (index * 0.37) ** 2],
    ['several times per window', (index: number) => index * 0.5],
    ['in the middle of every second window, too', (index: number) => index + (index % 2) * -0.3],
  ])('finds no window if the quota opens %s', (_, between) => {
    expect(foundAfter(times(1000, 60, between)).every((found) => found === undefined)).toBe(true);
  });

  it('finds a window of a minute although every second opening is noticed late', () => {
    const finder = createWindowFinder();
    const found = times(60_000, 8, (index) => index).map((at, index) => {
      finder.refused(at - 500);
      return finder.accepted(at + (index % 2 === 0 ? 17_000 : 500), 0);
    });
    expect(found[7]?.length).toBe(60_000);
  });

  it('sees an opening when refusals end, even if requests overtake each other', () => {
    const finder = createWindowFinder();
    for (let second = 0; second < 6000; second += 1000) {
      finder.refused(second + 100);
      expect(finder.accepted(second + 150, 50)).toBeUndefined();
      finder.refused(second + 290);
      expect(finder.accepted(second + 310, 50)).toBeUndefined();
      const found = finder.accepted(second + 410, 50);
      if (second === 5000) expect(found?.from).toBeCloseTo(300, 6);
      finder.refused(second + 200);
    }
  });
});

/** Sends as fast as the windows allow. @param sizes number of requests that the service accepts per second */
function sentIn(window: FixedWindow, sizes: readonly number[], start = 0) {
  let now = start;
  return sizes.map((size, second) => {
    const end = start + (second + 1) * 1000;
    const seen = { sent: 0, isWindow: true };
    for (;;) {
      const wait = window.wait(now);
      if (now + wait >= end) break;
      now += wait;
      window.take(now);
      seen.sent += 1;
      if (seen.sent <= size) window.accepted(now);
      else seen.isWindow &&= window.refused(now);
    }
    now = end;
    return seen;
  });
}

describe('a fixed window', () => {
  const windowOf = (rate: number, reach: number) =>
    new FixedWindow({ length: 1000, from: 0, blur: 20 }, { rate, reach, budget: new RefusalBudget() }, 0);
  const sent = (sizes: readonly number[], rate = 20) =>
    sentIn(windowOf(rate, 0), sizes).map((one) => one.sent);

  it('is used fully, and a larger size is attempted once per two allowed refusals', () => {
    expect(sent(Array.from({ length: 12 }, () => 20))).toEqual([
      21, 21, 20, 20, 20, 20, 20, 20, 20, 21, 20, 20,
    ]);
  });

  it('keeps both ends free from which a request could arrive in another window', () => {
    const window = windowOf(20, 80);
    expect(window.wait(0)).toBe(100);
    expect(window.wait(900)).toBe(200);
  });

  it('ignores the requests accepted in the window in which it was detected', () => {
    const window = windowOf(20, 0);
    for (let sent = 0; sent < 12; sent += 1) window.take(600);
    for (let sent = 0; sent < 4; sent += 1) window.accepted(600);
    window.refused(600);
    for (let sent = 0; sent < 7; sent += 1) window.accepted(600);
    window.wait(1000);
    expect(window.rate()).toBe(20);
  });

  it('is found to be larger with one request more, and used fully in the same window', () => {
    expect(sent([20, 20, ...Array.from({ length: 10 }, () => 40)]).slice(8)).toEqual([20, 41, 40, 40]);
  });

  it('is followed at once if its size halves', () => {
    expect(sent([20, 20, 10, 10, 10, 10])).toEqual([21, 21, 11, 11, 10, 10]);
  });

  it('sends as many as planned although timers fire up to 20 ms late', () => {
    const window = windowOf(200, 0);
    let sent = 0;
    for (let now = 0; now < 1000; ) {
      const wait = window.wait(now);
      // Late by 15 ms, three times the gap between two requests.
      now += wait === 0 ? 0 : wait + 15;
      if (now < 1000) {
        window.take(now);
        sent += 1;
      }
    }
    expect(sent).toBeGreaterThanOrEqual(200);
  });

  it('is attempted in growing steps if answers come late', () => {
    const late = windowOf(200, 0);
    const counts: number[] = [];
    let now = 0;
    for (let part = 0; part < 7; part += 1) {
      const times: number[] = [];
      for (let wait = late.wait(now); now + wait < (part + 1) * 1000; wait = late.wait(now)) {
        now += wait;
        late.take(now);
        times.push(now);
      }
      now = (part + 1) * 1000;
      for (const at of times) late.accepted(at);
      counts.push(times.length);
    }
    expect(counts).toEqual([201, 205, 221, 285, 395, 537, 734]);
  });

  it('is given up if it refuses at random times', () => {
    const window = windowOf(20, 0);
    expect(sentIn(window, [20, 20, 15, 12, 9]).map((one) => one.isWindow)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['one in fifty near the start', 200, 4, 39, 200],
    ['one more than that', 200, 5, 39, 10],
    ['one in fifty of few', 50, 1, 39, 50],
    ['more than one in fifty of few', 49, 1, 39, 10],
    ['one later', 200, 1, 41, 10],
  ])(
    'is not exhausted by refusals of requests that arrived too early: %s',
    (_, rate, refusals, offset, size) => {
      const window = windowOf(rate, 0);
      const send = (at: number) => {
        window.wait(at);
        window.take(at);
      };
      for (let sent = 0; sent < 10 + refusals; sent += 1) send(1000 + offset);
      for (let accepted = 0; accepted < 10; accepted += 1) window.accepted(1000 + offset);
      for (let refused = 0; refused < refusals; refused += 1) window.refused(1000 + offset);
      send(2500);
      expect(window.rate()).toBe(size);
    },
  );

  it('is given up although every second window that refuses has the expected size, as at a small bucket', () => {
    const sizes = [20, 20, 15, 15, 12, 12, 9, 9, 7, 7, 5];
    const seen = sentIn(windowOf(20, 0), sizes);
    expect(seen.findIndex(({ isWindow }) => !isWindow)).toBe(10);
  });

  it('is given up if it refuses its first requests', () => {
    const window = windowOf(20, 0);
    expect(sentIn(window, [20, 20, 1]).map((one) => one.isWindow)).toEqual([true, true, false]);
    expect(window.rate()).toBe(20);
  });
});

describe('a quota of fixed windows', () => {
  const common = { rows: 8000, clients: 1, inFlight: 32, seed: 5, retryAfter: 'absent' } as const;
  const window = { kind: 'window', perSecond: 20, seconds: 1 } as const;
  it.each<[string, Partial<Scenario>, number]>([
    ['is used fully', {}, 0.99],
    ['is used fully at 300 ms with jitter', { latency: 300, jitter: 0.5 }, 0.97],
    ['is followed soon if it doubles', { changes: [{ from: 200_000, factor: 2 }] }, 0.96],
    ['is followed soon if it halves', { changes: [{ from: 200_000, factor: 0.5 }] }, 0.97],
  ])('%s', async (_, special, least) => {
    const figures = await simulateRate({ ...common, shape: window, latency: 50, jitter: 0, ...special });
    expect(figures.failed).toBe(0);
    expect(figures.share).toBeGreaterThan(least);
    expect(figures.refused).toBeLessThan(0.02);
  });

  it('is found soon although its first window is exhausted by the first flight', async () => {
    const special = { rows: 6000, inFlight: 180, seed: 6, retryAfter: 0 } as const;
    const shape = { ...window, perSecond: 200 };
    const figures = await simulateRate({ ...common, ...special, shape, latency: 300, jitter: 0.5 });
    expect(figures.failed).toBe(0);
    expect(figures.share).toBeGreaterThan(0.85);
  });

  it('of a minute is used fully although it was mistaken for a window of ten seconds', async () => {
    const shape = { kind: 'window', perSecond: 20, seconds: 60 } as const;
    const scenario = { ...common, shape, rows: 24_000, latency: 5, jitter: 1, seed: 438 };
    const figures = await simulateRate(scenario);
    expect(figures.failed).toBe(0);
    expect(figures.share).toBeGreaterThan(0.93);
    expect(figures.refused).toBeLessThan(0.02);
  });
});
