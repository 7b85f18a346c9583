import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';

/** How a change ends that is not begun. */
export type Blocked = Extract<Outcome, { readonly state: 'failed' }>;

/**
 * Returns how a change ends that waits for one that failed: it is not begun, and says whose failure it was.
 */
export function blockedBy(
  change: Change,
  byId: ReadonlyMap<ChangeId, Change>,
  outcomes: ReadonlyMap<ChangeId, Outcome>,
): Blocked | undefined {
  const failed = change.after.find((id) => outcomes.get(id)?.state === 'failed');
  if (failed === undefined) return undefined;
  const cause = byId.get(failed);
  return {
    state: 'failed',
    code: 'blocked',
    message: `waits for line ${cause?.line ?? '?'}, which failed`,
  };
}
