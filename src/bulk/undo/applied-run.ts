import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';

/** The changes of a run and their known outcomes. */
export interface AppliedRun {
  readonly changes: readonly Change[];
  readonly outcomes: ReadonlyMap<ChangeId, Outcome>;
  /** Changes that were sent without a known outcome: their effect is visible in the snapshot. */
  readonly inDoubt: ReadonlySet<ChangeId>;
}
