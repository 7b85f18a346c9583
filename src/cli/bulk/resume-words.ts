import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import type { RunSummary } from '../../bulk/run/run-state.ts';
import type { OpenRun } from '../../bulk/run/runs.ts';
import type { ChangeId } from '../../values/ids.ts';
import { quoted } from '../command-words.ts';
import { CONNECTION_ALONE, CONNECTION_WITH_VALUE, selectFlags } from '../connection-words.ts';
import type { Context } from '../context.ts';
import { connectionWords, stateWords } from './same-connection.ts';

/** Flags that set the pace of a run. */
const PACE = ['--quota', '--rate', '--concurrency', '--max-wait', '--timeout'] as const;
/** Flags with a value that set the connection and the pace of a run. */
const KEPT_WITH_VALUE: ReadonlySet<string> = new Set([...CONNECTION_WITH_VALUE, ...PACE]);
/** Flags of the original command that stay valid on any machine; a token file belongs to one machine. */
const KEPT_FROM_RECORD: ReadonlySet<string> = new Set(['--scim-version', '--vendor', ...PACE]);
const KEPT_ALONE: ReadonlySet<string> = new Set(CONNECTION_ALONE);
/** Flags that stop a run: a run that is resumed without them is less safe than the one that was started. */
const STOPPING: ReadonlySet<string> = new Set(['--canary', '--stop-on']);
/** Flags of the command itself that still apply when its run is resumed. */
const KEPT_OF_RUN: ReadonlySet<string> = new Set([...STOPPING, '--failed-out', '--events']);

type Ended = Pick<Context, 'common'> & { readonly host: Pick<Context['host'], 'argv'> };
type Connected = Pick<OpenRun, 'id' | 'plan'>;

/** Why a retry of the failed changes will not help. */
export interface RetryObstacle {
  readonly why: string;
  /** Whether a retry helps once the reason is gone. */
  readonly isForNow: boolean;
}

/** Number of changes of a run by outcome. */
export interface OutcomeCounts extends Pick<RunSummary, 'succeeded' | 'failed' | 'left'> {
  /** How many of the remaining changes may have been applied, because no response arrived. */
  readonly inDoubt?: number;
  /** Why the failed changes would fail again. */
  readonly noRetry?: RetryObstacle | undefined;
}

/** Counts the changes of a plan by outcome. */
export function countOutcomes(
  { changes }: Pick<Plan, 'changes'>,
  outcomes: ReadonlyMap<ChangeId, Outcome>,
): OutcomeCounts {
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
  return { succeeded: outcomes.size - failed, failed, left: changes.length - outcomes.size };
}

/**
 * Returns "203 done, 97 left; resume: orgctl … bulk resume … --yes" for an unfinished run, or "298 done, 2
 * failed, 0 left; retry: …" for a finished run with failures.
 */
export function progressAndResumeHint(
  context: Ended,
  run: Connected,
  { succeeded, failed, left, inDoubt = 0, noRetry }: OutcomeCounts,
  recorded: readonly string[] = [],
): string {
  const counts = [
    `${succeeded} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${left} left`,
    ...(inDoubt > 0 ? [`${inDoubt} of them without a response`] : []),
  ].join(', ');
  const isRetry = left === 0 && failed > 0;
  const command = resumeWords(context, run, isRetry ? ['--retry-failed'] : [], recorded);
  if (!isRetry || noRetry === undefined) return `${counts}; ${isRetry ? 'retry' : 'resume'}: ${command}`;
  return `${counts}; ${noRetry.why}${noRetry.isForNow ? `; then retry: ${command}` : ''}`;
}

/** Returns the same text; for a run without failures, with the command that shows it. */
export function resultHint(
  context: Ended,
  run: Pick<OpenRun, 'id' | 'plan'>,
  standing: OutcomeCounts,
): string {
  return standing.left === 0 && standing.failed === 0
    ? `${standing.succeeded} done, 0 left; see: ${reportCommand(context, run)}`
    : progressAndResumeHint(context, run, standing);
}

/**
 * Returns the command that resumes a run: with the same connection, the same pace, the same files and rules
 * to stop, and --yes if it was given.
 * @param flags further flags of the command
 * @param recorded the words of the command that started the run, if that is another one: its pace and its
 * rules to stop still apply; its files may be on another machine
 */
export function resumeWords(
  { common, host }: Ended,
  { id, plan }: Pick<OpenRun, 'id' | 'plan'>,
  flags: readonly string[] = [],
  recorded: readonly string[] = [],
): string {
  const given = selectFlags(host.argv, KEPT_WITH_VALUE, KEPT_ALONE);
  const names = new Set([...KEPT_FROM_RECORD].filter((flag) => !given.some(({ name }) => name === flag)));
  const kept = [...given, ...selectFlags(recorded, names)].flatMap(({ words }) => words);
  const isSingle = plan.mode === 'single';
  const behind = [...(isSingle ? [] : runWords(host.argv, recorded)), ...stateWords(host.argv)];
  const path = isSingle ? ['resume'] : ['bulk', 'resume'];
  const words = ['orgctl', ...connectionWords(plan, kept), ...path, id, ...flags, ...behind];
  if (common.yes === true) words.push('--yes');
  return words.map(quoted).join(' ');
}

/** Returns the flags of a run that still apply when it is resumed. */
function runWords(argv: readonly string[], recorded: readonly string[]): readonly string[] {
  const given = selectFlags(argv, KEPT_OF_RUN);
  const names = new Set([...STOPPING].filter((flag) => !given.some(({ name }) => name === flag)));
  return [...given, ...selectFlags(recorded, names)].flatMap(({ words }) => words);
}

/** Returns the same flags of this command line as text, each with a leading space. */
export function runFlags(argv: readonly string[]): string {
  return runWords(argv, [])
    .map((word) => ` ${quoted(word)}`)
    .join('');
}

/**
 * Returns the state of a recorded run and the command that resumes it with the original pace and confirmation
 * flags.
 */
export function recordedRunHint(
  context: Ended,
  run: Connected,
  summary: RunSummary,
  noRetry?: RetryObstacle,
): string {
  const { recorded, common } = recordedOptions(context, summary);
  return progressAndResumeHint({ common, host: context.host }, run, { ...summary, noRetry }, recorded);
}

/** Returns the command that takes a run over from a machine that is gone. */
export function takeOverWords(context: Ended, run: Connected, summary: RunSummary): string {
  const { recorded, common } = recordedOptions(context, summary);
  return resumeWords({ common, host: context.host }, run, ['--take-over'], recorded);
}

function recordedOptions({ common }: Ended, { by }: RunSummary) {
  const command = by?.command ?? '';
  const isAgreed = / (--yes|-\w*y)( |$)/.test(command);
  const words = command.match(/'(?:[^']|'\\'')*'|\S+/g) ?? [];
  const recorded = words.map((word) => word.replace(/^'(.*)'$/s, '$1').replaceAll("'\\''", "'"));
  return { recorded, common: isAgreed ? { ...common, yes: true as const } : common };
}

/** Returns the command that shows the outcome of each change of a run. */
export function reportCommand({ host }: Pick<Ended, 'host'>, { id }: Pick<OpenRun, 'id'>): string {
  const behind = stateWords(host.argv);
  return ['orgctl', 'runs', 'show', id, ...behind].map(quoted).join(' ');
}
