import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { chainOf } from '../command-chain.ts';

/** Which runs "latest" selects from: single commands leave runs, too. */
export type LatestOf = 'any' | 'bulk';

/**
 * Returns `bulk` below `orgctl bulk`, where "latest" is the newest bulk run; elsewhere it may be a single
 * command.
 */
export function latestOfCommand(command: CommandUnknownOpts): LatestOf {
  return chainOf(command)
    .slice(1)
    .some((above) => above.name() === 'bulk')
    ? 'bulk'
    : 'any';
}

/** Returns the help text for the argument that names a run. */
export function runArgumentHelp(latest: LatestOf): string {
  return `ID of a run, or "latest": the newest ${newest(latest)}`;
}

/**
 * Returns the help text for the argument that names the run to undo: "latest" selects the same run again
 * after a part of it was undone.
 */
export function aboutRunToUndo(latest: LatestOf): string {
  return `${runArgumentHelp(latest)} that is not an undo`;
}

function newest(latest: LatestOf): string {
  return latest === 'any' ? 'run of any command' : 'bulk run';
}
