import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectation, readArguments } from '../../src/rules/check-arguments.ts';
import {
  WEB_API_METHODS,
  type WebApiArgument,
  type WebApiMethodName,
} from '../../src/spec/webapi-methods.ts';

const read = (name: WebApiMethodName, given: Record<string, unknown>) =>
  readArguments(WEB_API_METHODS[name], given);
const findings = (name: WebApiMethodName, given: Record<string, unknown>) =>
  read(name, given).issues.map(({ code, path }) => `${code} ${path}`);

const ASSIGN = 'admin.auth.policy.assignEntities';
const STATUS = 'assistant.threads.setStatus';
const PERMISSIONS = 'functions.distributions.permissions.set';
const SESSIONS = 'admin.users.session.list';
const STEPS = 'functions.workflows.steps.list';
const assign = { policy_name: 'email_password', entity_type: 'USER', entity_ids: ['W1', 'W2'] };
const status = { channel_id: 'C1', thread_ts: '1700000000.000100', status: 'reads' };

describe('WEB §4: findings for the arguments of a method', () => {
  it.each([
    ['WEB §4.1', ASSIGN, assign, []],
    ['WEB §4.1', ASSIGN, { ...assign, policy_name: 'sso' }, ['policy_not_found policy_name']],
    ['WEB §4.1', ASSIGN, { ...assign, entity_type: 'TEAM' }, ['invalid_arguments entity_type']],
    ['WEB §4.1', ASSIGN, { ...assign, entity_ids: [] }, ['invalid_arguments entity_ids']],
    ['WEB §4.1', ASSIGN, { ...assign, entity_ids: ' , ' }, ['invalid_arguments entity_ids']],
    ['WEB §4.1', ASSIGN, { ...assign, entity_ids: [7] }, ['invalid_arguments entity_ids']],
    ['WEB §4.1', ASSIGN, { ...assign, entity_ids: '["W1"' }, ['invalid_arguments entity_ids']],
    [
      'WEB §4.1',
      ASSIGN,
      {},
      ['invalid_arguments policy_name', 'invalid_arguments entity_type', 'invalid_arguments entity_ids'],
    ],
    ['WEB §4.2', 'team.integrationLogs', { change_type: 'expanded' }, ['invalid_arguments change_type']],
    [
      'WEB §4.2',
      'team.integrationLogs',
      { count: '0', page: 'two' },
      ['invalid_arguments count', 'invalid_arguments page'],
    ],
    ['WEB §4.3', 'admin.inviteRequests.denied.list', { limit: 1 }, []],
    ['WEB §4.3', 'admin.inviteRequests.denied.list', { limit: 1000 }, []],
    ['WEB §4.3', 'admin.inviteRequests.denied.list', { limit: 0 }, ['invalid_arguments limit']],
    ['WEB §4.3', 'admin.inviteRequests.denied.list', { limit: '1001' }, ['invalid_arguments limit']],
    ['WEB §4.4', SESSIONS, { user_id: 'W1' }, ['missing_team team_id']],
    ['WEB §4.4', SESSIONS, { team_id: 'T1' }, ['missing_user user_id']],
    ['WEB §4.4', SESSIONS, { team_id: 'T1', user_id: 'W1' }, []],
    ['WEB §4.4', SESSIONS, { limit: 2.5 }, ['invalid_arguments limit']],
    ['WEB §4.5', STEPS, { function_id: 'Fn1', workflow_id: 'Wf1' }, []],
    ['WEB §4.5', STEPS, { function_id: 'Fn1', workflow_app_id: 'A1', workflow: '#/workflows/x' }, []],
    ['WEB §4.5', STEPS, { function_id: 'Fn1', workflow: '#/workflows/x' }, ['invalid_arguments workflow_id']],
    ['WEB §4.5', STEPS, { workflow_id: 'Wf1' }, ['invalid_arguments function_id']],
    ['WEB §4.5', STEPS, { function_id: 'Fn1', workflow_id: 'W1' }, ['invalid_arguments workflow_id']],
    ['WEB §4.6', STATUS, status, []],
    ['WEB §4.6', STATUS, { ...status, status: '' }, []],
    ['WEB §4.6', STATUS, { ...status, status: null }, ['invalid_arguments status']],
    ['WEB §4.6', STATUS, { ...status, thread_ts: 'yesterday' }, ['invalid_thread_ts thread_ts']],
    ['WEB §4.6', STATUS, { ...status, loading_messages: Array(10).fill('a') }, []],
    [
      'WEB §4.6',
      STATUS,
      { ...status, loading_messages: Array(11).fill('a') },
      ['invalid_arguments loading_messages'],
    ],
    ['WEB §4.7', 'conversations.mark', { channel: 'C1', ts: '1.2' }, []],
    ['WEB §4.7', 'conversations.mark', { channel: 'C1', ts: '-1' }, ['invalid_timestamp ts']],
    ['WEB §4.8', PERMISSIONS, { function_id: 'Fn1', permission_type: 'everyone' }, []],
    ['WEB §4.8', PERMISSIONS, { function_id: 'Fn1' }, ['permission_type_required permission_type']],
    [
      'WEB §4.8',
      PERMISSIONS,
      { function_id: 'Fn1', permission_type: 'all' },
      ['invalid_permission_type permission_type'],
    ],
    [
      'WEB §4.8',
      PERMISSIONS,
      { function_id: 'Fn1', permission_type: 'everyone', user_ids: 'W1' },
      ['invalid_permission_type user_ids'],
    ],
    ['WEB §4.8', PERMISSIONS, { function_id: 'Fn1', permission_type: 'named_entities', org_ids: 'E1' }, []],
    [
      'WEB §4.8',
      PERMISSIONS,
      { function_id: 'Fn1', permission_type: 'named_entities', user_ids: [] },
      ['invalid_named_entities permission_type'],
    ],
    ['WEB §4.8', PERMISSIONS, { permission_type: 'everyone' }, ['invalid_arguments function_id']],
    [
      'WEB §4.8',
      PERMISSIONS,
      { function_callback_id: 'x', permission_type: 'everyone' },
      ['invalid_arguments function_id'],
    ],
    ['WEB §4.9', 'admin.conversations.convertToPrivate', {}, ['invalid_arguments channel_id']],
    ['WEB §4.10', 'migration.exchange', { users: 'U1', to_old: 'maybe' }, ['invalid_arguments to_old']],
    ['WEB §7', 'conversations.mark', { channel: ['C1'], ts: '1.2' }, ['invalid_array_arg channel']],
    ['WEB §7', SESSIONS, { 'limit[]': '1' }, ['invalid_array_arg limit[]']],
    ['WEB §7', SESSIONS, { 'lim-it': '1' }, ['invalid_arg_name lim-it']],
    ['WEB §7', SESSIONS, { ['x'.repeat(65)]: '1' }, [`invalid_arg_name ${'x'.repeat(64)}`]],
  ] as const)('%s: %s with %j', (_, name, given, expected) => {
    expect(findings(name, given)).toEqual(expected);
  });

  it('WEB §4.10: accepts 400 IDs and refuses 401', () => {
    expect(findings('migration.exchange', { users: Array(400).fill('U1') })).toEqual([]);
    expect(findings('migration.exchange', { users: Array(401).fill('U1') })).toEqual([
      'too_many_users users',
    ]);
  });

  it('WEB §4.8: explains which arguments belong together', () => {
    const { issues } = read(PERMISSIONS, { function_id: 'Fn1', permission_type: 'system', team_ids: ['T1'] });
    expect(issues).toEqual([
      {
        code: 'invalid_permission_type',
        path: 'team_ids',
        message: 'team_ids is allowed only with permission_type named_entities',
      },
    ]);
  });
});

describe('WEB §4: description of an expected argument', () => {
  it.each([
    [ASSIGN, 'entity_type', 'USER'],
    [ASSIGN, 'entity_ids', 'a list of strings'],
    ['conversations.mark', 'ts', 'a message timestamp such as 1700000000.000100'],
    ['conversations.mark', 'channel', 'a string'],
    [STEPS, 'workflow', 'an ID that starts with Wf, or #/workflows/ and a callback ID'],
    [STATUS, 'loading_messages', 'a list of at most 10 strings'],
    ['migration.exchange', 'to_old', 'true or false'],
    [SESSIONS, 'limit', '1 to 1000'],
  ] as const)('%s: %s expects %s', (method, name, words) => {
    const taken: Readonly<Record<string, WebApiArgument>> = WEB_API_METHODS[method].arguments;
    const argument = taken[name];
    expect(argument === undefined ? undefined : expectation(argument)).toBe(words);
  });
});

describe('WEB §1: formats of arguments', () => {
  it.each([
    ['1', 1],
    ['1000', 1000],
    ['0007', 7],
    [7, 7],
    ['-1', undefined],
    ['+1', undefined],
    ['1.0', undefined],
    ['1e2', undefined],
    ['7x', undefined],
    ['x7', undefined],
    ['0000000000000007', undefined],
    [Number.NaN, undefined],
  ])('WEB §1: the number %j is read as %j', (limit, expected) => {
    const { values, issues } = read(SESSIONS, { limit });
    expect([values['limit'], issues.length]).toEqual([expected, expected === undefined ? 1 : 0]);
  });

  it('WEB §1: accepts a list as a JSON array, and in a form as comma-separated text or JSON', () => {
    for (const entity_ids of [['W1', 'W2'], 'W1,W2', ' W1 , W2 ', '["W1","W2"]'])
      expect(read(ASSIGN, { ...assign, entity_ids }).values['entity_ids']).toEqual(['W1', 'W2']);
  });

  it.each([
    ['1', true],
    ['true', true],
    [true, true],
    [1, true],
    ['0', false],
    ['false', false],
    [null, false],
    ['', false],
    [undefined, false],
  ])('WEB §1: the boolean %j is read as %j', (to_old, expected) => {
    expect(read('migration.exchange', { users: 'U1', to_old }).values['to_old']).toBe(expected);
  });

  it('WEB §8: uses the default for an omitted or null argument', () => {
    expect(read('team.integrationLogs', { count: null }).values).toEqual({ count: 100, page: 1 });
    expect(read(SESSIONS, {}).values).toEqual({ limit: 1000 });
  });

  it('WEB §1: excludes the token from the arguments and reports an unknown name', () => {
    const { values, unknown, issues } = read('conversations.mark', {
      token: 'secret',
      channel: 'C1',
      ts: 1700000000.5,
      chanel: 'C2',
    });
    expect({ values, unknown, issues }).toEqual({
      values: { channel: 'C1', ts: '1700000000.5' },
      unknown: ['chanel'],
      issues: [],
    });
  });

  it('WEB §1: reads the same arguments from text and from JSON', () => {
    const ids = fc.array(fc.stringMatching(/^[UW][A-Z0-9]{1,8}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(ids, fc.boolean(), (users, to_old) => {
        const json = read('migration.exchange', { users, to_old });
        const form = read('migration.exchange', { users: users.join(','), to_old: String(to_old) });
        expect(form).toEqual(json);
      }),
    );
  });

  it('WEB §7: never throws for any input and gives each finding a message', () => {
    const names = Object.keys(WEB_API_METHODS) as WebApiMethodName[];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.object({ maxDepth: 1 }), (name, given) => {
        for (const { message, code } of read(name, given).issues) {
          expect(message).not.toBe('');
          expect(code).toMatch(/^[a-z_]+$/);
        }
      }),
    );
  });
});
