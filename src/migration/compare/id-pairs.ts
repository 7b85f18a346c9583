import { explainAmbiguousGroups, explainAmbiguousUsers } from './describe-candidates.ts';
import type { Joined } from './difference.ts';
import {
  isAnyCompared,
  isCompared,
  JOIN_KEYS,
  type JoinKey,
  personKeysOf,
  personName,
  type UserRecord,
} from './organization-copy.ts';

/** An ID in A and the ID of the same user or group in B. */
export interface IdPair {
  readonly from: string;
  /** Empty if ambiguous. */
  readonly to: string;
  readonly kind: 'user' | 'group';
  readonly name: string;
  /** The key that matched the two. */
  readonly key: string;
  /**
   * `given`: from a map. `certain`: known to the service or to an earlier run, the same employee number, or
   * two keys agree. `likely`: a single key. `ambiguous`: several candidates.
   */
  readonly confidence: 'given' | 'certain' | 'likely' | 'ambiguous';
}

/** Yields the pairs of users, then of groups, in the order of A. */
export function* pairsOf({ a, b, people, groups }: Joined): Generator<IdPair, void> {
  for (const [index, person] of a.people.entries()) {
    const other = b.people[people.toB[index] ?? -1];
    const key = people.by[index];
    if (other === undefined || key === undefined || !isCompared(person, other)) continue;
    const confidence = key === 'map' ? 'given' : confidenceOf(key, person, other);
    yield { from: person.id, to: other.id, kind: 'user', name: personName(person), key, confidence };
  }
  for (const [index, { id, displayName: name }] of a.groups.entries()) {
    const other = b.groups[groups.toB[index] ?? -1];
    const key = groups.by[index];
    if (other === undefined || key === undefined) continue;
    const isExact = other.displayName === name;
    const confidence = key === 'map' ? 'given' : isExact ? 'certain' : 'likely';
    yield { from: id, to: other.id, kind: 'group', name, key, confidence };
  }
}

/**
 * Yields the IDs without a pair, of the selected users and of all groups. Their `key` holds the reason and
 * the candidates in B.
 */
export function* unpairedOf(joined: Joined): Generator<IdPair, void> {
  const { a, b, people, groups } = joined;
  const [whyOf, whyOfGroup] = [explainAmbiguousUsers(joined), explainAmbiguousGroups(joined)];
  const meant = people.ambiguous.filter((ambiguity) => isAnyCompared(a, b, ambiguity));
  for (const index of meant.flatMap(({ a: ones }) => ones)) {
    const person = a.people[index];
    if (person === undefined) continue;
    const [name, key] = [personName(person), whyOf(index)];
    yield { from: person.id, to: '', kind: 'user', name, key, confidence: 'ambiguous' };
  }
  for (const index of groups.ambiguous.flatMap(({ a: ones }) => ones)) {
    const group = a.groups[index];
    if (group === undefined) continue;
    const { id: from, displayName: name } = group;
    yield { from, to: '', kind: 'group', name, key: whyOfGroup(index), confidence: 'ambiguous' };
  }
}

function confidenceOf(
  key: JoinKey | 'service' | 'run',
  one: UserRecord,
  other: UserRecord,
): 'certain' | 'likely' {
  if (key === 'employeeNumber' || key === 'service' || key === 'run') return 'certain';
  const [own, others] = [personKeysOf(one), personKeysOf(other)];
  const same = JOIN_KEYS.filter(
    (_, at) => own[at] !== '' && own[at]?.toLowerCase() === others[at]?.toLowerCase(),
  );
  return same.length > 1 ? 'certain' : 'likely';
}
