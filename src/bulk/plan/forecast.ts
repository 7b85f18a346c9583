import { DOCUMENTED_LIMITS, type RateLimit, type RateLimits } from '../../http/rate-limits.ts';
import type { ScimRate } from '../../spec/limits.ts';
import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { Change } from './change.ts';

/** What applying a plan takes. */
export interface Forecast {
  /** Requests in all, those that look before they write included. */
  readonly calls: number;
  /** At the rates in force, when nobody else uses them. */
  readonly seconds: number;
  /**
   * Which rates these are: the documented ones of the service (OBSERVED §8), or those that were given;
   * documented when absent.
   */
  readonly basis?: 'documented' | 'given';
  /** The `--rate` that decides, such as "10/s"; absent where quotas do. */
  readonly rate?: string;
  /**
   * How long it takes where the service keeps its documented rates; only where the run itself is allowed to
   * go faster.
   */
  readonly secondsAtDocumented?: number;
  /** Of what takes more than ten minutes, when it ends if it begins at once; RFC 3339. */
  readonly finish?: string;
}

/** How fast requests may leave. */
export interface Pace {
  /** Quotas by what they count, of this machine alone; what is absent is not limited. */
  readonly limits: RateLimits;
  /** Over all requests. */
  readonly rate?: RateLimit | undefined;
  /** The same rate as it was given, before it was shared. */
  readonly rateWords?: string | undefined;
  /**
   * What the service may keep although nothing holds the run to it: the documented quotas, of this machine
   * alone.
   */
  readonly documented?: RateLimits | undefined;
  /** Requests at once. */
  readonly concurrency: number;
  /** Which quotas the limits are: the documented ones, or those that were given. */
  readonly basis: 'documented' | 'given';
}

const USUAL_CONCURRENCY = 8;
const DOCUMENTED: Pace = {
  limits: DOCUMENTED_LIMITS,
  concurrency: USUAL_CONCURRENCY,
  basis: 'documented',
};

/**
 * Returns how many calls the changes take and how long they last: every call waits for the quotas that it
 * counts against, in the order of the plan, as the run will do it.
 */
export function forecastOf(
  changes: readonly Change[],
  version: ScimVersion,
  pace: Pace = DOCUMENTED,
): Forecast {
  const queue = createQueue(pace);
  const unlimited = pace.rate === undefined ? undefined : createQueue({ ...pace, rate: undefined });
  const { documented } = pace;
  const slower = documented === undefined ? undefined : createQueue({ ...pace, limits: documented });
  let calls = 0;
  for (const change of changes) {
    const rates = callsOf(change, version);
    calls += rates.length;
    for (const each of [queue, unlimited, slower]) each?.row(rates);
  }
  // A rate above the quotas changes nothing: what they are decides.
  const isByRate = unlimited !== undefined && queue.seconds() > unlimited.seconds() + ROUNDING;
  const seconds = wholeSeconds(queue.seconds());
  const atDocumented = slower === undefined ? 0 : wholeSeconds(slower.seconds());
  return {
    calls,
    seconds,
    basis: isByRate ? 'given' : pace.basis,
    ...(isByRate && pace.rateWords !== undefined ? { rate: pace.rateWords } : {}),
    ...(atDocumented > seconds ? { secondsAtDocumented: atDocumented } : {}),
  };
}

/** Sums of thirds of a second are not whole. */
const ROUNDING = 1e-6;

/** What is begun counts as whole; never minus zero. */
function wholeSeconds(seconds: number): number {
  return Math.max(0, Math.ceil(seconds - ROUNDING));
}

/**
 * Simulates rows in their order, with a number of calls at once; each call takes from its quotas. In seconds.
 */
function createQueue({ limits, rate, concurrency }: Pace) {
  const own = rate === undefined ? [] : [createQuota(rate)];
  const quotas = new Map(Object.entries(limits).map(([name, limit]) => [name, createQuota(limit)]));
  const slots = new Float64Array(Math.max(1, concurrency));
  let last = 0;
  const send = (call: ScimRate, from: number): number => {
    const wide = quotas.get(isRead(call) ? 'read' : 'write');
    const narrow = call === 'read' ? undefined : quotas.get(call);
    let at = from;
    for (const quota of own) at = quota.next(at);
    if (wide !== undefined) at = wide.next(at);
    if (narrow !== undefined) at = narrow.next(at);
    for (const quota of own) quota.take(at);
    wide?.take(at);
    narrow?.take(at);
    return at;
  };
  return {
    row(calls: readonly ScimRate[]) {
      let first = 0;
      for (let slot = 1; slot < slots.length; slot += 1)
        if ((slots[slot] ?? 0) < (slots[first] ?? 0)) first = slot;
      let at = slots[first] ?? 0;
      for (const call of calls) at = send(call, at);
      slots[first] = at;
      last = Math.max(last, at);
    },
    seconds: () => last,
  };
}

/** Whether a call counts against the quota of reads, beside its own. */
export function isRead(call: ScimRate): boolean {
  return call === 'read' || call === 'readOne';
}

/** A bucket that fills at a rate: what it holds goes at once. */
function createQuota({ perSecond, burst }: RateLimit) {
  const step = 1 / perSecond;
  /** When the bucket is full again. */
  let full = 0;
  const next = (from: number) => Math.max(from, full - (burst - 1) * step);
  return {
    next,
    take: (at: number) => {
      full = Math.max(full, at) + step;
    },
  };
}

/**
 * The calls of a change, each by the quota that it counts against. Every update reads the user or group
 * first.
 */
export function callsOf(change: Change, version: ScimVersion): readonly ScimRate[] {
  switch (change.kind) {
    case 'createUser':
      return ['createUser'];
    case 'replaceUser':
      return ['readOne', 'changeUser'];
    case 'sendUserPatch':
      return ['readOne', ...change.bodies.map(() => 'changeUser' as const)];
    case 'patchUser':
    case 'deactivateUser':
    case 'reactivateUser': {
      // v2 documents the start date in a body of its own (SCIM §4.3 rule 14).
      const { startDate, ...others } = change.set;
      const isTwo =
        version === '2.0' && startDate !== undefined && Object.keys(others).length + change.clear.length > 0;
      return isTwo ? ['readOne', 'changeUser', 'changeUser'] : ['readOne', 'changeUser'];
    }
    case 'createGroup':
      // Looked for before and after: a name is not unique.
      return ['read', 'createGroup', 'read'];
    case 'addMembers':
    case 'removeMembers':
    case 'renameGroup':
    case 'replaceGroup':
    case 'sendGroupPatch':
      return ['readOne', 'changeGroup'];
    case 'callMethod':
      return [];
    case 'deleteGroup':
      return ['readOne', 'readOne', 'deleteGroup'];
  }
}

/** Returns a duration as people say it: "40 s", "12 min", "3.5 h". */
export function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * Returns a forecast with the time at which what takes long ends.
 * @param now when it begins, milliseconds since 1970
 */
export function withFinish({ finish: _, ...forecast }: Forecast, now: number): Forecast {
  const { seconds } = forecast;
  return seconds <= LEAST_CLOCKED
    ? forecast
    : { ...forecast, finish: new Date(now + seconds * 1000).toISOString() };
}

/** A time of day is shown from this many seconds on. */
const LEAST_CLOCKED = 600;

/**
 * Returns when something ends that takes long, by the clock of this machine: "14:32", or "Nov 23 02:10" on
 * another day.
 */
export function finishTime(now: number, seconds: number): string | undefined {
  if (seconds <= LEAST_CLOCKED) return undefined;
  const finish = new Date(now + seconds * 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const time = `${two(finish.getHours())}:${two(finish.getMinutes())}`;
  if (finish.toDateString() === new Date(now).toDateString()) return time;
  const day = finish.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
  return `${day} ${time}`;
}
