import { pluralize } from '../../output/pluralize.ts';
import { listed } from '../../values/listed.ts';
import type { Joined } from './difference.ts';
import { KEPT_ATTRIBUTES, type OrganizationCopy, personName, unpackValues } from './organization-copy.ts';

/** Maximum number of candidates listed by name. */
const NAMED = 5;

/**
 * Returns a function that explains why a user of A (by position) is ambiguous, and lists the candidates in B
 * with userName, ID and name.
 */
export function explainAmbiguousUsers({ b, people }: Joined): (position: number) => string {
  const found = new Map<number, string>();
  for (const { a, b: others, why } of people.ambiguous) {
    const text = `${why}: in B it is ${peopleAt(b, others)}`;
    for (const position of a) found.set(position, text);
  }
  return (position) => found.get(position) ?? '';
}

/** Returns the same function for groups: it gives the shared name and the IDs of the candidates in B. */
export function explainAmbiguousGroups({ b, groups }: Joined): (position: number) => string {
  const found = new Map<number, string>();
  for (const { a, b: others, why } of groups.ambiguous) {
    const ids = others.flatMap((position) => b.groups[position]?.id ?? []);
    const text = `${why}: in A ${pluralize(a.length, 'group')}, in B ${firstNamed(ids)}`;
    for (const position of a) found.set(position, text);
  }
  return (position) => found.get(position) ?? '';
}

function peopleAt({ people }: OrganizationCopy, positions: readonly number[]): string {
  return firstNamed(
    positions.flatMap((position) => {
      const person = people[position];
      if (person === undefined) return [];
      const name = unpackValues(person)[NAME_AT] ?? '';
      const own = personName(person);
      return [`${own} (${person.id}${name === '' || name === own ? '' : `, ${name}`})`];
    }),
  );
}

const NAME_AT = KEPT_ATTRIBUTES.indexOf('displayName');

function firstNamed(words: readonly string[]): string {
  const rest = words.length - NAMED;
  if (rest > 0) return `${words.slice(0, NAMED).join(', ')} and ${rest} more`;
  return listed(words, 'and');
}
