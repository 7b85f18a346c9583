import { MAX_PARKED } from '../../src/bulk/run/call-slots.ts';
import { rateLimitLayer } from '../../src/http/pacing/rate-limiter.ts';
import type { RateLimit, RateLimits } from '../../src/http/rate-limits.ts';
import { retryLayer } from '../../src/http/retry.ts';
import { type Transport, withLayers } from '../../src/http/transport.ts';
import { type QuotaShape, type RateChange, type SimulatedQuota, simulatedQuota } from './simulated-quota.ts';
import { creation, response } from './simulated-service.ts';
import { type SimulatedTime, simulatedTime } from './simulated-time.ts';

/** Retry-After of a refusal: seconds, the time until the next accepted request, or absent. */
export type RetryAfterForm = 0 | 1 | 30 | 'next' | 'absent';

export interface Scenario {
  readonly shape: QuotaShape;
  /** Round-trip time in milliseconds. */
  readonly latency: number;
  /** Variation of the latency in both directions, as a share of it. */
  readonly jitter: number;
  readonly retryAfter: RetryAfterForm;
  /** Number of rows of each client. */
  readonly rows: number;
  readonly clients: number;
  readonly inFlight: number;
  readonly seed: number;
  readonly changes?: readonly RateChange[];
  readonly limits?: RateLimits;
  readonly rate?: RateLimit;
}

export interface Figures {
  /** Share of the quota that was used while there were rows to send. */
  readonly share: number;
  /** Share of refused requests. */
  readonly refused: number;
  /** Number of failed rows. */
  readonly failed: number;
  readonly seconds: number;
}

/** A seeded generator of numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The layers of a client over a transport, in simulated time; timers are up to a millisecond late. */
function client(
  transport: Transport,
  time: SimulatedTime,
  scenario: Scenario,
  random: () => number,
  onPause: (change: 1 | -1) => void,
): Transport {
  const settings = { maxWait: 900_000, now: time.now, random };
  const sleep = (milliseconds: number) => time.sleep(milliseconds + random());
  return withLayers(transport, [
    retryLayer({
      ...settings,
      attempts: 5,
      async sleep(milliseconds) {
        onPause(1);
        await sleep(milliseconds);
        onPause(-1);
      },
    }),
    rateLimitLayer({
      ...settings,
      sleep,
      limits: scenario.limits ?? {},
      ...(scenario.rate === undefined ? {} : { rate: scenario.rate }),
      clock: time.now,
      isResourceLock: () => false,
    }),
  ]);
}

/** Sends all rows of all clients to a service with one quota, in simulated time. */
export async function simulateRate(scenario: Scenario): Promise<Figures> {
  const time = simulatedTime(1000);
  const random = seeded(scenario.seed);
  const quota = simulatedQuota(scenario.shape, time.now(), scenario.changes, random());
  const seen = { accepted: 0, refused: 0 };
  let whileWork: { accepted: number; allowed: number } | undefined;
  const transport = service(scenario, quota, time, random, seen);
  const start = time.now();
  // A row that waits for `Retry-After` lets another row be sent, as in a bulk run.
  const run = () =>
    new Promise<number>((resolve) => {
      let next = 0;
      let failed = 0;
      let ended = 0;
      let calls = 0;
      const pump = () => {
        while (calls < room() && next < scenario.rows) {
          next += 1;
          calls += 1;
          void row(next);
        }
        if (next === scenario.rows && calls < room())
          whileWork ??= { accepted: seen.accepted, allowed: quota.allowed(time.now()) };
        if (ended === scenario.rows) resolve(failed);
      };
      let parked = 0;
      const room = () => scenario.inFlight + Math.min(parked, MAX_PARKED);
      const send = client(transport, time, scenario, random, (change) => {
        parked += change;
        pump();
      });
      const row = async (number: number) => {
        const { status } = await send(creation(number)).catch(() => ({ status: 0 }));
        if (status !== 201) failed += 1;
        ended += 1;
        calls -= 1;
        pump();
      };
      pump();
    });
  const failed = await time.run(Promise.all(Array.from({ length: scenario.clients }, run)));
  const { accepted, allowed } = whileWork ?? { accepted: 0, allowed: 1 };
  return {
    share: accepted / allowed,
    refused: seen.refused / (seen.accepted + seen.refused),
    failed: failed.reduce((sum, one) => sum + one, 0),
    seconds: (time.now() - start) / 1000,
  };
}

function service(
  { latency, jitter, retryAfter }: Scenario,
  quota: SimulatedQuota,
  time: SimulatedTime,
  random: () => number,
  seen: { accepted: number; refused: number },
): Transport {
  const way = () => time.sleep((latency / 2) * (1 + jitter * (2 * random() - 1)));
  return async () => {
    await way();
    const isLetIn = quota.letIn(time.now());
    const asked = retryAfter === 'next' ? quota.untilNext(time.now()) / 1000 : retryAfter;
    seen[isLetIn ? 'accepted' : 'refused'] += 1;
    await way();
    if (isLetIn) return response(201);
    return response(429, asked === 'absent' ? {} : { 'retry-after': asked.toFixed(3) });
  };
}
