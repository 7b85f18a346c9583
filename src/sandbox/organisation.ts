import { customProfileNames } from '../rules/custom-profile.ts';
import { emailKey } from '../rules/email-address.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import type { RateLimits } from '../spec/limits.ts';
import type { ScimEndpointName } from '../spec/scim-endpoints.ts';
import type { UserAttributeName, UserValues } from '../spec/user-attributes.ts';
import { type RecordKey, Records, type StoredRecord } from './records.ts';

export const RANKS = ['member', 'admin', 'owner', 'primaryOwner'] as const;
/** What an account may do in the organization; a token acts only on accounts of its own rank or below. */
export type Rank = (typeof RANKS)[number];

/** An account. `values` has no blanks; what is absent is blank. */
export interface StoredUser {
  readonly id: string;
  /** As a read shows it: seconds, Pacific offset (service-facts §2.1). */
  readonly created: string;
  readonly values: UserValues & { readonly userName: string; readonly active: boolean };
  readonly rank: Rank;
  /** Whether any custom profile field was ever written: then a read lists them all (service-facts §2.1). */
  readonly hasCustomProfile: boolean;
  readonly isBot?: true;
  /** Primary owner of one of the workspaces (SCIM §7 primary_owner_check_failure). */
  readonly ownsWorkspace?: true;
  /** The personal data was erased (SCIM §7 cannot_modify_gdpr). */
  readonly isErased?: true;
  readonly isSingleChannelGuest?: true;
}

/** A group; on the enterprise plan it comes from an identity provider (service-facts §2.2). */
export interface StoredGroup {
  readonly id: string;
  readonly created: string;
  readonly displayName: string;
  readonly members: readonly string[];
  /** Channels that take their members from it (SCIM §7 idp_group_linked_to_channels). */
  readonly channels?: readonly string[];
  /** A workspace that it is connected to does not let members go (SCIM §7 failed_to_remove_users_for_linked_subteam). */
  readonly keepsMembers?: true;
  /** The service keeps its members itself, such as all admins; nobody updates it (service-facts §2.2). */
  readonly isAutomatic?: true;
}

/** A token and what it is worth (SCIM §5, WEB §5). */
export interface SandboxToken {
  readonly token: string;
  readonly rank: Rank;
  readonly scopes: readonly string[];
  readonly installedOn: 'organisation' | 'workspace';
  /** The person who installed the app, or the account of the bot. */
  readonly userId?: string;
  readonly appId?: string;
  /** It speaks for the app's bot. */
  readonly isBot?: true;
  /** The workspace of an installation on one; workspaces that one on the organization was added to, all when absent. */
  readonly teams?: readonly string[];
  /** The person administers workspaces and not the organization (WEB §4.1 admin_unauthorized). */
  readonly isWorkspaceAdmin?: true;
  readonly end?: 'expired' | 'revoked';
}

/** From the two that SCIM is not available on to the one of an organization with several workspaces (SCIM §5). */
export const PLANS = ['lowest', 'low', 'plus', 'enterprise'] as const;

export interface OrganisationSettings {
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
  /** Quotas that are kept; none when absent (service-facts §8). */
  readonly limits?: RateLimits;
  readonly tokens: readonly SandboxToken[];
  /** ID of the organization (WEB §4.10). */
  readonly enterpriseId?: string;
  /** The keys that messages are encrypted with were revoked (WEB §7 ekm_access_denied). */
  readonly keysRevoked?: true;
  /** Accounts that still have to set up the second factor that is demanded (WEB §7 two_factor_setup_required). */
  readonly withoutSecondFactor?: readonly string[];
}

/** Who leaves a group and who joins it: a large group is not written again for one of them. */
export interface MembershipChange {
  readonly group: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** One thing that changed; the state file is made of these. */
export type OrganisationChange =
  | { readonly settings: OrganisationSettings }
  | { readonly user: StoredUser }
  | { readonly group: StoredGroup }
  | { readonly membership: MembershipChange }
  | { readonly deletedGroup: string }
  | { readonly record: StoredRecord }
  | { readonly deletedRecord: RecordKey };

/** Everything the service knows, with the look-ups that its rules need. Resources are replaced, never mutated. */
export class Organisation {
  /** What only the Web API shows. */
  readonly records = new Records();
  private readonly usersById = new Map<string, StoredUser>();
  private readonly idByEmail = new Map<string, string>();
  private readonly idByUserName = new Map<string, string>();
  private readonly groupsById = new Map<string, StoredGroup>();
  private readonly groupIdsByMember = new Map<string, Set<string>>();
  private readonly removedGroups = new Set<string>();
  private readonly profileFieldsSeen = new Set<UserAttributeName>();
  private settingsNow: OrganisationSettings;
  private readonly tell: (change: OrganisationChange) => void;

  /** @param tell is told of every change after it is made. */
  constructor(settings: OrganisationSettings, tell: (change: OrganisationChange) => void = () => {}) {
    this.settingsNow = settings;
    this.tell = tell;
  }

  get settings(): OrganisationSettings {
    return this.settingsNow;
  }

  /** In the order of creation. */
  users(): Iterable<StoredUser> {
    return this.usersById.values();
  }

  get userCount(): number {
    return this.usersById.size;
  }

  groups(): Iterable<StoredGroup> {
    return this.groupsById.values();
  }

  get groupCount(): number {
    return this.groupsById.size;
  }

  /** Groups that are gone; nothing else ever gets their identifiers. */
  deletedGroups(): ReadonlySet<string> {
    return this.removedGroups;
  }

  /** The custom profile fields that users were ever given here (assumption `team-profile-fields`). */
  profileFields(): ReadonlySet<UserAttributeName> {
    return this.profileFieldsSeen;
  }

  user(id: string): StoredUser | undefined {
    return this.usersById.get(id);
  }

  group(id: string): StoredGroup | undefined {
    return this.groupsById.get(id);
  }

  userByEmail(address: string): StoredUser | undefined {
    return this.lookUp(this.idByEmail, emailKey(address));
  }

  userByUserName(userName: string): StoredUser | undefined {
    return this.lookUp(this.idByUserName, userName);
  }

  /** Whether a user or a channel has the name. */
  isNameTaken(userName: string): boolean {
    return this.idByUserName.has(userName) || this.settingsNow.channels.includes(userName);
  }

  /** The groups that a user is a member of, in the order of joining. */
  groupsOf(userId: string): readonly StoredGroup[] {
    return [...(this.groupIdsByMember.get(userId) ?? [])].flatMap((id) => this.groupsById.get(id) ?? []);
  }

  /** Forgets everybody, before everything is applied anew. */
  clear(): void {
    for (const index of [
      this.usersById,
      this.idByEmail,
      this.idByUserName,
      this.groupsById,
      this.groupIdsByMember,
      this.removedGroups,
      this.profileFieldsSeen,
      this.records,
    ])
      index.clear();
  }

  /** Makes a change and tells of it. */
  change(change: OrganisationChange): void {
    this.apply(change);
    this.tell(change);
  }

  /** Makes a change that is already recorded. */
  apply(change: OrganisationChange): void {
    if ('settings' in change) this.settingsNow = change.settings;
    else if ('user' in change) this.putUser(change.user);
    else if ('group' in change) this.putGroup(change.group);
    else if ('membership' in change) this.changeMembership(change.membership);
    else if ('record' in change) this.records.put(change.record);
    else if ('deletedRecord' in change) this.records.remove(change.deletedRecord);
    else this.removeGroup(change.deletedGroup);
  }

  private lookUp(index: ReadonlyMap<string, string>, key: string): StoredUser | undefined {
    const id = index.get(key);
    return id === undefined ? undefined : this.usersById.get(id);
  }

  private putUser(user: StoredUser): void {
    const before = this.usersById.get(user.id);
    if (before !== undefined) {
      this.idByUserName.delete(before.values.userName);
      for (const address of addressesOf(before)) this.idByEmail.delete(address);
    }
    this.usersById.set(user.id, user);
    this.idByUserName.set(user.values.userName, user.id);
    for (const address of addressesOf(user)) this.idByEmail.set(address, user.id);
    if (user.hasCustomProfile)
      for (const name of customProfileNames(user.values)) this.profileFieldsSeen.add(name);
  }

  private putGroup(group: StoredGroup): void {
    this.forgetMembers(group.id);
    this.groupsById.set(group.id, group);
    for (const member of group.members) {
      const ids = this.groupIdsByMember.get(member);
      if (ids === undefined) this.groupIdsByMember.set(member, new Set([group.id]));
      else ids.add(group.id);
    }
  }

  private changeMembership({ group: id, removed, added }: MembershipChange): void {
    const group = this.groupsById.get(id);
    if (group === undefined) return;
    const leaving = new Set(removed);
    this.putGroup({
      ...group,
      members: [...group.members.filter((member) => !leaving.has(member)), ...added],
    });
  }

  private removeGroup(id: string): void {
    this.forgetMembers(id);
    this.groupsById.delete(id);
    this.removedGroups.add(id);
  }

  private forgetMembers(id: string): void {
    for (const member of this.groupsById.get(id)?.members ?? [])
      this.groupIdsByMember.get(member)?.delete(id);
  }
}

function addressesOf({ values }: StoredUser): readonly string[] {
  return [values.email, values.secondaryEmail].flatMap((address) =>
    address === undefined ? [] : [emailKey(address)],
  );
}
