import type { RunId } from '../../values/ids.ts';
import type { Replayed } from './replay.ts';
import { replayedRun } from './replayed-run.ts';

/** What undid a run and is in force: an undo can itself be undone. */
export interface StandingUndo {
  /** The run that undid all of it, or tried to. */
  readonly undoneBy: RunId | undefined;
  /** The runs that undid parts of it, or all of it before `undoneBy`. */
  readonly partsUndoneBy: readonly RunId[];
  /** Whether a part of `undoneBy` was undone. */
  readonly isRedoneInPart: boolean;
}

/** Returns which of the runs that undid a run are in force. */
export function standingUndo(
  runsFolder: string,
  { undoneBy, partsUndoneBy }: Pick<Replayed, 'undoneBy' | 'partsUndoneBy'>,
): StandingUndo {
  const parts = partsUndoneBy.map((id) => ({ id, ...forceOf(runsFolder, id) }));
  const standing = parts.filter(({ force }) => force !== 'none').map(({ id }) => id);
  const last = undoneBy === undefined ? undefined : forceOf(runsFolder, undoneBy);
  if (undoneBy === undefined || last === undefined || last.force === 'none')
    return { undoneBy: undefined, partsUndoneBy: standing, isRedoneInPart: false };
  // What was undone before the last undo is undone by that one as well. Run IDs are in the order of time.
  const isRedoneSince = parts.some(({ by }) => by !== undefined && by > undoneBy);
  return { undoneBy, partsUndoneBy: standing, isRedoneInPart: last.force === 'part' || isRedoneSince };
}

/** How much of a run is in force, and the newest run that undid the rest. */
interface Force {
  readonly force: 'whole' | 'part' | 'none';
  readonly by?: RunId | undefined;
}

/** A run whose record is missing or damaged counts as in force. */
function forceOf(runsFolder: string, id: RunId): Force {
  const run = replayedRun(runsFolder, id);
  if (run === undefined) return { force: 'whole' };
  const { undoneBy, partsUndoneBy, isRedoneInPart } = standingUndo(runsFolder, run.replayed);
  if (undoneBy !== undefined) return { force: isRedoneInPart ? 'part' : 'none', by: undoneBy };
  return partsUndoneBy.length > 0 ? { force: 'part', by: partsUndoneBy.at(-1) } : { force: 'whole' };
}
