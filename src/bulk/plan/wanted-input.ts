import type { Remember } from '../../values/remember.ts';
import type { RejectedRows } from '../input/bad-row.ts';
import type { DesiredMembership } from '../input/desired-membership.ts';
import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { TruncatedNumber } from '../input/leading-zeros.ts';
import type { MatchKey } from '../input/match-keys.ts';
import type { Shard } from '../input/shard.ts';
import type { ManagedScope } from './managed-input.ts';
import type { PlanScope } from './plan-file.ts';
import type { IsProtected } from './protected-changes.ts';

/** The wanted state from a file: users or memberships. */
export interface WantedInput {
  readonly rows: readonly DesiredUser[];
  readonly memberships: readonly DesiredMembership[];
  /** Rows of other shards. */
  readonly others?: Others;
  /** Skipped rows: their users count as being in the file. */
  readonly rejected?: Pick<RejectedRows, 'rows' | 'unreadable' | 'doubtful' | 'elsewhere'>;
  /** Codes that are shorter than those of the other rows. */
  readonly shortNumbers?: readonly TruncatedNumber[];
  /** Skipped memberships: members who are not listed stay in their groups. */
  readonly rejectedMemberships?: readonly RejectedMembership[];
}

/** A skipped membership; without a group if that could not be read. */
export type RejectedMembership = Partial<Pick<DesiredMembership, 'group'>>;

export interface Others {
  readonly rows: readonly DesiredUser[];
  readonly memberships: readonly DesiredMembership[];
}

export interface PlanOptions {
  readonly mode: Mode;
  readonly aims: PlanScope;
  readonly file: string;
  /** The shard of the file that the plan covers. */
  readonly shard?: Shard | undefined;
  /** Protected users are not deactivated if they are not in the file. */
  readonly isProtected?: IsProtected;
  /** Whether protected users also stay in a group whose file does not list them. */
  readonly sparesProtected?: boolean;
  /** Keys by which users are matched, if declared. */
  readonly match?: readonly MatchKey[] | undefined;
  /** Lines whose identity changes are accepted. */
  readonly accept?: readonly number[] | undefined;
  /** The groups that a map manages. */
  readonly managed?: ManagedScope | undefined;
  /** Replays derived names of a recording with made-up values. */
  readonly remember?: Remember | undefined;
}

export const NO_OTHERS: Others = { rows: [], memberships: [] };
