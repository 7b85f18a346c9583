import { type Growth, grownRate } from './rate-growth.ts';
import type { RateLimit } from './rate-limits.ts';
import { type Evidence, type Sample, watchRefusals } from './refusals.ts';

/** What one quota of the service allows now, as far as is known. Times are milliseconds of a clock that never jumps. */
export interface Quota {
  /** How long until one more request may leave; 0 when it may now. */
  wait(now: number): number;
  /** How long the service still asks to be left alone. */
  pause(now: number): number;
  take(now: number): void;
  /** A request that left at `sentAt` was looked at. */
  accepted(sentAt: number): void;
  /** A request that left at `sentAt` was refused, and nothing may leave for so long. */
  refused(sentAt: number, now: number, wait: number): void;
}

/** Kept below a known quota: clocks differ, and requests arrive less evenly than they leave. */
const KNOWN_SHARE = 0.995;
const BURST_SHARE = 0.85;
/** Below a measured quota. */
const LEARNED_SHARE = 0.997;
/** A refusal lowers the rate to no more than this part of it; where the limit was seen a moment ago, it was not the limit. */
const LEAST_STEP = 0.98;
const MISTAKEN_STEP = 0.9;
const MOMENT = 3;
/** Of the first guess, which is a rough one. */
const FIRST_SHARE = 0.6;
/** Growth of a search; each refusal that tells nothing sure slows it. */
const SEARCH_GROWTH = 1.5;
const SLOWEST_SEARCH = 1.1;
/** A probe ends in a pause as a rule, so it is made once in so many pauses; sooner where others come and go. */
const PAUSES_TO_PROBE = 25;
const SHARED_PAUSES_TO_PROBE = 20;
const SHORTEST_PROBE = 5;
/** Below this part of what was once possible, others draw on the quota; some of the rate is left to them. */
const SHARED_BELOW = 0.95;
const LEFT_TO_OTHERS = 0.15;
/** Timers wake late; what they miss may be made up for. */
const TIMER_SLACK = 0.02;
/** So many requests may be under way at once. */
const NEWEST = 256;
const ROUNDING = 1e-9;

/** What was under way when the first refusal came back: how many of those passed shows the rate. */
interface Edge {
  readonly from: number;
  readonly until: number;
  accepted: number;
}

/**
 * Follows a quota. One that is known is used to the full and never exceeded; one that is not is found: a refusal says that the
 * service's bucket is empty, so what it accepted between two refusals is what it allows, less one bucket.
 * Others may draw on the same quota: a refusal lowers the rate by as much as it was too high, quiet raises it.
 */
export function createQuota(known?: RateLimit): Quota {
  const ceiling = known === undefined ? Number.POSITIVE_INFINITY : known.perSecond * KNOWN_SHARE;
  const refusals = watchRefusals();
  let growth: Growth = { kind: 'none', rate: ceiling };
  let grownFrom = 0;
  let searchFactor = SEARCH_GROWTH;
  let isLimitSeen = false;
  /** The most that the service ever sustained. */
  let peak = known === undefined ? 0 : ceiling;
  /** What one bucket is worth: so many requests passed in so many seconds from full to empty. */
  let bucket: Sample | undefined = known === undefined ? undefined : { accepted: known.burst, seconds: 0 };
  let burst =
    known === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(known.burst * BURST_SHARE));
  let tokens = burst;
  let filledAt = 0;
  let pausedUntil = 0;
  let emptyAt = 0;
  const newest: number[] = [];
  let edge: Edge | undefined;

  const isUnlimited = () => growth.rate === Number.POSITIVE_INFINITY;
  const rateAt = (now: number) => Math.min(ceiling, grownRate(growth, Math.max(0, now - grownFrom) / 1000));
  const capacity = (now: number) => Math.max(burst, rateAt(now) * TIMER_SLACK, 1);
  const bucketAt = (rate: number) =>
    bucket === undefined ? 1 : Math.max(1, bucket.accepted - rate * bucket.seconds);

  const fill = (now: number) => {
    const room = capacity(now);
    tokens = filledAt === 0 ? room : Math.min(room, tokens + (rateAt(now) * (now - filledAt)) / 1000);
    filledAt = now;
  };

  /** Everything that was under way when the first refusal came is answered: sets the first rate. */
  const readEdge = (now: number) => {
    if (edge === undefined || bucket === undefined) return;
    const roundTrip = Math.max(edge.until - edge.from, 1) / 1000;
    // In a short time little is seen; and whoever shares the quota saw a bucket of about the same size.
    const guess = (FIRST_SHARE * (edge.accepted + 0.5)) / roundTrip;
    const rate = Math.min(guess, Math.max(bucket.accepted, 1));
    edge = undefined;
    growth = { kind: 'first', rate, bucket: bucket.accepted };
    grownFrom = now;
    burst = Math.max(1, Math.floor(BURST_SHARE * bucketAt(rate)));
    tokens = Math.min(burst, (rate * (now - emptyAt)) / 1000);
    filledAt = now;
  };

  const lower = (seen: Evidence, now: number, pause: number) => {
    const current = rateAt(now);
    const isEarly = seen.accepted < burst;
    // Refused before its own burst was over, though there was time to fill the bucket: somebody else had part of it.
    if (isEarly && seen.mayBeMore) bucket = { accepted: seen.accepted, seconds: 0 };
    const most = current * (isLimitSeen && seen.seconds < MOMENT ? MISTAKEN_STEP : LEAST_STEP);
    const limit = Math.max(seen.least, Math.min(most, shownRate(seen, current, isEarly)), 0.001);
    if (isEarly) burst = Math.max(1, Math.floor(seen.accepted / 2));
    else if (known === undefined && seen.sustained !== undefined) {
      burst = Math.max(1, Math.floor(BURST_SHARE * bucketAt(limit)));
    }
    isLimitSeen = seen.isSure;
    if (seen.isSure) hold(limit, sharedRate(limit, most, seen), pause);
    else search(limit, pause);
  };

  /** Whoever shares a quota has a part of its bucket, too. */
  const sharedRate = (alone: number, most: number, seen: Evidence) =>
    peak === 0
      ? alone
      : Math.max(alone, Math.min(most, seen.accepted / (seen.seconds + bucketAt(peak) / peak)));

  const search = (rate: number, pause: number) => {
    growth = { kind: 'search', rate, factor: searchFactor, unit: Math.max(1, pause) };
    searchFactor = Math.max(SLOWEST_SEARCH, 1 + (searchFactor - 1) / 2);
  };

  const hold = (alone: number, shared: number, pause: number) => {
    const isShared = alone < peak * SHARED_BELOW;
    const limit = isShared ? shared : alone;
    const probe = Math.max(SHORTEST_PROBE, (isShared ? SHARED_PAUSES_TO_PROBE : PAUSES_TO_PROBE) * pause);
    const rate = isShared ? Math.min(limit, Math.max(peak / 2, limit * (1 - LEFT_TO_OTHERS))) : limit;
    if (isShared) burst = 1;
    growth = { kind: 'hold', rate, limit, bucket: bucketAt(limit), probe };
    searchFactor = SEARCH_GROWTH;
    peak = Math.max(peak, limit);
  };

  return {
    pause: (now) => Math.max(0, pausedUntil - now),
    wait(now) {
      if (now < pausedUntil) return pausedUntil - now;
      readEdge(now);
      if (isUnlimited()) return 0;
      fill(now);
      return tokens >= 1 - ROUNDING ? 0 : ((1 - tokens) / rateAt(now)) * 1000;
    },
    take(now) {
      tokens -= 1;
      refusals.sent(now);
    },
    accepted(sentAt) {
      refusals.accepted(sentAt);
      if (edge !== undefined && sentAt >= edge.from) edge.accepted += 1;
      if (!isUnlimited()) return;
      newest.push(sentAt);
      if (newest.length > NEWEST) newest.shift();
    },
    refused(sentAt, now, wait) {
      pausedUntil = Math.max(pausedUntil, now + wait);
      const seen = refusals.refused(sentAt, now, bucket);
      if (seen === undefined) return;
      if (bucket === undefined) {
        bucket = seen;
        edge = { from: sentAt, until: now, accepted: newest.filter((at) => at >= sentAt).length };
      } else {
        lower(seen, now, wait / 1000);
      }
      grownFrom = pausedUntil;
      emptyAt = now;
      tokens = 0;
      filledAt = now;
    },
  };
}

/** The rate that a refusal shows, given the one that was refused. */
function shownRate(seen: Evidence, current: number, isEarly: boolean): number {
  if (isEarly && seen.mayBeMore) return current * MISTAKEN_STEP;
  // In a short time little can be measured: then a half is a better guess than next to nothing.
  const guess = seen.isSure ? 0 : current / 2;
  return Math.max(guess, isEarly ? 0 : (seen.sustained ?? 0) * LEARNED_SHARE);
}
