import type { Journal } from '../../bulk/run/journal.ts';
import { createOutages, type Outages } from '../../bulk/run/outages.ts';
import { createThrottling, type Throttle, type Throttling } from '../../bulk/run/throttling.ts';
import type { Wait } from '../../http/wait.ts';
import { durationInWords } from '../../output/duration-words.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import type { RunCounters, RunOutputs } from './run-outputs.ts';

/** The waits of a run: the service throttles it, or is unavailable. */
export interface RunWaits {
  readonly throttling: Pick<Throttling, 'state'>;
  readonly outages: Pick<Outages, 'state'>;
  /**
   * Starts to record waits.
   * @returns a function that stops recording
   */
  follow(): () => void;
  counters(calls: number): RunCounters;
  /** Prints how long the run waited for the service. */
  printNotes(): Promise<void>;
}

/** Shorter waits are not reported; in milliseconds. */
const MIN_REPORTED_WAIT = 1000;

/**
 * Records the waits of a run in its journal and its event stream. They explain why it was slow; nothing
 * depends on them.
 */
export function followWaits(
  { messages, host, waits, health }: Context,
  journal: Pick<Journal, 'write'>,
  outputs: RunOutputs,
): RunWaits {
  const throttling = createThrottling(host.clock, (throttle) => {
    outputs.throttled(throttle);
    void journal.write({ type: 'throttled', ...throttle }).catch(() => undefined);
  });
  const outages = createOutages(
    host.clock,
    (outage) => void journal.write({ type: 'outage', ...outage }).catch(() => undefined),
    {
      begin: (why) => outputs.outage({ type: 'outage.begin', why }),
      end: (outage) => outputs.outage({ type: 'outage.end', ...outage }),
    },
  );
  return {
    throttling,
    outages,
    follow() {
      const leave = waits.follow({
        onThrottled: (wait) => throttling.add(throttleOf(wait), wait.milliseconds),
        onOutage: (wait) => outages.wait(wait, health.troubledSince()),
      });
      // A lost write is looked up and sent again before the first wait, so the outage starts with the first
      // refusal.
      const endAway = health.onUnavailable(({ says, since }) => outages.trouble(says, since));
      const endBack = health.onRecovered(() => outages.end());
      return () => {
        leave();
        endBack();
        endAway();
        outages.end();
      };
    },
    counters: (calls) => ({
      throttledSeconds: seconds(throttling.waited()),
      outageSeconds: seconds(outages.totalMilliseconds()),
      outages: outages.count(),
      calls,
    }),
    async printNotes() {
      const waited = throttling.waited();
      if (waited >= MIN_REPORTED_WAIT) await messages.note(`throttled for ${wholeSeconds(waited)} in total`);
      if (outages.count() > 0)
        await messages.note(
          `the service was unavailable for ${wholeSeconds(outages.totalMilliseconds())}, in ${pluralize(outages.count(), 'outage')}`,
        );
    },
  };
}

function throttleOf({ why, request }: Wait): Omit<Throttle, 'seconds'> {
  const rates = request.rates?.at(-1) ?? request.effect;
  const isOfOne = why === 'locked' && request.target !== undefined;
  return { rates, ...(isOfOne ? { resource: request.target } : {}) };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

function wholeSeconds(milliseconds: number): string {
  return durationInWords(Math.round(milliseconds / 1000) * 1000);
}
