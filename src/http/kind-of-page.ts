import type { FailureKind } from '../failure/failure.ts';

/**
 * Statuses of a page, instead of an answer of the protocol, that say: the request was not passed on. There is
 * nothing at this address, or the request is too large for what stands in front of the service. Any other
 * page may hide what the service did.
 */
const NEVER_REACHED: readonly number[] = [404, 405, 413, 414, 431];

/** Returns what an answer means that is not of the protocol: a page of a proxy, or one that was cut. */
export function kindOfPage(status: number, effect: 'read' | 'write'): FailureKind {
  if (effect === 'write' && !NEVER_REACHED.includes(status)) return 'unknownOutcome';
  // What fails may be back later.
  return status >= 500 ? 'unavailable' : 'unreachable';
}
