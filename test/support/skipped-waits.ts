import type { RunOptions } from './run-orgctl.ts';

/** Clocks that go on by what is waited for, so that a wait takes no time and ends all the same. */
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
