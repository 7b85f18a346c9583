import type { ChangeResult } from '../../bulk/report/summary.ts';
import type { Context } from '../context.ts';

/** Changes that no undo reverts: a deleted group, and calls of the Web API. */
const FINAL: ReadonlySet<ChangeResult['change']['kind']> = new Set(['deleteGroup', 'callMethod']);

/**
 * Prints the command that undoes a run, unless nothing of the run can be undone.
 * @returns whether it was printed
 */
export async function tellUndo(
  { messages }: Pick<Context, 'messages'>,
  results: readonly ChangeResult[],
  command: string,
): Promise<boolean> {
  if (!results.some(mayUndo)) return false;
  await messages.note(`to undo this: ${command}`);
  return true;
}

/** Whether an undo of its run reverts a change. */
export function mayUndo({ change, outcome }: ChangeResult): boolean {
  return outcome?.state === 'succeeded' && outcome.how !== 'already' && !FINAL.has(change.kind);
}
