import type { ParkedRequests } from '../../http/parked-requests.ts';
import type { ChangeId } from '../../values/ids.ts';

/**
 * A row whose record is on its way to the disk makes no call: up to this many rows are in progress for each
 * call, so that a flush carries many records.
 */
const MOST_ROWS_PER_CALL = 4;
/**
 * This many refused calls for each call in flight make room for others; each is a change in doubt when the
 * run is killed.
 */
const PARKED_PER_CALL = 4;

export interface CallSlotOptions {
  /** Calls in flight at once. */
  readonly concurrency: number;
  /** Calls that were refused and wait: each makes room for another one. */
  readonly parked?: ParkedRequests | undefined;
  /** Whether calls wait for what is in flight, however few that are. */
  readonly isHeld: () => boolean;
}

/** How many changes of a run may be in progress, and whose turn it is to make a call. */
export class CallSlots {
  private readonly options: CallSlotOptions;
  private calls = 0;
  private readonly turns: (() => void)[] = [];
  /**
   * Changes that are about to make a call: no more than there are calls, because each is in doubt when the
   * run is killed.
   */
  private readonly beforeCall = new Set<ChangeId>();
  /**
   * Changes are begun until there are as many, and again when half of them are left: their intents are
   * flushed together.
   */
  private isFilling = true;

  constructor(options: CallSlotOptions) {
    this.options = options;
  }

  /**
   * Whether one more change may be begun. With one call at a time the outcome of a row is known before the
   * next row is touched.
   */
  mayBegin(inProgress: number): boolean {
    const { concurrency } = this.options;
    if (concurrency === 1) return inProgress === 0;
    const most = concurrency * MOST_ROWS_PER_CALL + this.parked();
    const ahead = this.beforeCall.size;
    if (ahead >= this.mostCalls()) this.isFilling = false;
    else if (ahead <= this.mostCalls() / 2) this.isFilling = true;
    return this.isFilling && inProgress < most;
  }

  /** Notes a change whose next step is a call. */
  prepare(change: ChangeId): void {
    this.beforeCall.add(change);
  }

  /** Notes that a change makes its call, or will make none. */
  release(change: ChangeId): void {
    this.beforeCall.delete(change);
  }

  /** Takes the place of one call. @returns false when it has to wait for its turn */
  take(): boolean {
    if (!this.mayCall()) return false;
    this.calls += 1;
    return true;
  }

  /** Waits until one more call may be in flight, and takes its place. */
  turn(): Promise<void> {
    return new Promise<void>((resolve) => this.turns.push(resolve));
  }

  /** Gives the place of a call back. */
  leave(): void {
    this.calls -= 1;
    this.admit();
  }

  /** Starts as many calls as may be in flight. */
  admit(): void {
    while (this.turns.length > 0 && this.take()) this.turns.shift()?.();
  }

  private mayCall(): boolean {
    return this.calls < this.mostCalls() && !this.options.isHeld();
  }

  private mostCalls(): number {
    return this.options.concurrency === 1 ? 1 : this.options.concurrency + this.parked();
  }

  private parked(): number {
    return Math.min(this.options.parked?.count() ?? 0, PARKED_PER_CALL * this.options.concurrency);
  }
}
