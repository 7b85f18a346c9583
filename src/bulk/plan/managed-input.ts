import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { GroupRules } from '../input/group-rule.ts';
import type { Shard } from '../input/shard.ts';
import type { Match } from './match.ts';
import type { IsProtected } from './protected-changes.ts';

/** The groups that a map manages, and whether the file is complete. */
export interface ManagedScope extends Pick<GroupRules, 'manage' | 'rename'> {
  /** Whether the file is not the complete list, so that absence of a user from it has no meaning. */
  readonly isPartial: boolean;
}

/** The rows, as far as they decide about managed groups. */
export interface ManagedInput {
  readonly rows: readonly DesiredUser[];
  /** Rejected rows, also those of other shards: their users keep their memberships. */
  readonly elsewhere: readonly DesiredUser[];
  readonly others: readonly DesiredUser[];
  /** Whether some rows cannot be read, so that no user counts as absent. */
  readonly hasUnreadable: boolean;
  readonly mode: Mode;
  readonly matchOf: (row: DesiredUser) => Match;
}

export interface ManagedOptions {
  readonly scope: ManagedScope | undefined;
  readonly isProtected: IsProtected;
  readonly shard: Shard | undefined;
  /** Whether managed groups without members are deleted. */
  readonly prunesGroups: boolean;
}

/** A protected user who would otherwise leave a managed group. */
export interface SparedMember {
  readonly user: string;
  readonly group: string;
}
