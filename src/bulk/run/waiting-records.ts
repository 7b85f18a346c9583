import { setImmediate } from 'node:timers/promises';
import type { JournalRecord } from './journal-record.ts';

/** Milliseconds that a record may wait for others. */
const MOMENT = 10;

/** A record that is not on disk yet, and the callbacks of its writer. */
export interface WaitingRecord {
  readonly record: JournalRecord;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Collects records, so that many are flushed together. */
export class WaitingRecords {
  private waiting: WaitingRecord[] = [];
  private isUrgent = false;
  private hurry: (() => void) | undefined;

  get size(): number {
    return this.waiting.length;
  }

  /** @param mayWait whether further records will follow soon that it can be flushed with */
  add(record: WaitingRecord, mayWait: boolean): void {
    this.waiting.push(record);
    if (mayWait) return;
    this.isUrgent = true;
    this.hurry?.();
  }

  /**
   * Removes and returns all records, once one of them is urgent or the first has waited long enough, and
   * after the requests of this turn of the event loop.
   */
  async take(): Promise<readonly WaitingRecord[]> {
    if (!this.isUrgent) await this.moment();
    // Records of responses that other sockets have already received are flushed together with the first one.
    await setImmediate();
    // In that turn the connections send the requests for which these responses made room. The journal, which
    // is less urgent, follows after them.
    await setImmediate();
    const taken = this.waiting;
    this.waiting = [];
    this.isUrgent = false;
    return taken;
  }

  /** Waits `MOMENT` milliseconds, or until an urgent record arrives. */
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
