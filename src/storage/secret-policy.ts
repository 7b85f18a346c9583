import { Failure } from '../failure/failure.ts';
import { redactOutput } from '../gate/gate.ts';

/**
 * How a secret is treated that is about to be written to a file.
 * - `hide`: it is replaced by a placeholder.
 * - `refuse`: the file is not written, because the placeholder would later be applied as a value.
 * - `keep`: it is written, because the file is an exact copy of data the user already has, or a record of the
 * sandbox.
 */
export type SecretPolicy = 'hide' | 'refuse' | 'keep';

/** Returns the bytes to write. @throws Failure `invalidInput` for a secret that is refused. */
export function applySecretPolicy(
  content: string | Uint8Array,
  secrets: SecretPolicy,
  path: string,
): Uint8Array {
  // Convert to bytes here, because the gate would do so again: milliseconds each time for the plan of a large
  // run.
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const safe = secrets === 'keep' ? bytes : redactOutput(bytes, 'data');
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
