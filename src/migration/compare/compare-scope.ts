import { Failure } from '../../failure/failure.ts';
import type { UserAttributeName } from '../../spec/user-attributes.ts';
import { keysOf } from '../../values/keys-of.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { COMPARED_ATTRIBUTES } from './organization-copy.ts';

/** Types of differences: an item exists in one organization only, is different, or cannot be matched. */
export const DIFFERENCE_TYPES = {
  onlyInA: 'only-in-a',
  onlyInB: 'only-in-b',
  different: 'different',
  ambiguous: 'ambiguous',
} as const;
export type DifferenceType = keyof typeof DIFFERENCE_TYPES;

/** What a difference is about. */
export const SUBJECT_WORDS = { user: 'users', group: 'groups', membership: 'memberships' } as const;
export type Subject = keyof typeof SUBJECT_WORDS;

/** Deactivated users that exist in one organization only. SCIM cannot delete them, so they remain. */
const LEAVERS = 'leavers';

/** The differences to report. */
export interface Scope {
  readonly found: ReadonlySet<DifferenceType>;
  readonly subjects: ReadonlySet<Subject>;
  readonly attributes: ReadonlySet<UserAttributeName>;
  readonly hasLeavers: boolean;
}

const KINDS: readonly string[] = [...Object.values(SUBJECT_WORDS), ...Object.values(DIFFERENCE_TYPES)];

/** All values of `--only` and `--ignore`. */
const WORDS_OF = {
  '--only': [...KINDS, ...COMPARED_ATTRIBUTES],
  '--ignore': [...KINDS, LEAVERS, ...COMPARED_ATTRIBUTES],
} as const;

/**
 * Parses `--only` and `--ignore`. Words of the same kind (subject, type of difference, attribute) are
 * combined with OR, kinds with AND. An attribute without a subject selects differences of users.
 * @throws Failure `usage` for an unknown word, or if nothing is left to compare
 */
export function readScope(only: readonly string[] = [], ignore: readonly string[] = []): Scope {
  const wanted = only.map((word) => knownWord('--only', word));
  const unwanted = new Set(ignore.map((word) => knownWord('--ignore', word)));
  const names = COMPARED_ATTRIBUTES.filter((name) => wanted.includes(name));
  const found = chosen(DIFFERENCE_TYPES, wanted, unwanted);
  const subjects = chosen(SUBJECT_WORDS, wanted, unwanted);
  const isAboutAttributes = names.length > 0;
  const hasSubjects = Object.values(SUBJECT_WORDS).some((word) => wanted.includes(word));
  const scope: Scope = {
    found: isAboutAttributes ? new Set([...found].filter((one) => one === 'different')) : found,
    subjects:
      isAboutAttributes && !hasSubjects ? new Set([...subjects].filter((one) => one === 'user')) : subjects,
    attributes: new Set(
      (isAboutAttributes ? names : COMPARED_ATTRIBUTES).filter((name) => !unwanted.has(name)),
    ),
    hasLeavers: !unwanted.has(LEAVERS),
  };
  if (isEmpty(scope)) throw new Failure('usage', '--only and --ignore leave nothing to compare');
  return scope;
}

/** Whether the filters leave nothing to compare: "no differences" would be misleading. */
function isEmpty({ found, subjects, attributes }: Scope): boolean {
  if (found.size === 0 || subjects.size === 0) return true;
  const isAboutValues = subjects.size === 1 && subjects.has('user') && !hasOther(found);
  if (isAboutValues) return attributes.size === 0;
  return subjects.size === 1 && subjects.has('membership') && !found.has('different');
}

function hasOther(found: ReadonlySet<DifferenceType>): boolean {
  return [...found].some((one) => one !== 'different');
}

function chosen<Name extends string>(
  words: Readonly<Record<Name, string>>,
  wanted: readonly string[],
  unwanted: ReadonlySet<string>,
): ReadonlySet<Name> {
  const names = keysOf(words);
  const named = names.filter((name) => wanted.includes(words[name]));
  return new Set((named.length > 0 ? named : names).filter((name) => !unwanted.has(words[name])));
}

function knownWord(flag: keyof typeof WORDS_OF, word: string): string {
  const words = WORDS_OF[flag];
  const found = words.find((known) => known.toLowerCase() === word.toLowerCase());
  if (found !== undefined) return found;
  const suggestion = suggest(word, words);
  throw new Failure('usage', `${flag} does not take "${word}"${asQuestion(suggestion)}`, {
    hint: `it takes ${words.join(', ')}`,
  });
}
