import type { UserChange } from '../../bulk/plan/change.ts';
import type { Snapshot } from '../../bulk/plan/snapshot.ts';
import type { Joined } from '../compare/difference.ts';
import type { Reject } from './reject.ts';

/** What a plan is made of. */
export interface MoveInput {
  readonly joined: Joined;
  /** B as it is now. */
  readonly snapshot: Snapshot;
  /** Whether a person of A is moved now, by position. */
  readonly isMeant: (position: number) => boolean;
  /** Positions of people of earlier parts: what they waited for may be there now. Nobody when absent. */
  readonly waiting?: Waiting;
  /**
   * Which groups are moved: those of the people who are, empty ones as well, or all of them, which is usual.
   */
  readonly movedGroups?: 'of members' | 'of members and empty' | 'all';
}

/** Positions of people in A who wait for somebody who is not in B yet. */
export interface Waiting {
  /** For their manager. */
  readonly managers: ReadonlySet<number>;
  /** For a membership. */
  readonly members: ReadonlySet<number>;
}

/** Values that an earlier look found to be in the way, by position in A; `row` stands for the person. */
export type Dropped = ReadonlyMap<number, ReadonlySet<string>>;

export interface DraftedUsers {
  readonly drafts: readonly UserChange[];
  readonly rejects: readonly Reject[];
  /** Positions of people who are created. */
  readonly created: ReadonlySet<number>;
  /** Positions of people whose manager is set by a later plan, when the manager is there. */
  readonly deferred: ReadonlySet<number>;
  readonly unchanged: number;
}

/** The line of a person of A: as in an export, behind a heading. */
export function lineOf(position: number): number {
  return position + 2;
}
