import type { Move } from '../../bulk/plan/plan-file.ts';
import { RUN_STATES } from '../../bulk/report/run-state-words.ts';
import type { ListView, View } from '../../output/view.ts';
import { defined } from '../../values/defined.ts';
import type { MoveRun } from '../migration/move-runs.ts';
import { RUN_VIEW } from './run-view.ts';

/** A run of a migration, or a wave that was not started. */
export interface MovePart {
  readonly from: string;
  readonly to: string;
  readonly move: Move;
  /** Users of this part whose manager does not exist in B yet. */
  readonly managersToSet: number;
  readonly run?: MoveRun;
}

/** Prints the progress of each wave of a migration. */
export const MOVE_VIEW: ListView<MovePart> = {
  isSummarized: true,
  json: ({ from, to, move, managersToSet, run }) => ({
    ...(move.wave === undefined ? {} : { wave: waveOf(move) }),
    ...defined({ where: move.where }),
    from,
    to,
    state: stateOf(run),
    rejects: move.rejects ?? 0,
    managersToSet,
    ...(run === undefined ? {} : { run: runJson(run) }),
  }),
  columns: [
    { name: 'from', heading: 'From', importance: 1, value: ({ from }) => from },
    { name: 'to', heading: 'To', importance: 1, value: ({ to }) => to },
    { name: 'wave', heading: 'Wave', importance: 1, value: ({ move }) => waveOf(move) },
    { name: 'where', heading: 'Where', importance: 1, value: ({ move }) => move.where ?? '' },
    { name: 'state', heading: 'State', importance: 1, value: ({ run }) => stateOf(run) },
    count('changes', 'Changes', ({ run }) => run?.changes),
    count('succeeded', 'Done', ({ run }) => run?.succeeded),
    count('failed', 'Failed', ({ run }) => run?.failed),
    count('left', 'Left', ({ run }) => run?.left),
    count('rejects', 'Rejects', ({ move, run }) => (run === undefined ? undefined : (move.rejects ?? 0))),
    count('managersToSet', 'Managers to set', ({ managersToSet, run }) =>
      run === undefined ? undefined : managersToSet,
    ),
    { name: 'run', heading: 'Run', importance: 4, isWhole: true, value: ({ run }) => run?.id },
  ],
};

function count(
  name: string,
  heading: string,
  value: (part: MovePart) => number | undefined,
): View<MovePart>['columns'][number] {
  return { name, heading, importance: heading.length > 8 ? 3 : 2, align: 'right', value };
}

function stateOf(run: MoveRun | undefined): string {
  return run === undefined ? 'not started' : RUN_STATES[run.state];
}

function runJson({ move: _, ...run }: MoveRun) {
  return RUN_VIEW.json(run);
}

function waveOf({ wave }: Move): string {
  return wave === undefined ? 'all' : `${wave.index}/${wave.count}`;
}
