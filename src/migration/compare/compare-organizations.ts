import type { UserAttributeName } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import type { Found, Scope, Subject } from './compare-scope.ts';
import { type JoinedGroups, joinGroups } from './join-groups.ts';
import {
  type JoinedBy,
  type JoinedPeople,
  type JoinOptions,
  joinPeople,
  namesAt,
  personFinder,
} from './join-people.ts';
import {
  COMPARED_ATTRIBUTES,
  type CopiedGroup,
  type CopiedPerson,
  isMeant,
  isSameText,
  KEPT_ATTRIBUTES,
  type OrganizationCopy,
  personName,
  unpacked,
} from './organization-copy.ts';

/** One thing that two organizations do not have alike. */
export interface Difference {
  readonly found: Found;
  readonly subject: Subject;
  /** userName, or displayName of a group; several where it is ambiguous. */
  readonly name: string;
  /** Its IDs in A and in B. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly attribute?: string;
  /** The values; blank where there is none. */
  readonly valueInA?: string;
  readonly valueInB?: string;
  /** What joined the two. */
  readonly key?: JoinedBy | 'displayName';
  readonly why?: string;
}

/** Who is who, and which attributes both can hold. */
export interface Joined {
  readonly a: OrganizationCopy;
  readonly b: OrganizationCopy;
  readonly people: JoinedPeople;
  readonly groups: JoinedGroups;
  readonly attributes: readonly UserAttributeName[];
  /** Attributes that one of them does not hold. */
  readonly missing: readonly UserAttributeName[];
}

/** Joins two organizations. Pure. */
export function joinOrganizations(a: OrganizationCopy, b: OrganizationCopy, options: JoinOptions): Joined {
  const isHeld = (name: UserAttributeName) => a.holds.has(name) && b.holds.has(name);
  return {
    a,
    b,
    people: joinPeople(a, b, options),
    groups: joinGroups(a, b, options.map),
    attributes: COMPARED_ATTRIBUTES.filter(isHeld),
    missing: COMPARED_ATTRIBUTES.filter((name) => !isHeld(name)),
  };
}

/** Tells the differences one by one: people, then groups with their memberships. */
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
      if (isMeant(person, other)) yield* compare(index, person, other);
    } else if (people.isUnclearInA[index] === 0 && isCounted(person, scope)) yield onlyIn('onlyInA', person);
  }
  for (const [index, person] of b.people.entries()) {
    const isAlone = people.toA[index] === -1 && people.isUnclearInB[index] === 0;
    if (isAlone && isCounted(person, scope)) yield onlyIn('onlyInB', person);
  }
  for (const { a: ones, b: others, key, why } of people.ambiguous) {
    const inA = ones.flatMap((index) => a.people[index] ?? []);
    const inB = others.flatMap((index) => b.people[index] ?? []);
    if (![...inA, ...inB].some((person) => isMeant(person))) continue;
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

function isCounted(person: CopiedPerson, { hasLeavers }: Scope): boolean {
  if (!isMeant(person)) return false;
  return hasLeavers || unpacked(person)[ACTIVE_AT] !== 'false';
}

const ACTIVE_AT = KEPT_ATTRIBUTES.indexOf('active');
const EMAIL_AT = KEPT_ATTRIBUTES.indexOf('email');

function onlyIn(found: 'onlyInA' | 'onlyInB', person: CopiedPerson): Difference {
  const email = unpacked(person)[EMAIL_AT] ?? '';
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

type ComparePeople = (index: number, one: CopiedPerson, other: CopiedPerson) => Iterable<Difference>;

/** Returns what compares two people who were joined; of most, one text says that they are alike. */
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
        ...defined({ key }),
      };
    };
    if (one.packed !== other.packed) {
      const [texts, others] = [unpacked(one), unpacked(other)];
      for (const { name, at } of kept) {
        const [text = '', value = ''] = [texts[at], others[at]];
        if (!isSameText(name, text, value)) yield difference(name, text, value);
      }
    }
    const managers = compareManagers?.(one, other);
    if (managers !== undefined) yield difference('manager', ...managers);
  };
}

/** Returns what compares managers as people: both name the same person, whatever the IDs. */
function managerComparer({
  a,
  b,
  people,
}: Joined): (one: CopiedPerson, other: CopiedPerson) => readonly [string, string] | undefined {
  const [findInA, findInB] = [personFinder(a), personFinder(b)];
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

function* differencesOfGroups(joined: Joined): Generator<Difference, void> {
  const { a, b, groups } = joined;
  // Which people are meant says nothing about a group itself.
  const isAboutEverybody = [a, b].every(({ people }) => people.every((person) => isMeant(person)));
  for (const [index, group] of a.groups.entries()) {
    const other = b.groups[groups.toB[index] ?? -1];
    const { id, displayName: name } = group;
    if (other === undefined) {
      if (groups.isUnclearInA[index] === 0 && isAboutEverybody)
        yield { found: 'onlyInA', subject: 'group', name, a: [id], b: [], valueInA: sizeOf(group) };
      continue;
    }
    const key = groups.by[index];
    const about = { name, a: [id], b: [other.id], ...defined({ key }) } as const;
    if (name !== other.displayName && isAboutEverybody) {
      const values = { valueInA: name, valueInB: other.displayName };
      yield { found: 'different', subject: 'group', ...about, attribute: 'displayName', ...values };
    }
    yield* differencesOfMembers(joined, index, about);
  }
  if (!isAboutEverybody) return;
  for (const [index, group] of b.groups.entries()) {
    if (groups.toA[index] !== -1 || groups.isUnclearInB[index] !== 0) continue;
    const { id, displayName: name } = group;
    yield { found: 'onlyInB', subject: 'group', name, a: [], b: [id], valueInB: sizeOf(group) };
  }
  for (const { a: ones, b: others, why } of groups.ambiguous) {
    const inA = ones.flatMap((index) => a.groups[index] ?? []);
    const inB = others.flatMap((index) => b.groups[index] ?? []);
    const name = [...new Set([...inA, ...inB].map(({ displayName }) => displayName))].join(', ');
    const [idsInA, idsInB] = [inA.map(({ id }) => id), inB.map(({ id }) => id)];
    const values = { valueInA: idsInA.join(', '), valueInB: idsInB.join(', ') };
    yield { found: 'ambiguous', subject: 'group', name, a: idsInA, b: idsInB, ...values, why };
  }
}

function sizeOf({ members, strangers }: { members: Uint32Array; strangers: readonly string[] }): string {
  const size = members.length + strangers.length;
  return `${size.toLocaleString('en-US')} ${size === 1 ? 'member' : 'members'}`;
}

/** Who is in one of two groups alone. Of somebody who is in one organization alone that is said already. */
function* differencesOfMembers(
  { a, b, people, groups }: Joined,
  index: number,
  about: Pick<Difference, 'name' | 'a' | 'b' | 'key'>,
): Generator<Difference, void> {
  const [inA, inB] = [a.groups[index], b.groups[groups.toB[index] ?? -1]];
  if (inA === undefined || inB === undefined) return;
  const membership = (valueInA: string, valueInB: string): Difference => ({
    found: 'different',
    subject: 'membership',
    ...about,
    attribute: 'members',
    valueInA,
    valueInB,
  });
  for (const name of missingMembers(inA, a, inB, b, people.toB)) yield membership(name, '');
  for (const name of missingMembers(inB, b, inA, a, people.toA)) yield membership('', name);
}

/** The names of the members of a group whose counterparts are not in the other group. */
function* missingMembers(
  own: CopiedGroup,
  { people }: OrganizationCopy,
  other: CopiedGroup,
  { people: others }: OrganizationCopy,
  counterparts: Int32Array,
): Generator<string, void> {
  const members = new Set(other.members);
  for (const position of own.members) {
    const person = people[position];
    const counterpart = counterparts[position] ?? -1;
    if (person === undefined || counterpart === -1 || members.has(counterpart)) continue;
    if (isMeant(person, others[counterpart])) yield personName(person);
  }
  const strangers = new Set(other.strangers);
  for (const id of own.strangers) if (!strangers.has(id)) yield id;
}
