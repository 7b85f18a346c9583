import { describe, expect, it } from 'vitest';
import { AdaptiveBucket } from '../../../src/http/pacing/adaptive-bucket.ts';
import { reduction } from '../../../src/http/pacing/rate-probe.ts';

/** Sends one request after the other, each as soon as possible; each is accepted or refused after 50 ms. */
function driven(bucket: AdaptiveBucket, start = 0) {
  let now = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    send(answers: string, latency = 50, retryAfter?: number) {
      for (const answer of answers) {
        const wait = bucket.wait(now);
        waits.push(wait);
        now += wait;
        const sentAt = now;
        bucket.take(now);
        now += latency;
        if (answer === '+') bucket.accepted(sentAt, now);
        else if (answer === '-') bucket.refused(sentAt, now, retryAfter);
        else bucket.lost();
      }
    },
  };
}

/** Returns how many requests may leave at the same time. */
function atOnce(bucket: AdaptiveBucket, now: number): number {
  let count = 0;
  while (bucket.wait(now) === 0 && count < 1000) {
    bucket.take(now);
    count += 1;
  }
  return count;
}

/** Returns the rate at which requests leave once no tokens are left. */
function rateOf(bucket: AdaptiveBucket, now: number): number {
  const held = now + bucket.wait(now);
  atOnce(bucket, held);
  const next = held + bucket.wait(held);
  expect(bucket.wait(next)).toBe(0);
  bucket.take(next);
  return 1000 / bucket.wait(next);
}

describe('a known quota', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [20, 17],
    [180, 153],
  ])('with a burst of %i sends %i at once', (burst, count) => {
    expect(atOnce(new AdaptiveBucket({ perSecond: 1, burst }), 0)).toBe(count);
  });

  it('is used to 99.5 %', () => {
    const bucket = new AdaptiveBucket({ perSecond: 4, burst: 1 });
    expect(atOnce(bucket, 0)).toBe(1);
    expect(bucket.wait(0)).toBeCloseTo(1000 / (4 * 0.995), 6);
    expect(bucket.wait(100)).toBeCloseTo(1000 / (4 * 0.995) - 100, 6);
    expect(bucket.wait(252)).toBe(0);
  });

  it('accumulates at most one burst during a pause', () => {
    const bucket = new AdaptiveBucket({ perSecond: 10, burst: 20 });
    expect(atOnce(bucket, 0)).toBe(17);
    expect(atOnce(bucket, 3_600_000)).toBe(17);
  });

  it('makes up for timers that fire up to 20 ms late', () => {
    const bucket = new AdaptiveBucket({ perSecond: 1000, burst: 1 });
    expect(atOnce(bucket, 0)).toBe(19);
    expect(atOnce(bucket, 10_000)).toBe(19);
  });

  it('loses its burst after a refusal, since another client uses part of it', () => {
    const bucket = new AdaptiveBucket({ perSecond: 1, burst: 20 });
    driven(bucket).send('+-');
    expect(atOnce(bucket, 60_000)).toBe(1);
  });

  it('is never exceeded by growth', () => {
    const bucket = new AdaptiveBucket({ perSecond: 10, burst: 1 });
    const run = driven(bucket);
    run.send('+'.repeat(3000));
    expect(Math.min(...run.waits.slice(1))).toBeGreaterThan(1000 / 9.95 - 50 - 1e-6);
  });
});

describe('an unknown quota', () => {
  it('causes no wait before the first refusal', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send('+'.repeat(500));
    expect(run.waits.every((wait) => wait === 0)).toBe(true);
    expect(bucket.isRefusing()).toBe(false);
  });

  /** The rate after one refusal: the rate before weighs as much as 130 requests/s for a round trip. */
  const lowered = (sent: number, trust: number) => (sent * trust) / (trust + 1);

  it('starts at the departure rate, lowered by the refusal', () => {
    const bucket = new AdaptiveBucket();
    driven(bucket).send('++++-');
    expect(rateOf(bucket, 250)).toBeCloseTo(lowered(20, 6.5), 6);
    expect(bucket.isRefusing()).toBe(true);
  });

  it.each([
    ['all other requests answered at the same time', 3],
    ['one more in flight', 2],
    ['three more in flight', 0],
  ])('starts at the departure rate of one round trip: %s', (_, accepted) => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 4; count += 1) bucket.take(0);
    for (let count = 0; count < accepted; count += 1) bucket.accepted(0, 100);
    bucket.refused(0, 100, undefined);
    expect(rateOf(bucket, 100)).toBeCloseTo(lowered(40, 13), 6);
  });

  it('starts at the departure rate since the sender was idle, not at that of a larger flight before', () => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 30; count += 1) bucket.take(0);
    for (let count = 0; count < 30; count += 1) bucket.accepted(0, 100);
    for (let count = 0; count < 4; count += 1) bucket.take(200);
    for (let count = 0; count < 3; count += 1) bucket.accepted(200, 300);
    bucket.refused(200, 300, undefined);
    expect(rateOf(bucket, 300)).toBeCloseTo(lowered(40, 13), 6);
  });

  it('decreases with each refusal of a flight, but not with its accepted requests', () => {
    const paceAfter = (answers: string) => {
      const bucket = new AdaptiveBucket();
      for (const _ of answers) bucket.take(0);
      for (const answer of answers) {
        if (answer === '+') bucket.accepted(0, 100);
        else bucket.refused(0, 100, undefined);
      }
      return rateOf(bucket, 100);
    };
    const one = paceAfter('-+++');
    // Of a flight of four and thirteen more that stand for the rate before, 16, 15 and 14 are accepted.
    expect(paceAfter('--++')).toBeCloseTo((one * 15) / 16, 6);
    expect(paceAfter('---+')).toBeCloseTo((one * 14) / 16, 6);
  });

  it('receives a request every 5 ms until one is accepted, with at most 32 in flight', () => {
    const bucket = new AdaptiveBucket();
    // Requests that a late timer missed may leave at once.
    expect(atOnce(bucket, 0)).toBe(4);
    for (let now = 5; now <= 140; now += 5) expect(atOnce(bucket, now)).toBe(1);
    expect(bucket.wait(145)).toBe(10);
  });

  it('allows 32 in flight, spaced evenly, and one more for every eight accepted requests', () => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 32; count += 1) bucket.take(0);
    for (let count = 0; count < 7; count += 1) bucket.accepted(0, 50);
    // 32 requests in 50 ms and a quarter more are 16 in 20 ms.
    expect(atOnce(bucket, 50)).toBe(7);
    expect(bucket.wait(50)).toBe(10);
    bucket.accepted(0, 50);
    expect(atOnce(bucket, 60)).toBe(2);
    expect(bucket.wait(60)).toBe(10);
  });

  it('receives no request for a round trip after the first refusal', () => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 10; count += 1) bucket.take(0);
    bucket.refused(0, 80, undefined);
    expect(bucket.wait(80)).toBe(80);
    expect(bucket.wait(159)).toBe(1);
    expect(bucket.wait(160)).toBe(0);
  });

  it.each([5, 49, 60])(
    'keeps its rate after a refusal if %i requests accepted since the previous one confirm it',
    (accepted) => {
      const bucket = new AdaptiveBucket();
      const run = driven(bucket);
      run.send(`${'+'.repeat(170)}-`);
      run.send(`${'+'.repeat(accepted)}-`);
      const before = 1000 / ((run.waits.at(-1) ?? 0) + 50);
      const after = 1000 / (bucket.wait(run.now()) + 50);
      // The second refusal lowers the rate by a single step.
      expect(after / before).toBeGreaterThan(0.99 * (1 - reduction(accepted + 2)));
    },
  );

  it('grows beyond the rate of its first refusal after a long time without refusals', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send(`${'+'.repeat(170)}-`);
    run.send('+'.repeat(1200), 1);
    expect(run.waits.at(-1)).toBeLessThan(1000 / 30);
    expect(run.waits.at(180)).toBeGreaterThan(1000 / 22);
  });

  it('is followed within a few refusals if it halves', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    const pace = () => 1000 / (bucket.wait(run.now()) + 50);
    run.send(`${'+'.repeat(170)}-${'+'.repeat(170)}-`);
    const before = pace();
    run.send('+-'.repeat(10));
    expect(pace() / before).toBeLessThan(0.7);
  });

  it('keeps its rate if as many requests were accepted, in spite of jitter', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send(`${'+'.repeat(170)}-`, 45);
    run.send(`${'+'.repeat(60)}-`);
    // One request every 65 ms on average.
    for (let count = 0; count < 5; count += 1) {
      run.send('+', 20);
      run.send('+', 110);
    }
    run.send('-', 65);
    expect(rateOf(bucket, run.now())).toBeGreaterThan(15.2);
  });

  it('doubles after about as many requests the second time as the first time', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send(`${'+'.repeat(170)}-`);
    const until = (factor: number, start: number) => {
      for (let count = 1; count < 5000; count += 1) {
        run.send('+', 1);
        const wait = bucket.wait(run.now());
        if (1000 / (wait + 1) >= factor * start) return count;
      }
      return Number.POSITIVE_INFINITY;
    };
    const start = lowered(20, 6.5);
    expect([until(2, start), until(4, start)]).toEqual([112, 116]);
  });

  it.each([
    ['the second refusal', '-', 1 - reduction(302)],
    ['the second and the third', '--', (1 - reduction(302)) * (1 - reduction(303))],
  ])('decreases less with each single refusal: %s', (_, answers, part) => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send(`${'+'.repeat(400)}-`, 5);
    run.send('+'.repeat(300), 5);
    const before = rateOf(bucket, run.now());
    for (const answer of answers) {
      const at = run.now();
      if (answer === '-') bucket.refused(at, at, undefined);
      else bucket.accepted(at, at);
    }
    const after = rateOf(bucket, run.now());
    expect(after / before).toBeGreaterThan(part * 0.99999);
    expect(after / before).toBeLessThan(part + 0.012);
  });

  it('is no longer refusing after an accepted request', () => {
    const bucket = new AdaptiveBucket();
    driven(bucket).send('+-+');
    expect(bucket.isRefusing()).toBe(false);
  });

  it('is not waited for again after a long time without refusals', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send('+++++-');
    run.send('+'.repeat(400));
    expect(run.waits[6]).toBeGreaterThan(0);
    expect(run.waits.at(-1)).toBe(0);
  });

  it('does not grow during a pause', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send('+++++-+');
    const at = run.now();
    const wait = bucket.wait(at);
    expect(bucket.wait(at)).toBe(wait);
    expect(atOnce(bucket, at + 3_600_000)).toBe(1);
  });
});

describe('a closed quota', () => {
  it.each([
    ['two consecutive refusals', '+--', false],
    ['three consecutive refusals', '+---', true],
    ['three refusals with an accepted request in between', '+--+-', false],
  ])('is detected after three consecutive refusals: %s', (_, answers, isClosed) => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send(answers);
    bucket.wait(run.now());
    bucket.take(run.now());
    // Only one probe is in flight at a time.
    expect(bucket.wait(run.now()) === 10).toBe(isClosed);
  });

  it('is not inferred from refusals of requests that left together', () => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 5; count += 1) bucket.take(0);
    for (let count = 0; count < 5; count += 1) bucket.refused(0, 50, undefined);
    bucket.take(50);
    expect(bucket.wait(50)).not.toBe(10);
  });

  it('is probed again at once if a probe had no answer', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send('+---');
    run.send('?');
    expect(bucket.wait(run.now())).toBe(0);
  });

  it('reopens at a lower rate when a probe is accepted', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send(`${'+'.repeat(20)}----`);
    expect(bucket.isRefusing()).toBe(true);
    run.send('+');
    expect(bucket.isRefusing()).toBe(false);
    const wait = bucket.wait(run.now());
    expect(wait).toBeGreaterThan(50);
    expect(wait).not.toBe(10);
  });

  it('counts requests accepted after it closed, and ignores refusals of requests that left before it reopened', () => {
    const paceAfter = (late: string) => {
      const bucket = new AdaptiveBucket();
      for (const _ of late) bucket.take(0);
      const run = driven(bucket);
      run.send(`${'+'.repeat(20)}----`);
      for (const answer of late) {
        if (answer === '+') bucket.accepted(0, run.now());
      }
      run.send('+');
      for (const answer of late) {
        if (answer === '-') bucket.refused(0, run.now(), undefined);
      }
      expect(bucket.isRefusing()).toBe(false);
      return rateOf(bucket, run.now());
    };
    expect(paceAfter('++++++++++')).toBeGreaterThan(1.1 * paceAfter(''));
    paceAfter('-----');
  });

  it('keeps the rate of the time when it closed, although no request left then', () => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 40; count += 1) bucket.take(0);
    bucket.refused(0, 100, undefined);
    for (let count = 0; count < 20; count += 1) bucket.accepted(0, 100);
    // One request that left while the others waited, and two probes after it.
    bucket.take(150);
    bucket.refused(150, 250, undefined);
    const run = driven(bucket, 250);
    run.send('--+', 100);
    expect(bucket.isRefusing()).toBe(false);
    expect(rateOf(bucket, run.now())).toBeGreaterThan(30);
  });

  it('is not reopened by the answer to an earlier request', () => {
    const bucket = new AdaptiveBucket();
    bucket.take(0);
    const run = driven(bucket);
    run.send('+---');
    bucket.accepted(0, run.now());
    expect(bucket.isRefusing()).toBe(true);
  });
});
