import { customProfileNames } from '../rules/custom-profile.ts';
import type { UserAttributeName } from '../spec/user-attributes.ts';
import type {
  MembershipChange,
  OrganizationChange,
  OrganizationSettings,
  SandboxToken,
  StoredGroup,
  StoredUser,
} from './organization-data.ts';
import type { StoredRecord } from './record-kinds.ts';
import { Records } from './records.ts';
import { UnusedIds } from './unused-ids.ts';
import { UserIndex } from './user-index.ts';

/** The subject of a change before the change; undefined if it did not exist. */
export type BeforeChange = StoredUser | StoredGroup | StoredRecord | undefined;

/** Called after a change was made. */
export type OnChanged = (change: OrganizationChange, before: BeforeChange) => void;

/** All data of the service, with the lookups that its rules need. Resources are replaced, never mutated. */
export class Organization {
  /** Data that only the Web API exposes. */
  readonly records = new Records();
  private readonly usersById = new Map<string, StoredUser>();
  private readonly userIndex = new UserIndex();
  private readonly groupsById = new Map<string, StoredGroup>();
  private readonly groupIdsByMember = new Map<string, Set<string>>();
  private readonly removedGroups = new Set<string>();
  private readonly unusedIds = new UnusedIds();
  private readonly profileFieldsSeen = new Set<UserAttributeName>();
  private ownTokens: readonly SandboxToken[] = [];
  private withheldTokens: ReadonlySet<string> = new Set();
  private settingsNow: OrganizationSettings;
  private readonly tell: OnChanged;

  /** @param tell receives every change after it was made */
  constructor(settings: OrganizationSettings, tell: OnChanged = () => {}) {
    this.settingsNow = settings;
    this.tell = tell;
  }

  get settings(): OrganizationSettings {
    return this.settingsNow;
  }

  /** Returns the token record of a token; undefined if it is unknown. */
  token(word: string | undefined): SandboxToken | undefined {
    const found = this.settingsNow.tokens.find(({ token }) => token === word);
    return found !== undefined && this.withheldTokens.has(found.token)
      ? undefined
      : (found ?? this.ownTokens.find(({ token }) => token === word));
  }

  /**
   * Accepts additional tokens and rejects others while this process serves the organization; neither is
   * stored.
   */
  overrideTokens(own: readonly SandboxToken[], withheld: ReadonlySet<string>): void {
    this.ownTokens = own;
    this.withheldTokens = withheld;
  }

  /** Returns the users in the order of creation. */
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

  /** Returns an ID for a new user: that of the next number, unless an existing user has it. */
  newUserId(): string {
    return this.unusedIds.next('W', this.userCount + 1, (id) => this.usersById.has(id));
  }

  /** Returns an ID for a new group: that of the next number, unless a group has or had it. */
  newGroupId(): string {
    const isUsed = (id: string) => this.groupsById.has(id) || this.removedGroups.has(id);
    return this.unusedIds.next('S', this.groupCount + this.removedGroups.size + 1, isUsed);
  }

  /** Returns the IDs of deleted groups; they are never reused. */
  deletedGroups(): ReadonlySet<string> {
    return this.removedGroups;
  }

  /** Returns the custom profile fields ever used by a user (assumption `team-profile-fields`). */
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
    return this.user(this.userIndex.byEmail(address) ?? '');
  }

  userByUserName(userName: string): StoredUser | undefined {
    return this.user(this.userIndex.byUserName(userName) ?? '');
  }

  /**
   * Returns the users whose userNames were derived from an email address, several if it was given again
   * (assumption `user-name-of-address`).
   */
  usersByGivenName(address: string): readonly StoredUser[] {
    return this.userIndex.byGivenName(address).flatMap((id) => this.user(id) ?? []);
  }

  /** Whether a user or a channel has the name. */
  isNameTaken(userName: string): boolean {
    return this.userIndex.byUserName(userName) !== undefined || this.settingsNow.channels.includes(userName);
  }

  /** Returns the groups of a user, in the order of joining. */
  groupsOf(userId: string): readonly StoredGroup[] {
    return [...(this.groupIdsByMember.get(userId) ?? [])].flatMap((id) => this.groupsById.get(id) ?? []);
  }

  /** Removes everything except the settings, before all changes are applied again. */
  clear(): void {
    for (const index of [
      this.usersById,
      this.userIndex,
      this.groupsById,
      this.groupIdsByMember,
      this.removedGroups,
      this.unusedIds,
      this.profileFieldsSeen,
      this.records,
    ])
      index.clear();
  }

  /** Applies a change and reports it to the listener. */
  change(change: OrganizationChange): void {
    const before = this.before(change);
    this.apply(change);
    this.tell(change, before);
  }

  /** Applies a change that has already been recorded. */
  apply(change: OrganizationChange): void {
    if ('settings' in change) this.settingsNow = change.settings;
    else if ('user' in change) this.putUser(change.user);
    else if ('group' in change) this.putGroup(change.group);
    else if ('membership' in change) this.changeMembership(change.membership);
    else if ('record' in change) this.records.put(change.record);
    else if ('deletedRecord' in change) this.records.remove(change.deletedRecord);
    else this.removeGroup(change.deletedGroup);
  }

  /** Returns the present state of the subject of a change. */
  private before(change: OrganizationChange): BeforeChange {
    if ('user' in change) return this.user(change.user.id);
    if ('group' in change) return this.group(change.group.id);
    if ('membership' in change) return this.group(change.membership.group);
    if ('deletedGroup' in change) return this.group(change.deletedGroup);
    if ('record' in change) return this.records.get(change.record.kind, change.record.id);
    if ('deletedRecord' in change)
      return this.records.get(change.deletedRecord.kind, change.deletedRecord.id);
    return undefined;
  }

  private putUser(user: StoredUser): void {
    this.userIndex.put(user, this.usersById.get(user.id));
    this.usersById.set(user.id, user);
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
