import type { Change } from './change.ts';
import type { SnapshotUser } from './snapshot.ts';

/** A membership to add or remove. */
export interface WantedMembership {
  readonly line: number;
  readonly group: string;
  /** ID, email or userName; undefined if the entry only asks for the group to exist. */
  readonly member: string | undefined;
  /** Name of the member in a user row; absent in a group file, where `member` is that name. */
  readonly rowOf?: string;
  /** Whether the row creates the member: another user may have the name or address until then. */
  readonly isNew?: boolean;
  readonly action: 'add' | 'remove';
  /** Whether to create a missing group, whatever the options say. */
  readonly mayCreate?: true;
}

export interface MembershipOptions {
  /** Whether members who are not listed for a listed group are removed. */
  readonly isExact: boolean;
  /** IDs of groups from which the caller removes all members who are not listed, as if `isExact`. */
  readonly complete?: ReadonlySet<string>;
  /** Names of groups with skipped rows: their members stay even if the file does not list them. */
  readonly inexact?: ReadonlySet<string>;
  /** Whether a user stays in a group although no row lists the user. */
  readonly staysUnnamed?: (user: SnapshotUser) => boolean;
  /** Whether missing groups are created. */
  readonly mayCreate: boolean;
  /** Changes of users in the same plan. */
  readonly userChanges: readonly Change[];
  /** Lines whose users are not created because of a finding. */
  readonly refused?: ReadonlySet<number>;
}
