import type { Change } from '../../bulk/plan/change.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import type { Group } from '../../scim/group.ts';
import { getGroup } from '../../scim/groups.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { membersIn } from '../options/group-options.ts';
import { GROUP_VIEW } from '../views/group-view.ts';
import type { Question } from './confirm-writes.ts';
import { finishInterrupted } from './interrupted-commands.ts';
import { performWrites } from './perform-writes.ts';
import { lastGroup, type Performed } from './performed.ts';

/** What a command does with one group. */
export interface GroupWrite {
  readonly changes: readonly Change[];
  readonly question?: Question | undefined;
  /** Said when nothing has to change. */
  readonly unchanged: string;
  /** Says what was done. */
  readonly done: (after: Group, performed: Performed) => string;
  readonly limits?: PlanLimits;
}

/** Changes a group and prints it as it is then. @param group as it is now; undefined for one that is created. */
export async function changeGroup(
  context: Context,
  group: Group | undefined,
  { changes, question, unchanged, done, limits }: GroupWrite,
): Promise<void> {
  const printer = await context.printer();
  if (changes.length === 0) {
    await context.messages.note(unchanged);
    if (context.common.dryRun !== true) await finishInterrupted(context);
    if (group !== undefined && context.common.dryRun !== true) await printer.one(group, GROUP_VIEW);
    return;
  }
  const intention = {
    api: 'scim',
    changes,
    groups: group === undefined ? [] : [group],
    ...defined({ question, limits }),
    named: 1,
    noun: 'groups',
    shows: GROUP_VIEW,
  } as const;
  await performWrites(context, intention, async (performed) => {
    const answered = lastGroup(performed);
    const isWhole = changes.every(({ id }) => performed.result.outcomes.get(id)?.state === 'succeeded');
    if (answered === undefined) return;
    if (!isWhole) {
      const { displayName, id, members } = answered;
      await context.messages.warn(`${displayName} (${id}) has ${membersIn(members.length)} now`);
      return;
    }
    // Calls that ran side by side were answered before the last of them was made.
    const after =
      changes.length === 1 ? answered : await getGroup((await context.connection()).scim, answered.id);
    await context.messages.note(done(after, performed));
    await printer.one(after, GROUP_VIEW);
  });
}
