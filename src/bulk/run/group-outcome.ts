import type { Group } from '../../scim/group.ts';
import type { GroupChange } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';

export type Details = Omit<Extract<Outcome, { state: 'succeeded' }>, 'state' | 'id' | 'name'>;

/** Returns the outcome of a group change, and reports the current group. */
export function groupSucceeded(
  change: GroupChange,
  group: Group,
  { onAnswer }: SendContext,
  details: Details = {},
): Outcome {
  onAnswer?.(change.id, { group });
  return { state: 'succeeded', id: group.id, name: group.displayName, ...details };
}
