import { Failure } from '../failure/failure.ts';
import { allowedOut } from '../gate/gate.ts';

/**
 * What happens to a secret that is about to be written to a file. `hide`: a mark stands in its place.
 * `refuse`: the file is not written, because a mark would be applied later as if it were the value. `keep`:
 * the file is a copy of what the user keeps already, or the records of the sandbox, and must be exact.
 */
export type Passing = 'hide' | 'refuse' | 'keep';

/** Returns the bytes to be written. @throws Failure `invalidInput` for a secret that is refused. */
export function passing(content: string | Uint8Array, secrets: Passing, path: string): Uint8Array {
  // Before the gate, which would make bytes of a text for itself: the plan of a large run takes milliseconds
  // each time.
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const safe = secrets === 'keep' ? bytes : allowedOut(bytes, 'data');
  if (secrets === 'refuse' && safe !== bytes)
    throw new Failure(
      'invalidInput',
      `${path} was not written: a value in it is the token or a password of this run`,
      {
        hint: 'remove it from the input; if it was a live token, revoke it',
      },
    );
  return typeof safe === 'string' ? Buffer.from(safe) : safe;
}
