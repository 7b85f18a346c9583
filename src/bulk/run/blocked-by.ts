import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';

/** Outcome of a change that is not started. */
export type Blocked = Extract<Outcome, { readonly state: 'failed' }>;

/** Returns the outcome of a change that is not started because a dependency failed; it names that line. */
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
    message: `depends on line ${cause?.line ?? '?'}, which failed`,
  };
}
