import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_DELAY } from '../rules/duration.ts';

/**
 * Waits at least this many milliseconds: a Node timer may fire slightly early. Rejects if the signal aborts.
 */
export async function sleepAtLeast(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - performance.now()) {
    await sleep(Math.min(Math.ceil(left), MAX_DELAY), undefined, signal === undefined ? {} : { signal });
  }
}
