import type { ErrorCode, Retry } from './error-codes.ts';

/** What to check if an admin method is refused (WEB §5 rules 3 and 4). */
export const INSTALLATION_ADVICE = {
  orgToken:
    'Admin methods need an org-level token: install the app on the entire Enterprise organization, not on one workspace.',
  installer: 'An org admin or owner has to install it, and has to be one still.',
  channelRole:
    'The installer also needs the Channel Management role, with access to public and private channels; without it the installation fails with "not_allowed".',
  teamId: 'An org-level token names the workspace in team_id, for the methods that have that argument.',
} as const;
export type InstallationAdvice = keyof typeof INSTALLATION_ADVICE;

/** An error code of the Web API. Its HTTP status is 200, but 429 for `ratelimited` (OBSERVED §10). */
export interface WebErrorRow extends ErrorCode {
  /**
   * Source of the code: every method (WEB §7), methods that list it (WEB §4), JSON bodies, or the
   * installation (WEB §5).
   */
  readonly from: 'everyMethod' | 'method' | 'json' | 'installation';
  readonly advice: readonly InstallationAdvice[];
}

interface More {
  readonly retry?: Retry;
  readonly advice?: readonly InstallationAdvice[];
  readonly status?: number;
}

const row = (
  from: WebErrorRow['from'],
  meaning: string,
  cause: string,
  remedy: string,
  { retry = 'never', advice = [], status = 200 }: More = {},
) => ({ from, status, meaning, cause, remedy, retry, advice }) as const satisfies WebErrorRow;
const every = (meaning: string, cause: string, remedy: string, more?: More) =>
  row('everyMethod', meaning, cause, remedy, more);
const own = (meaning: string, cause: string, remedy: string, more?: More) =>
  row('method', meaning, cause, remedy, more);

/** The error codes of all methods (WEB §7), in the order of the document. */
const COMMON_CODES = {
  access_denied: every(
    'Access to a resource is denied.',
    'The token is valid, but not for this resource: the function, workflow or workspace belongs to another app or user.',
    'Use a token of the app or person that owns the resource.',
  ),
  accesslimited: every(
    'The method is limited on the current network.',
    'A rule of the organization allows it from certain networks only.',
    'Call it from an allowed network, or have the rule changed.',
  ),
  account_inactive: every(
    'The token is for a deleted user or workspace.',
    'The person who installed the app, or the workspace, was deleted.',
    'Install the app again as an active person and store the new token.',
  ),
  deprecated_endpoint: every(
    'The endpoint is deprecated.',
    'It was replaced by another.',
    'Call the method that replaces it.',
  ),
  ekm_access_denied: every(
    'Administrators have suspended the ability to post.',
    'The encryption keys of the organization were revoked.',
    'Ask the administrators of the keys to restore access.',
  ),
  enterprise_is_restricted: every(
    'The method cannot be called from an Enterprise organization.',
    'The token belongs to an Enterprise organization.',
    'Call it with the token of a workspace that is not part of an organization.',
  ),
  fatal_error: every(
    'The service failed badly; part of the operation may have succeeded.',
    'A fault of the service.',
    'Check what was done before sending it again.',
    { retry: 'look' },
  ),
  internal_error: every(
    'The service failed.',
    'A fault of the service.',
    'Try again later; orgctl retries if it is safe.',
    { retry: 'wait' },
  ),
  invalid_arg_name: every(
    'The name of an argument is out of bounds.',
    'It is very long, or has other characters than letters, digits and underscores.',
    'Correct the name; "orgctl api --help" shows how arguments are written.',
  ),
  invalid_arguments: every(
    'Required arguments are missing or invalid.',
    'A value that is absent, empty, out of range or of the wrong type.',
    'Compare the arguments with the help of the command.',
  ),
  invalid_array_arg: every(
    'An array was passed where a string is expected.',
    'PHP-style names such as name[7], or a JSON array for an argument that is not one.',
    'Pass a single value.',
  ),
  invalid_auth: every(
    'The token cannot be validated, or the IP address is not allowed.',
    'A wrong or truncated token, a token of another service, a network that is not allowed, or an org owner who is not on the workspace.',
    'Check the token with "orgctl profile check" and store it again.',
    { advice: ['teamId'] },
  ),
  invalid_charset: every(
    'The charset of the Content-Type header is invalid.',
    'Another charset than utf-8 or iso-8859-1.',
    'Send utf-8.',
  ),
  invalid_form_data: every(
    'Form data is missing or malformed.',
    'A body that is not a form although the Content-Type header says so.',
    'Encode the form, or send JSON.',
  ),
  invalid_post_type: every(
    'The Content-Type header is invalid.',
    'Another type than application/json, application/x-www-form-urlencoded, multipart/form-data or text/plain.',
    'Send a form or JSON.',
  ),
  method_deprecated: every(
    'The method is deprecated.',
    'It was replaced by another.',
    'Call the method that replaces it.',
  ),
  missing_post_type: every(
    'A POST has a payload but no Content-Type header.',
    'A client that leaves the header out.',
    'Add the header.',
  ),
  missing_scope: every(
    'The token lacks the scope that the method needs.',
    'The app was installed with fewer scopes. The answer names the needed and the provided ones.',
    'Add the needed scope to the app and install it again; then store the new token.',
    { advice: ['orgToken', 'installer', 'channelRole'] },
  ),
  no_permission: every(
    'The token lacks the permission.',
    'A guest, or a person whose role or preferences do not allow it.',
    'Use the token of a user with permission.',
    { advice: ['installer'] },
  ),
  not_allowed_token_type: every(
    'This type of token is not allowed.',
    'A bot token where a user token is needed, or vice versa, or a workspace token for an admin method.',
    'Store a token of the kind that the help of the command names.',
    { advice: ['orgToken'] },
  ),
  not_authed: every(
    'No token was given.',
    'The profile has no token of the kind that the method takes.',
    'Store one with "orgctl profile add".',
  ),
  org_login_required: every(
    'The workspace is being migrated to an Enterprise organization.',
    'People cannot use the workspace until the migration is over.',
    'Wait until the migration is over, then log in to the organization and install the app again.',
  ),
  ratelimited: every(
    'Too many requests; the Retry-After header says when to try again.',
    'The calls of a minute for this method, app and workspace are exhausted.',
    'Wait until Retry-After has passed; orgctl does.',
    { retry: 'wait', status: 429 },
  ),
  request_timeout: every(
    'The data of the POST is missing or was truncated.',
    'A connection that broke while the request was sent.',
    'Send it again.',
    { retry: 'wait' },
  ),
  service_unavailable: every(
    'The service is temporarily unavailable.',
    'Maintenance or overload.',
    'Try again later; orgctl retries if it is safe.',
    { retry: 'wait' },
  ),
  team_access_not_granted: every(
    'The token has not been granted access to the workspace.',
    'The app is installed on the organization, but not added to this workspace.',
    'Add the app to the workspace in the organization dashboard.',
    { advice: ['orgToken', 'installer', 'teamId'] },
  ),
  team_added_to_org: every(
    'The workspace is being migrated to an Enterprise organization.',
    'Calls are intermittently unavailable until the migration is over.',
    'Try again after the migration.',
  ),
  token_expired: every(
    'The token has expired.',
    'Token rotation is on, or the token was issued for a limited time.',
    'Refresh the token, or let the profile get a new one with --token-command.',
  ),
  token_revoked: every(
    'The token was revoked, or the app was removed.',
    'The app was uninstalled, or the token was revoked.',
    'Install the app again and store the new token.',
    { advice: ['orgToken', 'installer', 'channelRole'] },
  ),
  two_factor_setup_required: every(
    'Two-factor authentication has to be set up.',
    'The organization requires it, and the user has not set it up.',
    'Set it up in the product, then try again.',
  ),
} as const satisfies Record<string, WebErrorRow>;

/**
 * Error codes of individual methods (WEB §4), `not_allowed` of the installation (WEB §5), and observed codes
 * of JSON bodies.
 */
const METHOD_CODES = {
  admin_unauthorized: own(
    'The admin may not do this.',
    'The token belongs to an admin of a workspace, or to an admin without the permission.',
    'Use the token of an org admin or owner.',
    { advice: ['orgToken', 'installer'] },
  ),
  app_not_found: own(
    'The app does not exist.',
    'A wrong function_app_id, or an app of another organization.',
    'Take the ID from the settings of the app; it begins with A.',
  ),
  bots_not_allowed: own(
    'Sessions of bots are not listed.',
    'The user ID belongs to a bot.',
    'Specify a user.',
  ),
  cannot_fetch_versions: own(
    'The versions of the workflow could not be read.',
    'A fault of the service, or a workflow that was never published.',
    'Publish the workflow, or try again later.',
  ),
  channel_not_found: own(
    'The channel does not exist, or the token cannot see it.',
    'A wrong ID, a channel of another workspace, or a private channel.',
    'Check the ID; if the channel is private, add the app to it.',
    { advice: ['channelRole'] },
  ),
  channel_type_not_supported: own(
    'This type of channel cannot be converted.',
    'A direct message, a private channel or the general channel.',
    'Convert public channels only, not the general one.',
  ),
  could_not_convert_channel: own(
    'The channel could not be converted.',
    'A fault of the service, or a channel in an unusual state.',
    'Check the channel, then try again.',
    { retry: 'look' },
  ),
  default_org_wide_channel: own(
    'The channel is a default channel of the whole organization.',
    'All users are added to it.',
    'Remove it from the default channels in the organization dashboard first.',
  ),
  entity_not_found: own(
    'One of the entities does not exist.',
    'An ID in entity_ids that is not a user of the organization.',
    'Check the IDs; "orgctl scim users list" shows them. No user of the batch was assigned.',
  ),
  external_channel_migrating: own(
    'The channel is being migrated.',
    'It is shared with another organization and is being moved.',
    'Try again after the migration.',
  ),
  feature_not_enabled: own(
    'The feature is not enabled.',
    'The method is for Enterprise organizations, or the feature is switched off.',
    'Use it in an Enterprise organization, or have the feature switched on.',
    { advice: ['orgToken'] },
  ),
  function_not_found: own(
    'The function does not exist.',
    'A wrong function ID or callback ID, or a function that was removed from the manifest.',
    'Take the callback ID from the manifest of the app.',
  ),
  invalid_cursor: own(
    'The cursor is invalid.',
    'It was changed, belongs to another list, or is too old.',
    'Start again without a cursor.',
  ),
  invalid_named_entities: own(
    'The named entities are invalid.',
    'named_entities without any entity, or a workspace or organization that does not exist.',
    'Pass at least one user, workspace or organization, and check their IDs.',
  ),
  invalid_permission_type: own(
    'The permission type is invalid.',
    'Another word, or users, workspaces or organizations named with another type than named_entities.',
    'Use named_entities to list users; everyone and app_collaborators take no list.',
  ),
  invalid_thread_ts: own(
    'The timestamp of the thread is invalid.',
    'It does not look like 1700000000.000100, or the channel has no such thread.',
    'Take thread_ts from the message that started the thread.',
  ),
  invalid_timestamp: own(
    'The timestamp is invalid.',
    'It does not look like 1700000000.000100.',
    'Take ts from the message.',
  ),
  method_not_supported_for_channel_type: own(
    'The method does not work with this type of channel.',
    'For example, a channel that is shared with another organization.',
    'Choose a channel of this organization only.',
  ),
  missing_argument: own(
    'A required argument is missing.',
    'team_id, which an org-level token needs.',
    'Pass the workspace with --team.',
    { advice: ['teamId'] },
  ),
  missing_step_ids: own(
    'The workflow has no step that uses the function.',
    'Another function, or a workflow whose steps were removed.',
    'Check the function ID and the workflow.',
  ),
  missing_team: own(
    'A user was given without a workspace.',
    'user_id without team_id.',
    'Pass both, or neither to list all sessions.',
  ),
  missing_user: own(
    'A workspace was given without a user.',
    'team_id without user_id.',
    'Pass both, or neither to list all sessions.',
  ),
  name_taken: own('A channel of that name exists.', 'Names of channels are unique.', 'Choose another name.'),
  no_active_sessions: own(
    'The user has no active sessions.',
    'The person has never logged in to this workspace, or was logged out everywhere.',
    'Nothing needs to be done; orgctl prints an empty list.',
  ),
  not_an_admin: own(
    'The caller is neither an admin nor an owner of the organization.',
    'The user who installed the app is a member, or is no longer an admin.',
    'Have an org admin or owner install the app, and use that token.',
    { advice: ['orgToken', 'installer', 'channelRole'] },
  ),
  not_enterprise_team: own(
    'The workspace does not belong to an Enterprise organization.',
    'Only workspaces that migrated to one have two kinds of user IDs.',
    'Nothing needs to be translated: it has only one kind of IDs.',
  ),
  not_in_channel: own(
    'The caller is not a member of the channel.',
    'The person or app never joined, or left.',
    'Join the channel first.',
  ),
  over_max_entity_limit: own(
    'The policy would have too many entities.',
    'There is an upper limit to the entities of a policy.',
    'Send smaller batches, as orgctl does; if the policy itself is full, remove entities first.',
  ),
  permission_type_required: own(
    'The permission type is missing.',
    'The documentation lists the argument as optional, but the method fails without it.',
    'Pass permission_type.',
  ),
  policy_not_found: own(
    'The policy does not exist.',
    'Another name than email_password.',
    'Use email_password, at present the only policy.',
  ),
  reserved_username: own(
    'The user name is reserved.',
    'A name that the product uses itself.',
    'Choose another name.',
  ),
  restricted_action: own(
    'A preference of the workspace forbids it.',
    'The workspace does not allow private channels to be created.',
    'Have the preference changed, or convert it as a user with permission.',
    { advice: ['channelRole'] },
  ),
  team_not_found: own(
    'The workspace does not exist.',
    'A wrong ID, or a workspace of another organization; or none was given although there are several.',
    'Pass the ID of a workspace of the organization; it begins with T.',
    { advice: ['teamId'] },
  ),
  too_many_users: own(
    'More than 400 users in one call.',
    'All IDs at once.',
    'Send at most 400 in a call; "orgctl migrate exchange" does.',
  ),
  unknown_app_id: own(
    'The app does not exist.',
    'A wrong workflow_app_id.',
    'Take the ID from the settings of the app; it begins with A.',
  ),
  unknown_function_id: own(
    'The function does not exist.',
    'A wrong function_id.',
    'Check the ID; it begins with Fn, and the built-in one that opens a form is Fn010N.',
  ),
  unknown_method: own(
    'There is no such method.',
    'A typing mistake, a base URL that does not end before the method, or a method that this service does not offer.',
    'Check the name and webApiBaseUrl with "orgctl profile show".',
  ),
  unknown_workflow_id: own(
    'The workflow does not exist.',
    'A wrong workflow_id, or a reference that the app does not have.',
    'Check it; the ID begins with Wf, a reference looks like #/workflows/intake.',
  ),
  user_not_found: own(
    'The user does not exist.',
    'A wrong ID, or a user of another organization.',
    'Look for the user with "orgctl scim users list --filter".',
  ),
  not_allowed: row(
    'installation',
    'The installation of the app was not allowed.',
    'The installer is an org admin or owner without the Channel Management role.',
    'Give the installer that role, with access to public and private channels, and install again.',
    { advice: ['orgToken', 'installer', 'channelRole'] },
  ),
  invalid_json: row(
    'json',
    'The body is not JSON.',
    'A body that was truncated or quoted wrongly.',
    'Correct the JSON.',
  ),
  json_not_object: row(
    'json',
    'The JSON body is not an object.',
    'An array or a single value.',
    'Send an object of arguments.',
  ),
} as const satisfies Record<string, WebErrorRow>;

/** All error codes of the Web API with meaning, usual cause and remedy (WEB §4, §5, §7). */
export const WEB_ERROR_CODES = { ...COMMON_CODES, ...METHOD_CODES } as const;
export type WebErrorCode = keyof typeof WEB_ERROR_CODES;
