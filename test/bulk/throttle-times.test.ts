import { describe, expect, it } from 'vitest';
import { timeLineOf } from '../../src/bulk/report/time-line.ts';
import { createThrottling, type Throttle, Waits } from '../../src/bulk/run/throttling.ts';
import { changeId } from '../../src/values/ids.ts';

describe('throttling', () => {
  it('counts overlapping waits once', () => {
    const waits = new Waits();
    waits.add(0, 10);
    waits.add(5, 10);
    expect(waits.left(12)).toBe(3);
    expect(waits.waited(12)).toBe(12);
    waits.add(20, 4);
    expect(waits.waited(100)).toBe(19);
    waits.add(100, 50);
    waits.end(110);
    expect(waits.waited(200)).toBe(29);
    expect(waits.left(120)).toBe(0);
  });

  it('reports requests refused together once, and the next refusal again', () => {
    let now = 0;
    const told: Throttle[] = [];
    const throttling = createThrottling(
      () => now,
      (throttle) => told.push(throttle),
    );
    for (const milliseconds of [12_000, 12_400, 12_900])
      throttling.add({ rates: 'createUser' }, milliseconds);
    expect(told).toEqual([{ rates: 'createUser', seconds: 12 }]);
    expect(throttling.state()).toEqual({ left: 12_900, locked: 0 });
    now = 13_000;
    throttling.add({ rates: 'createUser' }, 1000);
    now = 13_500;
    throttling.add({ rates: 'createUser' }, 60_000);
    expect(told.map(({ seconds }) => seconds)).toEqual([12, 1, 60]);
    expect(throttling.waited()).toBe(13_400);
  });

  it.each([
    // A wait that ends less than a quarter of its length after the first belongs to a request sent together
    // with it.
    [0, 12_000, [12]],
    [100, 15_800, [12]],
    [100, 15_900, [12, 15.9]],
    [6000, 8000, [12]],
    [6000, 8001, [12, 8]],
    [11_999, 1, [12]],
    [11_999, 2, [12, 0]],
    [12_000, 1, [12, 0]],
  ])(
    'reports a refusal %i ms after one of 12 s, for %i ms, only if it is new: %j',
    (after, milliseconds, seconds) => {
      let now = 0;
      const told: Throttle[] = [];
      const throttling = createThrottling(
        () => now,
        (throttle) => told.push(throttle),
      );
      throttling.add({ rates: 'createUser' }, 12_000);
      now = after;
      throttling.add({ rates: 'createUser' }, milliseconds);
      expect(told.map((one) => one.seconds)).toEqual(seconds);
    },
  );

  it('counts a resource as locked until its wait is over', () => {
    let now = 0;
    const throttling = createThrottling(
      () => now,
      () => {},
    );
    expect(throttling.state()).toEqual({ left: 0, locked: 0 });
    throttling.add({ rates: 'changeUser' }, 1000);
    throttling.add({ rates: 'changeGroup', resource: 'Groups/S1' }, 3000);
    expect(throttling.state()).toEqual({ left: 3000, locked: 0 });
    now = 999;
    expect(throttling.state()).toEqual({ left: 2001, locked: 0 });
    now = 1000;
    expect(throttling.state()).toEqual({ left: 2000, locked: 1 });
    now = 3000;
    expect(throttling.state()).toEqual({ left: 0, locked: 0 });
    expect(throttling.waited()).toBe(3000);
  });

  it('distinguishes request classes and single resources', () => {
    const told: Throttle[] = [];
    const throttling = createThrottling(
      () => 0,
      (throttle) => told.push(throttle),
    );
    throttling.add({ rates: 'changeGroup', resource: 'Groups/S1' }, 3000);
    throttling.add({ rates: 'changeGroup', resource: 'Groups/S2' }, 3000);
    expect(throttling.state()).toEqual({ left: 3000, locked: 2 });
    throttling.add({ rates: 'changeUser' }, 4000);
    expect(throttling.state()).toEqual({ left: 4000, locked: 0 });
    expect(told).toHaveLength(3);
  });

  it('is summed in the time line, and ends at a pause', () => {
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1000).toISOString();
    const throttled = (seconds: number, length: number) =>
      ({ t: at(seconds), type: 'throttled', rates: 'createUser', seconds: length }) as const;
    const time = timeLineOf([
      { t: at(0), type: 'intent', change: changeId('L2'), at: 0 },
      throttled(1, 10),
      throttled(5, 10),
      throttled(20, 60),
      { t: at(25), type: 'run.pause', why: 'signal' },
      { t: at(1000), type: 'run.end', succeeded: 0, failed: 1 },
    ]);
    expect(time.throttled).toBe(14 + 5);
  });
});
