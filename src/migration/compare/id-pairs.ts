import { describingUnclear, describingUnclearGroups } from './describe-candidates.ts';
import type { Joined } from './difference.ts';
import {
  type CopiedPerson,
  isMeant,
  JOIN_KEYS,
  type JoinKey,
  personKeysOf,
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
   * `given` by a map; `certain`: the service knows the pair, the employee number is the same, or two keys say
   * the same; `likely`: one key alone; `ambiguous`: there are several candidates.
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

/** Reports what cannot be paired; the reason and the candidates in B stand in place of a key. */
export function* unpairedOf(joined: Joined): Generator<IdPair, void> {
  const { a, people, groups } = joined;
  const [whyOf, whyOfGroup] = [describingUnclear(joined), describingUnclearGroups(joined)];
  for (const index of people.ambiguous.flatMap(({ a: ones }) => ones)) {
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
  one: CopiedPerson,
  other: CopiedPerson,
): 'certain' | 'likely' {
  if (key === 'employeeNumber' || key === 'service' || key === 'run') return 'certain';
  const [own, others] = [personKeysOf(one), personKeysOf(other)];
  const same = JOIN_KEYS.filter(
    (_, at) => own[at] !== '' && own[at]?.toLowerCase() === others[at]?.toLowerCase(),
  );
  return same.length > 1 ? 'certain' : 'likely';
}
