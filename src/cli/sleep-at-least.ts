import { setTimeout as sleep } from 'node:timers/promises';

/** The longest delay of a timer in milliseconds; a longer one would fire immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Waits at least this many milliseconds: a Node timer may fire slightly early. Rejects if the signal aborts.
 */
export async function sleepAtLeast(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - performance.now()) {
    await sleep(Math.min(Math.ceil(left), LONGEST_TIMER), undefined, signal === undefined ? {} : { signal });
  }
}
