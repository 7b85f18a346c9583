/** A quota of a service, as a shape: what it lets through at which time. Times in milliseconds. */
export interface SimulatedQuota {
  /** Whether one more request is let in now; counts it. */
  letIn(now: number): boolean;
  /** What a refusal at this time could truthfully say: milliseconds until the next request is let in. */
  untilNext(now: number): number;
  /** How many requests it would have let in from the start of the service until now. */
  allowed(now: number): number;
}

/** Requests a second that the quota allows from a time on. */
export interface RateChange {
  readonly from: number;
  readonly factor: number;
}

export interface BucketShape {
  readonly kind: 'bucket';
  readonly perSecond: number;
  readonly burst: number;
}

/** A fixed window: this many requests in each, however they are spread. */
export interface WindowShape {
  readonly kind: 'window';
  readonly perSecond: number;
  readonly seconds: number;
}

export type QuotaShape = BucketShape | WindowShape;

/** @param phase where in its first window the service starts, from 0 up to 1. */
export function simulatedQuota(
  shape: QuotaShape,
  start: number,
  changes: readonly RateChange[] = [],
  phase = 0,
): SimulatedQuota {
  const perSecond = (now: number) =>
    shape.perSecond * (changes.findLast(({ from }) => start + from <= now)?.factor ?? 1);
  return shape.kind === 'bucket'
    ? bucket(shape.burst, start, perSecond, changes)
    : fixedWindow(shape.seconds * 1000, start, perSecond, phase);
}

function bucket(
  burst: number,
  start: number,
  perSecond: (now: number) => number,
  changes: readonly RateChange[],
): SimulatedQuota {
  /** Tokens that came in until now, as if the bucket had no rim. */
  const inflow = (now: number) => {
    const marks = [start, ...changes.map(({ from }) => start + from).filter((at) => at < now), now];
    return marks
      .slice(1)
      .reduce(
        (sum, at, index) => sum + ((at - (marks[index] ?? at)) / 1000) * perSecond(marks[index] ?? at),
        0,
      );
  };
  let tokens = burst;
  let filled = 0;
  const fill = (now: number) => {
    const all = inflow(now);
    tokens = Math.min(burst, tokens + all - filled);
    filled = all;
  };
  return {
    letIn(now) {
      fill(now);
      if (tokens < 1 - 1e-9) return false;
      tokens -= 1;
      return true;
    },
    untilNext(now) {
      fill(now);
      return (Math.max(0, 1 - tokens) / perSecond(now)) * 1000;
    },
    allowed: (now) => burst + inflow(now),
  };
}

function fixedWindow(
  length: number,
  start: number,
  perSecond: (now: number) => number,
  phase: number,
): SimulatedQuota {
  const first = start - phase * length;
  const size = (at: number) => Math.max(1, Math.round((perSecond(at) * length) / 1000));
  let current = -1;
  let used = 0;
  const enter = (now: number) => {
    const index = Math.floor((now - first) / length);
    if (index > current) {
      current = index;
      used = 0;
    }
  };
  return {
    letIn(now) {
      enter(now);
      if (used >= size(now)) return false;
      used += 1;
      return true;
    },
    untilNext: (now) => {
      enter(now);
      return first + (current + 1) * length - now;
    },
    allowed(now) {
      // The window in which it ends counts by the part of it that passed, but what was used of it at least.
      const last = Math.floor((now - first) / length);
      let sum = 0;
      for (let index = 0; index < last; index += 1) sum += size(first + index * length);
      const part = (now - first) / length - last;
      enter(now);
      return sum + Math.max(current === last ? used : 0, part * size(now));
    },
  };
}
