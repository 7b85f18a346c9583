import type { Joined } from './difference.ts';
import {
  type CopiedPerson,
  isMeant,
  JOIN_KEYS,
  type JoinKey,
  keysOf,
  personName,
} from './organization-copy.ts';

/** One ID of A and the ID of the same user or group in B. */
export interface IdPair {
  readonly from: string;
  /** Blank where nobody can say which it is. */
  readonly to: string;
  readonly kind: 'user' | 'group';
  readonly name: string;
  /** What joined the two. */
  readonly key: string;
  /**
   * `given` by a map; `certain`: the service knows the pair, the employee number is the same, or two keys say the same; `likely`: one key alone; `ambiguous`: there are
   * several candidates.
   */
  readonly confidence: 'given' | 'certain' | 'likely' | 'ambiguous';
}

/** Tells the pairs of people, then of groups, in the order of A. */
export function* pairsOf({ a, b, people, groups }: Joined): Generator<IdPair, void> {
  for (const [index, person] of a.people.entries()) {
    const other = b.people[people.toB[index] ?? -1];
    const key = people.by[index];
    if (other === undefined || key === undefined || !isMeant(person, other)) continue;
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

/** Tells whom and what nobody can pair, with the reason in place of a key. */
export function* unpairedOf({ a, people, groups }: Joined): Generator<IdPair, void> {
  for (const { a: ones, why } of people.ambiguous)
    for (const person of ones.flatMap((index) => a.people[index] ?? [])) {
      const { id: from } = person;
      yield { from, to: '', kind: 'user', name: personName(person), key: why, confidence: 'ambiguous' };
    }
  for (const { a: ones, why } of groups.ambiguous)
    for (const { id: from, displayName: name } of ones.flatMap((index) => a.groups[index] ?? []))
      yield { from, to: '', kind: 'group', name, key: why, confidence: 'ambiguous' };
}

function confidenceOf(
  key: JoinKey | 'service',
  one: CopiedPerson,
  other: CopiedPerson,
): 'certain' | 'likely' {
  if (key === 'employeeNumber' || key === 'service') return 'certain';
  const [own, others] = [keysOf(one), keysOf(other)];
  const same = JOIN_KEYS.filter(
    (_, at) => own[at] !== '' && own[at]?.toLowerCase() === others[at]?.toLowerCase(),
  );
  return same.length > 1 ? 'certain' : 'likely';
}
