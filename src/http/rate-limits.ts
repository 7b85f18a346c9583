import { Failure } from '../failure/failure.ts';
import { SCIM_RATES } from '../spec/limits.ts';

/** A quota: a burst of `burst` requests, then `perSecond` requests. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Known quotas by request class, such as `createUser`. */
export type RateLimits = Readonly<Record<string, RateLimit>>;

const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
};
const RATE = /^(\d+(?:\.\d+)?)(?:\/([a-z]+))?(?:\+(\d+))?$/;
const EXAMPLE = '180/min, 3/s or 180/min+20 with a burst of 20';

/**
 * Parses a rate: `180/min`, `3/s`, `180/min+20` with a burst; a bare number is per second. The default burst
 * is the number of requests per second.
 * @throws Failure `usage`
 */
export function parseRate(text: string): RateLimit {
  const [, count = '', unit = 's', burst] = RATE.exec(text.trim()) ?? [];
  const seconds = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  const perSecond = seconds === undefined ? 0 : Number(count) / seconds;
  if (!(perSecond > 0)) throw new Failure('usage', `"${text}" is not a rate`, { hint: `write ${EXAMPLE}` });
  return { perSecond, burst: Math.max(1, burst === undefined ? Math.floor(perSecond) : Number(burst)) };
}

/**
 * Formats a rate for `--rate`, in the first unit that gives a whole number: "10/s", "90/min", "180/min+20".
 */
export function rateInWords({ perSecond, burst }: RateLimit): string {
  const usual = Math.max(1, Math.floor(perSecond));
  const more = burst === usual ? '' : `+${burst}`;
  for (const [unit, seconds] of [
    ['s', 1],
    ['min', 60],
    ['h', 3600],
  ] as const) {
    const count = Number((perSecond * seconds).toFixed(6));
    if (Number.isInteger(count) && count > 0) return `${count}/${unit}${more}`;
  }
  return `${Number((perSecond * 60).toPrecision(6))}/min${more}`;
}

/** Returns the share of a quota for one of several clients; the minimum burst is one request. */
export function shareOf({ perSecond, burst }: RateLimit, clients: number): RateLimit {
  return { perSecond: perSecond / clients, burst: Math.max(1, Math.floor(burst / clients)) };
}

/** Returns the share of each quota for one of several clients. */
export function shareOfLimits(limits: RateLimits, clients: number): RateLimits {
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, shareOf(limit, clients)]));
}

/** The documented quotas, for all apps of an organization together (OBSERVED §8). */
export const DOCUMENTED_LIMITS: RateLimits = Object.fromEntries(
  Object.entries(SCIM_RATES).map(([name, { perMinute, burst }]) => [
    name,
    { perSecond: perMinute / 60, burst },
  ]),
);

/**
 * Parses the `quota` setting: `auto` (no known quotas, the rate is learned), `documented`, or a list such as
 * `documented,createUser=200/s+60`.
 * @throws Failure `usage`
 */
export function parseLimits(text: string): RateLimits {
  const limits: Record<string, RateLimit> = {};
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === 'auto' || word === '') continue;
    if (word === 'documented') {
      Object.assign(limits, DOCUMENTED_LIMITS);
      continue;
    }
    const [, name, rate] = /^([\w.]+)=(.+)$/.exec(word) ?? [];
    if (name === undefined || rate === undefined) {
      throw new Failure('usage', `"${word}" is not a limit`, {
        hint: `--quota takes auto, documented, or createUser=180/min+20,… (${Object.keys(SCIM_RATES).join(', ')})`,
      });
    }
    limits[name] = parseRate(rate);
  }
  return limits;
}
