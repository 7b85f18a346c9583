import { Failure } from '../failure/failure.ts';
import { mayBeToken } from '../gate/token-shape.ts';
import { asQuestion, suggest } from '../values/suggest.ts';

/** What to say of a profile that does not exist. */
export interface UnknownProfile {
  readonly name: string;
  /** Names of the profiles that could have been meant. */
  readonly known: readonly string[];
  readonly hint: string;
  /** Whether `sandbox`, which is not stored, could not have been meant. */
  readonly isStored?: boolean;
}

/**
 * Returns the Failure for an unknown profile. If the name looks like a token, the message does not repeat it.
 */
export function unknownProfileFailure({ name, known, hint, isStored = false }: UnknownProfile): Failure {
  const others = known.length === 0 ? '' : `; available: ${known.join(', ')}`;
  const which = isStored ? 'stored profile' : 'profile';
  const suggestion = asQuestion(suggest(name, known));
  if (!mayBeToken(name))
    return new Failure('usage', `there is no ${which} "${name}"${others}${suggestion}`, { hint });
  return new Failure('usage', `no profile has the given name, which may be a token${others}`, {
    hint: 'use --token-stdin, --token-file or ORGCTL_TOKEN; if that was a live token, revoke it',
  });
}
