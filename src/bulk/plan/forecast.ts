import { DOCUMENTED_LIMITS, type RateLimit, type RateLimits } from '../../http/rate-limits.ts';
import type { ScimRate } from '../../spec/limits.ts';
import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { Change } from './change.ts';

/** Cost of applying a plan. */
export interface Forecast {
  /** Total number of requests, including the reads before writes. */
  readonly calls: number;
  /** Duration at the rates in force, if no other client uses them. */
  readonly seconds: number;
  /**
   * The rates that the forecast uses: the documented ones (OBSERVED §8), or given ones. Defaults to
   * documented.
   */
  readonly basis?: 'documented' | 'given';
  /** The `--rate` that limits the run, such as "10/s"; absent if the quotas do. */
  readonly rate?: string;
  /** Duration at the documented rates; only set if the run is allowed to exceed them. */
  readonly secondsAtDocumented?: number;
  /** RFC 3339 end time if the run starts now; only for more than ten minutes. */
  readonly finish?: string;
}

/** Limits on the speed of requests. */
export interface Pace {
  /** This machine's part of each quota, by the class it limits; an absent class is unlimited. */
  readonly limits: RateLimits;
  /** Limit over all requests. */
  readonly rate?: RateLimit | undefined;
  /** The same rate as given, before it was divided among shards. */
  readonly rateWords?: string | undefined;
  /**
   * This machine's part of the documented quotas, if the run may exceed them although the service may enforce
   * them.
   */
  readonly documented?: RateLimits | undefined;
  /** Maximum number of parallel requests. */
  readonly concurrency: number;
  /** Whether the limits are the documented ones or given ones. */
  readonly basis: 'documented' | 'given';
}

const DEFAULT_CONCURRENCY = 8;
const DOCUMENTED_PACE: Pace = {
  limits: DOCUMENTED_LIMITS,
  concurrency: DEFAULT_CONCURRENCY,
  basis: 'documented',
};

/**
 * Returns the number of calls and the duration of a list of changes. As in a run, each call waits for its
 * quotas, in the order of the plan.
 */
export function forecastOf(
  changes: readonly Change[],
  version: ScimVersion,
  pace: Pace = DOCUMENTED_PACE,
): Forecast {
  const queue = createQueue(pace);
  const unlimited = pace.rate === undefined ? undefined : createQueue({ ...pace, rate: undefined });
  const { documented } = pace;
  const slower = documented === undefined ? undefined : createQueue({ ...pace, limits: documented });
  let calls = 0;
  for (const change of changes) {
    const rates = callsOf(change, version);
    calls += rates.length;
    queue.row(rates);
    unlimited?.row(rates);
    slower?.row(rates);
  }
  // A rate above the quotas has no effect: the quotas decide.
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

/** Tolerance for sums of fractions such as thirds of a second. */
const ROUNDING = 1e-6;

/** Rounds up to whole seconds; never minus zero. */
function wholeSeconds(seconds: number): number {
  return Math.max(0, Math.ceil(seconds - ROUNDING));
}

/**
 * Simulates rows in order with `concurrency` parallel calls that take from their quotas. In seconds.
 */
function createQueue({ limits, rate, concurrency }: Pace) {
  const own = rate === undefined ? undefined : createQuota(rate);
  const quotas = new Map(Object.entries(limits).map(([name, limit]) => [name, createQuota(limit)]));
  const slots = new Float64Array(Math.max(1, concurrency));
  let last = 0;
  const send = (call: ScimRate, from: number): number => {
    const wide = quotas.get(isRead(call) ? 'read' : 'write');
    const narrow = call === 'read' ? undefined : quotas.get(call);
    let at = from;
    if (own !== undefined) at = own.next(at);
    if (wide !== undefined) at = wide.next(at);
    if (narrow !== undefined) at = narrow.next(at);
    own?.take(at);
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

/** Whether a call counts against the read quota, besides its own. */
export function isRead(call: ScimRate): boolean {
  return call === 'read' || call === 'readOne';
}

/** A token bucket: its content can be used at once, and it refills at a rate. */
function createQuota({ perSecond, burst }: RateLimit) {
  const step = 1 / perSecond;
  /** Time at which the bucket is full again. */
  let full = 0;
  const next = (from: number) => Math.max(from, full - (burst - 1) * step);
  return {
    next,
    take: (at: number) => {
      full = Math.max(full, at) + step;
    },
  };
}

const CREATION: readonly ScimRate[] = ['createUser'];

/**
 * Returns the calls of a change, each by the quota it counts against. Every update first reads the user or
 * group.
 */
export function callsOf(change: Change, version: ScimVersion): readonly ScimRate[] {
  switch (change.kind) {
    case 'createUser':
      return CREATION;
    case 'replaceUser':
      return ['readOne', 'changeUser'];
    case 'sendUserPatch':
      return ['readOne', ...change.bodies.map(() => 'changeUser' as const)];
    case 'patchUser':
    case 'deactivateUser':
    case 'reactivateUser': {
      // v2 documents a separate request body for the start date (SCIM §4.3 rule 14).
      const { startDate, ...others } = change.set;
      const isTwo =
        version === '2.0' && startDate !== undefined && Object.keys(others).length + change.clear.length > 0;
      return isTwo ? ['readOne', 'changeUser', 'changeUser'] : ['readOne', 'changeUser'];
    }
    case 'createGroup':
      // Looked up before and after the creation, because group names are not unique.
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

/** Formats a duration for people: "40 s", "12 min", "3.5 h". */
export function secondsInWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * Returns a forecast with its end time, if it takes more than ten minutes.
 * @param now start time, milliseconds since 1970
 */
export function withEndTime({ finish: _, ...forecast }: Forecast, now: number): Forecast {
  const { seconds } = forecast;
  return seconds <= MIN_SECONDS_FOR_END_TIME
    ? forecast
    : { ...forecast, finish: new Date(now + seconds * 1000).toISOString() };
}

/** Duration in seconds above which an end time is shown. */
const MIN_SECONDS_FOR_END_TIME = 600;

/**
 * Returns the end time of a long run in local time: "14:32", or "Nov 23 02:10" on another day. Undefined for
 * a short one.
 */
export function finishTime(now: number, seconds: number): string | undefined {
  if (seconds <= MIN_SECONDS_FOR_END_TIME) return undefined;
  const finish = new Date(now + seconds * 1000);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const time = `${twoDigits(finish.getHours())}:${twoDigits(finish.getMinutes())}`;
  if (finish.toDateString() === new Date(now).toDateString()) return time;
  const day = finish.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
  return `${day} ${time}`;
}
