import type { Change } from '../../bulk/plan/change.ts';
import { atPosition, type MemberName } from '../../bulk/single/plan-group-writes.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import type { Group } from '../../scim/group.ts';
import { getGroup } from '../../scim/groups.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { membersIn } from '../options/group-options.ts';
import { GROUP_VIEW } from '../views/group-view.ts';
import type { ConfirmationPrompt } from './confirm-writes.ts';
import { finishInterrupted } from './interrupted-commands.ts';
import { performWrites } from './perform-writes.ts';
import { groupAt, type Performed } from './performed.ts';
import { guestsWarning, refuseDeactivated } from './refuse-deactivated.ts';

/** The changes of a command to one group. */
export interface GroupWrite {
  readonly changes: readonly Change[];
  /** Message if nothing has to change. */
  readonly unchanged: string;
  /** Returns the message after the changes. */
  readonly done: (after: Group, performed: Performed) => string;
}

/** Settings for all groups that a command changes. */
export interface GroupsWrite {
  readonly question?: ConfirmationPrompt | undefined;
  readonly limits?: PlanLimits;
  /** The members named on the command line. */
  readonly members?: readonly MemberName[];
}

/** Changes a group and prints the result. @param group the current group; undefined if it is created */
export async function changeGroup(
  context: Context,
  group: Group | undefined,
  { question, limits, members, ...write }: GroupWrite & GroupsWrite,
): Promise<void> {
  await changeEach(context, [{ group, ...write }], 1, { question, ...defined({ limits, members }) });
}

/**
 * Changes groups in one run and prints the results, a single group as one object.
 * @param count number of groups named on the command line
 */
export async function changeGroups(
  context: Context,
  groups: readonly Group[],
  count: number,
  write: (group: Group) => GroupWrite,
  whole: (changing: readonly Group[], changes: readonly Change[]) => GroupsWrite,
): Promise<void> {
  const writes = groups.map((group, index) => {
    const { changes, ...rest } = write(group);
    return { group, changes: atPosition(changes, index + 1), ...rest };
  });
  const changing = writes.filter(({ changes }) => changes.length > 0);
  await changeEach(
    context,
    writes,
    count,
    whole(
      changing.map(({ group }) => group),
      changing.flatMap(({ changes }) => changes),
    ),
  );
}

interface OneWrite extends GroupWrite {
  readonly group: Group | undefined;
}

async function changeEach(
  context: Context,
  writes: readonly OneWrite[],
  count: number,
  { question, limits, members = [] }: GroupsWrite,
): Promise<void> {
  const { messages, common } = context;
  for (const { changes, unchanged } of writes) if (changes.length === 0) await messages.note(unchanged);
  const changes = writes.flatMap((one) => one.changes);
  refuseDeactivated(changes, members);
  const warning = guestsWarning(changes, members);
  if (warning !== undefined) await messages.warn(warning);
  const known = writes.flatMap(({ group }) => group ?? []);
  if (changes.length === 0) {
    if (common.dryRun === true) {
      const { showNoChanges } = await import('./dry-run.ts');
      return showNoChanges(context);
    }
    await finishInterrupted(context);
    await printGroups(context, known, count);
    return;
  }
  const intention = {
    api: 'scim',
    changes,
    groups: known,
    ...defined({ question, limits }),
    named: count,
    noun: 'groups',
    shows: GROUP_VIEW,
  } as const;
  await performWrites(context, intention, async (performed) => {
    const shown: Group[] = [];
    for (const [index, write] of writes.entries()) {
      const after = await noteGroupResult(context, write, index + 1, performed);
      if (after !== undefined) shown.push(after);
    }
    if (shown.length > 0) await printGroups(context, shown, count);
  });
}

/** Reports the result for a group. @returns the changed group; undefined if not all changes were made */
async function noteGroupResult(
  context: Context,
  { group, changes, done }: OneWrite,
  position: number,
  performed: Performed,
): Promise<Group | undefined> {
  if (changes.length === 0) return group;
  const answered = groupAt(performed, position);
  const isWhole = changes.every(({ id }) => performed.result.outcomes.get(id)?.state === 'succeeded');
  if (answered === undefined) return undefined;
  if (!isWhole) {
    const { displayName, id, members } = answered;
    await context.messages.warn(`${displayName} (${id}) has ${membersIn(members.length)} now`);
    return undefined;
  }
  // With parallel calls, the last response may be older than the last change.
  const after =
    changes.length === 1 ? answered : await getGroup((await context.connection()).scim, answered.id);
  await context.messages.note(done(after, performed));
  return after;
}

async function printGroups(context: Context, groups: readonly Group[], count: number): Promise<void> {
  const printer = await context.printer();
  const [only] = groups;
  if (count !== 1) await printer.list(groups, GROUP_VIEW);
  else if (only !== undefined) await printer.one(only, GROUP_VIEW);
}
