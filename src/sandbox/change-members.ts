import { LIMITS } from '../spec/limits.ts';
import type { Organization } from './organization.ts';
import type { StoredGroup } from './organization-data.ts';
import { ScimError } from './scim-error.ts';

/** One step of a request on the members of a group; `users` are IDs. */
export interface MemberStep {
  readonly kind: 'add' | 'remove' | 'set';
  readonly users: readonly string[];
}

/**
 * Applies a step to the members, which stay in the order of joining. Only joining members are checked, so
 * that a group can be sent back as it was read. Adding an existing member and removing a user who is not a
 * member have no effect (assumption `no-member`).
 * @throws ScimError no_such_group_members, unable_to_add_deleted_or_guest_to_group,
 * group_member_max_exceeded, failed_to_remove_users_for_linked_subteam (SCIM §4.6, §7, §8)
 */
export function changeMembers(
  members: Set<string>,
  { kind, users }: MemberStep,
  group: Pick<StoredGroup, 'keepsMembers'>,
  organization: Organization,
): void {
  for (const id of leavingMembers(members, kind, users)) {
    if (!members.has(id)) {
      if (organization.user(id) === undefined) throw noSuchMember(id);
      continue;
    }
    if (group.keepsMembers === true) throw new ScimError('failed_to_remove_users_for_linked_subteam');
    members.delete(id);
  }
  if (kind === 'remove') return;
  for (const id of users) {
    if (members.has(id)) continue;
    checkMayJoin(id, organization);
    members.add(id);
    if (members.size > memberLimit(organization)) throw new ScimError('group_member_max_exceeded');
  }
}

function leavingMembers(
  members: Set<string>,
  kind: MemberStep['kind'],
  users: readonly string[],
): Iterable<string> {
  if (kind === 'add') return [];
  const named = new Set(users);
  return kind === 'remove' ? named : [...members].filter((id) => !named.has(id));
}

/**
 * Refuses users who may not be members; regular users and multi-channel guests may (SCIM §4.6; assumption
 * `guests-in-groups`).
 */
function checkMayJoin(id: string, organization: Organization): void {
  const user = organization.user(id);
  if (user === undefined) throw noSuchMember(id);
  if (!user.values.active || user.isSingleChannelGuest === true)
    throw new ScimError('unable_to_add_deleted_or_guest_to_group', { context: `user=${id}` });
}

function noSuchMember(id: string): ScimError {
  return new ScimError('no_such_group_members', { context: `user=${id}` });
}

/**
 * Returns the member limit; the groups of an Enterprise organization are IDP groups (SCIM §8; assumption
 * `idp-groups`).
 */
function memberLimit({ settings }: Organization): number {
  return settings.plan === 'enterprise' ? LIMITS.idpGroupMembers : LIMITS.userGroupMembers;
}
