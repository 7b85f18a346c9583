import type { Joined } from './difference.ts';
import { isCompared, isSameText, JOIN_KEYS, personKeysOf, type UserRecord } from './organization-copy.ts';

/** A user of A and the user of B whom the service names as the same, although their keys differ. */
export interface ContradictedPair {
  readonly one: UserRecord;
  readonly other: UserRecord;
}

/**
 * Yields the pairs of the service whose users seem to be different people: their employee numbers differ, or
 * they share no key. Organizations that did not move into one another may use the same IDs. Pure.
 */
export function* contradictedPairs({ a, b, people }: Joined): Generator<ContradictedPair, void> {
  for (const [index, one] of a.people.entries()) {
    const other = b.people[people.toB[index] ?? -1];
    if (people.by[index] !== 'service' || other === undefined || !isCompared(one, other)) continue;
    if (areOthers(personKeysOf(one), personKeysOf(other))) yield { one, other };
  }
}

function areOthers(keys: readonly string[], others: readonly string[]): boolean {
  const known = JOIN_KEYS.flatMap((key, at) => {
    const [value = '', other = ''] = [keys[at]?.trim(), others[at]?.trim()];
    return value === '' || other === '' ? [] : [{ key, isSame: isSameText(key, value, other) }];
  });
  if (known.some(({ key, isSame }) => key === 'employeeNumber' && !isSame)) return true;
  return known.length > 0 && known.every(({ isSame }) => !isSame);
}
