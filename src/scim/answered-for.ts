import { Failure } from '../failure/failure.ts';

/**
 * Returns the Failure for a read with an empty response.
 * @param what such as `user W1`
 */
export function emptyResponse(what: string): Failure {
  return new Failure('unreachable', `empty response for ${what}`, {
    hint: 'usually caused by a proxy or a wrong base URL; run: orgctl profile check',
  });
}

/**
 * Returns the Failure for a response about another resource than requested.
 * @param kind `unknownOutcome` after a write, because its outcome is unknown.
 * @param noun such as `a user`
 */
export function mismatchedResponse(
  kind: 'unreachable' | 'unknownOutcome',
  noun: string,
  answered: string,
  asked: string | undefined,
): Failure {
  const who = answered === '' ? `${noun} without an ID` : `"${answered}"`;
  const when = asked === undefined ? '' : `, not "${asked}"`;
  return new Failure(kind, `the response is about ${who}${when}`);
}

/**
 * Reads a resource after a write whose response had no body.
 * @throws Failure `unknownOutcome` if the read fails
 */
export async function readAfterWrite<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('unknownOutcome', `the answer to the write was empty, and ${error.message}`, {
      cause: error,
    });
  }
}
