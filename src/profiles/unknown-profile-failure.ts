import { Failure } from '../failure/failure.ts';
import { mayBeToken } from '../gate/token-shape.ts';

/**
 * Returns the Failure for an unknown profile. If the name looks like a token, the message does not repeat it.
 */
export function unknownProfileFailure(
  name: string,
  hint: string,
  known?: string,
  which = 'profile',
): Failure {
  const others = known === undefined ? '' : `; available: ${known}`;
  if (!mayBeToken(name)) return new Failure('usage', `there is no ${which} "${name}"${others}`, { hint });
  return new Failure('usage', `no profile has the given name, which may be a token${others}`, {
    hint: 'use --token-stdin, --token-file or ORGCTL_TOKEN; if that was a live token, revoke it',
  });
}
