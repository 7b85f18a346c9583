import type { Change } from '../../bulk/plan/change.ts';
import { finishTime, secondsInWords } from '../../bulk/plan/forecast.ts';
import type { RemainingTime } from '../../bulk/plan/remaining-time.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import type { Outages } from '../../bulk/run/outages.ts';
import type { ThrottleState, Throttling } from '../../bulk/run/throttling.ts';
import type { Outage } from '../../http/service-health.ts';
import { withCommas } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { outageInWords } from '../printing/retry-notes.ts';

/** Shows the progress of a run: done, failed, throttled, rate, time left. */
export interface RunProgress {
  countOutcome(outcome: Outcome, change?: Change): void;
  stop(): void;
}

export interface RunProgressOptions {
  readonly total: number;
  /** Outcomes of earlier attempts at this run. */
  readonly before: ReadonlyMap<string, Outcome>;
  readonly throttling: Pick<Throttling, 'state'>;
  readonly outages: Pick<Outages, 'state'>;
  /** The trouble that writes have met since the last response; looking up lost writes is not a wait. */
  readonly trouble?: () => Outage | undefined;
  /** Minimum duration of the remaining changes, if quotas are known. */
  readonly rest?: RemainingTime;
}

interface ProgressContext {
  readonly messages: Pick<Context['messages'], 'progress'>;
  readonly host: Pick<Context['host'], 'clock'> & Partial<Pick<Context['host'], 'now'>>;
}

/** Window over which the rate is measured: the recent rate is the best forecast. */
const RATE_WINDOW_MILLISECONDS = 10_000;
/** Minimum time before a rate is shown. */
const FIRST_RATE_MILLISECONDS = 1000;
/** Shorter trouble is not reported. */
const MIN_REPORTED_TROUBLE = 2000;
/** The display is also updated while no change ends. */
const TICK_MILLISECONDS = 1000;

export function runProgress(
  { messages, host }: ProgressContext,
  { total, before, throttling, outages, trouble, rest }: RunProgressOptions,
): RunProgress {
  const progress = messages.progress();
  let done = before.size;
  let failed = [...before.values()].filter(({ state }) => state === 'failed').length;
  const marks = [{ at: host.clock(), done }];
  /** Records the current progress, and returns changes per second over the window. */
  const rateNow = (): number | undefined => {
    const at = host.clock();
    const [first = { at, done }, second] = marks;
    if (second !== undefined && at - second.at > RATE_WINDOW_MILLISECONDS) marks.shift();
    if (at - (marks.at(-1)?.at ?? at) >= FIRST_RATE_MILLISECONDS) marks.push({ at, done });
    const elapsed = at - first.at;
    return elapsed < FIRST_RATE_MILLISECONDS ? undefined : ((done - first.done) * 1000) / elapsed;
  };
  const words = (rate: number | undefined) => {
    const parts = [`${withCommas(done)}/${withCommas(total)} done`];
    if (failed > 0) parts.push(`${withCommas(failed)} failed`);
    const outage = outages.state();
    const away = outage === undefined ? troubleFor(trouble?.(), host.clock()) : outageInWords(outage);
    parts.push(...(away === undefined ? throttled(throttling.state()) : [away]));
    if (away === undefined && rate !== undefined && rate > 0) {
      // A burst is faster than the quota that follows it.
      const left = Math.max((total - done) / rate, rest?.seconds() ?? 0);
      const finish = host.now === undefined ? undefined : finishTime(host.now(), left);
      parts.push(
        rateInWords(rate),
        `${secondsInWords(left)} left${finish === undefined ? '' : `, until ${finish}`}`,
      );
    }
    return parts.join(' · ');
  };
  const show = () => {
    const rate = rateNow();
    progress.update(() => words(rate), total === 0 ? 1 : done / total);
  };
  show();
  const timer = setInterval(show, TICK_MILLISECONDS);
  timer.unref();
  return {
    countOutcome: ({ state }, change) => {
      if (change !== undefined) rest?.done(change);
      done += 1;
      if (state === 'failed') failed += 1;
      show();
    },
    stop: () => {
      clearInterval(timer);
      progress.stop();
    },
  };
}

/** Returns "service answers 503 for 8 s" while the requests that met trouble are looked up. */
function troubleFor(trouble: Outage | undefined, now: number): string | undefined {
  if (trouble === undefined || now - trouble.since < MIN_REPORTED_TROUBLE) return undefined;
  return `${trouble.says} for ${secondsInWords(Math.floor((now - trouble.since) / 1000))}`;
}

/** Returns how long requests are throttled; for locked resources, also how many. */
function throttled({ left, locked }: ThrottleState): readonly string[] {
  if (left <= 0) return [];
  const time = `${Math.ceil(left / 1000)} s`;
  return [locked > 0 ? `${withCommas(locked)} locked, ${time}` : `throttled, ${time}`];
}

function rateInWords(perSecond: number): string {
  if (perSecond < 1) return `${Math.max(1, Math.round(perSecond * 60))}/min`;
  return `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}
