import { describe, expect, it } from 'vitest';
import { AdaptiveBucket } from '../../src/http/adaptive-bucket.ts';

/**
 * Sends one request for each character, each as soon as it may leave: "+" is accepted, "-" refused, and every
 * other one gets no response.
 */
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

/** Returns the number of requests that may leave at the same time. */
function atOnce(bucket: AdaptiveBucket, now: number): number {
  let count = 0;
  while (bucket.wait(now) === 0 && count < 1000) {
    bucket.take(now);
    count += 1;
  }
  return count;
}

/** Returns the rate at which requests leave after the saved burst. */
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
  ])('of a burst of %i lets %i leave at once', (burst, count) => {
    expect(atOnce(new AdaptiveBucket({ perSecond: 1, burst }), 0)).toBe(count);
  });

  it('lets the next one leave when a half percent more than its share of a second is over', () => {
    const bucket = new AdaptiveBucket({ perSecond: 4, burst: 1 });
    expect(atOnce(bucket, 0)).toBe(1);
    expect(bucket.wait(0)).toBeCloseTo(1000 / (4 * 0.995), 6);
    expect(bucket.wait(100)).toBeCloseTo(1000 / (4 * 0.995) - 100, 6);
    expect(bucket.wait(252)).toBe(0);
  });

  it('saves no more than a burst, however long nobody sends', () => {
    const bucket = new AdaptiveBucket({ perSecond: 10, burst: 20 });
    expect(atOnce(bucket, 0)).toBe(17);
    expect(atOnce(bucket, 3_600_000)).toBe(17);
  });

  it('makes up for timers that wake late, by a fiftieth of a second', () => {
    const bucket = new AdaptiveBucket({ perSecond: 1000, burst: 1 });
    expect(atOnce(bucket, 0)).toBe(19);
    expect(atOnce(bucket, 10_000)).toBe(19);
  });

  it('loses its burst when it is refused all the same: somebody else has a part of it', () => {
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
  it('is not waited for until somebody is refused', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send('+'.repeat(500));
    expect(run.waits.every((wait) => wait === 0)).toBe(true);
    expect(bucket.isRefusing()).toBe(false);
  });

  /** The rate after one refusal. The rate before weighs like `trust` accepted requests. */
  const lowered = (sent: number, trust: number) => (sent * trust) / (trust + 1);

  it('is taken for the pace at which requests left, lowered by the one that was refused', () => {
    const bucket = new AdaptiveBucket();
    driven(bucket).send('++++-');
    expect(rateOf(bucket, 250)).toBeCloseTo(lowered(20, 6.5), 6);
    expect(bucket.isRefusing()).toBe(true);
  });

  it.each([
    ['all other requests are answered at the same time', 3],
    ['one more request is in flight', 2],
    ['three more requests are in flight', 0],
  ])('is taken for what left in the time of one answer, although %s', (_, accepted) => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 4; count += 1) bucket.take(0);
    for (let count = 0; count < accepted; count += 1) bucket.accepted(0, 100);
    bucket.refused(0, 100, undefined);
    expect(rateOf(bucket, 100)).toBeCloseTo(lowered(40, 13), 6);
  });

  it('is lowered by each refusal of one flight, and not for what was let in of it', () => {
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
    // The rate before weighs like 13 accepted requests: 16, 15 and 14 of 17 are accepted.
    expect(paceAfter('--++')).toBeCloseTo((one * 15) / 16, 6);
    expect(paceAfter('---+')).toBeCloseTo((one * 14) / 16, 6);
  });

  it('is asked every 5 ms until the first request is let in, with 32 on their way', () => {
    const bucket = new AdaptiveBucket();
    // Requests that a late timer missed may leave at once.
    expect(atOnce(bucket, 0)).toBe(4);
    for (let now = 5; now <= 140; now += 5) expect(atOnce(bucket, now)).toBe(1);
    expect(bucket.wait(145)).toBe(10);
  });

  it('is found by a flight of 32 that leaves evenly, and grows by one for each eight that are let in', () => {
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

  it('is sent nothing for a round trip when its first refusal comes', () => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 10; count += 1) bucket.take(0);
    bucket.refused(0, 80, undefined);
    expect(bucket.wait(80)).toBe(80);
    expect(bucket.wait(159)).toBe(1);
    expect(bucket.wait(160)).toBe(0);
  });

  it.each([5, 49, 60])(
    'is not lowered by a refusal where what came through since another is as much: %i',
    (accepted) => {
      const bucket = new AdaptiveBucket();
      const run = driven(bucket);
      run.send(`${'+'.repeat(170)}-`);
      run.send(`${'+'.repeat(accepted)}-`);
      const before = 1000 / ((run.waits.at(-1) ?? 0) + 50);
      const after = 1000 / (bucket.wait(run.now()) + 50);
      // The refusal alone would lower the rate to 20/21.
      expect(after / before).toBeGreaterThan(20 / 21);
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

  it('is followed within a few refusals when it falls to a half', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    const pace = () => 1000 / (bucket.wait(run.now()) + 50);
    run.send(`${'+'.repeat(170)}-${'+'.repeat(170)}-`);
    const before = pace();
    run.send('+-'.repeat(10));
    expect(pace() / before).toBeLessThan(0.7);
  });

  it('is not lowered where as much came through, although answers come early and late', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send(`${'+'.repeat(170)}-`, 45);
    run.send(`${'+'.repeat(60)}-`);
    // The round trips average 65 ms.
    for (let count = 0; count < 5; count += 1) {
      run.send('+', 20);
      run.send('+', 110);
    }
    run.send('-', 65);
    expect(rateOf(bucket, run.now())).toBeGreaterThan(15.2);
  });

  it('is doubled a second time after fewer requests than the first time', () => {
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
    expect([until(2, start), until(4, start)]).toEqual([153, 116]);
  });

  it.each([
    ['a single refusal', '-', 199 / 200],
    ['a second refusal 100 requests later', `-${'+'.repeat(100)}-`, (199 / 200) ** 2],
  ])('is lowered by one part in two hundred by a refusal now and then: %s', (_, answers, part) => {
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

  it('is refusing no more once one is let in', () => {
    const bucket = new AdaptiveBucket();
    driven(bucket).send('+-+');
    expect(bucket.isRefusing()).toBe(false);
  });

  it('grows faster again at the end, without further refusals', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send('+++++-');
    run.send('+'.repeat(400));
    expect(run.waits[6]).toBeGreaterThan(0);
    expect(run.waits.at(-1)).toBe(0);
  });

  it('does not become quicker while nobody uses it', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send('+++++-+');
    const at = run.now();
    const wait = bucket.wait(at);
    expect(bucket.wait(at)).toBe(wait);
    expect(atOnce(bucket, at + 3_600_000)).toBe(1);
  });
});

describe('a quota that lets nothing through', () => {
  it.each([
    ['two consecutive refusals', '+--', false],
    ['three consecutive refusals', '+---', true],
    ['three refusals with an accepted request between', '+--+-', false],
  ])('counts as closed after three refusals in a row: %s', (_, answers, isClosed) => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send(answers);
    bucket.wait(run.now());
    bucket.take(run.now());
    // Only one request at a time tests whether a closed quota is open again.
    expect(bucket.wait(run.now()) === 10).toBe(isClosed);
  });

  it('is not closed by refusals of requests that left together', () => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 5; count += 1) bucket.take(0);
    for (let count = 0; count < 5; count += 1) bucket.refused(0, 50, undefined);
    bucket.take(50);
    expect(bucket.wait(50)).not.toBe(10);
  });

  it('is asked again at once when no answer came', () => {
    const bucket = new AdaptiveBucket();
    const run = driven(bucket);
    run.send('+---');
    run.send('?');
    expect(bucket.wait(run.now())).toBe(0);
  });

  it('is open when one that asked is let in, and slower than before', () => {
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

  it('counts for what it let in after it was closed, and is not closed again by what left before it was open', () => {
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

  it('keeps the pace that was allowed when it closed, although nothing left then', () => {
    const bucket = new AdaptiveBucket();
    for (let count = 0; count < 40; count += 1) bucket.take(0);
    bucket.refused(0, 100, undefined);
    for (let count = 0; count < 20; count += 1) bucket.accepted(0, 100);
    // One request that left while the others waited is refused, and then two that test the closed quota.
    bucket.take(150);
    bucket.refused(150, 250, undefined);
    const run = driven(bucket, 250);
    run.send('--+', 100);
    expect(bucket.isRefusing()).toBe(false);
    expect(rateOf(bucket, run.now())).toBeGreaterThan(30);
  });

  it('is not opened by the answer to what left before', () => {
    const bucket = new AdaptiveBucket();
    bucket.take(0);
    const run = driven(bucket);
    run.send('+---');
    bucket.accepted(0, run.now());
    expect(bucket.isRefusing()).toBe(true);
  });
});
