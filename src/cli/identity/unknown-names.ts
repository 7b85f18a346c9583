import { asFailure, codeOf, Failure } from '../../failure/failure.ts';
import { formatPlace, type Place } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { defined } from '../../values/defined.ts';
import type { Identity } from './identity.ts';

/** A name on a command line that matches no user or group, or several. */
export interface UnknownName {
  readonly identity: Identity;
  readonly failure: Failure;
}

/**
 * Looks up one of several names; a name that matches none or several is returned with its failure.
 * @throws the original failure if it is the only name, with its position in a list, or if the failure
 * concerns all names, such as a refused token
 */
export async function lookUpOrCollect<T>(
  identity: Identity,
  named: number,
  find: () => Promise<T>,
): Promise<T | UnknownName> {
  try {
    if (identity.failure !== undefined) throw identity.failure;
    return await find();
  } catch (error) {
    const failure = asFailure(error);
    if (failure.kind !== 'refused' && failure.kind !== 'usage') throw error;
    if (named === 1) throw identity.at === undefined ? error : inList(failure, identity.at);
    return { identity, failure };
  }
}

/** Adds the position in a list to the failure of a name. */
function inList(failure: Failure, at: Place): Failure {
  const { kind, message, code, hint, status, issues } = failure;
  const details = { ...defined({ code, hint, status }), issues, cause: failure };
  return new Failure(kind, `${formatPlace(at)}: ${message}`, details);
}

/**
 * Stops a writing command before it sends anything if some names are unknown: a mistyped name must not lead
 * to a partial change.
 * @throws Failure `refused` with every such name
 */
export function refuseUnknownNames(
  missing: readonly UnknownName[],
  named: number,
  noun: 'user' | 'group',
): void {
  const [first, ...others] = missing;
  if (first === undefined) return;
  const { code, hint, message } = first.failure;
  const { at } = first.identity;
  if (others.length === 0)
    throw new Failure(
      'refused',
      `${at === undefined ? '' : `${formatPlace(at)}: `}${message}; nothing was sent`,
      {
        code: code ?? `no_such_${noun}`,
        ...defined({ hint }),
      },
    );
  const issues = missing.map(({ failure, identity }) => ({
    code: codeOf(failure),
    path: '',
    message: failure.message,
    ...defined({ at: identity.at }),
  }));
  throw new Failure(
    'refused',
    `${missing.length} of ${pluralize(named, noun)} were not found; nothing was sent`,
    { code: code ?? `no_such_${noun}`, issues, ...defined({ hint }) },
  );
}
