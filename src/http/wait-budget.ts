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
  recordSuccess(): void;
  /**
   * Records a write that succeeded at its first attempt: concurrent waits of other requests have not delayed
   * the run and no longer count.
   */
  recordFirstTrySuccess(): void;
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
  return new Budget(most, clock);
}

class Budget implements WaitBudget {
  readonly most: number;
  private readonly clock: () => number;
  private spent = 0;
  /** The part of `spent` that outages took. */
  private lost = 0;
  /** End of the working time that has been given back. */
  private workedUntil = Number.NEGATIVE_INFINITY;
  private waiting = 0;
  /** Start and end of the counted time of the current waits. */
  private countedSince = Number.NEGATIVE_INFINITY;
  private countedUntil = Number.NEGATIVE_INFINITY;

  constructor(most: number, clock: () => number) {
    this.most = most;
    this.clock = clock;
  }

  left(): number {
    return this.most - this.spent + this.alreadyCounted();
  }

  async wait(milliseconds: number, sleep: () => Promise<void>, why?: 'outage'): Promise<void> {
    const more = Math.max(0, milliseconds - this.alreadyCounted());
    this.spend(more, why);
    if (more > 0) this.countedUntil = this.clock() + milliseconds;
    if (this.waiting === 0) this.countedSince = this.clock();
    this.waiting += 1;
    try {
      await sleep();
    } catch (error) {
      // An aborted wait counts only for as long as it lasted, so that a stop is not reported as a limit.
      const left = Math.max(0, this.countedUntil - this.clock());
      this.spend(-left, why);
      this.countedUntil -= left;
      throw error;
    } finally {
      this.waiting -= 1;
    }
  }

  waitedSince(begun: number, why?: 'outage'): void {
    const now = this.clock();
    this.spend(Math.max(0, now - Math.max(begun, this.countedUntil)), why);
    this.countedUntil = Math.max(this.countedUntil, now);
  }

  attempt(): (why?: 'outage') => number {
    const begun = this.clock();
    return (why) => {
      this.waitedSince(begun, why);
      return this.clock() - begun;
    };
  }

  recordSuccess(): void {
    if (this.lost <= 0) return;
    const now = this.clock();
    const more = now - Math.max(this.countedUntil, this.workedUntil);
    if (more <= 0) return;
    this.workedUntil = now;
    this.spend(-Math.min(more, this.lost), 'outage');
  }

  recordFirstTrySuccess(): void {
    if (this.waiting === 0) return;
    const now = this.clock();
    this.spent -= Math.max(0, Math.min(now, this.countedUntil) - this.countedSince);
    this.countedSince = now;
  }

  /** The part of a new wait that is already counted, because of concurrent waits. */
  private alreadyCounted(): number {
    return this.waiting === 0 ? 0 : Math.max(0, this.countedUntil - this.clock());
  }

  /** @param milliseconds negative to give time back */
  private spend(milliseconds: number, why: 'outage' | undefined): void {
    this.spent += milliseconds;
    if (why === 'outage') this.lost += milliseconds;
  }
}
