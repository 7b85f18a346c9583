import type { WebApiRate } from './limits.ts';
import type { TokenKind } from './protocol-types.ts';
import type { WebErrorCode } from './webapi-error-codes.ts';

/**
 * The type of an argument. `strings` is an array in JSON; in forms and queries it is a comma-separated list
 * or the text of a JSON array (WEB §1; OBSERVED §10).
 */
export type WebApiArgumentType = 'string' | 'integer' | 'boolean' | 'strings';

export interface WebApiArgument {
  readonly type: WebApiArgumentType;
  readonly purpose: string;
  readonly required?: true;
  /** The only documented values. */
  readonly values?: readonly string[];
  /** Range of an integer, inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Default if the argument is absent or null. */
  readonly fallback?: number | boolean;
  /** Maximum length of an array. */
  readonly maxItems?: number;
  /** Prefix of the ID. */
  readonly prefix?: string;
  /**
   * `timestamp`: a message timestamp such as 1700000000.000100; `workflow`: an ID or a reference
   * `#/workflows/<callback_id>`.
   */
  readonly format?: 'timestamp' | 'workflow';
  /** Whether an empty string differs from an absent argument. */
  readonly mayBeEmpty?: true;
  /** Another argument that must be given as well. */
  readonly together?: string;
  /** The argument is allowed only if another argument has this value. */
  readonly onlyWith?: { readonly argument: string; readonly value: string };
  /** Error codes of a refusal, if other than `invalid_arguments`. */
  readonly missing?: WebErrorCode;
  readonly invalid?: WebErrorCode;
  readonly tooMany?: WebErrorCode;
}

/** How to ask for a permanent change: the value of an argument must be typed, or given with --confirm. */
export interface PermanentChange {
  readonly argument: string;
  /** What the argument names, in a word. */
  readonly noun: string;
  /** What happens; NAME stands for the value. */
  readonly action: string;
}

export interface WebApiMethod {
  readonly section: string;
  readonly verb: 'GET' | 'POST';
  readonly effect: 'read' | 'write';
  readonly purpose: string;
  /** Accepted token kinds, the preferred one first (WEB §5). */
  readonly tokens: readonly TokenKind[];
  /** Any one of these scopes is sufficient; none is required if the list is empty (OBSERVED §11). */
  readonly scopes: readonly string[];
  /** Whether the caller must be an admin or owner of the organization (WEB §5 rule 3, §4.2). */
  readonly adminOnly?: true;
  readonly rate: WebApiRate;
  readonly arguments: Readonly<Record<string, WebApiArgument>>;
  /** Alternative sets of arguments: one must be given. */
  readonly oneOf?: readonly (readonly string[])[];
  /** If an argument has this value, one of the others must be given (assumption `named-entities`). */
  readonly valueNeeds?: {
    readonly argument: string;
    readonly value: string;
    readonly oneOf: readonly string[];
    readonly code: WebErrorCode;
  };
  /**
   * Error code of a repeated call that means the first call succeeded; absent if the repeated call succeeds.
   */
  readonly doneAlready?: WebErrorCode;
  /** A change that cannot be reversed at all, so that --yes is not enough: see `PermanentChange`. */
  readonly permanent?: PermanentChange;
  /** Why nothing undoes the change, although a permission or a policy depends on it. */
  readonly lasting?: 'staysInPolicy' | 'replacesPermission';
  /** Members of the response besides `ok`. */
  readonly result: readonly string[];
  /** The member of the response that contains a list, and its kind of paging. */
  readonly list?: { readonly items: string; readonly paging: 'cursor' | 'page' | 'none' };
  /** Additional error codes of the method, in the order of the document. */
  readonly errors: readonly WebErrorCode[];
}

/** The ID of the built-in function that opens a form (WEB §4.5). */
export const OPEN_FORM_FUNCTION = 'Fn010N';

const functionOrReference = [['function_id'], ['function_callback_id', 'function_app_id']] as const;
const namedEntities = { argument: 'permission_type', value: 'named_entities' } as const;

/** The methods of WEB §4, and `auth.test`, which published clients call (OBSERVED §12.2). */
export const WEB_API_METHODS = {
  'admin.auth.policy.assignEntities': {
    section: 'WEB §4.1',
    verb: 'POST',
    effect: 'write',
    purpose: 'Assign users to an authentication policy',
    lasting: 'staysInPolicy',
    tokens: ['org', 'user'],
    scopes: ['admin.users:write'],
    adminOnly: true,
    rate: 'tier4',
    arguments: {
      policy_name: {
        type: 'string',
        required: true,
        values: ['email_password'],
        invalid: 'policy_not_found',
        purpose: 'name of the policy',
      },
      entity_type: { type: 'string', required: true, values: ['USER'], purpose: 'kind of the entities' },
      entity_ids: { type: 'strings', required: true, purpose: 'IDs of the users' },
    },
    result: ['entity_total_count'],
    errors: [
      'admin_unauthorized',
      'entity_not_found',
      'feature_not_enabled',
      'invalid_arguments',
      'not_an_admin',
      'over_max_entity_limit',
      'policy_not_found',
      'unknown_method',
    ],
  },
  'team.integrationLogs': {
    section: 'WEB §4.2',
    verb: 'GET',
    effect: 'read',
    purpose: 'List the integration log: apps added, changed, disabled',
    tokens: ['user', 'org'],
    scopes: ['admin'],
    adminOnly: true,
    rate: 'tier2',
    arguments: {
      app_id: { type: 'string', purpose: 'only entries of this app' },
      service_id: { type: 'string', purpose: 'only entries of this service' },
      change_type: {
        type: 'string',
        values: ['added', 'removed', 'enabled', 'disabled', 'updated'],
        purpose: 'only entries of this type',
      },
      user: { type: 'string', purpose: 'only entries of this acting user' },
      count: { type: 'integer', minimum: 1, fallback: 100, purpose: 'entries on a page' },
      page: { type: 'integer', minimum: 1, fallback: 1, purpose: 'number of the page' },
      team_id: {
        type: 'string',
        missing: 'missing_argument',
        purpose: 'workspace; required with an org-level token, ignored otherwise',
      },
    },
    result: ['logs', 'paging'],
    list: { items: 'logs', paging: 'page' },
    errors: ['missing_argument'],
  },
  'admin.inviteRequests.denied.list': {
    section: 'WEB §4.3',
    verb: 'POST',
    effect: 'read',
    purpose: 'List denied requests to invite a user',
    tokens: ['org', 'user'],
    scopes: ['admin.invites:read'],
    adminOnly: true,
    rate: 'tier2',
    arguments: {
      team_id: { type: 'string', purpose: 'workspace; required when the organization has more than one' },
      cursor: { type: 'string', mayBeEmpty: true, purpose: 'next_cursor of the page before' },
      limit: { type: 'integer', minimum: 1, maximum: 1000, fallback: 100, purpose: 'requests on a page' },
    },
    result: ['denied_requests', 'response_metadata'],
    list: { items: 'denied_requests', paging: 'cursor' },
    errors: ['feature_not_enabled', 'missing_scope', 'not_an_admin', 'team_not_found'],
  },
  'admin.users.session.list': {
    section: 'WEB §4.4',
    verb: 'POST',
    effect: 'read',
    purpose: 'List active sessions of users',
    tokens: ['org', 'user'],
    scopes: ['admin.users:read'],
    adminOnly: true,
    rate: 'tier2',
    arguments: {
      team_id: {
        type: 'string',
        together: 'user_id',
        missing: 'missing_team',
        purpose: 'workspace of the user',
      },
      user_id: {
        type: 'string',
        together: 'team_id',
        missing: 'missing_user',
        purpose: 'only sessions of this user',
      },
      limit: { type: 'integer', minimum: 1, maximum: 1000, fallback: 1000, purpose: 'sessions on a page' },
      cursor: { type: 'string', mayBeEmpty: true, purpose: 'next_cursor of the page before' },
    },
    result: ['active_sessions', 'response_metadata'],
    list: { items: 'active_sessions', paging: 'cursor' },
    errors: [
      'admin_unauthorized',
      'bots_not_allowed',
      'feature_not_enabled',
      'invalid_cursor',
      'missing_team',
      'missing_user',
      'no_active_sessions',
      'not_an_admin',
      'team_not_found',
      'unknown_method',
      'user_not_found',
    ],
  },
  'functions.workflows.steps.list': {
    section: 'WEB §4.5',
    verb: 'POST',
    effect: 'read',
    purpose: 'List the steps of a workflow that use a function',
    tokens: ['user', 'bot', 'org'],
    scopes: [],
    rate: 'tier3',
    arguments: {
      function_id: {
        type: 'string',
        required: true,
        purpose: `function; the built-in one that opens a form is ${OPEN_FORM_FUNCTION}`,
      },
      workflow_id: { type: 'string', prefix: 'Wf', purpose: 'workflow' },
      workflow: {
        type: 'string',
        format: 'workflow',
        purpose: 'encoded ID, or a reference such as #/workflows/intake',
      },
      workflow_app_id: { type: 'string', purpose: 'ID of the app that defines the workflow' },
    },
    oneOf: [['workflow_id'], ['workflow_app_id', 'workflow']],
    result: ['steps_versions'],
    list: { items: 'steps_versions', paging: 'none' },
    errors: [
      'access_denied',
      'cannot_fetch_versions',
      'invalid_arguments',
      'missing_step_ids',
      'unknown_app_id',
      'unknown_function_id',
      'unknown_method',
      'unknown_workflow_id',
    ],
  },
  'assistant.threads.setStatus': {
    section: 'WEB §4.6',
    verb: 'POST',
    effect: 'write',
    purpose: 'Show or clear the status of an assistant thread',
    tokens: ['bot'],
    scopes: ['chat:write', 'assistant:write'],
    rate: 'threadStatus',
    arguments: {
      channel_id: { type: 'string', required: true, purpose: 'ID of the channel that holds the thread' },
      thread_ts: {
        type: 'string',
        required: true,
        format: 'timestamp',
        invalid: 'invalid_thread_ts',
        purpose: 'timestamp of the thread',
      },
      status: { type: 'string', required: true, mayBeEmpty: true, purpose: 'text; empty clears it' },
      loading_messages: { type: 'strings', maxItems: 10, purpose: 'messages to rotate through meanwhile' },
      username: { type: 'string', purpose: "name shown in place of the app's" },
      icon_emoji: { type: 'string', purpose: 'emoji that is shown as the icon' },
      icon_url: { type: 'string', purpose: 'image that is shown as the icon' },
    },
    result: [],
    errors: ['channel_not_found', 'invalid_thread_ts', 'reserved_username'],
  },
  'conversations.mark': {
    section: 'WEB §4.7',
    verb: 'POST',
    effect: 'write',
    purpose: 'Move the read cursor of a conversation',
    tokens: ['user', 'bot'],
    scopes: ['channels:write', 'groups:write', 'im:write', 'mpim:write', 'channels:manage'],
    rate: 'tier3',
    arguments: {
      channel: { type: 'string', required: true, purpose: 'conversation' },
      ts: {
        type: 'string',
        required: true,
        format: 'timestamp',
        invalid: 'invalid_timestamp',
        purpose: 'timestamp of the message that was seen last',
      },
    },
    result: [],
    errors: ['channel_not_found', 'invalid_timestamp', 'not_in_channel'],
  },
  'functions.distributions.permissions.set': {
    section: 'WEB §4.8',
    verb: 'POST',
    effect: 'write',
    purpose: 'Set who may use a function',
    lasting: 'replacesPermission',
    tokens: ['user', 'bot', 'org'],
    scopes: [],
    rate: 'tier3',
    arguments: {
      function_id: { type: 'string', purpose: 'function' },
      function_callback_id: {
        type: 'string',
        purpose: 'callback ID of its definition',
      },
      function_app_id: { type: 'string', purpose: 'app that defines it' },
      permission_type: {
        type: 'string',
        required: true,
        values: ['app_collaborators', 'named_entities', 'everyone', 'system'],
        missing: 'permission_type_required',
        invalid: 'invalid_permission_type',
        purpose: 'who may use it',
      },
      user_ids: {
        type: 'strings',
        onlyWith: namedEntities,
        invalid: 'invalid_permission_type',
        purpose: 'users who may',
      },
      team_ids: {
        type: 'strings',
        onlyWith: namedEntities,
        invalid: 'invalid_permission_type',
        purpose: 'workspaces that may',
      },
      org_ids: {
        type: 'strings',
        onlyWith: namedEntities,
        invalid: 'invalid_permission_type',
        purpose: 'organizations that may',
      },
    },
    oneOf: functionOrReference,
    valueNeeds: {
      ...namedEntities,
      oneOf: ['user_ids', 'team_ids', 'org_ids'],
      code: 'invalid_named_entities',
    },
    result: ['permission_type', 'users'],
    errors: [
      'access_denied',
      'app_not_found',
      'function_not_found',
      'invalid_named_entities',
      'invalid_permission_type',
      'permission_type_required',
      'unknown_method',
      'user_not_found',
    ],
  },
  'admin.conversations.convertToPrivate': {
    section: 'WEB §4.9',
    verb: 'POST',
    effect: 'write',
    purpose: 'Make a public channel private, permanently',
    doneAlready: 'channel_type_not_supported',
    // The channel cannot be made public again, and its history is hidden from all non-members.
    permanent: { argument: 'channel_id', noun: 'channel', action: 'Permanently make NAME private' },
    tokens: ['org', 'user'],
    scopes: ['admin.conversations:write'],
    adminOnly: true,
    rate: 'tier2',
    arguments: {
      channel_id: { type: 'string', required: true, purpose: 'channel to convert' },
      name: { type: 'string', purpose: 'name; only used for a group direct message' },
    },
    result: [],
    errors: [
      'channel_not_found',
      'channel_type_not_supported',
      'could_not_convert_channel',
      'default_org_wide_channel',
      'external_channel_migrating',
      'feature_not_enabled',
      'method_not_supported_for_channel_type',
      'name_taken',
      'restricted_action',
    ],
  },
  'migration.exchange': {
    section: 'WEB §4.10',
    verb: 'GET',
    effect: 'read',
    purpose: 'Translate between local and global user IDs',
    tokens: ['bot', 'user', 'org'],
    scopes: ['tokens.basic'],
    rate: 'tier2',
    arguments: {
      users: {
        type: 'strings',
        required: true,
        maxItems: 400,
        tooMany: 'too_many_users',
        purpose: 'user IDs of the workspace',
      },
      team_id: { type: 'string', purpose: 'workspace ID, for example T0FINCH; only with an org-level token' },
      to_old: {
        type: 'boolean',
        fallback: false,
        purpose: 'translate global IDs to local IDs, instead of local to global',
      },
    },
    result: ['team_id', 'enterprise_id', 'user_id_map', 'invalid_user_ids'],
    errors: ['not_enterprise_team', 'too_many_users'],
  },
  'auth.test': {
    section: 'OBSERVED §12.2',
    verb: 'POST',
    effect: 'read',
    purpose: 'Show the owner of the token',
    tokens: ['user', 'bot', 'org'],
    scopes: [],
    rate: 'special',
    arguments: {},
    result: ['url', 'team', 'user', 'team_id', 'user_id', 'enterprise_id', 'is_enterprise_install', 'bot_id'],
    errors: [],
  },
} as const satisfies Record<string, WebApiMethod>;
export type WebApiMethodName = keyof typeof WEB_API_METHODS;

/** Values of `change_type` in log entries that the argument does not accept (WEB §2.1). */
export const CHANGE_TYPES = ['added', 'removed', 'enabled', 'disabled', 'expanded', 'updated'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** Reasons for disabling (WEB §2.1). `slack` is spelled as the service does. */
export const DISABLE_REASONS = {
  user: 'manually disabled by a user',
  rate_limits: 'rate limits exceeded',
  slack: 'disabled by the service operator',
  errors: 'too many errors',
  system: 'system change, such as a channel that was archived',
  admin: 'admin action, such as a user who was deleted',
  api_decline: 'the user declined the API terms',
  deauth: 'the service was de-authorized',
} as const;
export type DisableReason = keyof typeof DISABLE_REASONS;
