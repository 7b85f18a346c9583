const TODAY = /^today(?:([+-]\d{1,5})d)?$/i;
const AGO = /^-?(\d{1,5})d$/;
const DAY = 86_400_000;

/** Whether a text is a relative day: `today`, `today-30d`, or `7d` and `-7d` for 7 days ago. */
export function isRelativeDay(text: string): boolean {
  return TODAY.test(text) || AGO.test(text);
}

/**
 * Converts a relative day to YYYY-MM-DD in UTC; returns undefined if the text is not a relative day.
 * @param now milliseconds since 1970, which determine `today`
 */
export function relativeDay(text: string, now: number): string | undefined {
  const days = daysIn(text);
  return days === undefined ? undefined : new Date(now + days * DAY).toISOString().slice(0, 10);
}

function daysIn(text: string): number | undefined {
  const [isToday, offset = '0'] = TODAY.exec(text) ?? [];
  if (isToday !== undefined) return Number(offset);
  const [, ago] = AGO.exec(text) ?? [];
  return ago === undefined ? undefined : -Number(ago);
}
