/** A quota of a service: which requests it accepts at which time. Times are in milliseconds. */
export interface SimulatedQuota {
  /** Whether a request is accepted now; counts it. */
  letIn(now: number): boolean;
  /** The exact Retry-After of a refusal at this time: milliseconds until the next accepted request. */
  untilNext(now: number): number;
  /** Number of requests that it would have accepted from the start of the service until now. */
  allowed(now: number): number;
}

/** Rate of the quota in requests per second, from a time on. */
export interface RateChange {
  readonly from: number;
  readonly factor: number;
}

export interface BucketShape {
  readonly kind: 'bucket';
  readonly perSecond: number;
  readonly burst: number;
}

/** A fixed window with this many requests. */
export interface WindowShape {
  readonly kind: 'window';
  readonly perSecond: number;
  readonly seconds: number;
}

export type QuotaShape = BucketShape | WindowShape;

/** @param phase position in the first window at which the service starts, from 0 to 1 */
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
  /** Tokens added until now, as if the bucket had no limit. */
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
      // The last window counts by its elapsed share, but at least by its used requests.
      const last = Math.floor((now - first) / length);
      let sum = 0;
      for (let index = 0; index < last; index += 1) sum += size(first + index * length);
      const part = (now - first) / length - last;
      enter(now);
      return sum + Math.max(current === last ? used : 0, part * size(now));
    },
  };
}
