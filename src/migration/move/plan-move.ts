import type { Change } from '../../bulk/plan/change.ts';
import type { GroupSnapshot } from '../../bulk/plan/group-snapshot.ts';
import type { MoveInput, Waiting } from './drafted-users.ts';
import { type MovedGroups, planMovedGroups } from './plan-groups.ts';
import { planMovedUsers, planPrunedUsers } from './plan-users.ts';
import type { Reject } from './reject.ts';

export interface PlannedMove {
  readonly changes: readonly Change[];
  readonly rejects: readonly Reject[];
  /** Users whose manager or membership a later plan sets, when the other user exists. */
  readonly waiting: Waiting;
  /** Number of users that are the same in A and B. */
  readonly unchanged: number;
  readonly strangers: MovedGroups['strangers'];
}

/**
 * Plans all changes that make B equal to A: users first, then groups. @param prune whether items that only B
 * has are removed. Pure.
 */
export function planMove(input: MoveInput, groups: GroupSnapshot, prune: boolean): PlannedMove {
  const users = planMovedUsers(input);
  const pruned = prune ? planPrunedUsers(input) : [];
  const { a } = input.joined;
  const grouped = a.hasGroups ? planMovedGroups(input, groups, users, prune) : NO_GROUPS;
  return {
    changes: [...users.changes, ...pruned, ...grouped.changes],
    rejects: [...users.rejects, ...grouped.rejects],
    waiting: { managers: users.deferred, members: grouped.deferred },
    unchanged: users.unchanged,
    strangers: grouped.strangers,
  };
}

const NO_GROUPS: MovedGroups = { changes: [], rejects: [], deferred: new Set(), strangers: [] };
