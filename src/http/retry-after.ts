/** The three forms of an HTTP-date (RFC 9110 §5.6.7); the last one has no zone and means GMT. */
const DATE = /^(?:[A-Z][a-z]{2}, \d{2} |[A-Z][a-z]{5,8}, \d{2}-|([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ))/;
const SECONDS = /^\d+(?:\.\d+)?$/;

/**
 * Returns how many milliseconds a response asks to wait: seconds, also with a fraction, or an HTTP-date,
 * which is measured against the response's own Date so that a wrong clock here does not matter. Of several
 * values the longest counts.
 * @returns undefined when the response does not say, or not in a way that can be read.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  const parts = text.split(/\s*,\s*/);
  if (parts.every((part) => SECONDS.test(part))) return Math.max(...parts.map(Number)) * 1000;
  const date = readDate(text);
  if (Number.isNaN(date)) return undefined;
  const serverNow = readDate(headers['date'] ?? '');
  const wait = date - (Number.isNaN(serverNow) ? now : serverNow);
  return wait > 0 ? wait : undefined;
}

function readDate(text: string): number {
  const match = DATE.exec(text);
  if (match === null) return Number.NaN;
  return Date.parse(match[1] === undefined ? text : `${text} GMT`);
}
