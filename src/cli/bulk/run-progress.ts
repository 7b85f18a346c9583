import { inWords } from '../../bulk/plan/forecast.ts';
import type { Outcome } from '../../bulk/run/journal.ts';
import type { Context } from '../context.ts';

/** Tells how far a run is: done, failed, rate, time left. */
export interface RunProgress {
  tell(outcome: Outcome): void;
  stop(): void;
}

/** Over so much time a rate is taken: how it goes now says best how it will go on. */
const RATE_WINDOW_MILLISECONDS = 10_000;
/** Before so much time there is no rate to speak of. */
const FIRST_RATE_MILLISECONDS = 1000;

export function runProgress(
  { messages, world }: Context,
  total: number,
  before: ReadonlyMap<string, Outcome>,
): RunProgress {
  const progress = messages.progress();
  let done = before.size;
  let failed = [...before.values()].filter(({ state }) => state === 'failed').length;
  const marks = [{ at: world.clock(), done }];
  /** Changes a second, over the window. */
  const rateNow = (): number | undefined => {
    const at = world.clock();
    const [first = { at, done }, second] = marks;
    if (second !== undefined && at - second.at > RATE_WINDOW_MILLISECONDS) marks.shift();
    if (at - (marks.at(-1)?.at ?? at) >= FIRST_RATE_MILLISECONDS) marks.push({ at, done });
    const elapsed = at - first.at;
    return elapsed < FIRST_RATE_MILLISECONDS ? undefined : ((done - first.done) * 1000) / elapsed;
  };
  const show = () => {
    const rate = rateNow();
    const parts = [`${count(done)}/${count(total)} done`];
    if (failed > 0) parts.push(`${count(failed)} failed`);
    if (rate !== undefined && rate > 0) {
      const shown = rate < 10 ? rate.toFixed(1) : String(Math.round(rate));
      parts.push(`${shown}/s`, `${inWords((total - done) / rate)} left`);
    }
    progress.update(parts.join(' · '), total === 0 ? 1 : done / total);
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
