import { refuseAfterOutage } from '../outage-limit.ts';
import type { ParkedRequests } from '../parked-requests.ts';
import type { RateLimit, RateLimits } from '../rate-limits.ts';
import { retryAfter } from '../retry-after.ts';
import type { ServiceHealth } from '../service-health.ts';
import { stillThrottled } from '../throttled.ts';
import type { HttpRequest, HttpResponse, Layer, Transport } from '../transport.ts';
import type { Wait } from '../wait.ts';
import { createWaitBudget, type WaitBudget } from '../wait-budget.ts';
import { AdaptiveBucket } from './adaptive-bucket.ts';
import { RequestQueue } from './request-queue.ts';

/** Times in milliseconds. */
export interface RateLimiterSettings {
  /** Known quotas of the service, by request class. */
  readonly limits: RateLimits;
  /** The user's own limit for all requests together. */
  readonly rate?: RateLimit;
  /** How long the service may refuse every request. */
  readonly maxWait: number;
  /** Remaining wait, if shared with other layers. */
  readonly budget?: WaitBudget;
  /** State of the service: no outage is waited for while it is unavailable. */
  readonly health?: ServiceHealth;
  /** Told of the requests that wait for a quota that refuses everything. */
  readonly parked?: ParkedRequests;
  readonly now: () => number;
  /** Monotonic clock. */
  readonly clock: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Called before each wait for a service that refuses everything, not before ordinary pacing. */
  readonly onWait?: (wait: Wait) => void;
  /** Whether a 429 concerns only the resource of the request (SCIM §8). */
  readonly isResourceLock: (response: HttpResponse) => boolean;
}

/** Shorter waits end before a message about them could be read. */
const MIN_REPORTED_WAIT = 1000;

/**
 * Sends requests as fast as the service accepts them, in order: each waits for the quotas of its classes. A
 * 429 lowers the rate of the narrowest class, and only the refused request waits for `Retry-After` (retry). A
 * 429 for a locked resource affects no other request.
 * @throws Failure `throttled` if every request was refused for the maximum wait
 */
export function rateLimitLayer(settings: RateLimiterSettings): Layer {
  const buckets = new Map<string, AdaptiveBucket>();
  const bucketOf = (name: string) => {
    const found = buckets.get(name) ?? new AdaptiveBucket(settings.limits[name]);
    buckets.set(name, found);
    return found;
  };
  const own = settings.rate === undefined ? [] : [new AdaptiveBucket(settings.rate)];
  const budget = settings.budget ?? createWaitBudget(settings.maxWait, settings.clock);
  const shared: Shared = { ...settings, budget, refused: new WeakSet<HttpRequest>() };
  const queues = new Map<string, RequestQueue>();
  const queueOf = (classes: readonly string[]) => {
    const key = classes.join(' ');
    const known = queues.get(key);
    if (known !== undefined) return known;
    const queue = new RequestQueue();
    queues.set(key, queue);
    const rate = classes.at(-1) ?? '';
    const bucket = bucketOf(rate);
    settings.parked?.add({ rate, held: () => (bucket.isClosed() ? queue.waiting : 0) });
    return queue;
  };
  const createLane = (classes: readonly string[]): RequestLane => ({
    all: [...own, ...classes.map(bucketOf)],
    queue: queueOf(classes),
  });
  const lanes = new WeakMap<readonly string[], RequestLane>();
  /** Requests of one kind share the same list of classes. */
  const laneOf = (classes: readonly string[]): RequestLane => {
    const known = lanes.get(classes) ?? createLane(classes);
    lanes.set(classes, known);
    return known;
  };
  // Not async: hardly any request waits for its turn, and every promise between two layers costs time.
  return (next) => (request, signal) => {
    const { all, queue } = request.rates === undefined ? createLane([request.effect]) : laneOf(request.rates);
    try {
      const answer = queue.send({
        turn: () => waitForTurn(request, all, shared, signal),
        leave: (sentAt) => send({ request, send: () => next(request, signal), all, sentAt }, shared),
        isRetried: shared.refused.has(request),
      });
      if (all.at(-1)?.isClosed() === true) settings.parked?.onPark?.();
      return answer;
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/** A request whose turn has come. */
interface Leaving {
  readonly request: HttpRequest;
  readonly send: () => ReturnType<Transport>;
  readonly all: readonly AdaptiveBucket[];
  /** When it was taken from the buckets, which identifies it. */
  readonly sentAt: number;
}

/** The settings, and what the requests of a limiter share. */
interface Shared extends RateLimiterSettings {
  readonly budget: WaitBudget;
  /** Requests to retry before others are sent: they have waited for as long as the service asked. */
  readonly refused: WeakSet<HttpRequest>;
}

/** Sends the request and reports the outcome to the buckets. */
async function send({ request, send: next, all, sentAt }: Leaving, shared: Shared): Promise<HttpResponse> {
  let answer: HttpResponse | undefined;
  try {
    answer = await next();
    return answer;
  } finally {
    const answeredAt = shared.clock();
    const isRefusal = answer?.status === 429 && !shared.isResourceLock(answer);
    if (isRefusal) shared.refused.add(request);
    for (let index = 0; index < all.length; index += 1) {
      const bucket = all[index];
      if (bucket === undefined) continue;
      if (answer === undefined || answer.status === 429) {
        if (isRefusal && index === all.length - 1) refuse(bucket, sentAt, answer?.headers ?? {}, shared);
        else bucket.lost();
      } else bucket.accepted(sentAt, answeredAt);
    }
  }
}

/** Reports the refusal of the request that left at `sentAt` to the narrowest of its buckets. */
function refuse(
  bucket: AdaptiveBucket,
  sentAt: number,
  headers: HttpResponse['headers'],
  { clock, now, budget, parked }: Shared,
): void {
  bucket.refused(sentAt, clock(), retryAfter(headers, now()));
  // While nothing is accepted, each round trip counts as waiting, and so does the pace of the first flight.
  const since = bucket.refusingSince(sentAt);
  if (since !== undefined) budget.waitedSince(since);
  if (bucket.isClosed()) parked?.onPark?.();
}

/**
 * Takes from all buckets together, as soon as all of them allow it.
 * @returns the time of that; synchronously if there is nothing to wait for
 */
function waitForTurn(
  request: HttpRequest,
  buckets: readonly AdaptiveBucket[],
  settings: Shared,
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
        // The first refusal may have come during the sleep.
        if (buckets.some((bucket) => bucket.refusingSince(begun) !== undefined)) budget.waitedSince(begun);
        continue;
      }
      // While everything is refused, each wait counts as waiting for the service, even if the service asked
      // for none.
      if (wait > budget.left()) throw stillThrottled(request, budget.most);
      if (wait >= MIN_REPORTED_WAIT) onWait?.({ milliseconds: wait, why: 'throttled', request });
      const pause = wait;
      await budget.wait(pause, () => sleep(pause, signal));
    }
    return takenAt;
  };
  return loop();
}

/** The buckets of a request's classes, and the queue in which it waits. */
interface RequestLane {
  readonly all: readonly AdaptiveBucket[];
  readonly queue: RequestQueue;
}
