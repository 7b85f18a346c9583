import { setMaxListeners } from 'node:events';
import type { StopSignal } from '../failure/interrupted.ts';

/**
 * Handles stop signals: the first one requests an orderly end, the second one ends the process immediately.
 */
export interface Shutdown {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** The signal that was received. */
  cause(): StopSignal;
  /**
   * Declares that the work in progress stops in order after the first signal. Until `done`, that signal does
   * not end the process.
   */
  drain(): { done(): void };
  /**
   * Like `drain`, for work that restores a state after the first signal: unlike all other work, it may still
   * wait.
   */
  drainForRestore(): { done(): void };
  /** Whether a state is being restored. */
  isTidyingUp(): boolean;
  /** Until `done`, ignores Ctrl-C: it is for another program on the terminal, such as a pager. */
  ignoreInterrupts(): { done(): void };
  /**
   * Sets the callback that reports the state of the work if the process is ended immediately; it replaces the
   * previous one. It must not wait.
   */
  lastWords(say: () => void): void;
}

/** @param stopNow called at the first signal if no work drains, else at the second signal */
export function createShutdown(
  listen: (listener: (signal: StopSignal) => void) => () => void,
  stopNow: (signal: StopSignal) => void,
): Shutdown & { unlisten(): void } {
  const controller = new AbortController();
  // Every waiting request listens until its wait ends: hundreds in a throttled run. Node warns of a leak from
  // the eleventh listener on.
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
    drainForRestore: () => {
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
    ignoreInterrupts: () => {
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
