import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';

/** What a run did, as far as it is known. */
export interface AppliedRun {
  readonly changes: readonly Change[];
  readonly outcomes: ReadonlyMap<ChangeId, Outcome>;
  /** Changes that were sent and whose outcome nobody saw: what they did shows in the snapshot. */
  readonly inDoubt: ReadonlySet<ChangeId>;
}
