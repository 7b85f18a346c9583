/**
 * All error codes of SCIM §7 with meaning, usual cause and remedy. The HTTP status of most codes is "not
 * shown" in the document; the status here was observed or inferred (OBSERVED §7; assumption
 * `status-of-codes`).
 */

/**
 * Whether to retry: `never` send the same request again; `wait`, for as long as the service requests, and
 * send it again; `look` up the outcome of a write before sending anything, because the service may have
 * applied part of it.
 */
export type Retry = 'never' | 'wait' | 'look';

export interface ErrorCode {
  readonly status: number;
  readonly meaning: string;
  readonly cause: string;
  readonly remedy: string;
  readonly retry: Retry;
}

const row = (status: number, meaning: string, cause: string, remedy: string, retry: Retry = 'never') =>
  ({ status, meaning, cause, remedy, retry }) as const satisfies ErrorCode;

export const SCIM_ERROR_CODES = {
  addresses_invalid: row(
    400,
    'The addresses attribute is invalid.',
    'An element is not an object, or a sub-attribute is not a string.',
    'Send objects with streetAddress, locality, region, postalCode and country only.',
  ),
  bad_email_address: row(
    400,
    'The e-mail address does not exist or is badly formed.',
    'A typing mistake, a display name around the address, or a domain without a dot.',
    'Correct the address; it must look like name@example.com.',
  ),
  bad_endpoint: row(
    404,
    'The endpoint URL does not exist.',
    'A base URL that already contains /scim/v1, or a path of the other version.',
    'Check scimBaseUrl with "orgctl profile show"; the path /scim and the version are added to it.',
  ),
  cannot_make_user_guest: row(
    400,
    'Admins, owners and primary owners cannot be made guests.',
    'The user still has an administrative role.',
    'Remove the role in the product first, then convert.',
  ),
  cannot_decode_user_id: row(
    404,
    'The user ID cannot be decoded.',
    'The ID is not one of this service, or a userName is used where an ID is expected.',
    'Use an ID that starts with U or W; orgctl also takes a userName or an e-mail.',
  ),
  cannot_modify_owner: row(
    403,
    'Workspace ownership cannot be changed via SCIM.',
    'The token belongs to a user with fewer permissions than the user to change.',
    'Use the token of an owner, or make the change in the product.',
  ),
  cannot_modify_gdpr: row(
    400,
    'A user whose personal data was erased cannot be modified.',
    'The account was erased on request.',
    'Leave it out; create a new user if the person returns.',
  ),
  cannot_disable_bot_user_with_scim: row(
    403,
    'Bot users cannot be deactivated via SCIM.',
    'The ID belongs to an app.',
    'Remove the app in the organization dashboard.',
  ),
  cannot_disable_primary_owner: row(
    403,
    'The primary owner cannot be deactivated.',
    'The user is the primary owner of the organization.',
    'Transfer primary ownership first.',
  ),
  email_empty: row(
    400,
    'The primary e-mail is missing from the request.',
    'emails is absent or empty, or its values are blank.',
    'Send at least one address.',
  ),
  email_invalid: row(
    400,
    'The e-mail values are invalid.',
    'A value is not a string.',
    'Send each address as a string in emails[].value.',
  ),
  email_taken: row(
    409,
    'The e-mail address already exists.',
    'Another account, possibly a deactivated one, has it.',
    'Look for it with "orgctl scim users get ADDRESS"; reactivate that account or use another address.',
  ),
  emails_invalid: row(
    400,
    'The emails attribute is invalid.',
    'An element is not an object.',
    'Send [{"value": "name@example.com", "primary": true}].',
  ),
  failed_to_remove_users_for_linked_subteam: row(
    500,
    'Removing users from an IDP group failed.',
    'The group is linked to workspaces, and one of them refused.',
    'Check the membership, then retry the remaining users.',
    'look',
  ),
  group_members_create_failed: row(
    500,
    'Updating a user group failed.',
    'A member could not be added, or the service keeps the members of the group itself.',
    'Leave out a group whose members the service manages; otherwise check the membership, and add the missing members in smaller batches.',
    'look',
  ),
  group_member_max_exceeded: row(
    400,
    'The group would have too many members.',
    'More than 5,000 members in a user group, or more than 15,000 in an IDP group.',
    'Remove members before adding others, or split the group.',
  ),
  group_creation_failed: row(
    500,
    'Creating the group failed.',
    'A fault of the service.',
    'List the groups to see whether it exists before trying again.',
    'look',
  ),
  groups_invalid: row(
    400,
    'The groups attribute is invalid.',
    'groups is not an array of objects.',
    'Leave it out; memberships are changed on the group.',
  ),
  idp_group_linked_to_channels: row(
    400,
    'The IDP group is linked to channels.',
    'A channel still takes its members from the group.',
    'Remove every channel link in the organization dashboard, then delete the group.',
  ),
  improper_enterprise_schema_format: row(
    400,
    'The manager sub-attribute lacks managerId.',
    'manager was sent as a string or as an object without managerId.',
    'Send "manager": {"managerId": "U…"}; an e-mail or a userName also does.',
  ),
  incomplete_filter: row(
    400,
    'The filter is malformed; its parts must be separated by single spaces.',
    'An operator or a value is missing, or there are two consecutive spaces.',
    'Write ATTRIBUTE OPERATOR "VALUE", for example username sw "an".',
  ),
  invalid_attribute_format: row(
    400,
    'A singular or multi-valued attribute has the wrong type.',
    'A list where a single value is expected, or vice versa.',
    'Compare with SCIM §2.1: userName is a string, emails is an array.',
  ),
  invalid_authentication: row(
    401,
    'There is a problem with the token.',
    'It is malformed, not sent as Bearer, lacks the admin scope, or was not installed by an administrator.',
    'Install the app again as an owner and store the new token with "orgctl profile edit NAME --token-stdin".',
  ),
  invalid_display_name: row(
    400,
    'The display name is not allowed.',
    'The organization lets people change their own display name.',
    'Send displayName only when creating, or switch that setting off.',
  ),
  invalid_emoji_not_allowed: row(
    400,
    'An attribute value contains an emoji.',
    'A copied name or title with a pictograph.',
    'Remove the emoji.',
  ),
  invalid_filter_group: row(
    400,
    'The filter contains a malformed group.',
    'A parenthesis is missing or surplus.',
    'Close every parenthesis that is opened.',
  ),
  invalid_name_maxlength: row(
    400,
    'The display name is too long.',
    'It has more than 80 characters.',
    'Shorten it to 80 characters.',
  ),
  invalid_name_specials: row(
    400,
    'The display name has invalid special characters such as @.',
    'A character other than letters, digits and the few others that are allowed.',
    'Use letters, digits, spaces, periods, underscores, hyphens and apostrophes.',
  ),
  invalid_name_required: row(
    400,
    'givenName and familyName contain only spaces.',
    'Both parts of the name were blanked.',
    'Send at least one of them with a value.',
  ),
  invalid_query: row(
    400,
    "There is a problem with the filter's entities or operators.",
    'An attribute that cannot be filtered, or an operator that does not exist.',
    'Filter on username, email, restricted or ultra_restricted with eq, co, sw, pr, gt, ge, lt, le.',
  ),
  invalid_request_payload: row(
    400,
    'The request has unsupported attributes or properties.',
    'A misspelled attribute, or one that cannot be changed.',
    'Remove the attribute; the message names it.',
  ),
  invalid_reserved_word: row(
    400,
    'An attribute holds a reserved word.',
    'A display name such as "everyone" or "here".',
    'Choose another value.',
  ),
  invalid_starts_with_at: row(
    400,
    'displayName starts with @.',
    'A handle where a name is expected.',
    'Remove the @.',
  ),
  invalid_sort_order: row(
    400,
    'sortOrder is neither ascending nor descending.',
    'A misspelled value.',
    'Use ascending or descending.',
  ),
  long_nickname: row(
    400,
    'nickName is longer than 21 characters.',
    'A full name where a short one is expected.',
    'Shorten it; nickName mirrors userName.',
  ),
  method_not_allowed: row(
    405,
    'Only GET, POST, PUT, PATCH and DELETE are supported.',
    'Another method, or one that this endpoint does not take.',
    'Use a method of the endpoint table.',
  ),
  missing_authentication: row(
    401,
    'The token is missing.',
    'No Authorization header was sent.',
    'Store a token with "orgctl profile add" or set ORGCTL_TOKEN.',
  ),
  missing_primary_email: row(
    400,
    'The primary e-mail would be removed without a replacement.',
    'An entry with operation delete for the primary address.',
    'Send the new primary address in the same request.',
  ),
  missing_schema_element: row(
    400,
    'The schemas attribute is missing.',
    'The body has no schemas array, or an extension object whose identifier is not listed in it.',
    'List the core schema and that of every extension that is sent.',
  ),
  missing_group_id: row(
    400,
    'The group ID is not specified.',
    'A group path without an ID.',
    'Specify the group.',
  ),
  missing_user_id: row(
    400,
    'The user ID is not specified.',
    'A user path without an ID.',
    'Specify the user.',
  ),
  no_filters: row(
    400,
    'The filter parameter is given but empty of filters.',
    'filter= without a value, or a lone word.',
    'Leave out the parameter, or write a complete expression.',
  ),
  no_such_group: row(
    404,
    'The group does not exist.',
    'A wrong ID, or the group was deleted.',
    'List the groups with "orgctl scim groups list".',
  ),
  no_such_group_members: row(
    400,
    'The group members do not exist.',
    'An ID that does not belong to a user.',
    'Check the IDs; "orgctl scim users list" shows them.',
  ),
  no_such_user: row(
    404,
    'The user does not exist.',
    'A wrong ID, or a user of another organization.',
    'Look for the user with "orgctl scim users list --filter".',
  ),
  non_org_teams_only: row(
    403,
    'In an Enterprise organization the app must be installed on the organization.',
    'The token belongs to an installation on one workspace.',
    'Install the app on the organization and use that token.',
  ),
  query_building_failed: row(
    500,
    'The filter did not translate to a query.',
    'A comparison that the attribute does not support.',
    'Simplify the filter.',
  ),
  database_query_failure: row(
    500,
    'Executing the filter failed.',
    'A fault of the service.',
    'Try again later, or list without the filter.',
    'wait',
  ),
  password_change_not_allowed: row(
    400,
    'Password updates are prohibited.',
    'password in an update, or at creation where the team uses an identity manager.',
    'Leave password out.',
  ),
  permission_denied: row(
    403,
    'The token lacks permission for this action.',
    'It belongs to a user with fewer permissions than the action needs.',
    'Use the token of an owner or admin of the organization.',
  ),
  phoneNumbers_invalid: row(
    400,
    'The phoneNumbers attribute is invalid.',
    'An element is not an object, or its value is not a string.',
    'Send [{"value": "+46 8 123", "primary": true}].',
  ),
  photos_invalid: row(
    400,
    'The photos attribute is invalid.',
    'The value is neither a reachable URL nor a Data URL with an image.',
    'Send an https URL or data:image/png;base64,….',
  ),
  plus_teams_only: row(
    403,
    'SCIM is unavailable on the two lowest plan tiers.',
    'The plan of the organization.',
    'Upgrade the plan.',
  ),
  primary_owner_check_failure: row(
    403,
    'The primary owner of a workspace in an organization cannot be deactivated.',
    'The user owns one of the workspaces.',
    "Transfer that workspace's primary ownership first.",
  ),
  resource_locked: row(
    429,
    'Too many group update requests in a short period.',
    'Several updates of the same group at once.',
    'Wait until Retry-After has passed; orgctl does.',
    'wait',
  ),
  roles_invalid: row(
    400,
    'The roles attribute is invalid.',
    'An element is neither an object nor a string.',
    'Send [{"value": "Maintainer", "primary": true}].',
  ),
  too_many_requests: row(
    429,
    'Too many requests in a short period.',
    'The quota is exhausted, or the same user is still being updated.',
    'Wait until Retry-After has passed; orgctl does.',
    'wait',
  ),
  too_many_users: row(
    400,
    'A group update contains more than 15,000 users.',
    'All members in one call.',
    'Send batches of 5,000; orgctl does.',
  ),
  truncation_error: row(
    400,
    'userName could not be truncated to avoid a conflict.',
    'Every shorter form of the name is already in use.',
    'Choose another userName.',
  ),
  unable_to_add_deleted_or_guest_to_group: row(
    400,
    'Deleted or guest users cannot be added to the group.',
    'A deactivated user or a single-channel guest among the members.',
    'Reactivate or convert the user first, or leave it out.',
  ),
  unable_to_create_team_profile_fields: row(
    400,
    'Creating the custom profile fields failed.',
    'The workspace already has 50 custom profile fields.',
    'Remove a field that is not used.',
  ),
  unknown_user: row(
    400,
    'The user does not exist.',
    'A manager that the service does not know.',
    'Use the ID, userName or primary e-mail of an existing user.',
  ),
  unsupported_version: row(
    400,
    'This SCIM version is not supported.',
    'A path other than /scim/v1 or /scim/v2.',
    'Set scimVersion to 1.1 or 2.0.',
  ),
  user_creation_failed: row(
    409,
    'The user already exists, or creating it failed.',
    'The same user was created just before, or a fault of the service.',
    'Look for the user before trying again.',
    'look',
  ),
  username_empty: row(
    400,
    'userName is empty.',
    'A blank userName in a POST or PUT.',
    'Send a userName of 1 to 21 characters.',
  ),
  username_invalid: row(
    400,
    'userName is invalid.',
    'It has no letter or digit, or it is not a string.',
    'Use letters, digits, periods, underscores and hyphens.',
  ),
  username_not_allowed: row(
    400,
    'userName is reserved.',
    'A word that the product uses itself.',
    'Choose another userName.',
  ),
  username_required: row(
    400,
    'The method requires a userName.',
    'userName is absent from the request.',
    'Send userName.',
  ),
  username_taken: row(
    409,
    'userName must be unique, also distinct from channel names.',
    'Another account or a channel has the name.',
    'Look for the account with "orgctl scim users get NAME", or choose another userName.',
  ),
  username_too_long: row(
    400,
    'userName is longer than 21 characters.',
    'A full name where a short one is expected.',
    'Shorten it to 21 characters, or send the e-mail address instead.',
  ),
} as const satisfies Record<string, ErrorCode>;

export type ScimErrorCode = keyof typeof SCIM_ERROR_CODES;

/** Observed but undocumented codes, with the documented code of the same meaning. */
export const OTHER_SCIM_CODES = { long_username: 'username_too_long' } as const satisfies Record<
  string,
  ScimErrorCode
>;
