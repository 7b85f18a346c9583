import type { RunSummary } from '../../bulk/run/run-state.ts';

/**
 * Says which process has a run; of one on another machine also what to do when that one is gone. Nothing of a
 * run that nobody has.
 * @param takeOver returns the command that takes it over
 */
export function whoHasIt({ state, heldBy }: RunSummary, takeOver: () => string): readonly string[] {
  if (heldBy === undefined) return [];
  const who = `process ${heldBy.pid} on ${heldBy.host} since ${heldBy.since}`;
  if (state === 'running') return [`in progress: ${who}`];
  return [`held by ${who}`, `only if ${heldBy.host} will not come back: ${takeOver()}`];
}
