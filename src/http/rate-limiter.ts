import { AdaptiveBucket } from './adaptive-bucket.ts';
import { refuseAfterOutage } from './outage-limit.ts';
import type { RateLimit, RateLimits } from './rate-limits.ts';
import type { Wait } from './retry.ts';
import { retryAfter } from './retry-after.ts';
import type { ServiceHealth } from './service-health.ts';
import { stillThrottled } from './throttled.ts';
import type { HttpRequest, HttpResponse, Layer, Transport } from './transport.ts';
import { createWaitBudget, type WaitBudget } from './wait-budget.ts';

/** Times in milliseconds. */
export interface RateLimiterSettings {
  /** What is known of the service's quotas, by the classes of requests. */
  readonly limits: RateLimits;
  /** The most that the person allows, over all requests. */
  readonly rate?: RateLimit;
  /** How long a service may go on refusing every request. */
  readonly maxWait: number;
  /** What is left of it, where it is shared with others; of its own when absent. */
  readonly budget?: WaitBudget;
  /** Whether the service is there; where it is absent, no outage is waited for. */
  readonly health?: ServiceHealth;
  readonly now: () => number;
  /** Never jumps. */
  readonly clock: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /**
   * Called before each wait for a service that refuses everything; not before ordinary waits for the rate.
   */
  readonly onWait?: (wait: Wait) => void;
  /** Whether a 429 concerns the resource alone that the request is for (SCIM §8). */
  readonly isLockOfOne: (response: HttpResponse) => boolean;
}

/** Shorter waits are over before a person has read of them. */
const LEAST_WAIT_TOLD = 1000;

/**
 * Lets requests leave as fast as the service takes them, in the order in which they come: each waits for the
 * quotas of its classes. A 429 lowers the rate of its narrowest class, and the refused request alone waits
 * for `Retry-After` (retry); one of a locked resource concerns no other.
 * @throws Failure `throttled` when every request was refused for as long as may be waited.
 */
export function limitingRate(settings: RateLimiterSettings): Layer {
  const buckets = new Map<string, AdaptiveBucket>();
  const bucketOf = (name: string) => {
    const found = buckets.get(name) ?? new AdaptiveBucket(settings.limits[name]);
    buckets.set(name, found);
    return found;
  };
  const own = settings.rate === undefined ? [] : [new AdaptiveBucket(settings.rate)];
  const budget = settings.budget ?? createWaitBudget(settings.maxWait, settings.clock);
  const waiting = { ...settings, budget };
  const lines = new Map<string, Line>();
  const way = (classes: readonly string[]): Way => {
    const key = classes.join(' ');
    return { all: [...own, ...classes.map(bucketOf)], line: lines.get(key) ?? newLine(lines, key) };
  };
  const ways = new WeakMap<readonly string[], Way>();
  /** Requests of one kind come with the same list. */
  const wayOf = (classes: readonly string[]): Way => {
    const known = ways.get(classes) ?? way(classes);
    ways.set(classes, known);
    return known;
  };
  // Not async: hardly any request waits for its turn, and each promise that stands between two layers takes
  // time.
  return (next) => (request, signal) => {
    const { all, line } = request.rates === undefined ? way([request.effect]) : wayOf(request.rates);
    const leave = (sentAt: number) => send(() => next(request, signal), all, sentAt, waiting);
    try {
      const turn = line.join(() => waitForTurn(request, all, waiting, signal));
      return typeof turn === 'number' ? leave(turn) : turn.then(leave);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/**
 * Sends, and tells the buckets what became of it.
 * @param sentAt when it was taken from the buckets: by this time they know it again
 */
async function send(
  next: () => ReturnType<Transport>,
  all: readonly AdaptiveBucket[],
  sentAt: number,
  { clock, now, isLockOfOne, budget }: RateLimiterSettings & { readonly budget: WaitBudget },
): Promise<HttpResponse> {
  let answer: HttpResponse | undefined;
  try {
    answer = await next();
    return answer;
  } finally {
    const answeredAt = clock();
    const isRefusal = answer?.status === 429 && !isLockOfOne(answer);
    for (let index = 0; index < all.length; index += 1) {
      const bucket = all[index];
      if (bucket === undefined) continue;
      if (answer === undefined || answer.status === 429) {
        if (isRefusal && index === all.length - 1) {
          bucket.refused(sentAt, answeredAt, retryAfter(answer?.headers ?? {}, now()));
          // While nothing is let in, each round trip counts as waiting, and so does the pace of the first
          // flight.
          const since = bucket.refusingSince(sentAt);
          if (since !== undefined) budget.waitedSince(since);
        } else bucket.lost();
      } else bucket.accepted(sentAt, answeredAt);
    }
  }
}

/**
 * Takes from every bucket at once, as soon as all allow it. @returns when that was; at once when it is now
 */
function waitForTurn(
  request: HttpRequest,
  buckets: readonly AdaptiveBucket[],
  settings: RateLimiterSettings & { readonly budget: WaitBudget },
  signal: AbortSignal | undefined,
): Promise<number> | number {
  const { clock, sleep, budget, health, onWait } = settings;
  let takenAt = 0;
  const takeOrWait = (): number => {
    if (health !== undefined && request.effect === 'write') refuseAfterOutage({ health, budget, clock });
    const now = clock();
    let wait = 0;
    for (const bucket of buckets) wait = Math.max(wait, bucket.wait(now));
    if (wait > 0) return wait;
    for (const bucket of buckets) bucket.take(now);
    takenAt = now;
    return 0;
  };
  const first = takeOrWait();
  if (first <= 0) return takenAt;
  const loop = async () => {
    for (let wait = first; wait > 0; wait = takeOrWait()) {
      if (!buckets.some((bucket) => bucket.isRefusing())) {
        const begun = clock();
        await sleep(wait, signal);
        // The first refusal may have come meanwhile.
        if (buckets.some((bucket) => bucket.refusingSince(begun) !== undefined)) budget.waitedSince(begun);
        continue;
      }
      // When everything is refused, waiting counts as waiting for the service, even if it asked for no pause.
      if (wait > budget.left()) throw stillThrottled(request, budget.most);
      if (wait >= LEAST_WAIT_TOLD) onWait?.({ milliseconds: wait, why: 'throttled', request });
      const pause = wait;
      await budget.wait(pause, () => sleep(pause, signal));
    }
    return takenAt;
  };
  return loop();
}

/** What a request waits for: the buckets of its classes, and those before it in their line. */
interface Way {
  readonly all: readonly AdaptiveBucket[];
  readonly line: Line;
}

/** Requests of the same classes, one behind the other. */
interface Line {
  /** @param turn is called when all before have gone. */
  join(turn: () => Promise<number> | number): Promise<number> | number;
}

function newLine(lines: Map<string, Line>, key: string): Line {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const line: Line = {
    join(turn) {
      const mine = waiting === 0 ? turn() : last.then(turn);
      if (typeof mine === 'number') return mine;
      waiting += 1;
      last = mine
        .catch(() => undefined)
        .finally(() => {
          waiting -= 1;
        });
      return mine;
    },
  };
  lines.set(key, line);
  return line;
}
