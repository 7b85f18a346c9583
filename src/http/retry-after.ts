/**
 * Returns how many milliseconds a response asks to wait: seconds, also with a fraction, or an HTTP-date, which is
 * measured against the response's own Date so that a wrong clock here does not matter.
 * @returns undefined when the response does not say, or not in a way that can be read.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  const serverNow = Date.parse(headers['date'] ?? '');
  const wait = date - (Number.isNaN(serverNow) ? now : serverNow);
  return wait > 0 ? wait : undefined;
}
