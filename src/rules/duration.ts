const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Longest delay of one timer, in milliseconds: 24 days. A timer of more than 2³¹ − 1 milliseconds would fire
 * immediately.
 */
export const MAX_DELAY = 24 * 86_400_000;

/**
 * Converts a duration such as 90s or 2m to milliseconds; returns undefined if it is invalid or has no unit.
 */
export function durationFrom(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (UNITS[unit] ?? 1);
}
