import { setTimeout as sleep } from 'node:timers/promises';

/** The longest that a timer takes; a longer one would go off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Waits, never shorter than asked for: a timer may go off a little early. Rejects when the signal aborts. */
export async function sleepAtLeast(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - performance.now()) {
    await sleep(Math.min(Math.ceil(left), LONGEST_TIMER), undefined, signal === undefined ? {} : { signal });
  }
}
