import type { LockHolder } from '../../storage/file-lock.ts';
import type { RunId } from '../../values/ids.ts';
import { CHANGE_WORDS, type Change, type ChangeKind } from '../plan/change.ts';
import { linesIfSeveral, NO_LINE } from '../plan/change-lines.ts';
import type { Plan } from '../plan/plan-file.ts';
import type { DatedRecord, Outcome } from '../run/journal-record.ts';
import { replay } from '../run/replay.ts';
import { hasLockHolder, type RunState, summarizeRun } from '../run/run-state.ts';
import { latestOfEach, type ReadRun, shardInWords } from './merge-runs.ts';
import { failedOf, missingPartsOf } from './not-stored.ts';
import { type ChangeResult, resultsOf } from './summary.ts';
import { ownRecords, type TimeLine, timeLineOf } from './time-line.ts';

/** Counts for one kind of change. */
export interface KindCount {
  readonly kind: ChangeKind;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly left: number;
}

/** A change that failed. */
export interface FailedChange {
  /** The first line, or `NO_LINE`. */
  readonly line: number;
  /** All lines, if there are several. */
  readonly lines?: readonly number[];
  readonly action: string;
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** The changes that failed with one code. */
export interface CodeCount {
  readonly code: string;
  readonly count: number;
  /** The lines of these changes, in order; a change may have several or none. */
  readonly lines: readonly number[];
}

/** All facts about a run from its plan and journal. */
export interface RunReport {
  readonly run: RunId;
  readonly profile: string;
  readonly origin: string;
  /** The input file. */
  readonly file: string;
  readonly mode: string;
  /** The version of orgctl that started the run. */
  readonly tool: string;
  readonly state: RunState;
  /** RFC 3339. */
  readonly started: string;
  readonly ended: string;
  readonly changes: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Not started, or in doubt. */
  readonly left: number;
  readonly inDoubt: number;
  /**
   * Changes that succeeded: recovered from an earlier attempt, unchanged, or only partly stored by the
   * service.
   */
  readonly adopted: number;
  readonly already: number;
  readonly notKept: number;
  readonly kinds: readonly KindCount[];
  /** The most frequent code first. */
  readonly codes: readonly CodeCount[];
  /** In input order. */
  readonly failures: readonly FailedChange[];
  readonly time: TimeLine;
  /**
   * Requests sent, for parts of the run that ended or paused in an orderly way; and their rate per second.
   */
  readonly calls: number;
  readonly callsPerSecond: number;
  /** The single runs of a merged report. */
  readonly runs?: readonly PartOfReport[];
}

/** One of several runs that are reported together. */
export interface PartOfReport {
  readonly run: RunId;
  /** Such as "1/4"; absent for a run of the whole file. */
  readonly shard?: string;
  readonly state: RunState;
  readonly changes: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly left: number;
}

/** Returns "run 20261122-…", or "4 runs" for a merged report. */
export function reportedRuns({ run, runs = [] }: Pick<RunReport, 'run' | 'runs'>): string {
  return runs.length > 1 ? `${runs.length} runs` : `run ${run}`;
}

/** Returns the same as a heading: "Run 20261122-…". */
export function reportTitle(report: Pick<RunReport, 'run' | 'runs'>): string {
  return reportedRuns(report).replace(/^r/, 'R');
}

/** Builds the report of several runs, for example of shards, as one. */
export function reportOfMany(runs: readonly ReadRun[], merged: ReadRun): RunReport {
  const parts = latestOfEach(runs).map(({ id, plan, records, holder }): PartOfReport => {
    const { state, changes, succeeded, failed, left, shard } = summarizeRun(id, plan, records, holder);
    const of = shard === undefined ? {} : { shard: shardInWords(shard) };
    return { run: id, ...of, state, changes, succeeded, failed, left };
  });
  const report = reportOf(merged.id, merged.plan, merged.records);
  const atWork = parts.find(hasLockHolder);
  return { ...report, ...(atWork === undefined ? {} : { state: atWork.state }), runs: parts };
}

/** Builds the report of a run from its plan and its journal. */
export function reportOf(
  run: RunId,
  plan: Plan,
  records: readonly DatedRecord[],
  holder?: LockHolder,
): RunReport {
  const { changes, profile, origin, mode, source } = plan;
  const { outcomes, intents } = replay(records, changes);
  const all = [...outcomes.values()];
  const failures = changes.flatMap((change) => failureOf(change, outcomes.get(change.id)));
  const start = records.find((record) => record.type === 'run.start');
  const time = timeLineOf(records);
  const calls = records.reduce((sum, record) => sum + callsIn(record), 0);
  return {
    run,
    profile,
    origin,
    file: source.file,
    mode,
    tool: start?.tool ?? '',
    state: summarizeRun(run, plan, records, holder).state,
    started: records[0]?.t ?? plan.created,
    ended: ownRecords(records).at(-1)?.t ?? plan.created,
    changes: changes.length,
    succeeded: all.length - failures.length,
    failed: failures.length,
    left: changes.length - all.length,
    inDoubt: intents.size,
    adopted: all.filter((outcome) => outcome.state === 'succeeded' && outcome.how === 'adopted').length,
    already: all.filter((outcome) => outcome.state === 'succeeded' && outcome.how === 'already').length,
    notKept: countNotStored(resultsOf(changes, outcomes)),
    kinds: countKinds(changes, outcomes),
    codes: countCodes(failures),
    failures: failures.toSorted((one, other) => one.line - other.line),
    time,
    calls,
    callsPerSecond: time.seconds > 0 ? Math.round((calls / time.seconds) * 100) / 100 : 0,
  };
}

function countNotStored(results: readonly ChangeResult[]): number {
  const failed = failedOf(results);
  return results.filter((result) => missingPartsOf(result, failed).notStored.length > 0).length;
}

function callsIn(record: DatedRecord): number {
  return record.type === 'run.end' || record.type === 'run.pause' ? (record.calls ?? 0) : 0;
}

function failureOf(change: Change, outcome: Outcome | undefined): readonly FailedChange[] {
  if (outcome?.state !== 'failed') return [];
  const { line, kind, name } = change;
  const { code, message } = outcome;
  return [{ line, ...linesIfSeveral(change), action: CHANGE_WORDS[kind].verb, name, code, message }];
}

/** Returns the lines of a failed change, in order; empty if no line led to it. */
export function linesOfFailure({ line, lines }: FailedChange): readonly number[] {
  return lines ?? (line === NO_LINE ? [] : [line]);
}

function countKinds(
  changes: readonly Change[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly KindCount[] {
  const counts = new Map<ChangeKind, { total: number; succeeded: number; failed: number; left: number }>();
  for (const { kind, id } of changes) {
    const count = counts.get(kind) ?? { total: 0, succeeded: 0, failed: 0, left: 0 };
    count.total += 1;
    count[outcomes.get(id)?.state ?? 'left'] += 1;
    counts.set(kind, count);
  }
  return [...counts].map(([kind, count]) => ({ kind, ...count }));
}

function countCodes(failures: readonly FailedChange[]): readonly CodeCount[] {
  const byCode = new Map<string, FailedChange[]>();
  for (const failure of failures) {
    const known = byCode.get(failure.code);
    if (known === undefined) byCode.set(failure.code, [failure]);
    else known.push(failure);
  }
  return [...byCode]
    .map(([code, found]) => ({
      code,
      count: found.length,
      lines: [...new Set(found.flatMap(linesOfFailure))].sort((one, other) => one - other),
    }))
    .sort((one, other) => other.count - one.count || one.code.localeCompare(other.code));
}
