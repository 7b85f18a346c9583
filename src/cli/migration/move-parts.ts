import type { Move } from '../../bulk/plan/plan-file.ts';
import { defined } from '../../values/defined.ts';
import type { MovePart } from '../views/move-view.ts';
import { type MoveRun, pendingReferences } from './move-runs.ts';

/**
 * Returns the progress of each part of each move, newest first: every run, preceded by the waves of the same
 * move that have not started.
 * @param runs newest first
 */
export function partsOf(runs: readonly MoveRun[]): readonly MovePart[] {
  const seen = new Set<string>();
  const managers = managersToSet(runs);
  return runs.flatMap((run, index) => {
    const { source: from, profile: to, move } = run;
    const family = moveKeyOf(run);
    const isOver = seen.has(family) || runs.slice(0, index).some((other) => isOfAll(other, run));
    seen.add(family);
    const part: MovePart = { from, to, move, managersToSet: managers.get(move) ?? 0, run };
    return isOver ? [part] : [...wavesWithoutRun(run, runs), part];
  });
}

/** Returns the waves of a run's move that have no run. */
function wavesWithoutRun(run: MoveRun, runs: readonly MoveRun[]): readonly MovePart[] {
  const { source: from, profile: to } = run;
  const { where, wave } = run.move;
  if (wave === undefined) return [];
  const family = moveKeyOf(run);
  const begun = new Set(
    runs.filter((other) => isKept(other) && moveKeyOf(other) === family).map(({ move }) => move.wave?.index),
  );
  return Array.from({ length: wave.count }, (_, index) => index + 1)
    .filter((index) => !begun.has(index))
    .map((index) => ({
      from,
      to,
      move: defined({ wave: { index, count: wave.count }, where }),
      managersToSet: 0,
    }));
}

/** Returns the number of managers still to be set, by part. */
function managersToSet(runs: readonly MoveRun[]): ReadonlyMap<Move, number> {
  const counts = new Map<Move, number>();
  const seen = new Set<string>();
  for (const run of runs) {
    const pair = JSON.stringify([run.source, run.origin]);
    if (seen.has(pair)) continue;
    seen.add(pair);
    for (const move of pendingReferences(runs, run).managers.values())
      counts.set(move, (counts.get(move) ?? 0) + 1);
  }
  return counts;
}

/** Returns a key that is shared by the waves of one move. */
function moveKeyOf({ source, origin, move: { wave, where } }: MoveRun): string {
  return JSON.stringify([source, origin, wave?.count, where]);
}

/** Whether a run moved all users and the other run only a wave of them: then no wave remains. */
function isOfAll(run: MoveRun, { source, origin, move: { where } }: MoveRun): boolean {
  if (run.source !== source || run.origin !== origin || !isKept(run)) return false;
  return run.move.wave === undefined && (run.move.where === undefined || run.move.where === where);
}

function isKept({ state }: MoveRun): boolean {
  return state !== 'undone' && state !== 'closed';
}
