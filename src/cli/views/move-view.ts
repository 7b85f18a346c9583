import type { Move } from '../../bulk/plan/plan-file.ts';
import type { RunSummary } from '../../bulk/run/run-state.ts';
import type { View } from '../../output/view.ts';
import { defined } from '../../values/defined.ts';
import { RUN_STATES, RUN_VIEW } from './run-view.ts';

/** A run that moved people of one organization to another. */
export interface MoveRun extends RunSummary {
  readonly move: Move;
}

/** How far each wave of a move is. */
export const MOVE_VIEW: View<MoveRun> = {
  json: ({ move, ...run }) => ({
    ...(move.wave === undefined ? {} : { wave: waveOf(move) }),
    ...defined({ where: move.where }),
    from: run.source,
    to: run.profile,
    run: RUN_VIEW.json(run),
  }),
  columns: [
    { name: 'from', heading: 'From', importance: 1, value: ({ source }) => source },
    { name: 'to', heading: 'To', importance: 1, value: ({ profile }) => profile },
    { name: 'wave', heading: 'Wave', importance: 1, value: ({ move }) => waveOf(move) },
    { name: 'where', heading: 'Where', importance: 3, value: ({ move }) => move.where ?? '' },
    { name: 'state', heading: 'State', importance: 1, value: ({ state }) => RUN_STATES[state] },
    { name: 'changes', heading: 'Changes', importance: 2, align: 'right', value: ({ changes }) => changes },
    {
      name: 'succeeded',
      heading: 'Done',
      importance: 2,
      align: 'right',
      value: ({ succeeded }) => succeeded,
    },
    { name: 'failed', heading: 'Failed', importance: 2, align: 'right', value: ({ failed }) => failed },
    { name: 'left', heading: 'Left', importance: 2, align: 'right', value: ({ left }) => left },
    { name: 'run', heading: 'Run', importance: 2, isWhole: true, value: ({ id }) => id },
  ],
};

function waveOf({ wave }: Move): string {
  return wave === undefined ? 'all' : `${wave.index}/${wave.count}`;
}
