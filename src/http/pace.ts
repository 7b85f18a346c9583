import { createQuota, type Quota } from './quota.ts';
import type { RateLimit, RateLimits } from './rate-limits.ts';
import { retryAfter } from './retry-after.ts';
import { throttled } from './throttled.ts';
import type { HttpRequest, HttpResponse, Layer } from './transport.ts';

/** Times in milliseconds. */
export interface PaceSettings {
  /** What is known of the service's quotas, by the classes of requests. */
  readonly limits: RateLimits;
  /** The most that the person allows, over all requests. */
  readonly rate?: RateLimit;
  /** How long a service may ask to be left alone. */
  readonly maxWait: number;
  readonly now: () => number;
  /** Never jumps. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Whether a 429 concerns the resource alone that the request is for (SCIM §8). */
  readonly isLockOfOne: (response: HttpResponse) => boolean;
}

/** Asked for when the service does not say how long. */
const USUAL_PAUSE = 1000;
/** So that clients that were refused together do not come back together. Never less than was asked for. */
const SPREAD = 0.02;

/**
 * Lets requests leave as fast as the service takes them, in the order in which they come: each waits for the quotas of its classes.
 * A 429 stops its narrowest class for as long as it says and lowers that class's rate; one of a locked resource stops no other.
 * @throws Failure `throttled` when the service asks for a longer pause than is allowed.
 */
export function pacing(settings: PaceSettings): Layer {
  const quotas = new Map<string, Quota>();
  const quota = (name: string) => {
    const found = quotas.get(name) ?? createQuota(settings.limits[name]);
    quotas.set(name, found);
    return found;
  };
  const own = settings.rate === undefined ? [] : [createQuota(settings.rate)];
  const lines = new Map<string, Line>();
  return (next) => async (request, signal) => {
    const classes = request.rates ?? [request.effect];
    const all = [...own, ...classes.map(quota)];
    const key = classes.join(' ');
    const line = lines.get(key) ?? newLine(lines, key);
    await line.join(() => waitForTurn(request, all, settings, signal));
    const sentAt = settings.clock();
    const response = await next(request, signal);
    const answeredAt = settings.clock();
    if (response.status !== 429) {
      for (const each of all) each.accepted(sentAt);
    } else if (!settings.isLockOfOne(response)) {
      const asked = retryAfter(response.headers, settings.now()) ?? USUAL_PAUSE;
      all.at(-1)?.refused(sentAt, answeredAt, asked * (1 + SPREAD * settings.random()));
    }
    return response;
  };
}

/** Takes from every quota at once, as soon as all allow it; undefined when that is now. */
function waitForTurn(
  request: HttpRequest,
  quotas: readonly Quota[],
  { clock, sleep, maxWait }: PaceSettings,
  signal: AbortSignal | undefined,
): Promise<void> | undefined {
  const takeOrWait = (): number => {
    const now = clock();
    const wait = Math.max(...quotas.map((quota) => quota.wait(now)));
    if (wait <= 0) for (const quota of quotas) quota.take(now);
    return wait;
  };
  const first = takeOrWait();
  if (first <= 0) return undefined;
  const loop = async () => {
    for (let wait = first; wait > 0; wait = takeOrWait()) {
      const pause = Math.max(...quotas.map((quota) => quota.pause(clock())));
      if (pause > maxWait) throw throttled(request, pause, maxWait);
      await sleep(wait, signal);
    }
  };
  return loop();
}

/** Requests of the same classes, one behind the other. */
interface Line {
  /** @param turn is called when all before have gone. */
  join(turn: () => Promise<void> | undefined): Promise<void> | undefined;
}

function newLine(lines: Map<string, Line>, key: string): Line {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const line: Line = {
    join(turn) {
      const mine = waiting === 0 ? turn() : last.then(turn);
      if (mine === undefined) return undefined;
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
