import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { RunId } from '../../values/ids.ts';
import { rerunCommand } from './rerun-command.ts';
import { stateFlag } from './resume-words.ts';

/**
 * Returns how many changes are left to undo, and the command that continues: "1 left to undo; continue:
 * orgctl -p acme undo RUN".
 */
export function leftToUndoWords(plan: Plan, id: RunId, left: number, argv: readonly string[]): string {
  return `${left} left to undo; continue: ${rerunCommand(plan, `undo ${id}${stateFlag(argv)}`)}`;
}
