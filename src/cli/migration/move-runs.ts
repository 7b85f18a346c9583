import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Move } from '../../bulk/plan/plan-file.ts';
import type { JournalRecord } from '../../bulk/run/journal-record.ts';
import { PLAN, runIds } from '../../bulk/run/run-folders.ts';
import { type RunSummary, summarizeRun } from '../../bulk/run/run-state.ts';
import { readRunPlan, readRunRecords } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import { knownPairs, resolvedPairs } from '../../migration/move/known-pairs.ts';
import type { RecordedPairs } from '../../migration/move/trusted-pairs.ts';
import { type WaitingSince, waitingSince } from '../../migration/move/waiting-people.ts';

/** A run that moved users of one organization to another. */
export interface MoveRun extends RunSummary {
  readonly move: Move;
}

export interface MoveRuns {
  /** Newest first. */
  readonly runs: readonly MoveRun[];
  /** Error messages of the runs that cannot be read. */
  readonly damaged: readonly string[];
}

/**
 * Reads the runs of moves.
 * @param origin only runs to the service with this base URL
 */
export function moveRuns(folder: string, origin?: string): MoveRuns {
  const runs: MoveRun[] = [];
  const damaged: string[] = [];
  for (const id of runIds(folder)) {
    try {
      if (!mayBeMove(folder, id)) continue;
      const plan = readRunPlan(folder, id);
      if (plan.move === undefined || plan.mode === 'undo' || (origin ?? plan.origin) !== plan.origin)
        continue;
      const records = readRunRecords(folder, id);
      runs.push({ ...summarizeRun(id, plan, records), move: resolved(plan.move, records) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      damaged.push(error.message);
    }
  }
  return { runs, damaged };
}

/**
 * Returns the users whose managers or memberships are still to be set after the moves of this organization,
 * by key.
 * @param runs newest first
 */
export function pendingReferences(
  runs: readonly MoveRun[],
  { source, origin }: Pick<RunSummary, 'source' | 'origin'>,
): WaitingSince<Move> {
  const own = runs.filter((run) => run.source === source && run.origin === origin && isEffective(run));
  return waitingSince(own.toReversed().map(({ move }) => move));
}

/**
 * Returns the pairs of users in A and B that the moves to one organization recorded; undone runs are ignored.
 * @param runs newest first
 * @param source name of A
 */
export function recordedPairs(runs: readonly MoveRun[], source: string): RecordedPairs {
  const kept = runs.filter(isEffective).toReversed();
  const pairsOf = (some: readonly MoveRun[]) => knownPairs(some.map(({ move }) => move.pairs ?? []));
  return {
    own: pairsOf(kept.filter((run) => run.source === source)),
    foreign: pairsOf(kept.filter((run) => run.source !== source)),
  };
}

/** Whether the changes of a run are still in place: it was not undone, and its organization still exists. */
const isEffective = ({ undoneBy, closed }: RunSummary): boolean =>
  undoneBy === undefined && closed === undefined;

/** Returns the move of a plan, with the IDs of the resources that its run created. */
function resolved(move: Move, records: readonly JournalRecord[]): Move {
  if (move.pairs === undefined) return move;
  const ids = new Map<string, string>();
  for (const record of records)
    if (record.type === 'outcome' && record.outcome.state === 'succeeded')
      ids.set(record.change, record.outcome.id);
  return { ...move, pairs: resolvedPairs(move.pairs, (change) => ids.get(change)) };
}

/**
 * Number of bytes at the start of a plan that contain "move": it follows the source and precedes all long
 * parts.
 */
const HEAD = 16_384;

/**
 * Whether a plan may be that of a move. Only its start is read, because a folder may contain a year of
 * nightly plans.
 */
function mayBeMove(folder: string, id: string): boolean {
  const bytes = Buffer.alloc(HEAD);
  const descriptor = openSync(join(folder, id, PLAN), 'r');
  try {
    const head = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, HEAD, 0));
    return !head.startsWith('{\n  "format"') || /^ {2}"move": /m.test(head);
  } finally {
    closeSync(descriptor);
  }
}
