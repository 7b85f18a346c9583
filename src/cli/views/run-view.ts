import type { RunState, RunSummary } from '../../bulk/run/run-state.ts';
import type { Palette } from '../../output/palette.ts';
import type { View } from '../../output/view.ts';

/** What people call the states of a run. */
export const RUN_STATES = {
  finished: 'finished',
  failures: 'finished with failures',
  paused: 'paused',
  interrupted: 'interrupted',
  undone: 'taken back',
  closed: 'closed',
} as const satisfies Record<RunState, string>;

/** How runs are shown. */
export const RUN_VIEW: View<RunSummary> = {
  json: ({ undoneBy, closed, ...run }) => ({
    ...run,
    ...(undoneBy === undefined ? {} : { undoneBy }),
    ...(closed === undefined ? {} : { closed }),
  }),
  columns: [
    { name: 'id', heading: 'Run', importance: 1, isWhole: true, value: ({ id }) => id },
    { name: 'state', heading: 'State', importance: 1, value: ({ state }) => state, paint: paintState },
    { name: 'source', heading: 'Source', importance: 2, value: ({ source }) => source },
    { name: 'changes', heading: 'Changes', importance: 4, align: 'right', value: ({ changes }) => changes },
    {
      name: 'succeeded',
      heading: 'Done',
      importance: 3,
      align: 'right',
      value: ({ succeeded }) => succeeded,
    },
    { name: 'failed', heading: 'Failed', importance: 3, align: 'right', value: ({ failed }) => failed },
    { name: 'left', heading: 'Left', importance: 3, align: 'right', value: ({ left }) => left },
    { name: 'profile', heading: 'Profile', importance: 4, value: ({ profile }) => profile },
    { name: 'undoneBy', heading: 'Undone by', importance: 5, value: ({ undoneBy }) => undoneBy },
  ],
};

const COLOURS: { readonly [State in RunState]: 'good' | 'bad' | 'caution' | 'faint' } = {
  finished: 'good',
  failures: 'bad',
  paused: 'caution',
  interrupted: 'caution',
  undone: 'faint',
  closed: 'faint',
};

function paintState(text: string, { state }: RunSummary, palette: Palette): string {
  return palette[COLOURS[state]](text);
}
