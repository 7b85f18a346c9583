import { isUserUpdate } from '../../bulk/plan/change.ts';
import type { ChangeResult } from '../../bulk/report/summary.ts';
import type { ApplyResult } from '../../bulk/run/apply-options.ts';
import { RecordGone, TakenOver } from '../../bulk/run/lock-run.ts';
import type { Context } from '../context.ts';

/** Changes that no undo reverts: a deleted group, and calls of the Web API. */
const FINAL: ReadonlySet<ChangeResult['change']['kind']> = new Set(['deleteGroup', 'callMethod']);

/**
 * Prints the command that undoes a run, unless nothing of the run can be undone, another process has taken
 * it over, or its record is gone.
 */
export async function tellUndo(
  { messages }: Pick<Context, 'messages'>,
  results: readonly ChangeResult[],
  command: string,
  stoppedBy?: ApplyResult['stoppedBy'],
): Promise<void> {
  const isOutOfReach = stoppedBy instanceof TakenOver || stoppedBy instanceof RecordGone;
  if (isOutOfReach || !results.some(mayUndo)) return;
  await messages.note(`to undo this: ${command}${limitFor(results)}`);
}

/** Returns the flag without which an undo of these changes deletes no group; empty if it need not. */
export function limitFor(results: readonly ChangeResult[]): string {
  const created = results.filter((result) => result.change.kind === 'createGroup' && mayUndo(result)).length;
  return created === 0 ? '' : ` --max-delete-groups ${created}`;
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
