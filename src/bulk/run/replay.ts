import type { ChangeId, RunId } from '../../values/ids.ts';
import type { Change, ChangeState } from '../plan/change.ts';
import type { JournalRecord, Outcome } from './journal-record.ts';

/** State of each change of a plan, computed from the journal. */
export interface Replayed {
  readonly states: ReadonlyMap<ChangeId, ChangeState>;
  readonly outcomes: ReadonlyMap<ChangeId, Outcome>;
  /** The outcomes of changes that are sent again, because they or others failed. */
  readonly repeated: ReadonlyMap<ChangeId, Outcome>;
  /** When the intent of each change in doubt was written, by the clock of the service. */
  readonly intents: ReadonlyMap<ChangeId, number>;
  readonly isFinished: boolean;
  /** The run that undid it last, even if that one was undone since (standing-undo.ts). */
  readonly undoneBy: RunId | undefined;
  /** Whether a later attempt found nothing left to undo. */
  readonly isNothingLeft: boolean;
  /** The runs that undid parts of it, or all of it before `undoneBy`. */
  readonly partsUndoneBy: readonly RunId[];
  /** Why it can be neither resumed nor undone. */
  readonly closed: string | undefined;
}

function moveOutcome(change: ChangeId, from: Map<ChangeId, Outcome>, to: Map<ChangeId, Outcome>): void {
  const outcome = from.get(change);
  if (outcome !== undefined) to.set(change, outcome);
  from.delete(change);
}

/** Computes the state of each change; an intent without an outcome is in doubt. */
export function replay(records: readonly JournalRecord[], changes: readonly Change[]): Replayed {
  return { ...replayChanges(records, changes), ...replayEnds(records) };
}

function replayChanges(
  records: readonly JournalRecord[],
  changes: readonly Change[],
): Pick<Replayed, 'states' | 'outcomes' | 'repeated' | 'intents'> {
  const states = new Map<ChangeId, ChangeState>(changes.map(({ id }) => [id, 'pending']));
  const outcomes = new Map<ChangeId, Outcome>();
  const repeated = new Map<ChangeId, Outcome>();
  const intents = new Map<ChangeId, number>();
  for (const record of records) {
    switch (record.type) {
      case 'intent':
        // A change that is retried.
        moveOutcome(record.change, outcomes, repeated);
        states.set(record.change, 'inDoubt');
        intents.set(record.change, record.at);
        break;
      case 'outcome':
        states.set(record.change, record.outcome.state);
        outcomes.set(record.change, record.outcome);
        intents.delete(record.change);
        break;
      case 'absent':
        states.set(record.change, 'pending');
        intents.delete(record.change);
        break;
    }
  }
  return { states, outcomes, repeated, intents };
}

/** Computes whether the run has ended, and what undid it. */
function replayEnds(
  records: readonly JournalRecord[],
): Pick<Replayed, 'isFinished' | 'undoneBy' | 'isNothingLeft' | 'partsUndoneBy' | 'closed'> {
  let isFinished = false;
  let undoneBy: RunId | undefined;
  let isNothingLeft = false;
  let closed: string | undefined;
  const partsUndoneBy = new Set<RunId>();
  for (const record of records) {
    switch (record.type) {
      case 'intent':
      case 'run.start':
      case 'run.pause':
        isFinished = false;
        break;
      case 'run.end':
        isFinished = true;
        if (undoneBy !== undefined && record.undoneBy !== undefined && record.undoneBy !== undoneBy)
          partsUndoneBy.add(undoneBy);
        undoneBy = record.undoneBy ?? undoneBy;
        isNothingLeft = record.nothingLeft === true;
        closed = record.closed ?? closed;
        break;
      case 'part.undone':
        partsUndoneBy.add(record.by);
        break;
    }
  }
  return {
    isFinished,
    undoneBy,
    isNothingLeft,
    partsUndoneBy: [...partsUndoneBy].filter((run) => run !== undoneBy),
    closed,
  };
}
