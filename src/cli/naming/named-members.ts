import { Failure } from '../../failure/failure.ts';
import { changeMembers } from '../../scim/change-members.ts';
import { findGroup } from '../../scim/find-group.ts';
import { leftOf } from '../../scim/group-patch.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { Context } from '../context.ts';
import { membersIn, withProgress } from '../options/group-options.ts';
import { sendingAll } from '../printing/show-withheld.ts';
import { GROUP_VIEW } from '../views/group-view.ts';
import { memberIds, readMemberNames } from './member-names.ts';

/**
 * Returns the IDs of the users that were named as arguments or in a file.
 * @throws Failure `usage` when nobody was named; `invalidInput` with everybody who does not exist.
 */
export async function readNamedMembers(
  context: Context,
  scim: ScimClient,
  words: readonly string[],
  file: string | undefined,
): Promise<readonly string[]> {
  const named = await readMemberNames(context, words, file);
  // An empty file never means "nobody": that is what clear says.
  if (named.length === 0)
    throw new Failure('usage', 'nobody was named', { hint: 'name users, or --file FILE with one on a line' });
  return memberIds(scim, named);
}

/** Puts the named users into a group, or takes them out, and prints the group. Who is as wanted already is not sent. */
export async function changeNamedMembers(
  context: Context,
  kind: 'add' | 'remove',
  identity: string,
  words: readonly string[],
  { file, batchSize }: { readonly file?: string | undefined; readonly batchSize: number },
): Promise<void> {
  const printer = await context.printer();
  const { scim } = await context.connection();
  const ids = await readNamedMembers(context, scim, words, file);
  const group = await findGroup(scim, identity);
  const wanted = { add: kind === 'add' ? ids : [], remove: kind === 'remove' ? ids : [] };
  const change = leftOf(
    wanted,
    group.members.map(({ id }) => id),
  );
  const total = change.add.length + change.remove.length;
  let changed = group;
  const isSent = await sendingAll(context, async ({ unless }) => {
    if (total === 0) return;
    changed = await withProgress(context, total, batchSize, (calls) =>
      changeMembers(scim, group, change, { ...calls, around: unless }),
    );
  });
  if (!isSent) return;
  const already = ids.length - total;
  const rest = already === 0 ? '' : `; ${already} ${kind === 'add' ? 'already in it' : 'not in it'}`;
  const verb = kind === 'add' ? 'added to' : 'removed from';
  await context.messages.note(`${membersIn(total)} ${verb} ${group.displayName} (${group.id})${rest}`);
  await printer.one(changed, GROUP_VIEW);
}
