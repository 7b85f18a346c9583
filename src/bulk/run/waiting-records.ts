import { setImmediate } from 'node:timers/promises';
import type { JournalRecord } from './journal-record.ts';

/** Milliseconds for which a record that may wait does so. */
const MOMENT = 10;

/** A record that is not on disk yet, and who waits for it. */
export interface WaitingRecord {
  readonly record: JournalRecord;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers records, so that many are flushed together. */
export class WaitingRecords {
  private waiting: WaitingRecord[] = [];
  private isUrgent = false;
  private hurry: (() => void) | undefined;

  get size(): number {
    return this.waiting.length;
  }

  /** @param mayWait whether others will come soon that it can be flushed with */
  add(record: WaitingRecord, mayWait: boolean): void {
    this.waiting.push(record);
    if (mayWait) return;
    this.isUrgent = true;
    this.hurry?.();
  }

  /**
   * Returns all records and forgets them: when there is one that may not wait, and after the requests of this
   * turn of the event loop.
   */
  async take(): Promise<readonly WaitingRecord[]> {
    if (!this.isUrgent) await this.moment();
    // What other sockets have brought by now is flushed together with the record that came first.
    await setImmediate();
    // In that turn the connections send what these answers made room for; the journal, which has time, stays
    // behind them.
    await setImmediate();
    const taken = this.waiting;
    this.waiting = [];
    this.isUrgent = false;
    return taken;
  }

  /** Lets a moment pass, unless a record comes that may not wait. */
  private moment(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.hurry = undefined;
        resolve();
      };
      const timer = setTimeout(end, MOMENT);
      this.hurry = end;
    });
  }
}
