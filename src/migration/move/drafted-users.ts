import type { UserChange } from '../../bulk/plan/change.ts';
import type { Snapshot } from '../../bulk/plan/snapshot.ts';
import type { Joined } from '../compare/difference.ts';
import type { Reject } from './reject.ts';

/** Input of a plan. */
export interface MoveInput {
  readonly joined: Joined;
  /** The current state of B. */
  readonly snapshot: Snapshot;
  /** Whether a user of A (by position) is moved now. */
  readonly isMeant: (position: number) => boolean;
  /** Users of earlier parts that waited for another user, who may exist by now. None if absent. */
  readonly waiting?: Waiting;
  /** Which groups are moved: those of the moved users, these and empty groups, or all. All if absent. */
  readonly movedGroups?: 'of members' | 'of members and empty' | 'all';
}

/** Positions in A of users that wait for another user, who is not in B yet. */
export interface Waiting {
  /** Users that wait for their manager. */
  readonly managers: ReadonlySet<number>;
  /** Users that wait for a membership. */
  readonly members: ReadonlySet<number>;
}

/** Values that an earlier pass found in conflict, by position in A; `row` stands for the whole user. */
export type Dropped = ReadonlyMap<number, ReadonlySet<string>>;

export interface DraftedUsers {
  readonly drafts: readonly UserChange[];
  readonly rejects: readonly Reject[];
  /** Positions of users to be created. */
  readonly created: ReadonlySet<number>;
  /** Positions of users whose manager a later plan sets, when that manager exists. */
  readonly deferred: ReadonlySet<number>;
  readonly unchanged: number;
}

/** Returns the line of a user of A: as in an export with a header row. */
export function lineOf(position: number): number {
  return position + 2;
}
