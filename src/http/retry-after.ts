/** The three forms of an HTTP-date (RFC 9110 §5.6.7); the last one has no zone and means GMT. */
const DATE = /^(?:[A-Z][a-z]{2}, \d{2} |[A-Z][a-z]{5,8}, \d{2}-|([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ))/;
const SECONDS = /^\d+(?:\.\d+)?$/;

/**
 * Returns the wait that a response requests, in milliseconds: the longest of several numbers of seconds, or
 * an HTTP-date. A date is compared with the Date header of the response, so a wrong local clock does not
 * matter.
 * @returns undefined if the header is absent or invalid.
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
