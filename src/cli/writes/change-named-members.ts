import { planMembers } from '../../bulk/single/plan-group-writes.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import { findGroup } from '../../scim/find-group.ts';
import type { Context } from '../context.ts';
import { membersIn, noteCalls } from '../options/group-options.ts';
import { changeGroup } from './change-group.ts';
import { emptyingQuestion } from './emptying-question.ts';
import { readNamedMembers } from './members-named.ts';

/**
 * Adds the named users to a group, or removes them, and prints the group. Users without a change are
 * not sent.
 */
export async function changeNamedMembers(
  context: Context,
  kind: 'add' | 'remove',
  identity: string,
  words: readonly string[],
  {
    membersFile,
    where,
    batchSize,
    maxRemoveMembers,
  }: PlanLimits & {
    readonly membersFile?: string | undefined;
    readonly where?: string | undefined;
    readonly batchSize: number;
  },
): Promise<void> {
  const { scim } = await context.connection();
  const isJoining = kind === 'add';
  const named = await readNamedMembers(context, scim, words, { file: membersFile, where, isJoining });
  const group = await findGroup(scim, identity);
  const change = { add: kind === 'add' ? named : [], remove: kind === 'remove' ? named : [] };
  const changes = planMembers(group, change, batchSize);
  const total = changes.reduce((sum, one) => sum + ('members' in one ? one.members.length : 0), 0);
  const already = named.length - total;
  const rest = already === 0 ? '' : `; ${already} ${kind === 'add' ? 'already in it' : 'not in it'}`;
  const said = (count: number) =>
    `${membersIn(count)} ${kind === 'add' ? 'added to' : 'removed from'} ${group.displayName} (${group.id})${rest}`;
  await noteCalls(context, total, batchSize);
  const limits = kind === 'add' ? {} : { maxRemoveMembers };
  const question = emptyingQuestion([group], changes);
  await changeGroup(context, group, {
    changes,
    question,
    unchanged: said(0),
    done: () => said(total),
    limits,
    members: named,
  });
}
