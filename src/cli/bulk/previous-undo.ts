import { type Change, isUserUpdate } from '../../bulk/plan/change.ts';
import { replayedRun } from '../../bulk/run/replayed-run.ts';
import { type UndoRemainder, undoRemainderOf } from '../../bulk/run/run-summaries.ts';
import type { StandingUndo } from '../../bulk/run/standing-undo.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { RunId } from '../../values/ids.ts';
import { namesInWords } from '../writes/where-words.ts';

/** The run that undid a run before, and what it did not undo. */
export interface PreviousUndo extends UndoRemainder {
  readonly by: RunId;
  /** Whether nothing is left, as far as is known. */
  readonly isWhole: boolean;
}

/** Returns undefined for a run that is not undone as a whole. */
export function previousUndoOf(
  runsFolder: string,
  { undoneBy, isRedoneInPart }: StandingUndo,
  isNothingLeft: boolean,
): PreviousUndo | undefined {
  if (undoneBy === undefined) return undefined;
  const { left, kept, isKnown } = undoRemainderOf(runsFolder, undoneBy);
  const isComplete = isNothingLeft || (isKnown && left === 0 && kept.length === 0);
  return { by: undoneBy, left, kept, isKnown, isWhole: isComplete && !isRedoneInPart };
}

/** Returns "run 3 was already undone by run 4, which left 1 item unchanged". */
export function previousUndoInWords(undone: RunId, { by, kept, isWhole }: PreviousUndo): string {
  const except =
    isWhole || kept.length === 0 ? '' : `, which left ${pluralize(kept.length, 'item')} unchanged`;
  return `run ${undone} was already undone by run ${by}${except}`;
}

/**
 * Returns a warning for changes that an earlier undo of the same run already made: somebody set those values
 * again since, perhaps on purpose. Undefined if there are none.
 * @param earlier the runs that undid the run or parts of it; those that cannot be read are skipped
 */
export function undoneTwiceWarning(
  runsFolder: string,
  earlier: readonly RunId[],
  changes: readonly Change[],
): string | undefined {
  const made = new Set(earlier.flatMap((id) => keysSetBy(runsFolder, id)));
  const again = changes.filter((change) => keysOf(change).some((key) => made.has(key)));
  if (again.length === 0) return undefined;
  const names = namesInWords([...new Set(again.map(({ name }) => name))]);
  return `already undone before, and set again since: ${names}`;
}

function keysSetBy(runsFolder: string, id: RunId): readonly string[] {
  const run = replayedRun(runsFolder, id);
  if (run === undefined) return [];
  const { outcomes } = run.replayed;
  return run.plan.changes.flatMap((change) =>
    outcomes.get(change.id)?.state === 'succeeded' ? keysOf(change) : [],
  );
}

/** What a change sets: each attribute of a user, each member of a group. */
function keysOf(change: Change): readonly string[] {
  const of = (what: string) => JSON.stringify([change.kind, change.name, what]);
  if (isUserUpdate(change)) return [...Object.keys(change.set), ...change.clear].map(of);
  if (change.kind === 'addMembers' || change.kind === 'removeMembers')
    return change.members.map(({ name }) => of(name));
  return [of('')];
}
