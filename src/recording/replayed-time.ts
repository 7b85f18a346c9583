/** The clock of a replayed command: time advances as recorded, without real waiting. */
export interface ReplayedTime {
  readonly now: () => number;
  readonly clock: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /**
   * Resolves after all earlier events.
   * @param moment milliseconds from the start
   */
  readonly at: (moment: number, signal?: AbortSignal) => Promise<void>;
  /** Stops the command if the recorded one was stopped by a signal. */
  readonly stopIfStopped: () => void;
}

interface Event {
  readonly moment: number;
  readonly happen: () => void;
}

export interface ReplayedTimeOptions {
  /** Milliseconds since 1970. */
  readonly started: number;
  /** When a signal stopped the recorded command, in milliseconds from the start. */
  readonly stoppedAt: number | undefined;
  readonly stop: () => void;
}

/** Creates a clock that triggers events in the order of their times, whenever the command is idle. */
export function createReplayedTime({ started, stoppedAt, stop }: ReplayedTimeOptions): ReplayedTime {
  let passed = 0;
  let isStopped = false;
  const waiting = new Set<Event>();
  const stopNow = () => {
    if (isStopped) return;
    isStopped = true;
    stop();
  };
  const pump = () => {
    const next = earliestEvent(waiting);
    if (next === undefined) return;
    if (stoppedAt !== undefined && next.moment > stoppedAt) {
      passed = Math.max(passed, stoppedAt + 1);
      stopNow();
    }
    waiting.delete(next);
    passed = Math.max(passed, next.moment);
    next.happen();
    if (waiting.size > 0) setImmediate(pump);
  };
  const at = (moment: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => {
        waiting.delete(event);
        reject(signal?.reason);
      };
      const event: Event = {
        moment,
        happen: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      if (signal?.aborted === true) return reject(signal.reason);
      signal?.addEventListener('abort', abort, { once: true });
      waiting.add(event);
      if (waiting.size === 1) setImmediate(pump);
    });
  return {
    now: () => started + passed,
    clock: () => passed,
    at,
    sleep: (milliseconds, signal) => at(passed + Math.ceil(milliseconds), signal),
    stopIfStopped: () => {
      if (stoppedAt === undefined) return;
      passed = Math.max(passed, stoppedAt);
      stopNow();
    },
  };
}

function earliestEvent(events: Iterable<Event>): Event | undefined {
  let first: Event | undefined;
  for (const event of events) if (first === undefined || event.moment < first.moment) first = event;
  return first;
}
