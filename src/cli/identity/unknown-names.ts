import { asFailure, codeOf, Failure } from '../../failure/failure.ts';
import { formatPlace } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { defined } from '../../values/defined.ts';
import type { Identity } from './identity.ts';

/** A name on a command line that nobody has, or that fits several. */
export interface UnknownName {
  readonly identity: Identity;
  readonly failure: Failure;
}

/**
 * Looks up one of several names; one that nobody has, or that fits several, is kept.
 * @throws of the only name its own failure, and what concerns all of them, such as a refused token
 */
export async function orUnknown<T>(
  identity: Identity,
  named: number,
  find: () => Promise<T>,
): Promise<T | UnknownName> {
  try {
    return await find();
  } catch (error) {
    const failure = asFailure(error);
    if (named === 1 || (failure.kind !== 'refused' && failure.kind !== 'usage')) throw error;
    return { identity, failure };
  }
}

/**
 * Stops a command that writes, before it sends anything, where some of the names that it was given lead to
 * nobody: a mistyped name must not split what was meant as one.
 * @throws Failure `refused` that has every such name.
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
    `${missing.length} of ${pluralize(named, noun)} are not known; nothing was sent`,
    { code: code ?? `no_such_${noun}`, issues, ...defined({ hint }) },
  );
}
