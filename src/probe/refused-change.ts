import type { ScimErrorCode } from '../spec/error-codes.ts';

/**
 * Codes about the token, the user or the group of a change: the service refuses every form of the change with
 * them (SCIM §5, §7).
 */
const NOT_ABOUT_FORM: readonly string[] = [
  'cannot_modify_gdpr',
  'cannot_modify_owner',
  'failed_to_remove_users_for_linked_subteam',
  'group_member_max_exceeded',
  'group_members_create_failed',
  'no_such_group',
  'no_such_group_members',
  'no_such_user',
  'non_org_teams_only',
  'permission_denied',
  'plus_teams_only',
  'unable_to_add_deleted_or_guest_to_group',
  'unable_to_create_team_profile_fields',
] satisfies readonly ScimErrorCode[];

/** A refusal of a change; the code is absent if the service gave none. */
export interface ChangeRefusal {
  readonly status: number;
  readonly code?: string | undefined;
}

/** Returns a refusal as an answer, such as `400 invalid_request_payload`. */
export function changeRefusalText({ status, code }: ChangeRefusal): string {
  return code === undefined ? String(status) : `${status} ${code}`;
}

/**
 * Whether a refusal may concern the form of a change, and so show how the service behaves. A refused token,
 * or a user who cannot be changed, shows nothing about other users.
 */
export function mayBeAboutForm({ status, code }: ChangeRefusal): boolean {
  return status !== 401 && status !== 403 && !(code !== undefined && NOT_ABOUT_FORM.includes(code));
}
