import type { RunSummary } from '../../bulk/run/run-state.ts';

/**
 * Returns which process holds a run; for another machine, also what to do if that machine is gone. Empty if
 * the run is not held.
 * @param takeOver returns the command that takes the run over
 */
export function lockHolderLines({ state, heldBy }: RunSummary, takeOver: () => string): readonly string[] {
  if (heldBy === undefined) return [];
  const who = `process ${heldBy.pid} on ${heldBy.host} since ${heldBy.since}`;
  if (state === 'running') return [`in progress: ${who}`];
  return [`held by ${who}`, `only if ${heldBy.host} no longer runs it: ${takeOver()}`];
}
