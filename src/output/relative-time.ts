const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * Returns how far a time is from now, as people say it: `3 days ago`, `in 2 hours`; the text itself when it is no time.
 * @param time RFC 3339
 * @param now milliseconds since 1970
 */
export function relativeTime(time: string, now: number): string {
  const then = Date.parse(time);
  if (Number.isNaN(then)) return time;
  const seconds = Math.round((then - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat('en', { numeric: Math.abs(seconds) < 1 ? 'auto' : 'always' });
  return format.format(Math.trunc(seconds / size), unit);
}
