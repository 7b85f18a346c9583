import { describe, expect, it } from 'vitest';
import {
  OTHER_SCIM_CODES,
  type Retry,
  SCIM_ERROR_CODES,
  type ScimErrorCode,
} from '../../src/spec/error-codes.ts';

/** The codes of SCIM §7 in the order of the specification. */
const DOCUMENTED = `
addresses_invalid
bad_email_address
bad_endpoint
cannot_make_user_guest
cannot_decode_user_id
cannot_modify_owner
cannot_modify_gdpr
cannot_disable_bot_user_with_scim
cannot_disable_primary_owner
email_empty
email_invalid
email_taken
emails_invalid
failed_to_remove_users_for_linked_subteam
group_members_create_failed
group_member_max_exceeded
group_creation_failed
groups_invalid
idp_group_linked_to_channels
improper_enterprise_schema_format
incomplete_filter
invalid_attribute_format
invalid_authentication
invalid_display_name
invalid_emoji_not_allowed
invalid_filter_group
invalid_name_maxlength
invalid_name_specials
invalid_name_required
invalid_query
invalid_request_payload
invalid_reserved_word
invalid_starts_with_at
invalid_sort_order
long_nickname
method_not_allowed
missing_authentication
missing_primary_email
missing_schema_element
missing_group_id
missing_user_id
no_filters
no_such_group
no_such_group_members
no_such_user
non_org_teams_only
query_building_failed
database_query_failure
password_change_not_allowed
permission_denied
phoneNumbers_invalid
photos_invalid
plus_teams_only
primary_owner_check_failure
resource_locked
roles_invalid
too_many_requests
too_many_users
truncation_error
unable_to_add_deleted_or_guest_to_group
unable_to_create_team_profile_fields
unknown_user
unsupported_version
user_creation_failed
username_empty
username_invalid
username_not_allowed
username_required
username_taken
username_too_long
`
  .trim()
  .split('\n');

const codes = Object.keys(SCIM_ERROR_CODES) as ScimErrorCode[];
const withStatus = (status: number) => codes.filter((code) => SCIM_ERROR_CODES[code].status === status);
const withRetry = (retry: Retry) => codes.filter((code) => SCIM_ERROR_CODES[code].retry === retry);

describe('SCIM §7: error codes', () => {
  it('SCIM §7: the specification has 70 codes', () => {
    expect(new Set(DOCUMENTED).size).toBe(70);
  });

  it('SCIM §7: contains exactly the documented codes', () => {
    expect([...codes].sort()).toEqual([...DOCUMENTED].sort());
  });

  it.each(codes)('SCIM §7: %s has a meaning, a usual cause and a remedy, each one sentence', (code) => {
    const { meaning, cause, remedy } = SCIM_ERROR_CODES[code];
    for (const text of [meaning, cause, remedy]) expect(text).toMatch(/^\S.{5,}\.$/);
  });

  it('SCIM §7: maps an observed undocumented code to a documented one', () => {
    expect(OTHER_SCIM_CODES).toEqual({ long_username: 'username_too_long' });
  });
});

describe('SCIM §7: HTTP status of the error codes', () => {
  it.each([
    [401, ['invalid_authentication', 'missing_authentication']],
    [
      403,
      [
        'cannot_disable_bot_user_with_scim',
        'cannot_disable_primary_owner',
        'cannot_modify_owner',
        'non_org_teams_only',
        'permission_denied',
        'plus_teams_only',
        'primary_owner_check_failure',
      ],
    ],
    [404, ['bad_endpoint', 'cannot_decode_user_id', 'no_such_group', 'no_such_user']],
    [405, ['method_not_allowed']],
    [409, ['email_taken', 'user_creation_failed', 'username_taken']],
    [429, ['resource_locked', 'too_many_requests']],
    [
      500,
      [
        'database_query_failure',
        'failed_to_remove_users_for_linked_subteam',
        'group_creation_failed',
        'group_members_create_failed',
        'query_building_failed',
      ],
    ],
  ])('SCIM §7: %i belongs to exactly these codes', (status, expected) => {
    expect(withStatus(status).sort()).toEqual(expected);
  });

  it('SCIM §7: all other codes have status 400, as in the sample of missing_schema_element', () => {
    expect(withStatus(400)).toHaveLength(70 - 2 - 7 - 4 - 1 - 3 - 2 - 5);
    expect(withStatus(400)).toContain('missing_schema_element');
  });
});

describe('SCIM §8: retry advice of the error codes', () => {
  it('SCIM §8: wait and retry after resource_locked, too_many_requests and a failed read', () => {
    expect(withRetry('wait').sort()).toEqual([
      'database_query_failure',
      'resource_locked',
      'too_many_requests',
    ]);
  });

  it('SCIM §7: check the state after a write that may be partially applied', () => {
    expect(withRetry('look').sort()).toEqual([
      'failed_to_remove_users_for_linked_subteam',
      'group_creation_failed',
      'group_members_create_failed',
      'user_creation_failed',
    ]);
  });

  it('SCIM §7: never retry after any other code', () => {
    expect(withRetry('never')).toHaveLength(70 - 3 - 4);
  });
});
