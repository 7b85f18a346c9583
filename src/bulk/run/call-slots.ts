import type { ParkedRequests } from '../../http/parked-requests.ts';
import type { ChangeId } from '../../values/ids.ts';

/**
 * Rows in progress per parallel call. More than one, because a row whose record is being flushed does not
 * occupy a call; the surplus lets one flush carry many records.
 */
const MAX_ROWS_PER_CALL = 4;
/**
 * Rows per parallel call whose intent may be on disk before their call can be made: as many calls go on
 * during a flush that a disk delays. Each such row must be looked up if the run is killed.
 */
const MAX_AHEAD_PER_CALL = 2;
/**
 * Maximum number of throttled calls that make room for others; each is a change in doubt if the run is
 * killed.
 */
export const MAX_PARKED = 256;

export interface CallSlotOptions {
  /** Maximum number of calls in flight. */
  readonly concurrency: number;
  /** Throttled calls that wait; each makes room for another call. */
  readonly parked?: ParkedRequests | undefined;
  /** Whether new calls must wait until the calls in flight have ended. */
  readonly isHeld: () => boolean;
}

/** Limits how many changes of a run are in progress, and in which order they make their calls. */
export class CallSlots {
  private readonly options: CallSlotOptions;
  private calls = 0;
  private readonly turns: (() => void)[] = [];
  /** Changes that are about to make a call. */
  private readonly beforeCall = new Set<ChangeId>();
  /**
   * Whether further changes are started: until `beforeCall` is full, and again once it is half empty, so that
   * their intents are flushed together.
   */
  private isFilling = true;

  constructor(options: CallSlotOptions) {
    this.options = options;
  }

  /**
   * Whether another change may start. With a concurrency of 1, each row waits for the outcome of the previous
   * one.
   */
  mayBegin(inProgress: number): boolean {
    const { concurrency } = this.options;
    if (concurrency === 1) return inProgress === 0;
    const most = concurrency * MAX_ROWS_PER_CALL + this.parked();
    const mostAhead = concurrency * MAX_AHEAD_PER_CALL;
    const ahead = this.beforeCall.size;
    if (ahead >= mostAhead) this.isFilling = false;
    else if (ahead <= mostAhead / 2) this.isFilling = true;
    return this.isFilling && inProgress < most;
  }

  /** Registers a change whose next step is a call. */
  prepare(change: ChangeId): void {
    this.beforeCall.add(change);
  }

  /** Whether the next step of a change is a call that it has not made yet. */
  isAhead(change: ChangeId): boolean {
    return this.beforeCall.has(change);
  }

  /** Unregisters a change that makes its call, or makes none. */
  release(change: ChangeId): void {
    this.beforeCall.delete(change);
  }

  /**
   * Occupies a call slot.
   * @returns false if none is free
   */
  take(): boolean {
    if (!this.mayCall()) return false;
    this.calls += 1;
    return true;
  }

  /** Waits for a free call slot and occupies it. */
  acquireSlot(): Promise<void> {
    return new Promise<void>((resolve) => this.turns.push(resolve));
  }

  /** Frees a call slot. */
  leave(): void {
    this.calls -= 1;
    this.startWaitingCalls();
  }

  /** Starts waiting calls while slots are free. */
  startWaitingCalls(): void {
    while (this.turns.length > 0 && this.take()) this.turns.shift()?.();
  }

  private mayCall(): boolean {
    return this.calls < this.mostCalls() && !this.options.isHeld();
  }

  private mostCalls(): number {
    return this.options.concurrency === 1 ? 1 : this.options.concurrency + this.parked();
  }

  private parked(): number {
    return Math.min(this.options.parked?.count() ?? 0, MAX_PARKED);
  }
}
