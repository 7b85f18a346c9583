import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import type { RunSummary } from '../../bulk/run/run-state.ts';
import type { OpenRun } from '../../bulk/run/runs.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';
import type { ChangeId } from '../../values/ids.ts';
import { quoted } from '../command-words.ts';
import { CONNECTION_ALONE, CONNECTION_WITH_VALUE, keptFlags } from '../connection-words.ts';
import type { Context } from '../context.ts';

/** Flags that say how fast a run goes. */
const PACE = ['--quota', '--rate', '--concurrency', '--max-wait', '--timeout'] as const;
/** Flags of a command line that say over which connection and how fast a run goes, and take a value. */
const KEPT_WITH_VALUE: ReadonlySet<string> = new Set([...CONNECTION_WITH_VALUE, ...PACE]);
/**
 * Those of the command that began a run that hold wherever it goes on; a file of a token is one of that
 * machine.
 */
const KEPT_FROM_RECORD: ReadonlySet<string> = new Set(['--scim-version', '--vendor', ...PACE]);
/** What belongs to the command itself stands behind it. */
const KEPT_BEHIND: ReadonlySet<string> = new Set(['--state']);
const KEPT_ALONE: ReadonlySet<string> = new Set(CONNECTION_ALONE);

type Ended = Pick<Context, 'common'> & { readonly host: Pick<Context['host'], 'argv'> };
type Connected = Pick<OpenRun, 'id' | 'plan'>;

/** Why a retry of the changes that failed will not help. */
export interface NoRetry {
  readonly why: string;
  /** Whether it helps once the reason is gone. */
  readonly isForNow: boolean;
}

/** How many changes of a run ended, and how. */
export interface Standing extends Pick<RunSummary, 'succeeded' | 'failed' | 'left'> {
  /** How many of those that are left may have been made: no answer has come. */
  readonly inDoubt?: number;
  /** Why what failed fails again. */
  readonly noRetry?: NoRetry | undefined;
}

/** Says how many changes of a plan ended, and how. */
export function standingOf(
  { changes }: Pick<Plan, 'changes'>,
  outcomes: ReadonlyMap<ChangeId, Outcome>,
): Standing {
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
  return { succeeded: outcomes.size - failed, failed, left: changes.length - outcomes.size };
}

/**
 * Returns "203 done, 97 left; resume: orgctl … bulk resume … --yes" of a run that did not come to its end; of
 * one that did, with failures, "298 done, 2 failed, 0 left; retry: …".
 */
export function whereItStands(
  context: Ended,
  run: Connected,
  { succeeded, failed, left, inDoubt = 0, noRetry }: Standing,
  recorded: readonly string[] = [],
): string {
  const counts = [
    `${succeeded} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${left} left`,
    ...(inDoubt > 0 ? [`${inDoubt} of them without an answer`] : []),
  ].join(', ');
  const isRetry = left === 0 && failed > 0;
  const command = resumeWords(context, run, isRetry ? ['--retry-failed'] : [], recorded);
  if (!isRetry || noRetry === undefined) return `${counts}; ${isRetry ? 'retry' : 'resume'}: ${command}`;
  return `${counts}; ${noRetry.why}${noRetry.isForNow ? `; once it is gone, retry: ${command}` : ''}`;
}

/** The same; of a run that is whole, with the command that shows it. */
export function howItEnded(context: Ended, run: Pick<OpenRun, 'id' | 'plan'>, standing: Standing): string {
  return standing.left === 0 && standing.failed === 0
    ? `${standing.succeeded} done, 0 left; see: ${reportCommand(context, run)}`
    : whereItStands(context, run, standing);
}

/**
 * Returns the command that continues with a run: over the same connection, at the same pace, and without a
 * question where none was asked.
 * @param flags further ones of the command
 * @param recorded the words of the command that began the run, where this is another one: what they say of
 * the pace still holds
 */
export function resumeWords(
  { common, host }: Ended,
  { id, plan }: Pick<OpenRun, 'id' | 'plan'>,
  flags: readonly string[] = [],
  recorded: readonly string[] = [],
): string {
  const given = keptFlags(host.argv, KEPT_WITH_VALUE, KEPT_ALONE);
  const names = new Set([...KEPT_FROM_RECORD].filter((flag) => !given.some(({ name }) => name === flag)));
  const kept = [...given, ...keptFlags(recorded, names)].flatMap(({ words }) => words);
  const isUrlGiven = kept.some((word) => /^--(scim|api)-url(=|$)/.test(word));
  const connection =
    plan.profile !== NO_PROFILE
      ? ['-p', plan.profile]
      : isUrlGiven
        ? []
        : [plan.changes.some(({ kind }) => kind === 'callMethod') ? '--api-url' : '--scim-url', plan.origin];
  const behind = wordsBehind(host.argv);
  const path = plan.mode === 'single' ? ['resume'] : ['bulk', 'resume'];
  const words = ['orgctl', ...connection, ...kept, ...path, id, ...flags, ...behind];
  if (common.yes === true) words.push('--yes');
  return words.map(quoted).join(' ');
}

/**
 * Returns where a recorded run stands, with the command as where it ran: at the same pace, and without a
 * question where none was asked.
 */
export function whereRecordedRunStands(
  context: Ended,
  run: Connected,
  summary: RunSummary,
  noRetry?: NoRetry,
): string {
  const { recorded, common } = asItBegan(context, summary);
  return whereItStands({ common, host: context.host }, run, { ...summary, noRetry }, recorded);
}

/** Returns the command that takes a run over from a machine that is gone. */
export function takeOverWords(context: Ended, run: Connected, summary: RunSummary): string {
  const { recorded, common } = asItBegan(context, summary);
  return resumeWords({ common, host: context.host }, run, ['--take-over'], recorded);
}

function asItBegan({ common }: Ended, { by }: RunSummary) {
  const command = by?.command ?? '';
  const isAgreed = / (--yes|-\w*y)( |$)/.test(command);
  const recorded = command.match(/'(?:[^']|'\\'')*'|\S+/g) ?? [];
  return { recorded, common: isAgreed ? { ...common, yes: true as const } : common };
}

/** Returns the command that shows what became of each change of a run of a single command. */
export function reportCommand({ host }: Pick<Ended, 'host'>, { id }: Pick<OpenRun, 'id'>): string {
  const behind = wordsBehind(host.argv);
  return ['orgctl', 'runs', 'show', id, ...behind].map(quoted).join(' ');
}

/**
 * Returns the words, with a space in front, that name the folder of runs as this command line does; nothing
 * where it names none.
 */
export function stateFlag(argv: readonly string[]): string {
  return wordsBehind(argv)
    .map((word) => ` ${quoted(word)}`)
    .join('');
}

function wordsBehind(argv: readonly string[]): readonly string[] {
  return keptFlags(argv, KEPT_BEHIND).flatMap(({ words }) => words);
}
