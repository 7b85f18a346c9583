import type { Change } from '../../bulk/plan/change.ts';
import { resultsOf } from '../../bulk/report/summary.ts';
import type { ApplyResult } from '../../bulk/run/apply-options.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import type { Answer } from '../../bulk/run/send-context.ts';
import { Failure } from '../../failure/failure.ts';
import { Interrupted, type StopSignal } from '../../failure/interrupted.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import type { Group } from '../../scim/group.ts';
import type { User } from '../../scim/user.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import type { ChangeId, RunId } from '../../values/ids.ts';
import { limitsFor } from '../bulk/note-undo.ts';
import { isExplained } from '../explained-code.ts';
import { valueHolderInWords, whoHasValue } from './who-has-value.ts';

/** The result of the changes of a single command. */
export interface Performed {
  readonly run: RunId;
  readonly changes: readonly Change[];
  readonly result: ApplyResult;
  readonly answers: ReadonlyMap<ChangeId, Answer>;
  /** Refusals with status and hint; the journal only keeps code and message. */
  readonly refusals: ReadonlyMap<ChangeId, Failure>;
  /** Returns a command line with the same connection. */
  readonly words: (words: string) => string;
  /** The command that shows the outcome of each change. */
  readonly report: string;
  /** How many changes were made, how many remain, and the command to continue. */
  readonly stands: string;
  /** Limits of a later command with the same connection, such as the undo. */
  readonly limits: PlanLimits;
  /** Active users before the changes, or at least so many: no more are counted than the limits need. */
  readonly activeUsers: number;
}

/** Returns the user after the last change at this position, if the service returned one. */
export function userAt({ changes, answers }: Performed, position: number): User | undefined {
  return answersAt(changes, answers, position).findLast((answer) => 'user' in answer)?.user;
}

/** Returns the group after the last change at this position, if the service returned one. */
export function groupAt({ changes, answers }: Performed, position: number): Group | undefined {
  return answersAt(changes, answers, position).findLast((answer) => 'group' in answer)?.group;
}

/** Returns the last Web API response. */
export function lastBody({ changes, answers }: Performed): JsonObject | undefined {
  const known = changes.flatMap(({ id }) => answers.get(id) ?? []);
  return known.findLast((answer) => 'body' in answer)?.body;
}

function answersAt(
  changes: readonly Change[],
  answers: ReadonlyMap<ChangeId, Answer>,
  position: number,
): readonly Answer[] {
  return changes.flatMap(({ id, line }) => (line === position ? (answers.get(id) ?? []) : []));
}

/** Whether a change was made, now or by an attempt whose response was lost. */
export function isMade(outcome: Outcome | undefined): boolean {
  return outcome?.state === 'succeeded' && outcome.how !== 'already';
}

/** Returns the failed changes with their failures, without changes that were blocked by another one. */
export function failuresOf({
  changes,
  result,
  refusals,
}: Performed): readonly (readonly [Change, Failure])[] {
  return changes.flatMap((change): (readonly [Change, Failure])[] => {
    const outcome = result.outcomes.get(change.id);
    if (outcome?.state !== 'failed' || outcome.code === 'blocked') return [];
    const { code, message } = outcome;
    const kind = code === 'conflict' && change.kind !== 'createUser' ? 'stale' : 'refused';
    const failure =
      refusals.get(change.id) ??
      new Failure(kind, `${change.name}: ${message}`, { code, ...explained(code) });
    return [[change, withOwner(change, code, failure)]];
  });
}

/** For a value that is taken, replaces the hint with the command that shows its owner. */
function withOwner(change: Change, taken: string, failure: Failure): Failure {
  const command = whoHasValue(change, taken);
  if (command === undefined) return failure;
  const { kind, message, code, status, issues, cause } = failure;
  const who = valueHolderInWords(taken);
  const hint = `${who === undefined ? 'see who has it' : `${who}; see`}: orgctl ${command}`;
  return new Failure(kind, message, { ...defined({ code, status, cause }), issues, hint });
}

/** Returns the command that explains the code, as hint if there is no better one. */
function explained(code: string): { readonly hint?: string } {
  return isExplained(code) ? { hint: `orgctl explain ${code}` } : {};
}

/**
 * Ends a command according to its outcomes; returns if everything succeeded.
 * @param named number of users, groups or calls named on the command line
 * @throws Interrupted, or the Failure that stopped the run; for one item its own failure, for several
 * `itemsFailed`
 */
export function exitOfCommand(
  performed: Performed,
  { named, noun }: { readonly named: number; readonly noun: string },
  signal: () => StopSignal,
): void {
  const { result, run, changes, refusals, words } = performed;
  const resume = words(`resume ${run}`);
  const see = { hint: `see: ${performed.report}` };
  if (result.stoppedBy === 'signal') throw new Interrupted(signal(), performed.stands);
  if (result.stoppedBy !== undefined) throw stoppedFailure(performed, result.stoppedBy, resume);
  if (result.inDoubt > 0) throw unknownOutcomeFailure(performed, resume);
  const failures = failuresOf(performed);
  const [first] = failures;
  if (first !== undefined && named === 1) throw partialFailure(performed, first[1]);
  if (failures.length > 0)
    throw new Failure('itemsFailed', `${failures.length} of ${named} ${noun} failed`, see);
  const lost = changes.flatMap((change) => {
    const outcome = result.outcomes.get(change.id);
    const isPartial = outcome?.state === 'succeeded' && outcome.notKept !== undefined;
    if (!isPartial) return [];
    const why = refusals.get(change.id)?.message;
    const what = `${outcome.notKept.join(', ')} of ${outcome.name === '' ? change.name : outcome.name}`;
    return [why === undefined ? what : `${what}: ${why}`];
  });
  if (lost.length > 0) throw new Failure('itemsFailed', `the service did not store ${lost.join('; ')}`, see);
}

/** Adds to a refusal that other changes of the command were already made. */
function partialFailure(performed: Performed, failure: Failure): Failure {
  const { result, changes, run, words, limits, activeUsers } = performed;
  const flags = limitsFor(resultsOf(changes, result.outcomes), limits, activeUsers);
  const made = changes.filter(({ id }) => result.outcomes.get(id)?.state === 'succeeded').length;
  if (made === 0) return failure;
  const { kind, message, code, status, issues } = failure;
  return new Failure(kind, `${message}; ${made} of ${changes.length} changes were made`, {
    ...defined({ code, status }),
    issues,
    hint: `undo them: ${words(`undo ${run}`)}${flags}`,
    cause: failure,
  });
}

function stoppedFailure({ result, changes }: Performed, why: Failure, resume: string): Failure {
  const done = [...result.outcomes.values()].filter(({ state }) => state === 'succeeded').length;
  if (changes.length === 1 && result.inDoubt === 0) return why;
  const { kind, message, code, status } = why;
  // A run that changed nothing leaves no record to resume.
  const isRecorded = result.outcomes.size + result.inDoubt > 0;
  return new Failure(kind, `${message}; ${done} of ${changes.length} changes made`, {
    ...defined({ code, status }),
    hint: isRecorded ? `resume: ${resume}` : 'run the same command again; nothing was changed',
    cause: why,
  });
}

function unknownOutcomeFailure({ result, changes }: Performed, resume: string): Failure {
  const open = changes.filter(({ id }) => !result.outcomes.has(id));
  const names = [...new Set(open.map(({ name }) => name))].join(', ');
  const { doubt } = result;
  const code = doubt?.code === undefined ? {} : { code: doubt.code };
  const why = doubt === undefined ? '' : `: ${doubt.message}`;
  return new Failure('unknownOutcome', `outcome of ${names} is unknown${why}`, {
    ...code,
    hint: `check and send missing changes: ${resume}`,
    ...defined({ cause: doubt }),
  });
}
