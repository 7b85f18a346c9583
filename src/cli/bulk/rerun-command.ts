import { type PlanCommandSource, planCommandOf } from '../../bulk/plan/plan-command.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';
import { quoted } from '../command-words.ts';
import {
  type CommandLine,
  type ConnectedPlan,
  connectionWords,
  withSameConnection,
} from './same-connection.ts';

/**
 * Returns a command line that uses the connection for which a plan was made.
 * @param words the command after the connection flags
 */
export function rerunCommand(plan: ConnectedPlan, words: string): string {
  return `orgctl ${connectionWords(plan, []).map(quoted).join(' ')} ${words}`;
}

/**
 * Returns the name of the connection of a plan: its profile, or the URL of the service if no profile is
 * stored.
 */
export function connectionName({ profile, origin }: Pick<Plan, 'profile' | 'origin'>): string {
  return profile === NO_PROFILE ? origin : profile;
}

/**
 * Returns the command that makes a plan of the same file again, with the same flags.
 * @param out the file of the saved plan, which the new plan replaces
 */
export function rerunPlanCommand(
  line: CommandLine,
  plan: PlanCommandSource & ConnectedPlan,
  out?: string,
): string {
  const saved = out === undefined ? '' : ` --out ${quoted(out)} --force`;
  return withSameConnection(line, plan, `${planCommandOf(plan)}${saved}`);
}
