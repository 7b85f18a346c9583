import { describe, expect, it } from 'vitest';
import type { TokenKind } from '../../src/spec/protocol-types.ts';
import { WEB_ERROR_CODES } from '../../src/spec/webapi-error-codes.ts';
import {
  CHANGE_TYPES,
  DISABLE_REASONS,
  OPEN_FORM_FUNCTION,
  WEB_API_METHODS,
  type WebApiArgument,
  type WebApiMethod,
  type WebApiMethodName,
} from '../../src/spec/webapi-methods.ts';

const NAMES = Object.keys(WEB_API_METHODS) as WebApiMethodName[];
const method = (name: WebApiMethodName): WebApiMethod => WEB_API_METHODS[name];

/** Section, verb, method and its own error codes, copied from WEB §4. */
const DOCUMENTED: readonly (readonly [string, string, WebApiMethodName, string])[] = [
  [
    '4.1',
    'POST',
    'admin.auth.policy.assignEntities',
    'admin_unauthorized entity_not_found feature_not_enabled invalid_arguments not_an_admin over_max_entity_limit policy_not_found unknown_method',
  ],
  ['4.2', 'GET', 'team.integrationLogs', 'missing_argument'],
  [
    '4.3',
    'POST',
    'admin.inviteRequests.denied.list',
    'feature_not_enabled missing_scope not_an_admin team_not_found',
  ],
  [
    '4.4',
    'POST',
    'admin.users.session.list',
    'admin_unauthorized bots_not_allowed feature_not_enabled invalid_cursor missing_team missing_user no_active_sessions not_an_admin team_not_found unknown_method user_not_found',
  ],
  [
    '4.5',
    'POST',
    'functions.workflows.steps.list',
    'access_denied cannot_fetch_versions invalid_arguments missing_step_ids unknown_app_id unknown_function_id unknown_method unknown_workflow_id',
  ],
  ['4.6', 'POST', 'assistant.threads.setStatus', 'channel_not_found invalid_thread_ts reserved_username'],
  ['4.7', 'POST', 'conversations.mark', 'channel_not_found invalid_timestamp not_in_channel'],
  [
    '4.8',
    'POST',
    'functions.distributions.permissions.set',
    'access_denied app_not_found function_not_found invalid_named_entities invalid_permission_type permission_type_required unknown_method user_not_found',
  ],
  [
    '4.9',
    'POST',
    'admin.conversations.convertToPrivate',
    'channel_not_found channel_type_not_supported could_not_convert_channel default_org_wide_channel external_channel_migrating feature_not_enabled method_not_supported_for_channel_type name_taken restricted_action',
  ],
  ['4.10', 'GET', 'migration.exchange', 'not_enterprise_team too_many_users'],
];

describe('WEB §4: methods', () => {
  it('WEB §4: contains exactly the documented methods and auth.test', () => {
    expect(NAMES).toEqual([...DOCUMENTED.map(([, , name]) => name), 'auth.test']);
  });

  it.each(DOCUMENTED)('WEB §%s: %s %s has its documented error codes', (section, verb, name, codes) => {
    expect(method(name)).toMatchObject({ section: `WEB §${section}`, verb, errors: codes.split(' ') });
  });

  it('WEB §2, §5: every admin method refuses an organization whose plan does not include it', () => {
    for (const name of NAMES.filter((one) => one.startsWith('admin.')))
      expect([name, ...method(name).errors]).toContain('feature_not_enabled');
  });

  it('WEB §1: only two methods are GET, and every code of a method is known', () => {
    expect(NAMES.filter((name) => method(name).verb === 'GET')).toEqual([
      'team.integrationLogs',
      'migration.exchange',
    ]);
    for (const name of NAMES)
      for (const code of method(name).errors) expect(WEB_ERROR_CODES).toHaveProperty(code);
  });
});

/** Method, arguments and their types; "!" marks required ones (WEB §4). `token` is sent in the header. */
const ARGUMENTS: readonly (readonly [WebApiMethodName, string])[] = [
  ['admin.auth.policy.assignEntities', 'policy_name:string! entity_type:string! entity_ids:strings!'],
  [
    'team.integrationLogs',
    'app_id:string service_id:string change_type:string user:string count:integer page:integer team_id:string',
  ],
  ['admin.inviteRequests.denied.list', 'team_id:string cursor:string limit:integer'],
  ['admin.users.session.list', 'team_id:string user_id:string limit:integer cursor:string'],
  [
    'functions.workflows.steps.list',
    'function_id:string! workflow_id:string workflow:string workflow_app_id:string',
  ],
  [
    'assistant.threads.setStatus',
    'channel_id:string! thread_ts:string! status:string! loading_messages:strings username:string icon_emoji:string icon_url:string',
  ],
  ['conversations.mark', 'channel:string! ts:string!'],
  [
    'functions.distributions.permissions.set',
    'function_id:string function_callback_id:string function_app_id:string permission_type:string! user_ids:strings team_ids:strings org_ids:strings',
  ],
  ['admin.conversations.convertToPrivate', 'channel_id:string! name:string'],
  ['migration.exchange', 'users:strings! team_id:string to_old:boolean'],
  ['auth.test', ''],
];

describe('WEB §4: arguments', () => {
  it('WEB §4: lists the expected arguments of every method', () => {
    expect(ARGUMENTS.map(([name]) => name)).toEqual(NAMES);
  });

  it.each(ARGUMENTS)('WEB §4: %s accepts %s', (name, expected) => {
    const shown = Object.entries(method(name).arguments).map(
      ([key, { type, required }]) => `${key}:${type}${required === true ? '!' : ''}`,
    );
    expect(shown.join(' ')).toBe(expected);
  });

  const argument = (name: WebApiMethodName, key: string): WebApiArgument | undefined =>
    method(name).arguments[key];

  it('WEB §8: limit is 1 to 1000, by default 100 for denied invites and 1000 for sessions', () => {
    expect(argument('admin.inviteRequests.denied.list', 'limit')).toMatchObject({
      minimum: 1,
      maximum: 1000,
      fallback: 100,
    });
    expect(argument('admin.users.session.list', 'limit')).toMatchObject({
      minimum: 1,
      maximum: 1000,
      fallback: 1000,
    });
  });

  it('WEB §8: count and page of the integration log default to 100 and 1', () => {
    expect(argument('team.integrationLogs', 'count')?.fallback).toBe(100);
    expect(argument('team.integrationLogs', 'page')?.fallback).toBe(1);
  });

  it('WEB §8: an exchange accepts 400 IDs, a status 10 loading messages', () => {
    expect(argument('migration.exchange', 'users')).toMatchObject({
      maxItems: 400,
      tooMany: 'too_many_users',
    });
    expect(argument('assistant.threads.setStatus', 'loading_messages')?.maxItems).toBe(10);
  });

  it('WEB §4.1: the only policy is email_password, the only entity type USER', () => {
    expect(argument('admin.auth.policy.assignEntities', 'policy_name')?.values).toEqual(['email_password']);
    expect(argument('admin.auth.policy.assignEntities', 'entity_type')?.values).toEqual(['USER']);
  });

  it('WEB §4.2, §2.1: expanded occurs in entries but is no filter value; disabled has eight reasons', () => {
    const filter = ['added', 'removed', 'enabled', 'disabled', 'updated'];
    expect(argument('team.integrationLogs', 'change_type')?.values).toEqual(filter);
    expect([...CHANGE_TYPES].sort()).toEqual([...filter, 'expanded'].sort());
    expect(Object.keys(DISABLE_REASONS)).toEqual([
      'user',
      'rate_limits',
      'slack',
      'errors',
      'system',
      'admin',
      'api_decline',
      'deauth',
    ]);
  });

  it('WEB §4.5: the built-in form function is Fn010N, and a workflow ID begins with Wf', () => {
    expect(OPEN_FORM_FUNCTION).toBe('Fn010N');
    expect(argument('functions.workflows.steps.list', 'workflow_id')?.prefix).toBe('Wf');
  });

  it('WEB §4.8: accepts four permission types, two of them documented', () => {
    expect(argument('functions.distributions.permissions.set', 'permission_type')?.values).toEqual([
      'app_collaborators',
      'named_entities',
      'everyone',
      'system',
    ]);
  });
});

/** Method, preferred kind of token, tier and scopes (WEB §5). */
const ACCESS = [
  ['admin.auth.policy.assignEntities', 'org', 'tier4', 'admin.users:write'],
  ['team.integrationLogs', 'user', 'tier2', 'admin'],
  ['admin.inviteRequests.denied.list', 'org', 'tier2', 'admin.invites:read'],
  ['admin.users.session.list', 'org', 'tier2', 'admin.users:read'],
  ['functions.workflows.steps.list', 'user', 'tier3', ''],
  ['assistant.threads.setStatus', 'bot', 'threadStatus', 'chat:write assistant:write'],
  ['conversations.mark', 'user', 'tier3', 'channels:write groups:write im:write mpim:write channels:manage'],
  ['functions.distributions.permissions.set', 'user', 'tier3', ''],
  ['admin.conversations.convertToPrivate', 'org', 'tier2', 'admin.conversations:write'],
  ['migration.exchange', 'bot', 'tier2', 'tokens.basic'],
  ['auth.test', 'user', 'special', ''],
] as const satisfies readonly (readonly [WebApiMethodName, TokenKind, WebApiMethod['rate'], string])[];

describe('WEB §5: tokens, scopes and tiers', () => {
  it('WEB §5: lists the expected access of every method', () => {
    expect(ACCESS.map(([name]) => name)).toEqual(NAMES);
  });

  it.each(ACCESS)(
    'WEB §5: %s prefers the %s token, has the rate %s and requires the scopes %s',
    (name, kind, rate, scopes) => {
      const { tokens, rate: found, scopes: needed } = method(name);
      expect([tokens[0], found, needed.join(' ')]).toEqual([kind, rate, scopes]);
    },
  );

  it('WEB §5: a status accepts only a bot token', () => {
    expect(method('assistant.threads.setStatus').tokens).toEqual(['bot']);
  });

  it('WEB §5 rule 3, §4.2: the admin methods and the integration log require an admin or owner', () => {
    expect(NAMES.filter((name) => method(name).adminOnly === true)).toEqual([
      'admin.auth.policy.assignEntities',
      'team.integrationLogs',
      'admin.inviteRequests.denied.list',
      'admin.users.session.list',
      'admin.conversations.convertToPrivate',
    ]);
  });

  it('WEB §4: these methods are writes', () => {
    expect(NAMES.filter((name) => method(name).effect === 'write')).toEqual([
      'admin.auth.policy.assignEntities',
      'assistant.threads.setStatus',
      'conversations.mark',
      'functions.distributions.permissions.set',
      'admin.conversations.convertToPrivate',
    ]);
  });
});
