import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { RunId } from '../../values/ids.ts';
import { rerunCommand } from './rerun-command.ts';
import { stateFlag } from './resume-words.ts';

/**
 * Says that a part of a run is not undone, and the command that goes on: "1 left to undo; go on: orgctl -p
 * acme undo RUN".
 */
export function leftToUndoWords(plan: Plan, id: RunId, left: number, argv: readonly string[]): string {
  return `${left} left to undo; go on: ${rerunCommand(plan, `undo ${id}${stateFlag(argv)}`)}`;
}
