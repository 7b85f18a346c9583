import type { RunState } from '../run/run-state.ts';

/** Display names of the states of a run. */
export const RUN_STATES = {
  finished: 'finished',
  failures: 'finished with failures',
  running: 'running',
  held: 'held by another machine',
  paused: 'paused',
  interrupted: 'interrupted',
  undone: 'undone',
  closed: 'closed',
} as const satisfies Record<RunState, string>;
