import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Journal } from './journal.ts';
import type { Outcome } from './journal-record.ts';

/** The changes in doubt of a run, kept equal to the journal. Each record is on disk before the next step. */
export class OpenIntents {
  private readonly journal: Journal;
  private readonly times: Map<ChangeId, number>;

  /** @param earlier changes in doubt from earlier attempts */
  constructor(journal: Journal, earlier: ReadonlyMap<ChangeId, number>) {
    this.journal = journal;
    this.times = new Map(earlier);
  }

  get size(): number {
    return this.times.size;
  }

  /** Returns how many of the changes in doubt satisfy a condition. */
  count(where: (id: ChangeId) => boolean): number {
    return [...this.times.keys()].filter(where).length;
  }

  /** Returns the time of the intent of a change; undefined if it is not in doubt. */
  since({ id }: Change): number | undefined {
    return this.times.get(id);
  }

  /** Records that a change is about to be sent. */
  async begin({ id }: Change, at: number): Promise<void> {
    await this.journal.write({ type: 'intent', change: id, at });
    this.times.set(id, at);
  }

  /** Records that a change was certainly not made. */
  async recordNotApplied({ id }: Change): Promise<void> {
    await this.journal.write({ type: 'absent', change: id });
    this.times.delete(id);
  }

  /**
   * Records the outcome of a change; it stays in doubt until `close`.
   * @param mayWait whether further records will follow soon
   */
  conclude({ id }: Change, outcome: Outcome, mayWait: boolean): Promise<void> {
    return this.journal.write({ type: 'outcome', change: id, outcome }, { mayWait });
  }

  /** Removes a change whose outcome is known. */
  close({ id }: Change): void {
    this.times.delete(id);
  }
}
