import { describe, expect, it } from 'vitest';
import { FixedWindow } from '../../src/http/fixed-window.ts';
import { RefusalBudget } from '../../src/http/refusal-budget.ts';
import { createWindowFinder } from '../../src/http/window-finder.ts';
import { type Scenario, simulateRate } from '../support/rate-simulation.ts';

/** What is found after openings at these times, each between a refusal and an acceptance 10 ms later. */
function foundAfter(openings: readonly number[], reach = 0) {
  const finder = createWindowFinder();
  return openings.map((at) => {
    finder.refused(at - 5);
    return finder.accepted(at + 5, reach);
  });
}

const times = (length: number, count: number, between: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => between(index) * length + 300);

describe('a quota that opens at the same part of each second', () => {
  it('is a window of a second after six openings', () => {
    const found = foundAfter(times(1000, 6, (index) => index * 2));
    expect(found.slice(0, 5)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(found[5]?.length).toBe(1000);
    expect(found[5]?.from).toBeCloseTo(300, 6);
    expect(found[5]?.blur).toBeCloseTo(5, 6);
  });

  it.each([10_000, 60_000])('is a longer window where it opens once in %i ms', (length) => {
    expect(foundAfter(times(length, 6, (index) => index))[5]?.length).toBe(length);
  });

  it('is known less exactly where its openings vary', () => {
    const openings = times(1000, 9, (index) => index * 2).map((at, index) => at + ((index % 3) - 1) * 60);
    const found = foundAfter(openings).at(-1);
    expect(found?.from).toBeCloseTo(300, 0);
    expect(found?.blur).toBeGreaterThan(15);
  });

  it.each([
    ['at any time, as a bucket', (index: number) => index * 2 + (index * 0.37) ** 2],
    ['several times in a window', (index: number) => index * 0.5],
    [
      'again at the same part of every second window, and in between',
      (index: number) => index + (index % 2) * -0.3,
    ],
  ])('is none where it opens %s', (_, between) => {
    expect(foundAfter(times(1000, 60, between)).every((found) => found === undefined)).toBe(true);
  });

  it('opened when nothing is refused any more, however requests overtake each other', () => {
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

/** Sends through windows as fast as they allow; what the service lets in of each second is given. */
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

  it('is used to the full, and one request more is tried for two refusals that may be', () => {
    expect(sent(Array.from({ length: 12 }, () => 20))).toEqual([
      21, 21, 20, 20, 20, 20, 20, 20, 20, 21, 20, 20,
    ]);
  });

  it('keeps both ends free, as far as a request may arrive in another window', () => {
    const window = windowOf(20, 80);
    expect(window.wait(0)).toBe(100);
    expect(window.wait(900)).toBe(200);
  });

  it('does not take for its size what was let in of the window in which it was found', () => {
    const window = windowOf(20, 0);
    for (let sent = 0; sent < 12; sent += 1) window.take(600);
    for (let sent = 0; sent < 4; sent += 1) window.accepted(600);
    window.refused(600);
    for (let sent = 0; sent < 7; sent += 1) window.accepted(600);
    window.wait(1000);
    expect(window.rate()).toBe(20);
  });

  it('that lets in more is found by one request more, and used to the full in the same window', () => {
    expect(sent([20, 20, ...Array.from({ length: 10 }, () => 40)]).slice(8)).toEqual([20, 41, 40, 40]);
  });

  it('that lets in half as many is followed at once', () => {
    expect(sent([20, 20, 10, 10, 10, 10])).toEqual([21, 21, 11, 11, 10, 10]);
  });

  it('is tried in steps that grow where answers come late', () => {
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

  it('is none where it refuses at any time', () => {
    const window = windowOf(20, 0);
    expect(sentIn(window, [20, 20, 15, 12, 9]).map((one) => one.isWindow)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('has not begun, or is none, where it refuses its first requests', () => {
    const window = windowOf(20, 0);
    expect(sentIn(window, [20, 20, 1]).map((one) => one.isWindow)).toEqual([true, true, false]);
    expect(window.rate()).toBe(20);
  });
});

describe('a quota of fixed windows', () => {
  const common = { rows: 8000, clients: 1, inFlight: 32, seed: 5, retryAfter: 'absent' } as const;
  const window = { kind: 'window', perSecond: 20, seconds: 1 } as const;
  it.each<[string, Partial<Scenario>, number]>([
    ['is used to the full', {}, 0.99],
    ['is used to the full where it is far away', { latency: 300, jitter: 0.5 }, 0.97],
    ['is found soon when it doubles', { changes: [{ from: 200_000, factor: 2 }] }, 0.96],
    ['is found soon when it halves', { changes: [{ from: 200_000, factor: 0.5 }] }, 0.97],
  ])('%s', async (_, special, least) => {
    const figures = await simulateRate({ ...common, shape: window, latency: 50, jitter: 0, ...special });
    expect(figures.failed).toBe(0);
    expect(figures.share).toBeGreaterThan(least);
    expect(figures.refused).toBeLessThan(0.02);
  });

  it('of a minute is used to the full although it was taken for ten seconds in between', async () => {
    const shape = { kind: 'window', perSecond: 20, seconds: 60 } as const;
    const scenario = { ...common, shape, rows: 24_000, latency: 5, jitter: 1, seed: 438 };
    const figures = await simulateRate(scenario);
    expect(figures.failed).toBe(0);
    expect(figures.share).toBeGreaterThan(0.93);
    expect(figures.refused).toBeLessThan(0.02);
  });
});
