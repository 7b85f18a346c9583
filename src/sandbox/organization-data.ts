import type { ScimErrorCode } from '../spec/error-codes.ts';
import type { DocumentedRates } from '../spec/limits.ts';
import type { ScimEndpointName } from '../spec/scim-endpoints.ts';
import type { UserValues } from '../spec/user-attributes.ts';
import type { Quirks } from './quirks/quirk-table.ts';
import type { RecordKey, StoredRecord } from './record-kinds.ts';

export const RANKS = ['member', 'admin', 'owner', 'primaryOwner'] as const;
/** What an account may do in the organization; a token acts only on accounts of its own rank or below. */
export type Rank = (typeof RANKS)[number];

/** An account. `values` has no blanks; what is absent is blank. */
export interface StoredUser {
  readonly id: string;
  /** As a read shows it: seconds, Pacific offset (OBSERVED §2.1). */
  readonly created: string;
  readonly values: UserValues & { readonly userName: string; readonly active: boolean };
  readonly rank: Rank;
  /**
   * The address that the userName was made of, as addresses are compared (assumption `user-name-of-address`).
   */
  readonly userNameFrom?: string;
  /** Whether any custom profile field was ever written: then a read lists them all (OBSERVED §2.1). */
  readonly hasCustomProfile: boolean;
  readonly isBot?: true;
  /** Primary owner of one of the workspaces (SCIM §7 primary_owner_check_failure). */
  readonly ownsWorkspace?: true;
  /** The personal data was erased (SCIM §7 cannot_modify_gdpr). */
  readonly isErased?: true;
  readonly isSingleChannelGuest?: true;
}

/** A group; on the enterprise plan it comes from an identity provider (OBSERVED §2.2). */
export interface StoredGroup {
  readonly id: string;
  readonly created: string;
  readonly displayName: string;
  readonly members: readonly string[];
  /** Channels that take their members from it (SCIM §7 idp_group_linked_to_channels). */
  readonly channels?: readonly string[];
  /**
   * A workspace that it is connected to does not let members go (SCIM §7
   * failed_to_remove_users_for_linked_subteam).
   */
  readonly keepsMembers?: true;
  /** The service keeps its members itself, such as all admins; nobody updates it (OBSERVED §2.2). */
  readonly isAutomatic?: true;
}

/** A token and what it is worth (SCIM §5, WEB §5). */
export interface SandboxToken {
  readonly token: string;
  readonly rank: Rank;
  readonly scopes: readonly string[];
  /** A stored word: state files of earlier versions hold it in this spelling. */
  readonly installedOn: 'organization' | 'workspace';
  /** The person who installed the app, or the account of the bot. */
  readonly userId?: string;
  readonly appId?: string;
  /** It speaks for the app's bot. */
  readonly isBot?: true;
  /**
   * The workspace of an installation on one; workspaces that one on the organization was added to, all when
   * absent.
   */
  readonly teams?: readonly string[];
  /** The person administers workspaces and not the organization (WEB §4.1 admin_unauthorized). */
  readonly isWorkspaceAdmin?: true;
  readonly end?: 'expired' | 'revoked';
}

/**
 * From the two that SCIM is not available on to the one of an organization with several workspaces (SCIM §5).
 */
export const PLANS = ['lowest', 'low', 'plus', 'enterprise'] as const;

export interface OrganizationSettings {
  readonly name: string;
  /** Where people's pages are. */
  readonly url: string;
  readonly vendor: string;
  readonly plan: (typeof PLANS)[number];
  /** People may change their own display name (SCIM §7 invalid_display_name). */
  readonly mayChangeOwnDisplayName: boolean;
  /** The team uses an identity manager, so that no initial password may be set (SCIM §2.1). */
  readonly hasIdentityManager: boolean;
  /** Names that share the namespace of user names (SCIM §7 username_taken). */
  readonly channels: readonly string[];
  /** Custom profile fields that did not come by SCIM (SCIM §7 unable_to_create_team_profile_fields). */
  readonly otherProfileFields?: number;
  /** Calls that fail although nothing is wrong with them, and the code that each of them gives (SCIM §7). */
  readonly faults?: { readonly [Name in ScimEndpointName]?: ScimErrorCode };
  /** What it does in another way than the documents say. */
  readonly quirks?: Quirks;
  /** Quotas that are kept; none when absent (OBSERVED §8). */
  readonly limits?: DocumentedRates;
  readonly tokens: readonly SandboxToken[];
  /** ID of the organization (WEB §4.10). */
  readonly enterpriseId?: string;
  /** The keys that messages are encrypted with were revoked (WEB §7 ekm_access_denied). */
  readonly keysRevoked?: true;
  /**
   * Accounts that still have to set up the second factor that is demanded (WEB §7 two_factor_setup_required).
   */
  readonly withoutSecondFactor?: readonly string[];
}

/** Who leaves a group and who joins it: a large group is not written again for one of them. */
export interface MembershipChange {
  readonly group: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** One thing that changed; the state file is made of these. */
export type OrganizationChange =
  | { readonly settings: OrganizationSettings }
  | { readonly user: StoredUser }
  | { readonly group: StoredGroup }
  | { readonly membership: MembershipChange }
  | { readonly deletedGroup: string }
  | { readonly record: StoredRecord }
  | { readonly deletedRecord: RecordKey };
