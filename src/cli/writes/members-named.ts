import type { MemberName } from '../../bulk/single/plan-group-writes.ts';
import { Failure } from '../../failure/failure.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { Context } from '../context.ts';
import { memberIds, type NamedMember, readMemberNames } from '../naming/member-names.ts';
import { peopleMatching } from '../naming/named-people.ts';

/**
 * Returns the users that were named as arguments, in a file or by an expression, each once, by ID and by the name that was given.
 * @throws Failure `usage` when nobody was named; `refused` with everybody who does not exist.
 */
export async function readNamedMembers(
  context: Context,
  scim: ScimClient,
  words: readonly string[],
  { file, where }: { readonly file?: string | undefined; readonly where?: string | undefined },
): Promise<readonly MemberName[]> {
  const matching = where === undefined ? [] : await peopleMatching(context, where);
  const named = await readMemberNames(context, [...words, ...matching], file);
  // An empty file never means "nobody": that is what clear says.
  if (named.length === 0)
    throw new Failure('usage', 'no users given', { hint: 'name users, or @FILE with one on a line' });
  return membersNamed(scim, named);
}

/** Returns each member once, by ID and by the name that was given. @throws Failure `refused` for one who does not exist */
export async function membersNamed(
  scim: ScimClient,
  named: readonly NamedMember[],
): Promise<readonly MemberName[]> {
  const members = new Map<string, MemberName>();
  const ids = await memberIds(scim, named);
  for (const [index, id] of ids.entries())
    if (!members.has(id)) members.set(id, { id, name: named[index]?.name ?? id });
  return [...members.values()];
}
