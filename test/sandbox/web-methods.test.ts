import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifier } from '../../src/sandbox/identifiers.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';
import { itemsOf, openWebSandbox, said, type WebService } from '../support/web-service.ts';

const W = (number: number) => identifier('W', number);
const U = (number: number) => identifier('U', number);
const OWNER = 'sandbox-owner-token';

const base64 = (words: string) => Buffer.from(words).toString('base64');

/** Reads all pages of a list with cursors. */
async function allByCursor(
  service: WebService,
  method: string,
  name: string,
  args: JsonObject,
): Promise<readonly (readonly JsonObject[])[]> {
  const pages: (readonly JsonObject[])[] = [];
  let cursor: Json = '';
  do {
    const answer = await service.call(method, { ...args, cursor }, OWNER);
    pages.push(itemsOf(answer, name));
    const metadata = answer.body['response_metadata'] as JsonObject;
    cursor = metadata['next_cursor'] ?? '';
  } while (cursor !== '');
  return pages;
}

describe('WEB §5: built-in tokens', () => {
  it.each(Object.keys(WEB_API_METHODS))('WEB §5: one of the tokens may call %s', async (method) => {
    const service = await openWebSandbox();
    expect(['missing_scope', 'not_allowed_token_type']).not.toContain(said(await service.call(method)));
  });
});

describe('WEB §4.4: admin.users.session.list', () => {
  it('WEB §4.4: lists each session once for any page size, without bots and deactivated users', async () => {
    const service = await openWebSandbox();
    const method = 'admin.users.session.list';
    const [all = []] = await allByCursor(service, method, 'active_sessions', {});
    expect(all).toHaveLength(18);
    expect(all.filter(({ user_id }) => user_id === W(10) || user_id === W(11))).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), async (limit) => {
        const pages = await allByCursor(service, method, 'active_sessions', { limit });
        expect(pages.flat()).toEqual(all);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
      }),
      { numRuns: 20 },
    );
  });

  it('WEB §2.3: returns five strings in created, and recent only if something changed', async () => {
    const service = await openWebSandbox();
    const answer = await service.call('admin.users.session.list', { team_id: 'T0HARBOUR', user_id: W(4) });
    const [unchanged, changed] = itemsOf(answer, 'active_sessions');
    expect(unchanged).toEqual({
      user_id: W(4),
      team_id: 'T0HARBOUR',
      session_id: 40_166,
      created: {
        device_hardware: 'x86_64',
        os: 'Windows',
        os_version: '10.0.22631',
        slack_client_version: '4.39.95',
        ip: '192.0.2.30',
        date: String(Date.UTC(2024, 6, 18) / 1000),
      },
    });
    expect(changed).toMatchObject({ created: { ip: '198.51.100.41' }, recent: { ip: '198.51.100.44' } });
  });

  it('WEB §4.4: accepts the workspace-local ID of a user', async () => {
    const service = await openWebSandbox();
    const answer = await service.call('admin.users.session.list', { team_id: 'T0FINCH', user_id: U(5) });
    expect(itemsOf(answer, 'active_sessions')).toHaveLength(1);
  });

  it.each(['nothing', 'session:', 'session:abc', 'session:-1', 'session:1.5', 'session:1 ', 'invite:1'])(
    'WEB §4.4: refuses a cursor that no page has returned: %j',
    async (words) => {
      const service = await openWebSandbox();
      const answer = await service.call('admin.users.session.list', { cursor: base64(words) });
      expect(said(answer)).toBe('invalid_cursor');
    },
  );

  it('WEB §4.4: lists a million generated sessions from any cursor', async () => {
    const service = await openWebSandbox({
      records: [{ kind: 'crowd', id: 'sessions', count: 1_000_000 }],
    });
    const cursor = Buffer.from('session:1000999039').toString('base64');
    const pages = [];
    for (let next = cursor; next !== ''; ) {
      const answer = await service.call('admin.users.session.list', { cursor: next });
      pages.push(...itemsOf(answer, 'active_sessions'));
      next = String((answer.body['response_metadata'] as JsonObject)['next_cursor']);
    }
    const numbers = pages.map(({ session_id }) => Number(session_id));
    // Of the last 960 sessions, three in twelve belong to a bot or a deactivated user.
    expect(numbers.length).toBe(720);
    expect(new Set(numbers).size).toBe(720);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(1_000_999_999);
  });
});

describe('WEB §4.3: admin.inviteRequests.denied.list', () => {
  const method = 'admin.inviteRequests.denied.list';

  it('WEB §4.3: lists the requests of one workspace in pages', async () => {
    const service = await openWebSandbox();
    const pages = await allByCursor(service, method, 'denied_requests', { team_id: 'T0HARBOUR', limit: 2 });
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
  });

  it.each(['nothing', 'invite:', 'invite:nope', 'session:1', `invite:${identifier('Ir', 1)} `])(
    'WEB §4.3: refuses a cursor that no page has returned: %j',
    async (words) => {
      const service = await openWebSandbox();
      const answer = await service.call(method, { team_id: 'T0HARBOUR', cursor: base64(words) });
      expect(said(answer)).toBe('invalid_arguments');
    },
  );

  it('WEB §4.3: refuses a cursor of another workspace', async () => {
    const service = await openWebSandbox();
    const ask = (team_id: string) =>
      service.call(method, { team_id, cursor: base64(`invite:${identifier('Ir', 1)}`) });
    expect(itemsOf(await ask('T0HARBOUR'), 'denied_requests')).toHaveLength(4);
    expect(said(await ask('T0FINCH'))).toBe('invalid_arguments');
  });

  it('WEB §2.2: returns every documented field of a request', async () => {
    const service = await openWebSandbox();
    const [first, second] = itemsOf(await service.call(method, { team_id: 'T0HARBOUR' }), 'denied_requests');
    expect(first).toEqual({
      invite_request: {
        id: identifier('Ir', 1),
        email: 'nils.berg@partner.example',
        date_created: 1_709_802_000,
        requester_ids: [W(5)],
        channel_ids: ['C0LIGHTHOUSE'],
        is_restricted: true,
        is_ultra_restricted: false,
        real_name: 'Nils Berg',
        date_expire: null,
        request_reason: 'Reviews the harbour plans',
      },
      denied_by: { actor_type: 'user', actor_id: W(4) },
    });
    expect(second).toMatchObject({
      invite_request: { is_ultra_restricted: true, date_expire: 1_717_318_800 },
    });
  });

  it('WEB §4.3: requires the workspace only if there are several', async () => {
    const service = await openWebSandbox();
    expect(said(await service.call(method, {}))).toBe('invalid_arguments');
    for (const id of ['T0FINCH', 'T0PIER'])
      service.sandbox.organization.change({ deletedRecord: { kind: 'team', id } });
    expect(itemsOf(await service.call(method, {}), 'denied_requests')).toHaveLength(7);
  });
});

describe('WEB §4.1: admin.auth.policy.assignEntities', () => {
  const assign = (service: WebService, ...entity_ids: readonly string[]) =>
    service.call('admin.auth.policy.assignEntities', {
      policy_name: 'email_password',
      entity_type: 'USER',
      entity_ids,
    });

  it('WEB §3: assigns each user once and returns the number of policy members', async () => {
    const service = await openWebSandbox();
    expect((await assign(service, W(5), W(6))).body).toEqual({ ok: true, entity_total_count: 3 });
    expect((await assign(service, W(6), U(6), W(7))).body).toEqual({ ok: true, entity_total_count: 4 });
  });

  it('WEB §4.1: assigns no user if one of them is unknown', async () => {
    const service = await openWebSandbox();
    expect(said(await assign(service, W(5), 'W0'))).toBe('entity_not_found');
    expect((await assign(service, W(6))).body['entity_total_count']).toBe(2);
  });
});

describe('WEB §4.2: team.integrationLogs', () => {
  const logs = (service: WebService, args: JsonObject = {}) => service.call('team.integrationLogs', args);

  it('WEB §4.2: returns the totals with numbered pages', async () => {
    const service = await openWebSandbox();
    expect((await logs(service)).body['paging']).toEqual({ count: 26, total: 26, page: 1, pages: 1 });
    expect((await logs(service, { count: 10, page: 3 })).body['paging']).toEqual({
      count: 6,
      total: 26,
      page: 3,
      pages: 3,
    });
    expect((await logs(service, { page: 9 })).body).toMatchObject({
      logs: [],
      paging: { count: 0, page: 9 },
    });
  });

  it('WEB §2.1: returns entries of services and apps with their own fields, newest first', async () => {
    const entries = itemsOf(await logs(await openWebSandbox()), 'logs');
    expect(entries[0]).toEqual({
      app_id: 'A0POLLS',
      app_type: 'Polls',
      user_id: W(5),
      user_name: 'clara.voss',
      date: '1714744175',
      change_type: 'disabled',
      reason: 'deauth',
      scope: 'commands',
    });
    expect(entries.find(({ rss_feed }) => rss_feed === true)).toEqual({
      service_id: 418_200_555,
      service_type: 'RSS',
      user_id: W(7),
      user_name: 'aroha.ngata',
      channel: 'C0SUPPORT',
      date: expect.stringMatching(/^\d{10}$/),
      change_type: 'enabled',
      scope: 'rss',
      rss_feed: true,
      rss_feed_change_type: 'added',
      rss_feed_title: 'Status of our suppliers',
      rss_feed_url: 'https://status.example/feed.xml',
    });
    const dates = entries.map(({ date }) => Number(date));
    expect(dates).toEqual([...dates].sort((one, other) => other - one));
  });

  it('WEB §2.1: the demo organization contains every change type and reason', async () => {
    const entries = itemsOf(await logs(await openWebSandbox()), 'logs');
    const seen = (name: string) =>
      [
        ...new Set(entries.flatMap((entry) => (entry[name] === undefined ? [] : [String(entry[name])]))),
      ].sort();
    expect(seen('change_type')).toEqual(['added', 'disabled', 'enabled', 'expanded', 'removed', 'updated']);
    expect(seen('reason')).toEqual([
      'admin',
      'api_decline',
      'deauth',
      'errors',
      'rate_limits',
      'slack',
      'system',
      'user',
    ]);
    expect(
      entries.filter(({ reason, change_type }) => reason !== undefined && change_type !== 'disabled'),
    ).toEqual([]);
  });

  it.each([
    [{ app_id: 'A0POLLS' }, 8],
    [{ service_id: '418200417' }, 3],
    [{ change_type: 'removed' }, 1],
    [{ user: W(7) }, 6],
    [{ user: U(7) }, 6],
    [{ app_id: 'A0POLLS', change_type: 'disabled' }, 4],
    [{ app_id: '418200417' }, 0],
    [{ team_id: 'T0FINCH' }, 26],
  ])('WEB §4.2: finds with the filter %j %i entries', async (filter, count) => {
    expect(itemsOf(await logs(await openWebSandbox(), filter), 'logs')).toHaveLength(count);
  });

  it('WEB §4.2: requires the workspace for an org-level token, whose owner must be a member of it', async () => {
    const service = await openWebSandbox();
    const ask = (team_id: string, token: string) => service.call('team.integrationLogs', { team_id }, token);
    expect((await ask('T0FINCH', OWNER)).body['paging']).toMatchObject({ total: 2 });
    expect(said(await ask('T0PIER', OWNER))).toBe('invalid_auth');
    expect(said(await ask('T0NOWHERE', OWNER))).toBe('team_access_not_granted');
  });
});

describe('WEB §4.5: functions.workflows.steps.list', () => {
  it.each([
    { workflow_id: 'Wf0INTAKE' },
    { workflow_app_id: 'A0INTAKE', workflow: '#/workflows/intake' },
    { workflow_app_id: 'A0INTAKE', workflow: 'Wf0INTAKE' },
  ])('WEB §2.4, §4.5: finds the workflow by %j', async (named) => {
    const service = await openWebSandbox();
    const method = 'functions.workflows.steps.list';
    const steps = itemsOf(
      await service.call(method, { function_id: 'Fn010N', ...named }, OWNER),
      'steps_versions',
    );
    expect(steps.map(({ step_id, is_deleted }) => [step_id, is_deleted])).toEqual([
      ['0', false],
      ['1', true],
      ['0', false],
    ]);
    expect(steps[0]).toEqual({
      title: 'Ask what is needed',
      workflow_id: 'Wf0INTAKE',
      step_id: '0',
      is_deleted: false,
      workflow_version_created: '1709600000',
    });
  });
});

describe('WEB §4.8: functions.distributions.permissions.set', () => {
  const set = (service: WebService, args: JsonObject) =>
    service.call('functions.distributions.permissions.set', { function_id: 'Fn0INTAKE', ...args }, OWNER);

  it('WEB §2.5, §4.8: returns the named users', async () => {
    const service = await openWebSandbox();
    const answer = await set(service, { permission_type: 'named_entities', user_ids: [W(5), U(6)] });
    expect(answer.body).toEqual({
      ok: true,
      permission_type: 'named_entities',
      users: [
        { user_id: W(5), username: 'clara.voss', email: 'clara.voss@harbour-finch.example' },
        { user_id: W(6), username: 'tomas.rey', email: 'tomas.rey@harbour-finch.example' },
      ],
    });
    expect(service.sandbox.organization.records.get('function', 'Fn0INTAKE')?.permission).toMatchObject({
      type: 'named_entities',
      userIds: [W(5), W(6)],
    });
  });

  it('WEB §4.8: accepts workspaces, organizations and a function by its callback ID', async () => {
    const service = await openWebSandbox();
    const named = { permission_type: 'named_entities', team_ids: ['T0FINCH'], org_ids: ['E0HARBOUR'] };
    const byCallback = {
      function_id: null,
      function_callback_id: 'file_request',
      function_app_id: 'A0INTAKE',
    };
    expect((await set(service, { ...named, ...byCallback })).body).toMatchObject({ ok: true, users: [] });
  });

  it('WEB §4.8: accepts and returns the former name of the permission type', async () => {
    const answer = await set(await openWebSandbox(), { distribution_type: 'everyone' });
    expect(answer.body).toEqual({ ok: true, permission_type: 'everyone', distribution_type: 'everyone' });
  });

  it('WEB §4.8: allows the app and its collaborators, and refuses the bot of another app', async () => {
    const service = await openWebSandbox();
    const args = { function_id: 'Fn0RELEASE', permission_type: 'everyone' };
    const method = 'functions.distributions.permissions.set';
    for (const token of ['sandbox-bot-token', 'sandbox-user-token'])
      expect(said(await service.call(method, args, token))).toBe('ok');
    const other = { ...args, function_id: 'Fn0INTAKE' };
    expect(said(await service.call(method, other, 'sandbox-bot-token'))).toBe('access_denied');
  });
});

describe('WEB §4.9: admin.conversations.convertToPrivate', () => {
  const convert = (service: WebService, args: JsonObject) =>
    service.call('admin.conversations.convertToPrivate', args);

  it('WEB §3: makes a public channel private permanently and keeps its name', async () => {
    const service = await openWebSandbox();
    expect(said(await convert(service, { channel_id: 'C0RANDOM', name: 'other' }))).toBe('ok');
    expect(service.sandbox.organization.records.get('channel', 'C0RANDOM')).toMatchObject({
      type: 'private',
      name: 'random',
    });
    expect(said(await convert(service, { channel_id: 'C0RANDOM' }))).toBe('channel_type_not_supported');
  });

  it('WEB §4.9: converts a group direct message only with a name', async () => {
    const service = await openWebSandbox();
    expect(said(await convert(service, { channel_id: 'G0LUNCH' }))).toBe('channel_type_not_supported');
    expect(said(await convert(service, { channel_id: 'G0LUNCH', name: 'lunch-club' }))).toBe('ok');
    expect(service.sandbox.organization.records.get('channel', 'G0LUNCH')).toMatchObject({
      type: 'private',
      name: 'lunch-club',
    });
  });

  it.each(['D0DEPLOY', 'C0LEADERS', 'C0GENERAL'])(
    'WEB §4.9: refuses to convert %s because of its type',
    async (id) => {
      expect(said(await convert(await openWebSandbox(), { channel_id: id }))).toBe(
        'channel_type_not_supported',
      );
    },
  );
});

describe('WEB §4.10: migration.exchange', () => {
  const exchange = (service: WebService, args: JsonObject, token?: string) =>
    service.call('migration.exchange', args, token);

  it('WEB §4.10, §2.5: maps local to global IDs, keeps global IDs and lists unknown IDs', async () => {
    const answer = await exchange(await openWebSandbox(), { users: [U(1), W(12), 'U0', 'nobody'] });
    expect(answer.body).toEqual({
      ok: true,
      team_id: 'T0HARBOUR',
      enterprise_id: 'E0HARBOUR',
      user_id_map: { [U(1)]: W(1), [W(12)]: W(12) },
      invalid_user_ids: ['U0', 'nobody'],
    });
  });

  it('WEB §4.10: maps global to local IDs with to_old, and keeps a global ID without a local one', async () => {
    const answer = await exchange(await openWebSandbox(), { users: [W(1), W(12), U(1)], to_old: true });
    expect(answer.body).toMatchObject({
      user_id_map: { [W(1)]: U(1), [W(12)]: W(12) },
      invalid_user_ids: [U(1)],
    });
  });

  it('WEB §4.10: reports IDs outside the workspace as invalid', async () => {
    const service = await openWebSandbox();
    const answer = await exchange(service, { users: [W(5), W(6), U(5)], team_id: 'T0FINCH' }, OWNER);
    expect(answer.body).toMatchObject({ user_id_map: { [W(5)]: W(5) }, invalid_user_ids: [W(6), U(5)] });
  });

  it('WEB §5 rule 4: requires the workspace for an org-level token and ignores it otherwise', async () => {
    const service = await openWebSandbox();
    expect(said(await exchange(service, { users: [W(1)] }, OWNER))).toBe('missing_argument');
    expect((await exchange(service, { users: [W(1)], team_id: 'T0FINCH' })).body['team_id']).toBe(
      'T0HARBOUR',
    );
  });
});

describe('WEB §4.7: conversations.mark', () => {
  it.each([
    ['C0SUPPORT', 'sandbox-user-token', W(2)],
    ['C0SUPPORT', 'sandbox-bot-token', 'A0DEPLOY'],
    ['C0LEADERS', 'sandbox-user-token', W(2)],
    ['D0DEPLOY', 'sandbox-user-token', W(2)],
    ['G0LUNCH', 'sandbox-user-token', W(2)],
  ])('WEB §3: moves the cursor of %s with %s', async (channel, token, who) => {
    const service = await openWebSandbox();
    for (const ts of ['1709571600.000100', '1709571700.000100'])
      expect(said(await service.call('conversations.mark', { channel, ts }, token))).toBe('ok');
    expect(itemsOf(await service.call('sandbox.cursors.list'), 'cursors')).toEqual([
      { place: `${channel}/${who}`, ts: '1709571700.000100' },
    ]);
  });

  it('WEB §4.7: answers channel_not_found for a private conversation of other members', async () => {
    const service = await openWebSandbox();
    const answer = await service.call(
      'conversations.mark',
      { channel: 'C0LEADERS', ts: '1.2' },
      'sandbox-guest-token',
    );
    expect(said(answer)).toBe('channel_not_found');
  });
});
