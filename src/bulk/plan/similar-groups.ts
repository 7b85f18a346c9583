import { suggest } from '../../rules/suggest.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import type { Change } from './change.ts';
import type { GroupSnapshot } from './group-snapshot.ts';

/** A new group whose name looks like a misspelled name of an existing one. */
export interface SimilarGroup {
  readonly name: string;
  readonly existing: string;
}

/** Minimum length of a misspelled word: shorter ones often differ on purpose, as in "Team A" and "Team B". */
const SHORTEST = 4;
/** Length from which a word may have two mistakes. */
const LONG = 8;

/**
 * Finds the new groups of a plan that look misspelled: the name differs from that of an existing group in one
 * word by a letter or two, or only in spaces and punctuation. Numbers differ on purpose. Pure.
 */
export function similarGroups(
  changes: readonly Change[],
  { groups }: GroupSnapshot,
): readonly SimilarGroup[] {
  const created = changes.filter(({ kind }) => kind === 'createGroup');
  if (created.length === 0) return [];
  const existing = [...groups.values()].map(({ displayName }) => ({ displayName, ...wordsOf(displayName) }));
  return created.flatMap(({ name }) => {
    const { words, joined } = wordsOf(name);
    const found = existing.find(
      (group) => (joined !== '' && joined === group.joined) || isMisspelled(words, group.words),
    );
    return found === undefined ? [] : [{ name, existing: found.displayName }];
  });
}

function wordsOf(name: string): { readonly words: readonly string[]; readonly joined: string } {
  const words = comparisonKey(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return { words, joined: words.join('') };
}

function isMisspelled(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  const different = words.flatMap((word, index) => {
    const other = others[index] ?? '';
    return word === other ? [] : [{ word, other }];
  });
  const [pair] = different;
  if (pair === undefined || different.length > 1) return false;
  const { word, other } = pair;
  if (word.length < SHORTEST || /\p{N}/u.test(word + other)) return false;
  return suggest(word, [other], word.length < LONG ? 1 : 2) !== undefined;
}
