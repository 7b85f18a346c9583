import { Failure } from '../failure/failure.ts';

/** The Failure of a read whose answer is empty. @param what such as `user W1` */
export function emptyAnswer(what: string): Failure {
  return new Failure('unreachable', `the service answered nothing when asked for ${what}`, {
    hint: 'a proxy or a wrong base URL answers like this: orgctl profile check',
  });
}

/**
 * The Failure of an answer that is about something else than what was asked for.
 * @param kind `unknownOutcome` after a write: nobody knows what became of it.
 * @param noun such as `a user`
 */
export function foreignAnswer(
  kind: 'unreachable' | 'unknownOutcome',
  noun: string,
  answered: string,
  asked: string | undefined,
): Failure {
  const who = answered === '' ? `${noun} without an ID` : `"${answered}"`;
  const when = asked === undefined ? '' : ` when asked for "${asked}"`;
  return new Failure(kind, `the service answered for ${who}${when}`);
}

/**
 * Reads what a write has left. @throws Failure `unknownOutcome` where that fails: the write itself was
 * answered without a body.
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
