import { withCommas } from '../../output/pluralize.ts';
import { defined } from '../../values/defined.ts';
import type { Difference, Joined } from './difference.ts';
import { invisibleDifference } from './invisible-difference.ts';
import { type CopiedGroup, isCompared, type OrganizationCopy, personName } from './organization-copy.ts';

/** Yields the differences of groups and of their memberships. */
export function* differencesOfGroups(joined: Joined): Generator<Difference, void> {
  const { a, b, groups } = joined;
  // A filter selects users, not groups: with a filter only memberships are compared.
  const isAboutEverybody = [a, b].every(({ people }) => people.every((person) => isCompared(person)));
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
      const why = invisibleDifference(name, other.displayName);
      yield {
        found: 'different',
        subject: 'group',
        ...about,
        attribute: 'displayName',
        ...values,
        ...defined({ why }),
      };
    }
    yield* differencesOfMembers(joined, index, about, isAboutEverybody);
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
  return `${withCommas(size)} ${size === 1 ? 'member' : 'members'}`;
}

/**
 * Yields members that only one of two matched groups has. Users that exist in one organization only are
 * skipped: they are reported as users. Members that are not in the list of users have no values, so that no
 * filter selects them.
 */
function* differencesOfMembers(
  { a, b, people, groups }: Joined,
  index: number,
  about: Pick<Difference, 'name' | 'a' | 'b' | 'key'>,
  hasStrangers: boolean,
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
  if (hasStrangers) for (const id of missingStrangers(inA, inB)) yield membership(id, '');
  for (const name of missingMembers(inB, b, inA, a, people.toA)) yield membership('', name);
  if (hasStrangers) for (const id of missingStrangers(inB, inA)) yield membership('', id);
}

function missingStrangers(own: CopiedGroup, other: CopiedGroup): readonly string[] {
  const strangers = new Set(other.strangers);
  return own.strangers.filter((id) => !strangers.has(id));
}

/** Yields the names of members whose counterparts are not in the other group. */
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
    if (isCompared(person, others[counterpart])) yield personName(person);
  }
}
