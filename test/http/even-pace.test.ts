import { expect, it } from 'vitest';
import { EvenPace } from '../../src/http/even-pace.ts';
import { RefusalShare } from '../../src/http/refusal-share.ts';
import { RoundTrip } from '../../src/http/round-trip.ts';

it.each([
  [100, 200, false],
  [100, 201, true],
  [80, 160, false],
  [80, 161, true],
])(
  'with answers after %i ms, what came through since a refusal %i ms ago limits the rate: %s',
  (roundTrip, ago, isLimited) => {
    const times = new RoundTrip();
    times.usual = roundTrip;
    const pace = new EvenPace(times, new RefusalShare(), { perSecond: 50, burst: 1 });
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
    send('+'.repeat(60), end - ago - 1);
    send('-?????????', end - ago);
    send('+', end - 1);
    const before = pace.rate();
    send('-'.repeat(10), end);
    // Ten refusals count beside twenty requests at the rate before, unless more than that was measured.
    const measured = 61 / 1.5;
    expect(before).toBeGreaterThan(measured);
    expect(pace.rate()).toBeCloseTo(isLimited ? (before * 20) / 30 : measured, 6);
  },
);
