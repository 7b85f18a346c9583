import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** Which runs the word "latest" is the newest of: single commands leave a run, too. */
export type LatestOf = 'any' | 'bulk';

/** Below `orgctl bulk` the latest run is the latest bulk run. Elsewhere it may be a single command. */
export function latestOfCommand(command: CommandUnknownOpts): LatestOf {
  for (let above = command.parent; above !== null; above = above.parent)
    if (above.name() === 'bulk') return 'bulk';
  return 'any';
}

/** What help says of a run that is named. */
export function aboutRun(latest: LatestOf): string {
  return `ID of a run, or "latest": the newest ${newest(latest)}`;
}

/** What help says of a run that is undone: "latest" is the same run again when a part of it was undone. */
export function aboutRunToUndo(latest: LatestOf): string {
  return `${aboutRun(latest)} that is not an undo`;
}

function newest(latest: LatestOf): string {
  return latest === 'any' ? 'run of any command' : 'bulk run';
}
