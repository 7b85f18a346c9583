import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Move } from '../../bulk/plan/plan-file.ts';
import type { JournalRecord } from '../../bulk/run/journal-record.ts';
import { type RunSummary, summarizeRun } from '../../bulk/run/run-state.ts';
import { PLAN, readRunPlan, readRunRecords, runIds } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import { type KnownPairs, knownPairs, resolvedPairs } from '../../migration/move/known-pairs.ts';
import { type StillWaiting, stillWaiting } from '../../migration/move/waiting-people.ts';

/** A run that moved people of one organization to another. */
export interface MoveRun extends RunSummary {
  readonly move: Move;
}

export interface MoveRuns {
  /** The newest first. */
  readonly runs: readonly MoveRun[];
  /** What is wrong with those that cannot be read. */
  readonly damaged: readonly string[];
}

/** Reads the runs of moves. @param origin only those to the service of this base URL */
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
 * Returns who waits after the runs of a move of this organization, by the keys of people. @param runs the
 * newest first
 */
export function waitingAfter(
  runs: readonly MoveRun[],
  { source, origin }: Pick<RunSummary, 'source' | 'origin'>,
): StillWaiting<Move> {
  const own = runs.filter((run) => run.source === source && run.origin === origin && isInForce(run));
  return stillWaiting(own.toReversed().map(({ move }) => move));
}

/**
 * Returns who of A is who in B after the runs of moves to one organization; a run that was undone says
 * nothing. @param runs the newest first
 */
export function pairsAfter(runs: readonly MoveRun[]): KnownPairs {
  const kept = runs.filter(isInForce);
  return knownPairs(kept.toReversed().map(({ move }) => move.pairs ?? []));
}

/** Whether what a run did is still there: it was not undone, and its organization is not gone. */
const isInForce = ({ undoneBy, closed }: RunSummary): boolean =>
  undoneBy === undefined && closed === undefined;

/** The move of a plan, with the IDs of what its run created. */
function resolved(move: Move, records: readonly JournalRecord[]): Move {
  if (move.pairs === undefined) return move;
  const ids = new Map<string, string>();
  for (const record of records)
    if (record.type === 'outcome' && record.outcome.state === 'succeeded')
      ids.set(record.change, record.outcome.id);
  return { ...move, pairs: resolvedPairs(move.pairs, (change) => ids.get(change)) };
}

/** Bytes in which the head of a plan says that it is of a move: behind its source, before everything long. */
const HEAD = 16_384;

/** Reads no plan whole that is none of a move: a folder may hold a year of nightly ones. */
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
