import { CHANGE_WORDS, type Change } from '../../bulk/plan/change.ts';
import { type Forecast, withEndTime } from '../../bulk/plan/forecast.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { ApplyResult } from '../../bulk/run/apply-options.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import type { Outage } from '../../bulk/run/outages.ts';
import type { OpenRun } from '../../bulk/run/runs.ts';
import type { Throttle } from '../../bulk/run/throttling.ts';
import { Failure } from '../../failure/failure.ts';
import { openAppendFile } from '../../storage/append-file.ts';
import type { Context } from '../context.ts';
import type { RunOptions } from '../options/run-options.ts';
import { writeFailedRows } from './write-failed-rows.ts';

/** Files that a run writes besides its journal, during the run and at its end. */
export interface RunOutputs {
  begin(run: OpenRun, done: number, forecast: Forecast | undefined): void;
  writeOutcome(change: Change, outcome: Outcome): void;
  throttled(throttle: Throttle): void;
  /** Reports that an outage started or ended. */
  outage(
    event:
      | { readonly type: 'outage.begin'; readonly why: string }
      | ({ readonly type: 'outage.end' } & Outage),
  ): void;
  end(run: OpenRun, result: ApplyResult, counters: RunCounters): Promise<void>;
  /** Closes the event file; also if the run ends with an error. */
  close(): void;
}

/** Counters of a run for monitoring. */
export interface RunCounters {
  /** Seconds for which the service throttled requests. */
  readonly throttledSeconds: number;
  /** Seconds for which the service was unavailable. */
  readonly outageSeconds: number;
  readonly outages: number;
  /** Number of requests sent. */
  readonly calls: number;
}

type Event = Readonly<Record<string, unknown>>;

/**
 * Opens the event file of a run.
 * @throws Failure if the file cannot be written; nothing was sent
 */
export function openRunOutputs(context: Context, options: RunOptions): RunOutputs {
  const events = options.events === undefined ? undefined : openAppendFile(options.events);
  let isBroken = false;
  const write = (event: Event) => {
    if (events === undefined || isBroken) return;
    try {
      events.append(`${JSON.stringify({ t: new Date(context.host.now()).toISOString(), ...event })}\n`);
    } catch (error) {
      // The journal is complete, so a run continues without its event stream.
      isBroken = true;
      void context.messages.warn(
        `stopped writing events: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
  return {
    begin: ({ id, plan }, done, forecast) => {
      write({
        type: 'run.start',
        run: id,
        ...headOf(plan),
        changes: plan.changes.length,
        done,
        ...(forecast === undefined ? {} : { forecast: { ...withEndTime(forecast, context.host.now()) } }),
      });
    },
    writeOutcome: ({ id, line, kind, name }, outcome) => {
      const action = CHANGE_WORDS[kind].verb;
      write({ type: 'change.end', change: id, line, action, ...outcome, name });
    },
    throttled: (throttle) => write({ type: 'throttled', ...throttle }),
    outage: (event) => write({ ...event }),
    end: async ({ id, plan }, { outcomes, stoppedBy }, counters) => {
      const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
      const why = stoppedBy instanceof Failure ? { why: stoppedBy.message } : {};
      write({
        type: outcomes.size === plan.changes.length ? 'run.end' : 'run.pause',
        run: id,
        succeeded: outcomes.size - failed,
        failed,
        left: plan.changes.length - outcomes.size,
        ...counters,
        codes: codesOf(outcomes.values()),
        ...(stoppedBy === 'signal' ? { why: 'signal' } : why),
      });
      if (options.failedOut !== undefined)
        await writeFailedRows(context, { id, plan }, outcomes, options.failedOut);
    },
    close: () => events?.close(),
  };
}

/** Returns how many changes failed with each code. */
function codesOf(outcomes: Iterable<Outcome>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes)
    if (outcome.state === 'failed') counts.set(outcome.code, (counts.get(outcome.code) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function headOf({ profile, origin, mode, source }: Plan): Event {
  return { profile, origin, mode, file: source.file };
}
