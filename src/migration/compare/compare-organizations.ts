import type { UserAttributeName } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import { differencesOfGroups } from './compare-groups.ts';
import type { Scope } from './compare-scope.ts';
import type { Difference, Joined } from './difference.ts';
import { invisibleDifference } from './invisible-difference.ts';
import { joinGroups } from './join-groups.ts';
import { createUserLookup, type JoinOptions, joinPeople, namesAt } from './join-people.ts';
import {
  COMPARED_ATTRIBUTES,
  isAnyCompared,
  isCompared,
  isSameText,
  KEPT_ATTRIBUTES,
  type OrganizationCopy,
  personName,
  type UserRecord,
  unpackValues,
} from './organization-copy.ts';

/** Matches the users and groups of two organizations. Pure. */
export function joinOrganizations(a: OrganizationCopy, b: OrganizationCopy, options: JoinOptions): Joined {
  const isHeld = (name: UserAttributeName) => a.holds.has(name) && b.holds.has(name);
  return {
    a,
    b,
    people: joinPeople(a, b, options),
    groups: joinGroups(a, b, options.map, options.remembered),
    attributes: COMPARED_ATTRIBUTES.filter(isHeld),
    missing: COMPARED_ATTRIBUTES.filter((name) => !isHeld(name)),
  };
}

/** Yields the differences: first users, then groups with their memberships. */
export function* differencesOf(joined: Joined, scope: Scope): Generator<Difference, void> {
  for (const difference of allDifferences(joined, scope))
    if (scope.found.has(difference.found) && scope.subjects.has(difference.subject)) yield difference;
}

function* allDifferences(joined: Joined, scope: Scope): Generator<Difference, void> {
  if (scope.subjects.has('user')) yield* differencesOfPeople(joined, scope);
  if (!joined.a.hasGroups || !joined.b.hasGroups) return;
  if (scope.subjects.has('group') || scope.subjects.has('membership')) yield* differencesOfGroups(joined);
}

function* differencesOfPeople(joined: Joined, scope: Scope): Generator<Difference, void> {
  const { a, b, people } = joined;
  const names = joined.attributes.filter((name) => scope.attributes.has(name));
  const compare = personComparer(joined, names);
  for (const [index, person] of a.people.entries()) {
    const other = b.people[people.toB[index] ?? -1];
    if (other !== undefined) {
      if (isCompared(person, other)) yield* compare(index, person, other);
    } else if (people.isUnclearInA[index] === 0 && isCounted(person, scope)) yield onlyIn('onlyInA', person);
  }
  for (const [index, person] of b.people.entries()) {
    const isAlone = people.toA[index] === -1 && people.isUnclearInB[index] === 0;
    if (isAlone && isCounted(person, scope)) yield onlyIn('onlyInB', person);
  }
  for (const ambiguity of people.ambiguous) {
    if (!isAnyCompared(a, b, ambiguity)) continue;
    const { a: ones, b: others, key, why } = ambiguity;
    const inA = ones.flatMap((index) => a.people[index] ?? []);
    const inB = others.flatMap((index) => b.people[index] ?? []);
    yield {
      found: 'ambiguous',
      subject: 'user',
      name: [...new Set([...inA, ...inB].map(personName))].join(', '),
      a: inA.map(({ id }) => id),
      b: inB.map(({ id }) => id),
      valueInA: namesAt(a, ones).join(', '),
      valueInB: namesAt(b, others).join(', '),
      key,
      why,
    };
  }
}

function isCounted(person: UserRecord, { hasLeavers }: Scope): boolean {
  if (!isCompared(person)) return false;
  return hasLeavers || unpackValues(person)[ACTIVE_AT] !== 'false';
}

const ACTIVE_AT = KEPT_ATTRIBUTES.indexOf('active');

const EMAIL_AT = KEPT_ATTRIBUTES.indexOf('email');

function onlyIn(found: 'onlyInA' | 'onlyInB', person: UserRecord): Difference {
  const email = unpackValues(person)[EMAIL_AT] ?? '';
  const ids = [person.id];
  return {
    found,
    subject: 'user',
    name: personName(person),
    a: found === 'onlyInA' ? ids : [],
    b: found === 'onlyInB' ? ids : [],
    ...(found === 'onlyInA' ? { valueInA: email } : { valueInB: email }),
  };
}

type ComparePeople = (index: number, one: UserRecord, other: UserRecord) => Iterable<Difference>;

/** Returns a function that compares two matched users. Most are equal, as one text comparison shows. */
function personComparer(joined: Joined, names: readonly UserAttributeName[]): ComparePeople {
  const { people } = joined;
  const kept = KEPT_ATTRIBUTES.flatMap((name, at) => (names.includes(name) ? [{ name, at }] : []));
  const compareManagers = names.includes('manager') ? managerComparer(joined) : undefined;
  return function* (index, one, other) {
    const difference = (attribute: string, valueInA: string, valueInB: string): Difference => {
      const key = people.by[index];
      return {
        found: 'different',
        subject: 'user',
        name: personName(one),
        a: [one.id],
        b: [other.id],
        attribute,
        valueInA,
        valueInB,
        ...defined({ key, why: invisibleDifference(valueInA, valueInB) }),
      };
    };
    if (one.packed !== other.packed) {
      const [texts, others] = [unpackValues(one), unpackValues(other)];
      for (const { name, at } of kept) {
        const [text = '', value = ''] = [texts[at], others[at]];
        if (!isSameText(name, text, value)) yield difference(name, text, value);
      }
    }
    const managers = compareManagers?.(one, other);
    if (managers !== undefined) yield difference('manager', ...managers);
  };
}

/** Returns a function that compares managers as users: equal if they are matched, whatever their IDs. */
function managerComparer({
  a,
  b,
  people,
}: Joined): (one: UserRecord, other: UserRecord) => readonly [string, string] | undefined {
  const [findInA, findInB] = [createUserLookup(a), createUserLookup(b)];
  const nameIn = (copy: OrganizationCopy, position: number | undefined, text: string) => {
    const person = copy.people[position ?? -1];
    return person === undefined ? text : personName(person);
  };
  return (one, other) => {
    if (one.manager === '' && other.manager === '') return undefined;
    const [inA, inB] = [findInA(one.manager), findInB(other.manager)];
    const isSame =
      inA === undefined || inB === undefined
        ? inA === inB && one.manager === other.manager
        : people.toB[inA] === inB;
    return isSame ? undefined : [nameIn(a, inA, one.manager), nameIn(b, inB, other.manager)];
  };
}
