import { comparisonKey } from '../../values/comparison-key.ts';
import { suggest } from '../../values/suggest.ts';
import type { Change } from './change.ts';
import { findGroups, type GroupSnapshot } from './group-snapshot.ts';

/** A new group whose name looks like a misspelled name of an existing one. */
export interface SimilarGroup {
  readonly name: string;
  readonly existing: string;
}

/** Minimum length of a misspelled word: shorter ones often differ on purpose, as in "All" and "Alls". */
const MIN_LENGTH = 4;
/** What separates names where a single one is expected. */
const SEPARATOR = /[,;|]/;

/**
 * Finds the new groups of a plan that look misspelled: the name of an existing group differs in one word by a
 * letter that is missing, doubled or swapped, or only in spaces and punctuation. Other letters and numbers
 * often differ on purpose, as in "Iraq" and "Iran". A list with the name of an existing group, and what is
 * nearly an ID, are found too. Pure.
 */
export function similarGroups(changes: readonly Change[], snapshot: GroupSnapshot): readonly SimilarGroup[] {
  const names = changes.flatMap(({ kind, name }) => (kind === 'createGroup' ? [name] : []));
  if (names.length === 0) return [];
  const meant = misspelled(names, snapshot);
  return names.flatMap((name) => {
    const existing = meant.get(name) ?? groupInList(name, snapshot) ?? similarGroupId(name, snapshot);
    return existing === undefined ? [] : [{ name, existing }];
  });
}

/**
 * Returns the existing group that each misspelled name means. Names are compared only if they become the same
 * by leaving out a letter: comparing each with each would take 17 s for 500 new and 10,000 existing groups.
 */
function misspelled(names: readonly string[], { groups }: GroupSnapshot): ReadonlyMap<string, string> {
  const byKey = new Map<string, Set<string>>();
  for (const name of names) {
    for (const key of keysOf(name)) byKey.set(key, (byKey.get(key) ?? new Set()).add(name));
  }
  const meant = new Map<string, string>();
  for (const { displayName } of groups.values()) {
    for (const key of keysOf(displayName)) {
      for (const name of byKey.get(key) ?? []) {
        if (!meant.has(name) && isMisspelled(wordsOf(name), wordsOf(displayName)))
          meant.set(name, displayName);
      }
    }
  }
  return meant;
}

function wordsOf(name: string): readonly string[] {
  return comparisonKey(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The words without what is between them, and the words with one letter of one word left out. */
function keysOf(name: string): ReadonlySet<string> {
  const words = wordsOf(name);
  const shortened = words.flatMap((word, at) =>
    Array.from(word, (_, letter) =>
      words.with(at, `${word.slice(0, letter)}${word.slice(letter + 1)}`).join(' '),
    ),
  );
  return new Set([words.join(''), words.join(' '), ...shortened]);
}

function isMisspelled(words: readonly string[], others: readonly string[]): boolean {
  const joined = words.join('');
  if (joined === others.join('')) return joined.length >= MIN_LENGTH && !/\p{N}/u.test(joined);
  const different = words.flatMap((word, index) => (word === others[index] ? [] : [index]));
  const [index] = different;
  if (index === undefined || different.length > 1 || words.length !== others.length) return false;
  const [word = '', other = ''] = [words[index], others[index]];
  if (Math.min(word.length, other.length) < MIN_LENGTH || /\p{N}/u.test(word + other)) return false;
  // A replaced letter often makes another word.
  const isReplaced = word.length === other.length && sortedLetters(word) !== sortedLetters(other);
  return !isReplaced && suggest(word, [other], 1) !== undefined;
}

function sortedLetters(word: string): string {
  return [...word].sort().join('');
}

/** Returns the first existing group that a list of names contains, for a place where one name is expected. */
export function groupInList(name: string, snapshot: GroupSnapshot): string | undefined {
  const names = name.split(SEPARATOR).map((part) => part.trim());
  return names.flatMap((part) => findGroups(snapshot, part))[0]?.displayName;
}

function similarGroupId(name: string, { groups }: GroupSnapshot): string | undefined {
  return /^S[0-9A-Z]{8,}$/.test(name) ? suggest(name, groups.keys(), 2) : undefined;
}
