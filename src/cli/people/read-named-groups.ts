import { Failure } from '../../failure/failure.ts';
import { findGroupInParts } from '../../scim/find-group.ts';
import type { PartitionedGroup } from '../../scim/partitioned-group.ts';
import type { Context } from '../context.ts';
import { nameWithPlace } from '../identity/identity.ts';
import { findNamedGroups, namedGroups } from '../identity/named-groups.ts';
import { isListWord } from '../identity/named-people.ts';
import { describeOne } from '../writes/describe-failures.ts';

/**
 * Reads the groups that a command line names, in its order.
 * @param show receives the groups, and the single group if exactly one is given by name rather than by a list
 * or expression
 * @throws Failure `itemsFailed` at the end if some names match no group
 */
export async function readNamedGroups(
  context: Context,
  { words, where }: { readonly words: readonly string[]; readonly where: string | undefined },
  show: (groups: readonly PartitionedGroup[], only: PartitionedGroup | undefined) => Promise<void>,
): Promise<void> {
  const { scim } = await context.connection();
  const names = await namedGroups(context, words, where, 'read');
  const { groups, missing } = await findNamedGroups(
    scim,
    names,
    (name, isName) => findGroupInParts(scim, name, isName),
    ({ rest }) => String(rest['id']),
  );
  const isOne = where === undefined && words.length === 1 && !words.some(isListWord);
  await show(groups, isOne ? groups[0] : undefined);
  for (const { identity, failure } of missing) await describeOne(context, nameWithPlace(identity), failure);
  if (missing.length > 0)
    throw new Failure('itemsFailed', `${missing.length} of ${names.length} groups failed`);
}
