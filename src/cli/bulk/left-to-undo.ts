import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { RunId } from '../../values/ids.ts';
import { type CommandLine, withSameConnection } from './same-connection.ts';

/**
 * Returns how many changes are left to undo, and the command that continues: "1 left to undo; continue:
 * orgctl -p acme undo RUN".
 */
export function leftToUndoWords(plan: Plan, id: RunId, left: number, line: CommandLine): string {
  return `${left} left to undo; continue: ${withSameConnection(line, plan, `undo ${id}`)}`;
}
