import type { RunOptions } from './run-orgctl.ts';

/** Clocks that advance by the time of each wait, so that waits take no real time but still end. */
export function skippedWaits(): Required<Pick<RunOptions, 'clock' | 'now' | 'sleep'>> {
  let skipped = 0;
  return {
    clock: () => performance.now() + skipped,
    now: () => Date.now() + skipped,
    sleep: async (milliseconds) => {
      skipped += milliseconds;
    },
  };
}
