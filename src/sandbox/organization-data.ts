import type { ScimErrorCode } from '../spec/error-codes.ts';
import type { DocumentedRates } from '../spec/limits.ts';
import type { ScimEndpointName } from '../spec/scim-endpoints.ts';
import type { UserValues } from '../spec/user-attributes.ts';
import type { Quirks } from './quirks/quirk-table.ts';
import type { RecordKey, StoredRecord } from './record-kinds.ts';

export const RANKS = ['member', 'admin', 'owner', 'primaryOwner'] as const;
/** Role of an account in the organization. A token can act only on accounts of its own rank or below. */
export type Rank = (typeof RANKS)[number];

/** An account. Empty values are absent from `values`. */
export interface StoredUser {
  readonly id: string;
  /** In the format of a read: seconds, Pacific offset (OBSERVED §2.1). */
  readonly created: string;
  readonly values: UserValues & { readonly userName: string; readonly active: boolean };
  readonly rank: Rank;
  /**
   * Email address from which the userName was derived, normalized for comparison (assumption
   * `user-name-of-address`).
   */
  readonly userNameFrom?: string;
  /** Whether any custom profile field was ever written; a read then lists all of them (OBSERVED §2.1). */
  readonly hasCustomProfile: boolean;
  readonly isBot?: true;
  /** Whether it is the primary owner of a workspace (SCIM §7 primary_owner_check_failure). */
  readonly ownsWorkspace?: true;
  /** Whether the personal data was erased (SCIM §7 cannot_modify_gdpr). */
  readonly isErased?: true;
  readonly isSingleChannelGuest?: true;
}

/** A group; on the enterprise plan it comes from an identity provider (OBSERVED §2.2). */
export interface StoredGroup {
  readonly id: string;
  readonly created: string;
  readonly displayName: string;
  readonly members: readonly string[];
  /** Channels whose members come from the group (SCIM §7 idp_group_linked_to_channels). */
  readonly channels?: readonly string[];
  /**
   * Whether a linked workspace prevents the removal of members (SCIM §7
   * failed_to_remove_users_for_linked_subteam).
   */
  readonly keepsMembers?: true;
  /**
   * Whether the service itself manages the members, such as all admins; updates are refused (OBSERVED §2.2).
   */
  readonly isAutomatic?: true;
}

/** A token and its permissions (SCIM §5, WEB §5). */
export interface SandboxToken {
  readonly token: string;
  readonly rank: Rank;
  readonly scopes: readonly string[];
  /** Stored values: state files of earlier versions use this spelling. */
  readonly installedOn: 'organization' | 'workspace';
  /** The user who installed the app, or the account of the bot. */
  readonly userId?: string;
  readonly appId?: string;
  /** Whether it is the token of the app's bot. */
  readonly isBot?: true;
  /**
   * For an installation on a workspace, that workspace. For one on the organization, the workspaces it was
   * added to; absent for all.
   */
  readonly teams?: readonly string[];
  /** Whether the user administers workspaces but not the organization (WEB §4.1 admin_unauthorized). */
  readonly isWorkspaceAdmin?: true;
  readonly end?: 'expired' | 'revoked';
}

/** From the two plans without SCIM to the plan of an organization with several workspaces (SCIM §5). */
export const PLANS = ['lowest', 'low', 'plus', 'enterprise'] as const;

export interface OrganizationSettings {
  readonly name: string;
  /** Base URL of the users' pages. */
  readonly url: string;
  readonly vendor: string;
  readonly plan: (typeof PLANS)[number];
  /** Whether users may change their own display name (SCIM §7 invalid_display_name). */
  readonly mayChangeOwnDisplayName: boolean;
  /** Whether the team uses an identity manager; initial passwords are then refused (SCIM §2.1). */
  readonly hasIdentityManager: boolean;
  /** Channel names, which share the namespace of user names (SCIM §7 username_taken). */
  readonly channels: readonly string[];
  /** Number of custom profile fields not created by SCIM (SCIM §7 unable_to_create_team_profile_fields). */
  readonly otherProfileFields?: number;
  /** Calls that always fail, and the code that each returns (SCIM §7). */
  readonly faults?: { readonly [Name in ScimEndpointName]?: ScimErrorCode };
  /** Deviations from the documented behavior. */
  readonly quirks?: Quirks;
  /** Quotas to enforce; none if absent (OBSERVED §8). */
  readonly limits?: DocumentedRates;
  readonly tokens: readonly SandboxToken[];
  /** ID of the organization (WEB §4.10). */
  readonly enterpriseId?: string;
  /** Whether the encryption keys of messages were revoked (WEB §7 ekm_access_denied). */
  readonly keysRevoked?: true;
  /** Accounts that have not set up the required second factor (WEB §7 two_factor_setup_required). */
  readonly withoutSecondFactor?: readonly string[];
}

/** Members removed from and added to a group. Stored instead of the group, which may be large. */
export interface MembershipChange {
  readonly group: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** One change; the state file consists of these. */
export type OrganizationChange =
  | { readonly settings: OrganizationSettings }
  | { readonly user: StoredUser }
  | { readonly group: StoredGroup }
  | { readonly membership: MembershipChange }
  | { readonly deletedGroup: string }
  | { readonly record: StoredRecord }
  | { readonly deletedRecord: RecordKey };
