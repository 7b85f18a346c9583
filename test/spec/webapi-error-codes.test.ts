import { describe, expect, it } from 'vitest';
import {
  INSTALLATION_ADVICE,
  WEB_ERROR_CODES,
  type WebErrorCode,
} from '../../src/spec/webapi-error-codes.ts';

/** The codes of WEB §7 in the order of the specification. */
const COMMON = `
access_denied accesslimited account_inactive deprecated_endpoint ekm_access_denied enterprise_is_restricted fatal_error
internal_error invalid_arg_name invalid_arguments invalid_array_arg invalid_auth invalid_charset invalid_form_data
invalid_post_type method_deprecated missing_post_type missing_scope no_permission not_allowed_token_type not_authed
org_login_required ratelimited request_timeout service_unavailable team_access_not_granted team_added_to_org
token_expired token_revoked two_factor_setup_required
`
  .trim()
  .split(/\s+/);

/** The codes of individual methods (WEB §4.1–4.10). */
const OWN = `
admin_unauthorized app_not_found bots_not_allowed cannot_fetch_versions channel_not_found channel_type_not_supported
could_not_convert_channel default_org_wide_channel entity_not_found external_channel_migrating feature_not_enabled
function_not_found invalid_cursor invalid_named_entities invalid_permission_type invalid_thread_ts invalid_timestamp
method_not_supported_for_channel_type missing_argument missing_step_ids missing_team missing_user name_taken
no_active_sessions not_an_admin not_enterprise_team not_in_channel over_max_entity_limit permission_type_required
policy_not_found reserved_username restricted_action team_not_found too_many_users unknown_app_id unknown_function_id
unknown_method unknown_workflow_id user_not_found
`
  .trim()
  .split(/\s+/);

const codes = Object.keys(WEB_ERROR_CODES) as WebErrorCode[];
const from = (origin: string) => codes.filter((code) => WEB_ERROR_CODES[code].from === origin);

describe('WEB §7: error codes', () => {
  it('WEB §7: contains exactly the 30 documented common codes', () => {
    expect(COMMON).toHaveLength(30);
    expect(from('everyMethod')).toEqual(COMMON);
  });

  it('WEB §4: contains exactly the codes of the methods', () => {
    expect(from('method').sort()).toEqual([...OWN].sort());
  });

  it('WEB §5 rule 3: an installation may fail with not_allowed', () => {
    expect(from('installation')).toEqual(['not_allowed']);
  });

  it('WEB §1: contains two more codes observed for JSON bodies', () => {
    expect(from('json')).toEqual(['invalid_json', 'json_not_object']);
  });

  it.each(codes)('WEB §7: %s has a meaning, a usual cause and a remedy, each one sentence', (code) => {
    const { meaning, cause, remedy } = WEB_ERROR_CODES[code];
    for (const text of [meaning, cause, remedy]) expect(text).toMatch(/^\S.{5,}\.$/);
  });

  it('WEB §7: an error has HTTP status 200, or 429 if rate limited', () => {
    expect(codes.filter((code) => WEB_ERROR_CODES[code].status === 429)).toEqual(['ratelimited']);
    expect(codes.filter((code) => WEB_ERROR_CODES[code].status !== 200)).toEqual(['ratelimited']);
  });

  it('WEB §7: four codes advise to wait and retry, two to check the state first', () => {
    expect(codes.filter((code) => WEB_ERROR_CODES[code].retry === 'wait')).toEqual([
      'internal_error',
      'ratelimited',
      'request_timeout',
      'service_unavailable',
    ]);
    expect(codes.filter((code) => WEB_ERROR_CODES[code].retry === 'look')).toEqual([
      'fatal_error',
      'could_not_convert_channel',
    ]);
  });
});

describe('WEB §5: installation advice', () => {
  it('WEB §5 rules 3 and 4: names org-level token, installer, Channel Management role and team_id', () => {
    expect(INSTALLATION_ADVICE.orgToken).toMatch(/entire Enterprise organization/);
    expect(INSTALLATION_ADVICE.installer).toMatch(/org admin or owner/);
    expect(INSTALLATION_ADVICE.channelRole).toMatch(
      /Channel Management role.*public and private.*not_allowed/,
    );
    expect(INSTALLATION_ADVICE.teamId).toMatch(/team_id/);
  });

  it.each(['not_an_admin', 'not_allowed', 'missing_scope', 'token_revoked'] as const)(
    'WEB §5 rule 3: %s comes with advice on token, installer and role',
    (code) => {
      expect(WEB_ERROR_CODES[code].advice).toEqual(['orgToken', 'installer', 'channelRole']);
    },
  );

  it.each([
    ['missing_argument', ['teamId']],
    ['team_not_found', ['teamId']],
    ['team_access_not_granted', ['orgToken', 'installer', 'teamId']],
    ['not_allowed_token_type', ['orgToken']],
    ['admin_unauthorized', ['orgToken', 'installer']],
    ['restricted_action', ['channelRole']],
  ] as const)('WEB §5: %s comes with the advice %j', (code, advice) => {
    expect(WEB_ERROR_CODES[code].advice).toEqual(advice);
  });
});
