import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** Which runs the word "latest" is the newest of: single commands leave a run, too. */
export type LatestOf = 'any' | 'bulk';

/** Below `orgctl bulk` the latest run is the latest bulk run. Elsewhere it may be a single command. */
export function latestOfCommand(command: CommandUnknownOpts): LatestOf {
  for (let above = command.parent; above !== null; above = above.parent)
    if (above.name() === 'bulk') return 'bulk';
  return 'any';
}
