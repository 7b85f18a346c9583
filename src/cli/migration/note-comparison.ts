import type { Joined } from '../../migration/compare/difference.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';

/** Prints what was compared, what could not be, and the result. */
export async function noteComparison({ messages }: Context, joined: Joined, found: string): Promise<void> {
  const { a, b, missing } = joined;
  const without = new Set([a, b].filter(({ hasGroups }) => !hasGroups).map(({ name }) => name));
  if (without.size > 0)
    await messages.note(
      `groups are not compared: ${[...without].join(' and ')} ${without.size === 1 ? 'has' : 'have'} none`,
    );
  if (missing.length > 0) await messages.note(`not compared: ${missing.join(', ')}`);
  await messages.note(`compared ${comparedWords(joined)}: ${found}`);
}

/** Returns the names and sizes of both sides. */
export function comparedWords({ a, b }: Joined): string {
  const size = ({ people, groups, name }: Joined['a']) =>
    `${name} (${pluralize(people.length, 'user')}, ${pluralize(groups.length, 'group')})`;
  return `${size(a)} with ${size(b)}`;
}
