import { inWords } from '../bulk/forecast.ts';
import type { Outcome } from '../bulk/journal.ts';
import type { Context } from './context.ts';

/** Tells how far a run is: done, failed, rate, time left. */
export interface RunProgress {
  tell(outcome: Outcome): void;
  stop(): void;
}

/** Changes over which the rate is taken: the last ones say best how it goes now. */
const RATE_WINDOW_MILLISECONDS = 10_000;

export function runProgress(
  { messages, world }: Context,
  total: number,
  before: ReadonlyMap<string, Outcome>,
): RunProgress {
  const progress = messages.progress();
  let done = before.size;
  let failed = [...before.values()].filter(({ state }) => state === 'failed').length;
  let windowStart = world.clock();
  let doneAtStart = done;
  const show = () => {
    const elapsed = (world.clock() - windowStart) / 1000;
    const rate = elapsed > 0 ? (done - doneAtStart) / elapsed : 0;
    if (elapsed * 1000 > RATE_WINDOW_MILLISECONDS) {
      windowStart = world.clock();
      doneAtStart = done;
    }
    const parts = [`${count(done)}/${count(total)} done`];
    if (failed > 0) parts.push(`${count(failed)} failed`);
    if (rate >= 1) parts.push(`${Math.round(rate)}/s`, `${inWords((total - done) / rate)} left`);
    progress.update(parts.join(' · '));
  };
  show();
  return {
    tell: ({ state }) => {
      done += 1;
      if (state === 'failed') failed += 1;
      show();
    },
    stop: progress.stop,
  };
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
