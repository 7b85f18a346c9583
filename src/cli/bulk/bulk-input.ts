import type { RejectedRows } from '../../bulk/input/bad-row.ts';
import type { DesiredMembership } from '../../bulk/input/desired-membership.ts';
import type { DesiredUser } from '../../bulk/input/desired-state.ts';
import type { Written } from '../../bulk/input/dialect.ts';
import type { Feed } from '../../bulk/input/feed.ts';
import type { MatchKey } from '../../bulk/input/match-keys.ts';
import type { MapLimits } from '../../bulk/input/read-feed-limits.ts';
import type { InputReading } from '../../bulk/input/reading.ts';
import type { ShortNumber } from '../../bulk/input/spreadsheet-damage.ts';
import type { ManagedScope } from '../../bulk/plan/managed-groups.ts';
import type { PlanScope } from '../../bulk/plan/plan-file.ts';
import type { Others, RejectedMembership } from '../../bulk/plan/wanted-input.ts';
import type { OtherRows } from './compare-reviewed.ts';

/** The selected rows of a file without a finding, and what identifies the file. */
export interface BulkInput {
  readonly file: string;
  /** What a group file wants; empty of a file of users. */
  readonly memberships: readonly DesiredMembership[];
  readonly aims: PlanScope;
  readonly rows: readonly DesiredUser[];
  readonly digest: string;
  /** How it was read, when not as it stands. */
  readonly reading?: InputReading;
  /** How the file turned out to be written; undefined when as usual. */
  readonly written: Written | undefined;
  /** What the rows of other shards want. */
  readonly others: Others;
  /** The groups that a map decides about. */
  readonly managed?: ManagedScope | undefined;
  /** The keys by which users are found, where they are declared. */
  readonly match?: readonly MatchKey[] | undefined;
  /** Rows that were left out for findings of their own. */
  readonly rejected: RejectedRows;
  readonly rejectedMemberships: readonly RejectedMembership[];
  /** Codes that are shorter than those of the other rows. */
  readonly shortNumbers?: readonly ShortNumber[];
  /** What the next file of the same name is compared with. */
  readonly feed?: Feed;
  /** The rows failed or were rejected before: they are no whole list. */
  readonly isRejects?: boolean;
  /** What the map allows a file to bring less. */
  readonly limits?: MapLimits | undefined;
  /** Lines that are not accepted: the rejected row that was looked at was another one. */
  readonly otherRows?: OtherRows;
}
