/** The remaining time for which a command may wait for a service; all times in milliseconds. */
export interface WaitBudget {
  /** Maximum total wait of all requests. */
  readonly most: number;
  /** Returns the longest wait that may start now. */
  left(): number;
  /** Waits and counts the time; concurrent waits count once. */
  wait(milliseconds: number, sleep: () => Promise<void>, why?: 'outage'): Promise<void>;
  /** Counts the time since `begun` as waited, except for time already counted. */
  waitedSince(begun: number, why?: 'outage'): void;
  /**
   * Starts an attempt.
   * @returns a function for a failed attempt, which counts the time since then as waited and returns it.
   */
  attempt(): (why?: 'outage') => number;
  /**
   * Records a success: the time since the last wait for an outage gives back as much of the time that outages
   * took.
   */
  worked(): void;
  /**
   * Records a write that succeeded at its first attempt: concurrent waits of other requests have not delayed
   * the run and no longer count.
   */
  passed(): void;
}

/**
 * Limits the total wait of a command, including a bulk run, for a service that refuses or does not respond.
 * At the limit the command ends with exit code 10.
 *
 * A wait is time in which the service delays the command: the pause after a refusal, the back-off after an
 * error, an attempt without a response. Later success gives nothing back: a thousand writes that are refused
 * once each wait as long as one that is refused a thousand times. Two delays do not count as waits, so that a
 * run of hours at the service's quota does not end by itself:
 * - pacing. A request held back locally because of a known rate never reaches this budget. The first requests
 * do if their first response is a refusal.
 * - the pause of one row while other writes succeed at their first attempt. Only that row waits, not the run.
 *
 * Unlike a quota, an outage ends. A run that works again for as long as it waited has its full budget for the
 * next outage, so a run of two hours survives two outages that together exceed the limit. A service that is
 * down more than it is up is not waited for forever.
 * @param clock monotonic
 */
export function createWaitBudget(most: number, clock: () => number): WaitBudget {
  let spent = 0;
  /** The part of `spent` that outages took. */
  let lost = 0;
  /** End of the working time that has been given back. */
  let workedUntil = Number.NEGATIVE_INFINITY;
  let waiting = 0;
  /** Start and end of the counted time of the current waits. */
  let countedSince = Number.NEGATIVE_INFINITY;
  let countedUntil = Number.NEGATIVE_INFINITY;
  /** The part of a new wait that is already counted, because of concurrent waits. */
  const counted = () => (waiting === 0 ? 0 : Math.max(0, countedUntil - clock()));
  const waitedSince = (begun: number, why?: 'outage') => {
    const now = clock();
    const more = Math.max(0, now - Math.max(begun, countedUntil));
    spent += more;
    if (why === 'outage') lost += more;
    countedUntil = Math.max(countedUntil, now);
  };
  return {
    most,
    waitedSince,
    left: () => most - spent + counted(),
    async wait(milliseconds, sleep, why) {
      const more = Math.max(0, milliseconds - counted());
      spent += more;
      if (why === 'outage') lost += more;
      if (more > 0) countedUntil = clock() + milliseconds;
      if (waiting === 0) countedSince = clock();
      waiting += 1;
      try {
        await sleep();
      } catch (error) {
        // An aborted wait counts only for as long as it lasted, so that a stop is not reported as a limit.
        const left = Math.max(0, countedUntil - clock());
        spent -= left;
        if (why === 'outage') lost -= left;
        countedUntil -= left;
        throw error;
      } finally {
        waiting -= 1;
      }
    },
    attempt() {
      const begun = clock();
      return (why) => {
        waitedSince(begun, why);
        return clock() - begun;
      };
    },
    worked() {
      if (lost <= 0) return;
      const now = clock();
      const more = now - Math.max(countedUntil, workedUntil);
      if (more <= 0) return;
      workedUntil = now;
      const back = Math.min(more, lost);
      lost -= back;
      spent -= back;
    },
    passed() {
      if (waiting === 0) return;
      const now = clock();
      spent -= Math.max(0, Math.min(now, countedUntil) - countedSince);
      countedSince = now;
    },
  };
}
