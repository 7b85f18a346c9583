/** How long a command may still wait for a service; all times in milliseconds. */
export interface WaitBudget {
  /** The most that may be waited, over all requests. */
  readonly most: number;
  /** The longest wait that may begin now. */
  left(): number;
  /** Waits, and counts it. Requests that wait at the same time wait once. */
  wait(milliseconds: number, sleep: () => Promise<void>, why?: 'outage'): Promise<void>;
  /** Counts the time since `begun` as waited, but for what is counted already. */
  waitedSince(begun: number, why?: 'outage'): void;
  /**
   * Begins an attempt. @returns what counts the time since then as waited, for an attempt in vain, and tells
   * it.
   */
  attempt(): (why?: 'outage') => number;
  /** An answer came: the time since outages were last waited for gives back as much of what they took. */
  worked(): void;
  /**
   * A write got through at its first attempt: what others have waited meanwhile has held nobody else up, and
   * counts no more.
   */
  passed(): void;
}

/**
 * Bounds the sum of all waiting of a command, a bulk run included, for a service that refuses and for one
 * that does not answer: the command ends with exit code 10.
 *
 * Waiting is time in which the service holds the command up: the pause after a refusal, the back-off from
 * trouble, an attempt that brought no answer. Success later on gives nothing back: a thousand writes that are
 * refused once each wait as long as one that is refused a thousand times. Two things are no waiting, so that
 * a run of hours at the service's quota does not end by itself:
 * - the pace. A request that is held back here, because of a rate that is known, never comes to this budget.
 *   That of the first requests does, when the first answer is a refusal.
 * - the pause of one row while other writes get through at their first attempt. That row waits; the run goes
 *   on.
 *
 * An outage is another thing than a quota: it ends. A run that works again for as long as it waited has its
 * whole budget for the next one, so that two hours survive two outages that together are longer than may be
 * waited; a service that is away more than it is there is not waited for forever.
 * @param clock never jumps
 */
export function createWaitBudget(most: number, clock: () => number): WaitBudget {
  let spent = 0;
  /** How much of it outages took. */
  let lost = 0;
  /** Up to when the time of work has been given back. */
  let workedUntil = Number.NEGATIVE_INFINITY;
  let waiting = 0;
  /** Since when and until when what waits now has been counted. */
  let countedSince = Number.NEGATIVE_INFINITY;
  let countedUntil = Number.NEGATIVE_INFINITY;
  /** How much of a wait that begins now is counted already, because others wait at the same time. */
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
        // A wait that is cut short counts as long as it lasted, so that a stop is not reported as a limit.
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
