import type { RateLimit } from './rate-limits.ts';

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
const LEARNED_SHARE = 0.99;
/** A refusal lowers the rate to no more than this part of it. */
const LEAST_STEP = 0.98;
/** Of the first guess, which is a rough one. */
const FIRST_SHARE = 0.6;
/** Growth of a rate that was never measured, a second. */
const SEARCH_GROWTH = 4;
const CAREFUL_GROWTH = 1.5;
/** Growth of a measured rate: slow where the limit was seen, faster the longer all is quiet. */
const HOLD_GROWTH = 0.006;
const LONGEST_DOUBLING = 6000;
const SHORTEST_DOUBLING = 3000;
/** A rate so far below what was once possible was lowered for others, who may be gone. */
const FAR_BELOW = 0.7;
/** Timers wake late; what they miss may be made up for. */
const TIMER_SLACK = 0.02;
const SLOT = 100;
const MOST_SLOTS = 1200;
/** So many requests may be under way at once. */
const NEWEST = 256;
const ROUNDING = 1e-9;
/** Shorter stretches say too little about a rate. */
const SHORTEST_SAMPLE = 150;
/** Seconds. */
const SURE_AFTER = 0.3;

/** From the first request after a pause to the next refusal. */
interface Stretch {
  readonly start: number;
  /** How long nothing had been sent before. */
  readonly rest: number;
  accepted: number;
  /** Accepted requests in each tenth of a second; the oldest are dropped. */
  slots: number[];
  firstSlot: number;
  /** When the last accepted ones left. */
  readonly newest: number[];
}

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
  let burst =
    known === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(known.burst * BURST_SHARE));
  let rate = ceiling;
  let grows: 'not' | 'fast' | 'slowly' = 'not';
  let searchGrowth = SEARCH_GROWTH;
  let grownFrom = 0;
  /** The most that the service ever sustained. */
  let peak = known === undefined ? 0 : ceiling;
  /** The longer a rate held, the surer it is. */
  let doubling = LONGEST_DOUBLING;
  let tokens = burst;
  let filledAt = 0;
  let pausedUntil = 0;
  let emptyAt: number | undefined;
  let stretch: Stretch | undefined;
  let edge: Edge | undefined;
  /** What one bucket is worth: so many requests passed in so many seconds from full to empty. */
  let bucket = known === undefined ? undefined : { accepted: known.burst, seconds: 0 };

  const rateAt = (now: number): number => {
    const quiet = Math.max(0, now - grownFrom);
    if (grows === 'fast') return Math.min(ceiling, rate * searchGrowth ** (quiet / 1000));
    if (grows === 'not') return rate;
    const doublings = quiet / (rate < peak * FAR_BELOW ? SHORTEST_DOUBLING : doubling);
    return Math.min(ceiling, rate * (1 + HOLD_GROWTH * (2 ** Math.min(doublings, 20) - 1)));
  };

  const capacity = (now: number) => Math.max(burst, rateAt(now) * TIMER_SLACK, 1);

  const fill = (now: number) => {
    const room = capacity(now);
    const gained = rateAt(now) === Number.POSITIVE_INFINITY ? room : (rateAt(now) * (now - filledAt)) / 1000;
    tokens = filledAt === 0 ? room : Math.min(room, tokens + Math.max(0, gained));
    filledAt = now;
  };

  /** Everything that was under way when the first refusal came is answered: sets the first rate. */
  const readEdge = (now: number) => {
    if (edge === undefined || bucket === undefined) return;
    const roundTrip = Math.max(edge.until - edge.from, 1) / 1000;
    // A bucket is hardly ever worth less than half a second; in a short time nothing else is seen.
    rate = Math.min((FIRST_SHARE * (edge.accepted + 0.5)) / roundTrip, Math.max(2 * bucket.accepted, 1));
    burst = Math.max(1, Math.floor(BURST_SHARE * (bucket.accepted - rate * bucket.seconds)));
    edge = undefined;
    grows = 'fast';
    grownFrom = now;
    tokens = Math.min(burst, (rate * (now - (emptyAt ?? now))) / 1000);
    filledAt = now;
  };

  /**
   * The rate that the service sustained before a refusal: of all spans that end there, the one that shows most, because in the
   * others the bucket was full and overflowed. Undefined after too short a time.
   */
  const measured = (ended: Stretch, end: number, spare: { accepted: number; seconds: number }) => {
    let best: number | undefined;
    let accepted = 0;
    for (let slot = ended.firstSlot + ended.slots.length - 1; slot >= ended.firstSlot; slot -= 1) {
      accepted += ended.slots[slot - ended.firstSlot] ?? 0;
      const length = end - ended.start - slot * SLOT;
      if (length < SHORTEST_SAMPLE || length < 1500 * spare.seconds) continue;
      best = Math.max(best ?? 0, (accepted - spare.accepted) / (length / 1000 - spare.seconds));
    }
    return best;
  };

  /** @param end when the first refused request left. */
  const lower = (ended: Stretch, end: number, now: number) => {
    const current = rateAt(now);
    const seconds = Math.max(end - ended.start, 0) / 1000;
    if (bucket === undefined) {
      bucket = { accepted: ended.accepted, seconds };
      return;
    }
    // Since the bucket was last empty, so many came in at least.
    const least = ended.rest > 0 ? ended.accepted / (seconds + ended.rest / 1000) : 0;
    const seen = measured(ended, end, bucket);
    const isSure = seen !== undefined && seconds >= Math.max(SURE_AFTER, 4 * bucket.seconds);
    if (ended.accepted < burst) {
      // Refused before its own burst was over: somebody else had part of the bucket.
      burst = Math.max(1, Math.floor(ended.accepted / 2));
      bucket = { accepted: ended.accepted, seconds: 0 };
      rate = Math.max(least, current * 0.9);
    } else {
      // In a short time little can be measured: then a half is a better guess than next to nothing.
      const floor = isSure ? 0 : current / 2;
      rate = Math.max(least, floor, (seen ?? 0) * LEARNED_SHARE, 0.001);
    }
    rate = Math.min(rate, current * LEAST_STEP);
    if (isSure) peak = Math.max(peak, rate);
    if (known === undefined && seen !== undefined && ended.accepted >= burst) {
      burst = Math.max(1, Math.floor(BURST_SHARE * (bucket.accepted - rate * bucket.seconds)));
    }
    // As long as nothing was measured the search goes on, with more care.
    grows = peak === 0 ? 'fast' : 'slowly';
    searchGrowth = CAREFUL_GROWTH;
    doubling = isSure ? LONGEST_DOUBLING : SHORTEST_DOUBLING;
  };

  return {
    pause: (now) => Math.max(0, pausedUntil - now),
    wait(now) {
      if (now < pausedUntil) return pausedUntil - now;
      readEdge(now);
      if (rate === Number.POSITIVE_INFINITY) return 0;
      fill(now);
      return tokens >= 1 - ROUNDING ? 0 : ((1 - tokens) / rateAt(now)) * 1000;
    },
    take(now) {
      tokens -= 1;
      stretch ??= {
        start: now,
        rest: now - (emptyAt ?? now),
        accepted: 0,
        slots: [],
        firstSlot: 0,
        newest: [],
      };
    },
    accepted(sentAt) {
      if (edge !== undefined && sentAt >= edge.from) edge.accepted += 1;
      if (stretch === undefined || sentAt < stretch.start) return;
      stretch.accepted += 1;
      if (rate === Number.POSITIVE_INFINITY) {
        stretch.newest.push(sentAt);
        if (stretch.newest.length > NEWEST) stretch.newest.shift();
      }
      const slot = Math.floor((sentAt - stretch.start) / SLOT);
      while (stretch.firstSlot + stretch.slots.length <= slot) stretch.slots.push(0);
      const index = slot - stretch.firstSlot;
      if (index >= 0) stretch.slots[index] = (stretch.slots[index] ?? 0) + 1;
      if (stretch.slots.length < MOST_SLOTS) return;
      stretch.slots.splice(0, MOST_SLOTS / 2);
      stretch.firstSlot += MOST_SLOTS / 2;
    },
    refused(sentAt, now, wait) {
      pausedUntil = Math.max(pausedUntil, now + wait);
      // One that left before the pause says nothing new.
      if (stretch === undefined || sentAt < stretch.start) return;
      const ended = stretch;
      stretch = undefined;
      if (rate === Number.POSITIVE_INFINITY) {
        const alike = ended.newest.filter((at) => at >= sentAt).length;
        edge = { from: sentAt, until: now, accepted: alike };
      }
      lower(ended, sentAt, now);
      grownFrom = pausedUntil;
      emptyAt = now;
      tokens = 0;
      filledAt = now;
    },
  };
}
