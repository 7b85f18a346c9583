import type { Plan } from '../../bulk/plan/plan-file.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';
import { quoted } from '../command-words.ts';
import { CONNECTION_ALONE, CONNECTION_WITH_VALUE, selectFlags } from '../connection-words.ts';
import type { Context } from '../context.ts';

const WITH_VALUE: ReadonlySet<string> = new Set(CONNECTION_WITH_VALUE);
const ALONE: ReadonlySet<string> = new Set(CONNECTION_ALONE);
/** Flags of the command itself, which are placed after it. */
const STATE: ReadonlySet<string> = new Set(['--state']);

/** The command line that runs now. */
export interface CommandLine {
  readonly host: Pick<Context['host'], 'argv'>;
}

/** What a plan says of its connection; without changes it is one to SCIM. */
export type ConnectedPlan = Pick<Plan, 'profile' | 'origin'> & Partial<Pick<Plan, 'changes'>>;

/**
 * Returns a command line with the connection of this one, for a plan that was made over it.
 * @param words the command, without connection flags
 */
export function withSameConnection({ host }: CommandLine, plan: ConnectedPlan, words: string): string {
  const kept = selectFlags(host.argv, WITH_VALUE, ALONE).flatMap((flag) => flag.words);
  const connection = connectionWords(plan, kept).map(quoted).join(' ');
  return `orgctl ${connection} ${words}${stateFlag(host.argv)}`;
}

/**
 * Returns the flags that connect to the service of a plan.
 * @param kept flags of this command line
 */
export function connectionWords(
  { profile, origin, changes = [] }: ConnectedPlan,
  kept: readonly string[],
): readonly string[] {
  if (profile !== NO_PROFILE) return ['-p', profile, ...kept];
  if (kept.some((word) => /^--(scim|api)-url(=|$)/.test(word))) return kept;
  const isWebApi = changes.some(({ kind }) => kind === 'callMethod');
  return [isWebApi ? '--api-url' : '--scim-url', origin, ...kept];
}

/**
 * Returns the flags of this command line that name the folder of runs, each with a leading space; empty if
 * there are none.
 */
export function stateFlag(argv: readonly string[]): string {
  return stateWords(argv)
    .map((word) => ` ${quoted(word)}`)
    .join('');
}

/** Returns the flags of this command line that name the folder of runs. */
export function stateWords(argv: readonly string[]): readonly string[] {
  return selectFlags(argv, STATE).flatMap(({ words }) => words);
}
