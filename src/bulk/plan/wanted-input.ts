import type { Remember } from '../../values/remember.ts';
import type { RejectedRows } from '../input/bad-row.ts';
import type { DesiredMembership } from '../input/desired-membership.ts';
import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { MatchKey } from '../input/match-keys.ts';
import type { Shard } from '../input/shard.ts';
import type { ShortNumber } from '../input/spreadsheet-damage.ts';
import type { ManagedScope } from './managed-groups.ts';
import type { PlanScope } from './plan-file.ts';
import type { IsProtected } from './protected-changes.ts';

/** What a file wants: users, or memberships. */
export interface WantedInput {
  readonly rows: readonly DesiredUser[];
  readonly memberships: readonly DesiredMembership[];
  /** What the rows of other shards want. */
  readonly others?: Others;
  /** Rows that were left out: their users count as being in the file. */
  readonly rejected?: Pick<RejectedRows, 'rows' | 'unreadable' | 'doubtful' | 'elsewhere'>;
  /** Codes of rows that are shorter than those of the others. */
  readonly shortNumbers?: readonly ShortNumber[];
  /** Memberships that were left out: nobody leaves their groups for not being named. */
  readonly rejectedMemberships?: readonly RejectedMembership[];
}

/** A membership that was left out; without a group where it could not be read. */
export type RejectedMembership = Partial<Pick<DesiredMembership, 'group'>>;

export interface Others {
  readonly rows: readonly DesiredUser[];
  readonly memberships: readonly DesiredMembership[];
}

export interface PlanOptions {
  readonly mode: Mode;
  readonly aims: PlanScope;
  readonly file: string;
  /** The share of the file that this plan is of. */
  readonly shard?: Shard | undefined;
  /** Who is protected is never deactivated for not being in the file. */
  readonly isProtected?: IsProtected;
  /** Who is protected also stays in a group whose file does not name them. */
  readonly sparesProtected?: boolean;
  /** The keys by which users are found, where they are declared. */
  readonly match?: readonly MatchKey[] | undefined;
  /** Lines whose contradictions a person has looked at. */
  readonly accept?: readonly number[] | undefined;
  /** The groups that a map decides about. */
  readonly managed?: ManagedScope | undefined;
  /** Tells again what became of a name, where names are invented. */
  readonly remember?: Remember | undefined;
}

export const NO_OTHERS: Others = { rows: [], memberships: [] };
