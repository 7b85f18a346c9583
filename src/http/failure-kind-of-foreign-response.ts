import type { FailureKind } from '../failure/failure.ts';

/**
 * Statuses of a page, instead of a response of the API, that mean the request was not forwarded: the address
 * does not exist, or the request is too large for a proxy. Behind any other page the service may have
 * processed it.
 */
const NEVER_REACHED: readonly number[] = [404, 405, 413, 414, 431];

/**
 * Returns the kind of failure for a response outside of the API: the page of a proxy, or a truncated
 * response.
 */
export function failureKindOfForeignResponse(status: number, effect: 'read' | 'write'): FailureKind {
  if (effect === 'write' && !NEVER_REACHED.includes(status)) return 'unknownOutcome';
  // A 5xx may be temporary.
  return status >= 500 ? 'unavailable' : 'unreachable';
}
