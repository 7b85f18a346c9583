import type { RejectedRows } from '../../bulk/input/bad-row.ts';
import type { DesiredMembership } from '../../bulk/input/desired-membership.ts';
import type { DesiredUser } from '../../bulk/input/desired-state.ts';
import type { DetectedDialect } from '../../bulk/input/dialect.ts';
import type { Feed } from '../../bulk/input/feed.ts';
import type { TruncatedNumber } from '../../bulk/input/leading-zeros.ts';
import type { MatchKey } from '../../bulk/input/match-keys.ts';
import type { MapLimits } from '../../bulk/input/read-feed-limits.ts';
import type { InputReading } from '../../bulk/input/reading.ts';
import type { ManagedScope } from '../../bulk/plan/managed-input.ts';
import type { PlanScope } from '../../bulk/plan/plan-file.ts';
import type { Others, RejectedMembership } from '../../bulk/plan/wanted-input.ts';
import type { OtherRows } from './compare-reviewed.ts';

/** The selected rows of a file that have no finding, and what identifies the file. */
export interface BulkInput {
  readonly file: string;
  /** The memberships of a group file; empty for a file of users. */
  readonly memberships: readonly DesiredMembership[];
  readonly aims: PlanScope;
  readonly rows: readonly DesiredUser[];
  readonly digest: string;
  /** The reading options; undefined if the file is read whole and without a map. */
  readonly reading?: InputReading;
  /** The detected dialect of the file; undefined if it is the usual one. */
  readonly written: DetectedDialect | undefined;
  /** The rows of other shards. */
  readonly others: Others;
  /** The groups that a map manages. */
  readonly managed?: ManagedScope | undefined;
  /** The keys by which users are matched, if declared. */
  readonly match?: readonly MatchKey[] | undefined;
  /** Rows that were left out because they have findings. */
  readonly rejected: RejectedRows;
  readonly rejectedMemberships: readonly RejectedMembership[];
  /** Codes that are shorter than those of the other rows. */
  readonly shortNumbers?: readonly TruncatedNumber[];
  /** Summary with which the next file of the same name is compared. */
  readonly feed?: Feed;
  /** Whether the rows failed or were rejected before: such a file is not a complete list. */
  readonly isRejects?: boolean;
  /** Limits that the map sets for the file. */
  readonly limits?: MapLimits | undefined;
  /** Lines that are not accepted because the reviewed rejected row differs from the row in the file. */
  readonly otherRows?: OtherRows;
}
