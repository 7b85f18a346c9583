import { isSameText, JOIN_KEYS, type OrganizationCopy, personKeysOf } from '../compare/organization-copy.ts';
import type { KnownPairs } from './known-pairs.ts';

/** Pairs recorded by earlier runs. */
export interface RecordedPairs {
  /** By runs from the same A. */
  readonly own: KnownPairs;
  /** By runs from other lists and organizations to the same B. */
  readonly foreign: KnownPairs;
}

/**
 * Returns the pairs that say who is who in A. Lists of different systems use the same IDs, such as 1 and 2,
 * and another list may have the same name: a pair holds if the two users still share a key. If at least half
 * of the pairs of A do, all of them hold, so that a user whose keys have all changed is still found. Pairs of
 * groups hold only then; otherwise groups are joined by name. Pure.
 */
export function trustedPairs(
  a: OrganizationCopy,
  b: OrganizationCopy,
  { own, foreign }: RecordedPairs,
): KnownPairs {
  const shared = sharedPairs(a, b, own);
  const isSameList = shared.pairs.size * 2 >= shared.found;
  return new Map([...sharedPairs(a, b, foreign).pairs, ...(isSameList ? own : shared.pairs)]);
}

/** The pairs of users who share a key, and the number of pairs whose users both exist. */
function sharedPairs(a: OrganizationCopy, b: OrganizationCopy, known: KnownPairs) {
  const pairs = new Map<string, string>();
  let found = 0;
  if (known.size === 0) return { pairs, found };
  const inB = new Map<string, number>(b.people.map(({ id }, index) => [id, index]));
  for (const one of a.people) {
    const to = known.get(one.id);
    const other = b.people[inB.get(to ?? '') ?? -1];
    if (to === undefined || other === undefined) continue;
    found += 1;
    const theirs = personKeysOf(other);
    const isShared = personKeysOf(one).some((value, index) => {
      const [key, text = ''] = [JOIN_KEYS[index], theirs[index]];
      return key !== undefined && value !== '' && isSameText(key, value, text);
    });
    if (isShared) pairs.set(one.id, to);
  }
  return { pairs, found };
}
