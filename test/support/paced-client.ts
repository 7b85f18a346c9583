import { rateLimitLayer } from '../../src/http/pacing/rate-limiter.ts';
import type { RateLimit, RateLimits } from '../../src/http/rate-limits.ts';
import { retryLayer } from '../../src/http/retry.ts';
import { type Transport, withLayers } from '../../src/http/transport.ts';
import { type Sightings, sendMany, simulatedService } from './simulated-service.ts';
import { type SimulatedTime, simulatedTime } from './simulated-time.ts';

export interface ClientOptions {
  readonly limits?: RateLimits;
  readonly rate?: RateLimit;
  readonly maxWait?: number;
  readonly seed?: number;
}

/** The layers of a client over a transport, in simulated time; timers are up to a millisecond late. */
export function client(transport: Transport, time: SimulatedTime, options: ClientOptions = {}): Transport {
  const random = numbers(options.seed ?? 1);
  const settings = {
    maxWait: options.maxWait ?? 900_000,
    now: time.now,
    random,
    sleep: (milliseconds: number) => time.sleep(milliseconds + random()),
  };
  const pace = rateLimitLayer({
    ...settings,
    limits: options.limits ?? {},
    ...(options.rate === undefined ? {} : { rate: options.rate }),
    clock: time.now,
    isResourceLock: ({ body }) => Buffer.from(body).toString() === 'locked',
  });
  return withLayers(transport, [retryLayer({ ...settings, attempts: 5 }), pace]);
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export interface Scenario extends ClientOptions {
  readonly quota: RateLimit;
  readonly latency?: number;
  readonly rows: number;
  readonly clients?: number;
  /** Milliseconds between the starts of two clients. */
  readonly apart?: number;
  readonly retryAfter?: string;
}

export interface Figures {
  /** Share of the quota used while all clients had work. */
  readonly share: number;
  /** Share of the quota used until the last client ended. */
  readonly shareToTheEnd: number;
  readonly refused: number;
  readonly failed: number;
  readonly seen: Sightings;
}

/** Sends rows with one or more clients to a service with a quota, in simulated time. */
export async function simulate(scenario: Scenario): Promise<Figures> {
  const { quota, latency = 50, rows, clients = 1, apart = 0, retryAfter = '1' } = scenario;
  const time = simulatedTime(1000);
  const start = time.now();
  const { transport, seen } = simulatedService({ time, quota, latency, retryAfter });
  let firstEnd = Number.POSITIVE_INFINITY;
  const run = async (index: number) => {
    await time.sleep(index * apart);
    const failed = await sendMany(client(transport, time, { ...scenario, seed: index + 7 }), rows, 32);
    firstEnd = Math.min(firstEnd, time.now());
    return failed;
  };
  const failed = await time.run(Promise.all(Array.from({ length: clients }, (_, index) => run(index))));
  const accepted = seen.requests.filter(({ at, isAccepted }) => isAccepted && at <= firstEnd).length;
  return {
    share: accepted / ((firstEnd - start) / 1000) / quota.perSecond,
    shareToTheEnd: seen.accepted / ((time.now() - start) / 1000) / quota.perSecond,
    refused: seen.refused / seen.requests.length,
    failed: failed.reduce((sum, one) => sum + one, 0),
    seen,
  };
}

/** Requests per second and burst of most simulated services. */
export const QUOTA = { perSecond: 200, burst: 60 };
