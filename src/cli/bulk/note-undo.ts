import { isUserUpdate } from '../../bulk/plan/change.ts';
import { flagsToAllow } from '../../bulk/plan/limits.ts';
import type { ChangeResult } from '../../bulk/report/summary.ts';
import type { ApplyResult } from '../../bulk/run/apply-options.ts';
import { RunRemoved, TakenOver } from '../../bulk/run/lock-run.ts';
import { countUndo } from '../../bulk/undo/count-undo.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import type { Context } from '../context.ts';

/** Changes that no undo reverts: a deleted group, and calls of the Web API. */
const FINAL: ReadonlySet<ChangeResult['change']['kind']> = new Set(['deleteGroup', 'callMethod']);

/**
 * Prints the command that undoes a run, unless nothing of the run can be undone, another process has taken
 * it over, or its record is gone.
 * @param command with the limits that `limitsFor` returns
 */
export async function noteUndo(
  { messages }: Pick<Context, 'messages'>,
  results: readonly ChangeResult[],
  command: string,
  stoppedBy?: ApplyResult['stoppedBy'],
): Promise<void> {
  const isOutOfReach = stoppedBy instanceof TakenOver || stoppedBy instanceof RunRemoved;
  if (isOutOfReach || !results.some(mayUndo)) return;
  await messages.note(`to undo this: ${command}`);
}

/**
 * Returns the flags without which the limits refuse an undo of these changes, with a space before each; empty
 * if it needs none.
 * @param limits those that apply to the undo without flags
 * @param activeUsers active users before the changes; 0 if nobody counted them
 */
export function limitsFor(results: readonly ChangeResult[], limits: PlanLimits, activeUsers = 0): string {
  const planned = countUndo(results.filter(mayUndo));
  const { deactivated, reactivated, removed } = planned;
  const active = activeUsers === 0 ? 0 : activeUsers + deactivated.length - reactivated.length;
  const counts = {
    activeUsers: active,
    // Half of the users is not known if they were not counted.
    touchable: active === 0 ? Number.POSITIVE_INFINITY : active,
    groups: 0,
    members: Object.fromEntries([...removed].map(([id, { names }]) => [id, names.length])),
  };
  return flagsToAllow(planned, planned.changed, limits, counts)
    .map((flag) => ` ${flag}`)
    .join('');
}

/** Whether an undo of its run reverts a change. */
export function mayUndo({ change, outcome }: ChangeResult): boolean {
  return (
    outcome?.state === 'succeeded' &&
    outcome.how !== 'already' &&
    !FINAL.has(change.kind) &&
    !onlyEndsSingleChannel(change)
  );
}

/** Whether a change only makes a single-channel guest a multi-channel guest, which SCIM cannot reverse. */
function onlyEndsSingleChannel(change: ChangeResult['change']): boolean {
  if (!isUserUpdate(change) || change.implies?.includes('endsSingleChannel') !== true) return false;
  return change.clear.length === 0 && Object.keys(change.set).every((name) => name === 'guest');
}
