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
}

/** Values that an earlier look found to be in the way, by position in A; `row` stands for the person. */
export type Dropped = ReadonlyMap<number, ReadonlySet<string>>;

export interface DraftedUsers {
  readonly drafts: readonly UserChange[];
  readonly rejects: readonly Reject[];
  /** Positions of people who are created. */
  readonly created: ReadonlySet<number>;
  /** Managers who are set by a later plan, when they are there. */
  readonly deferred: number;
  readonly unchanged: number;
}

/** The line of a person of A: as in an export, behind a heading. */
export function lineOf(position: number): number {
  return position + 2;
}
