import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Journal } from './journal.ts';
import type { Outcome } from './journal-record.ts';

/**
 * The changes of a run whose outcome is not known yet, as the journal has them. Each record is on disk before
 * the next step.
 */
export class OpenIntents {
  private readonly journal: Journal;
  private readonly times: Map<ChangeId, number>;

  /** @param earlier those that an earlier attempt at the run left */
  constructor(journal: Journal, earlier: ReadonlyMap<ChangeId, number>) {
    this.journal = journal;
    this.times = new Map(earlier);
  }

  get size(): number {
    return this.times.size;
  }

  /** When a change was about to be sent; undefined for one that is not in doubt. */
  since({ id }: Change): number | undefined {
    return this.times.get(id);
  }

  /** Writes that a change is about to be sent. */
  async begin({ id }: Change, at: number): Promise<void> {
    await this.journal.write({ type: 'intent', change: id, at });
    this.times.set(id, at);
  }

  /** Writes that a change is certainly not done. */
  async withdraw({ id }: Change): Promise<void> {
    await this.journal.write({ type: 'absent', change: id });
    this.times.delete(id);
  }

  /**
   * Writes how a change ended; it stays in doubt until `close`.
   * @param mayWait whether other changes will end, or begin, in a moment
   */
  conclude({ id }: Change, outcome: Outcome, mayWait: boolean): Promise<void> {
    return this.journal.write({ type: 'outcome', change: id, outcome }, { mayWait });
  }

  /** Forgets a change whose outcome is known. */
  close({ id }: Change): void {
    this.times.delete(id);
  }
}
