import { asFailure, codeOf, Failure } from '../../failure/failure.ts';
import { formatPlace, type Place } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { defined } from '../../values/defined.ts';

/** A name on a command line that nobody has, or that fits several. */
export interface UnknownName {
  readonly identity: string;
  readonly failure: Failure;
}

/**
 * Looks up one of several names; one that nobody has, or that fits several, is kept.
 * @throws of the only name its own failure, and what concerns all of them, such as a refused token
 */
export async function orUnknown<T>(
  identity: string,
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
 * @param listed where a list has each name
 * @throws Failure `refused` that has every such name.
 */
export function refuseUnknownNames(
  missing: readonly UnknownName[],
  named: number,
  noun: 'user' | 'group',
  listed: ReadonlyMap<string, Place>,
): void {
  const [first, ...others] = missing;
  if (first === undefined) return;
  const { code, hint, message } = first.failure;
  const place = listed.get(first.identity);
  if (others.length === 0)
    throw new Failure(
      'refused',
      `${place === undefined ? '' : `${formatPlace(place)}: `}${message}; nothing was sent`,
      {
        code: code ?? `no_such_${noun}`,
        ...defined({ hint }),
      },
    );
  const issues = missing.map(({ failure, identity }) => ({
    code: codeOf(failure),
    path: '',
    message: failure.message,
    ...defined({ at: listed.get(identity) }),
  }));
  throw new Failure(
    'refused',
    `${missing.length} of ${pluralize(named, noun)} are not known; nothing was sent`,
    { code: code ?? `no_such_${noun}`, issues, ...defined({ hint }) },
  );
}
