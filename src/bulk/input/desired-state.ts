import type { Issue } from '../../failure/issue.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { UserColumn } from './columns.ts';

export const MODES = ['upsert', 'create', 'update', 'deactivate'] as const;
/** What rows may do: create and update users, only create, only update, or deactivate users. */
export type Mode = (typeof MODES)[number];

/** The state that one row asks for. */
export interface DesiredUser {
  /** Line in the file, 1-based. */
  readonly line: number;
  readonly id?: string;
  readonly set: UserValues;
  readonly clear: readonly UserAttributeName[];
  /** Values of `set` that have surrounding spaces in the file: a user stored with the spaces is unchanged. */
  readonly asWritten?: UserValues;
  /** Names or IDs of the groups of the user; an empty list means no group. */
  readonly groups?: readonly string[];
  /** The user must not have an account: an existing one is deactivated or ignored (`provision` of a map). */
  readonly outside?: 'deactivate' | 'ignore';
  /** The blank cell that is the only reason for `outside`: no user is deactivated because of it. */
  readonly outOfScopeBlank?: { readonly name: string; readonly isDay: boolean; readonly text?: string };
  /**
   * The groups that a map derives from the row, within the groups it manages; absent without such a map, and
   * in a rejected row whose findings leave open which groups it names.
   */
  readonly managed?: readonly string[];
  /** Whether the manager is the name of a user outside of the file, to be found in the organization. */
  readonly hasManagerName?: true;
  /** Whether the userName is a proposal for a new user: a number is added if another user has it. */
  readonly isNumbered?: true;
  /** Whether the row is a single-channel guest; only readers that accept such rows get them. */
  readonly isSingleChannelGuest?: true;
}

/** A finding about one cell, or about the row if there is no column. */
export interface CellIssue {
  readonly column: UserColumn | undefined;
  readonly issue: Issue;
}
