/** How long a command may still wait for a service; all times in milliseconds. */
export interface WaitBudget {
  /** The most that may be waited, over all requests. */
  readonly most: number;
  /** The longest wait that may begin now. */
  left(): number;
  /** Waits, and counts it. Requests that wait at the same time wait once. */
  wait(milliseconds: number, sleep: () => Promise<void>): Promise<void>;
  /** Begins an attempt. @returns what counts the time since then as waited, for an attempt in vain, and tells it. */
  attempt(): () => number;
  /** A write was taken: the service works, and what was waited for it counts no more. */
  writeTaken(): void;
}

/**
 * Bounds the sum of all waiting of a command, for a service that refuses and for one that does not answer (product, Exit codes: 10). A long run of writes may be slowed down for longer in all, as
 * long as its writes get through.
 * @param clock never jumps
 */
export function createWaitBudget(most: number, clock: () => number): WaitBudget {
  let spent = 0;
  let waiting = 0;
  /** Until when what waits now has been counted. */
  let countedUntil = Number.NEGATIVE_INFINITY;
  /** How much of a wait that begins now is counted already, because others wait at the same time. */
  const counted = () => (waiting === 0 ? 0 : Math.max(0, countedUntil - clock()));
  return {
    most,
    left: () => most - spent + counted(),
    async wait(milliseconds, sleep) {
      const more = Math.max(0, milliseconds - counted());
      spent += more;
      if (more > 0) countedUntil = clock() + milliseconds;
      waiting += 1;
      try {
        await sleep();
      } finally {
        waiting -= 1;
      }
    },
    attempt() {
      const begun = clock();
      return () => {
        const now = clock();
        spent += Math.max(0, now - Math.max(begun, countedUntil));
        countedUntil = Math.max(countedUntil, now);
        return now - begun;
      };
    },
    writeTaken() {
      spent = 0;
    },
  };
}
