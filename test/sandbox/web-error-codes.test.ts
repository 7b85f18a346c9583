import { describe, expect, it } from 'vitest';
import { identifier } from '../../src/sandbox/identifiers.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { WEB_ERROR_CODES } from '../../src/spec/webapi-error-codes.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../src/spec/webapi-methods.ts';
import {
  openWebSandbox,
  said,
  type WebAnswer,
  type WebSandboxOptions,
  type WebService,
} from '../support/web-service.ts';

const W = (number: number) => identifier('W', number);

const ASSIGN = 'admin.auth.policy.assignEntities';
const LOGS = 'team.integrationLogs';
const INVITES = 'admin.inviteRequests.denied.list';
const SESSIONS = 'admin.users.session.list';
const STEPS = 'functions.workflows.steps.list';
const STATUS = 'assistant.threads.setStatus';
const MARK = 'conversations.mark';
const PERMISSIONS = 'functions.distributions.permissions.set';
const CONVERT = 'admin.conversations.convertToPrivate';
const EXCHANGE = 'migration.exchange';

const assign = { policy_name: 'email_password', entity_type: 'USER', entity_ids: [W(5)] };
const steps = { function_id: 'Fn010N', workflow_id: 'Wf0INTAKE' };
const status = { channel_id: 'D0DEPLOY', thread_ts: '1709830800.000100', status: 'is thinking' };
const everyone = { function_id: 'Fn0INTAKE', permission_type: 'everyone' };

type Way = (service: WebService) => Promise<WebAnswer>;
type Row = readonly [code: string, method: string, way: Way, options: WebSandboxOptions];

const row = (
  code: string,
  method: string,
  args: JsonObject = {},
  token?: string,
  options: WebSandboxOptions = {},
): Row => [code, method, (service) => service.call(method, args, token), options];
const notEnterprise: WebSandboxOptions = { settings: { plan: 'plus' } };
const ids = (count: number) => Array.from({ length: count }, (_, index) => `U${index}`);

/** Every error code of the individual methods, with a call that provokes it (WEB §4). */
const OWN: readonly Row[] = [
  row('admin_unauthorized', ASSIGN, assign, 'sandbox-workspace-admin-token'),
  row('entity_not_found', ASSIGN, { ...assign, entity_ids: [W(5), 'W0'] }),
  row('feature_not_enabled', ASSIGN, assign, undefined, notEnterprise),
  row('invalid_arguments', ASSIGN, { ...assign, entity_type: 'TEAM' }),
  row('not_an_admin', ASSIGN, assign, 'sandbox-member-token'),
  row('over_max_entity_limit', ASSIGN, { ...assign, entity_ids: Array(1001).fill(W(5)) }),
  row('policy_not_found', ASSIGN, { ...assign, policy_name: 'sso' }),
  ['unknown_method', ASSIGN, (service) => service.send({ method: 'PUT', path: ASSIGN }), {}],
  row('missing_argument', LOGS, {}, 'sandbox-owner-token'),
  row('feature_not_enabled', INVITES, {}, undefined, notEnterprise),
  row('missing_scope', INVITES, { team_id: 'T0HARBOUR' }, 'sandbox-unscoped-token'),
  row('not_an_admin', INVITES, { team_id: 'T0HARBOUR' }, 'sandbox-workspace-admin-token'),
  row('team_not_found', INVITES, { team_id: 'T0NOWHERE' }),
  row('admin_unauthorized', SESSIONS, {}, 'sandbox-workspace-admin-token'),
  row('bots_not_allowed', SESSIONS, { team_id: 'T0HARBOUR', user_id: W(10) }),
  row('feature_not_enabled', SESSIONS, {}, undefined, notEnterprise),
  row('invalid_cursor', SESSIONS, { cursor: 'bm90aGluZw==' }),
  row('missing_team', SESSIONS, { user_id: W(1) }),
  row('missing_user', SESSIONS, { team_id: 'T0HARBOUR' }),
  row('no_active_sessions', SESSIONS, { team_id: 'T0HARBOUR', user_id: W(7) }),
  row('not_an_admin', SESSIONS, {}, 'sandbox-member-token'),
  row('team_not_found', SESSIONS, { team_id: 'T0NOWHERE', user_id: W(1) }),
  ['unknown_method', SESSIONS, (service) => service.send({ method: 'PUT', path: SESSIONS }), {}],
  row('user_not_found', SESSIONS, { team_id: 'T0HARBOUR', user_id: 'W0' }),
  row('access_denied', STEPS, steps, 'sandbox-bot-token'),
  row(
    'cannot_fetch_versions',
    STEPS,
    { function_id: 'Fn010N', workflow_id: 'Wf0DRAFT' },
    'sandbox-owner-token',
  ),
  row('invalid_arguments', STEPS, { function_id: 'Fn010N' }),
  row('missing_step_ids', STEPS, { ...steps, workflow_id: 'Wf0RELEASE' }),
  row('unknown_app_id', STEPS, { function_id: 'Fn010N', workflow_app_id: 'A0', workflow: '#/workflows/x' }),
  row('unknown_function_id', STEPS, { ...steps, function_id: 'Fn0' }),
  ['unknown_method', STEPS, (service) => service.send({ method: 'PUT', path: STEPS }), {}],
  row('unknown_workflow_id', STEPS, { ...steps, workflow_id: 'Wf0' }),
  row('channel_not_found', STATUS, { ...status, channel_id: 'C0LEADERS' }),
  row('invalid_thread_ts', STATUS, { ...status, thread_ts: '1.000001' }),
  row('reserved_username', STATUS, { ...status, username: 'everyone' }),
  row('channel_not_found', MARK, { channel: 'C0', ts: '1.2' }),
  row('invalid_timestamp', MARK, { channel: 'C0SUPPORT', ts: 'now' }),
  row('not_in_channel', MARK, { channel: 'C0LIGHTHOUSE', ts: '1.2' }),
  row('access_denied', PERMISSIONS, everyone, 'sandbox-bot-token'),
  row('app_not_found', PERMISSIONS, {
    function_callback_id: 'file_request',
    function_app_id: 'A0',
    permission_type: 'everyone',
  }),
  row('function_not_found', PERMISSIONS, { ...everyone, function_id: 'Fn0' }),
  row('invalid_named_entities', PERMISSIONS, {
    function_id: 'Fn0RELEASE',
    permission_type: 'named_entities',
    team_ids: ['T0NOWHERE'],
  }),
  row('invalid_permission_type', PERMISSIONS, { ...everyone, user_ids: [W(5)] }),
  row('permission_type_required', PERMISSIONS, { function_id: 'Fn0RELEASE' }),
  ['unknown_method', PERMISSIONS, (service) => service.send({ method: 'PUT', path: PERMISSIONS }), {}],
  row('user_not_found', PERMISSIONS, {
    function_id: 'Fn0RELEASE',
    permission_type: 'named_entities',
    user_ids: ['W0'],
  }),
  row('channel_not_found', CONVERT, { channel_id: 'C0' }),
  row('channel_type_not_supported', CONVERT, { channel_id: 'C0GENERAL' }),
  row('could_not_convert_channel', CONVERT, { channel_id: 'C0CAMPAIGN' }),
  row('default_org_wide_channel', CONVERT, { channel_id: 'C0ANNOUNCE' }),
  row('external_channel_migrating', CONVERT, { channel_id: 'C0VENTURE' }),
  row('feature_not_enabled', CONVERT, { channel_id: 'C0RANDOM' }, undefined, notEnterprise),
  row('method_not_supported_for_channel_type', CONVERT, { channel_id: 'C0PARTNERS' }),
  row('name_taken', CONVERT, { channel_id: 'G0LUNCH', name: 'random' }),
  row('restricted_action', CONVERT, { channel_id: 'C0STUDIO' }),
  row('not_enterprise_team', EXCHANGE, { users: ['U1'] }, undefined, notEnterprise),
  row('too_many_users', EXCHANGE, { users: ids(401) }),
];

describe('WEB §4: error codes of the methods', () => {
  it.each(OWN)('WEB §4: answers %s from %s', async (code, _, way, options) => {
    const answer = await way(await openWebSandbox(options));
    expect([answer.status, said(answer)]).toEqual([200, code]);
  });

  it('WEB §4: provokes every code of every method', () => {
    const methods: readonly (readonly [string, WebApiMethod])[] = Object.entries(WEB_API_METHODS);
    const expected = methods.flatMap(([name, { errors }]) => errors.map((code) => `${name} ${code}`));
    const provoked = OWN.map(([code, method]) => `${method} ${code}`);
    expect(provoked.sort()).toEqual(expected.sort());
  });
});

const as =
  (token: string): Way =>
  (service) =>
    service.call('auth.test', {}, token);
const body =
  (type: string | undefined, text: string, more: Record<string, string> = {}): Way =>
  (service) =>
    service.send({
      path: MARK,
      headers: {
        authorization: 'Bearer sandbox-user-token',
        ...(type === undefined ? {} : { 'content-type': type }),
        ...more,
      },
      body: text,
    });
const FORM = 'application/x-www-form-urlencoded';
const truncated = '--x\r\nContent-Disposition: form-data; name="ts"\r\n\r\n1.2\r\n';

/** Codes that no request can provoke: the sandbox is configured to return them. */
const scripted = (code: string): Row => [
  code,
  'auth.test',
  async (service) => {
    await service.call('sandbox.trouble', { method: 'auth.test', error: code });
    return service.call('auth.test');
  },
  {},
];

/** Every error code common to all methods, with a call that provokes it (WEB §5, §7). */
const COMMON: readonly Row[] = [
  row('access_denied', STEPS, steps, 'sandbox-bot-token'),
  scripted('accesslimited'),
  ['account_inactive', 'auth.test', as('sandbox-inactive-token'), {}],
  scripted('deprecated_endpoint'),
  row('ekm_access_denied', STATUS, status, undefined, { settings: { keysRevoked: true } }),
  scripted('enterprise_is_restricted'),
  scripted('fatal_error'),
  scripted('internal_error'),
  ['invalid_arg_name', MARK, body(FORM, 'channel=C0SUPPORT&ts=1.2&a-b=1'), {}],
  row('invalid_arguments', MARK, { channel: 'C0SUPPORT' }),
  row('invalid_array_arg', MARK, { channel: ['C0SUPPORT'], ts: '1.2' }),
  ['invalid_auth', 'auth.test', as('wrong-token'), {}],
  ['invalid_charset', MARK, body(`${FORM}; charset=utf-16`, 'ts=1.2'), {}],
  ['invalid_form_data', MARK, body(FORM, 'channel=%ZZ'), {}],
  ['invalid_post_type', MARK, body('application/xml', '<ts/>'), {}],
  scripted('method_deprecated'),
  ['missing_post_type', MARK, body(undefined, 'ts=1.2'), {}],
  row('missing_scope', SESSIONS, {}, 'sandbox-unscoped-token'),
  row('no_permission', PERMISSIONS, everyone, 'sandbox-guest-token'),
  row('not_allowed_token_type', STATUS, status, 'sandbox-user-token'),
  ['not_authed', 'auth.test', (service) => service.send({ path: 'auth.test' }), {}],
  row('org_login_required', 'auth.test', {}, 'sandbox-moving-token', {
    records: [{ kind: 'team', id: 'T0PIER', name: 'Pier 9', migration: 'loginClosed' }],
  }),
  scripted('ratelimited'),
  ['request_timeout', MARK, body('multipart/form-data; boundary=x', truncated), {}],
  scripted('service_unavailable'),
  row('team_access_not_granted', LOGS, { team_id: 'T0FINCH' }, 'sandbox-one-workspace-token'),
  ['team_added_to_org', 'auth.test', as('sandbox-moving-token'), {}],
  ['token_expired', 'auth.test', as('sandbox-expired-token'), {}],
  ['token_revoked', 'auth.test', as('sandbox-revoked-token'), {}],
  row('two_factor_setup_required', 'auth.test', {}, undefined, { settings: { withoutSecondFactor: [W(2)] } }),
  ['invalid_json', MARK, body('application/json', '{'), {}],
  ['json_not_object', MARK, body('application/json', '[]'), {}],
];

describe('WEB §7: common error codes', () => {
  it.each(COMMON)('WEB §7: answers %s, here from %s', async (code, _, way, options) => {
    const answer = await way(await openWebSandbox(options));
    expect([answer.status, said(answer)]).toEqual([code === 'ratelimited' ? 429 : 200, code]);
  });

  it('WEB §7: provokes every documented code except not_allowed', () => {
    const provoked = new Set([...OWN, ...COMMON].map(([code]) => code));
    expect(Object.keys(WEB_ERROR_CODES).filter((code) => !provoked.has(code))).toEqual(['not_allowed']);
  });
});
