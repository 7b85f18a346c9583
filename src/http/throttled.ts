import { Failure } from '../failure/failure.ts';
import { durationInWords } from '../output/duration-words.ts';
import type { HttpRequest } from './transport.ts';

/**
 * Returns the Failure (exit 10) for a service that requests a longer wait than allowed; times in
 * milliseconds.
 */
export function throttledTooLong(request: HttpRequest, wait: number, maxWait: number, status = 429): Failure {
  const { host } = new URL(request.url);
  const message = `${host} asks to wait ${durationInWords(wait)}, longer than the ${durationInWords(maxWait)} allowed by --max-wait`;
  return new Failure('throttled', message, {
    status,
    hint: 'try again later, or allow more with --max-wait 1h',
  });
}

/** Returns the Failure (exit 10) for a service that keeps refusing, each time with a short wait. */
export function stillThrottled(request: HttpRequest, maxWait: number): Failure {
  const { host } = new URL(request.url);
  const message = `${host} keeps refusing requests for longer than the ${durationInWords(maxWait)} allowed by --max-wait`;
  return new Failure('throttled', message, {
    status: 429,
    hint: 'try again later, or allow more with --max-wait 1h',
  });
}
