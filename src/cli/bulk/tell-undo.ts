import type { ChangeResult } from '../../bulk/report/summary.ts';
import type { Context } from '../context.ts';

/** What no undo gives back: a group that is gone, and calls of the Web API. */
const FINAL: ReadonlySet<ChangeResult['change']['kind']> = new Set(['deleteGroup', 'callMethod']);

/**
 * Says how to undo a run, where it changed something that can be undone.
 * @param command the command that undoes it
 * @returns whether it was said
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

function mayUndo({ change, outcome }: ChangeResult): boolean {
  return outcome?.state === 'succeeded' && outcome.how !== 'already' && !FINAL.has(change.kind);
}
