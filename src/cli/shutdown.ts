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

/** Counts the pieces of work of one kind that are in progress. */
class WorkInProgress {
  private count = 0;

  get isAny(): boolean {
    return this.count > 0;
  }

  begin(): { done(): void } {
    this.count += 1;
    return {
      done: () => {
        this.count -= 1;
      },
    };
  }
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
  const draining = new WorkInProgress();
  const restoring = new WorkInProgress();
  const ignoring = new WorkInProgress();
  let cause: StopSignal = 'SIGINT';
  let say: () => void = () => {};
  const unlisten = listen((signal) => {
    if (signal === 'SIGINT' && ignoring.isAny) return;
    const isFirst = !controller.signal.aborted;
    if (isFirst) {
      cause = signal;
      controller.abort();
    }
    if (isFirst && draining.isAny) return;
    try {
      say();
    } finally {
      stopNow(signal);
    }
  });
  return {
    signal: controller.signal,
    cause: () => cause,
    drain: () => draining.begin(),
    drainForRestore: () => {
      const parts = [restoring.begin(), draining.begin()];
      return {
        done: () => {
          for (const part of parts) part.done();
        },
      };
    },
    isTidyingUp: () => restoring.isAny,
    ignoreInterrupts: () => ignoring.begin(),
    lastWords: (words) => {
      say = words;
    },
    unlisten,
  };
}
