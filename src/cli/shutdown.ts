import { setMaxListeners } from 'node:events';
import type { StopSignal } from '../failure/interrupted.ts';

/** The wish to stop: the first signal asks for an orderly end, the second one ends at once. */
export interface Shutdown {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** Which signal it was. */
  cause(): StopSignal;
  /**
   * Declares that the work in progress ends in order at a signal; until `done`, the process is not ended from
   * outside.
   */
  drain(): { done(): void };
  /**
   * The same for what puts things back after the first signal: it may wait for its turn, which nothing else
   * may any more.
   */
  tidyUp(): { done(): void };
  /** Whether something is being put back. */
  isTidyingUp(): boolean;
  /** Declares that Ctrl-C is meant for another program on the terminal, such as a pager, until `done`. */
  leaveToOther(): { done(): void };
  /**
   * Says where the work stands when the process is ended at once; in place of what was to be said before. It
   * must not wait.
   */
  lastWords(say: () => void): void;
}

/** @param stopNow is called when nothing drains, or at the second signal. */
export function createShutdown(
  listen: (listener: (signal: StopSignal) => void) => () => void,
  stopNow: (signal: StopSignal) => void,
): Shutdown & { unlisten(): void } {
  const controller = new AbortController();
  // Every request that waits listens until its wait ends: hundreds do in a throttled run, and Node warns of a
  // leak from the eleventh on.
  setMaxListeners(0, controller.signal);
  let cause: StopSignal = 'SIGINT';
  let draining = 0;
  let tidying = 0;
  let others = 0;
  let say: () => void = () => {};
  const unlisten = listen((signal) => {
    if (signal === 'SIGINT' && others > 0) return;
    const isFirst = !controller.signal.aborted;
    if (isFirst) {
      cause = signal;
      controller.abort();
    }
    if (isFirst && draining > 0) return;
    try {
      say();
    } finally {
      stopNow(signal);
    }
  });
  const drain = () => {
    draining += 1;
    return {
      done: () => {
        draining -= 1;
      },
    };
  };
  return {
    signal: controller.signal,
    cause: () => cause,
    drain,
    tidyUp: () => {
      const busy = drain();
      tidying += 1;
      return {
        done: () => {
          tidying -= 1;
          busy.done();
        },
      };
    },
    isTidyingUp: () => tidying > 0,
    leaveToOther: () => {
      others += 1;
      return {
        done: () => {
          others -= 1;
        },
      };
    },
    lastWords: (words) => {
      say = words;
    },
    unlisten,
  };
}
