import { LogLevel, type WebAPICallResult, WebClient, WebClientEvent } from '@slack/web-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { identifier } from '../../src/sandbox/identifiers.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { openWebSandbox, type WebSandboxOptions, type WebService } from '../support/web-service.ts';

const W = (number: number) => identifier('W', number);
const U = (number: number) => identifier('U', number);

/** A list in a response for which the client has no type. */
function listIn(page: WebAPICallResult, name: string): readonly unknown[] {
  const list: unknown = new Map(Object.entries(page)).get(name);
  return Array.isArray(list) ? list : [];
}

/** A listening sandbox, and the published client of OBSERVED §12.3 with a token of each kind. */
async function clients(options: WebSandboxOptions = {}) {
  const service: WebService = await openWebSandbox(options);
  const server = await listen(service.sandbox, 0, Date.now);
  onTestFinished(() => server.close());
  const clientOf = (token: string) =>
    new WebClient(token, {
      slackApiUrl: `${server.origin}/api/`,
      retryConfig: { retries: 0 },
      logLevel: LogLevel.ERROR,
    });
  return {
    service,
    org: clientOf('sandbox-owner-token'),
    user: clientOf('sandbox-user-token'),
    bot: clientOf('sandbox-bot-token'),
  };
}

describe('WEB §4: published client @slack/web-api', () => {
  it('WEB §4.1: assigns users to a policy', async () => {
    const { org } = await clients();
    const answer = await org.admin.auth.policy.assignEntities({
      policy_name: 'email_password',
      entity_type: 'USER',
      entity_ids: [W(5), W(6)],
    });
    expect(answer).toMatchObject({ ok: true, entity_total_count: 3 });
  });

  it('WEB §4.2: reads the integration log page by page', async () => {
    const { user } = await clients();
    const pages = await Promise.all(
      [1, 2, 3].map((page) => user.team.integrationLogs({ count: 10, page, change_type: 'disabled' })),
    );
    expect(pages.map(({ logs }) => logs?.length)).toEqual([8, 0, 0]);
    expect(pages[0]?.paging).toEqual({ count: 8, total: 8, page: 1, pages: 1 });
  });

  it('WEB §4.3: pages through denied invites with its own paginate', async () => {
    const { org } = await clients();
    const found: unknown[] = [];
    const args = { team_id: 'T0HARBOUR', limit: 2 };
    for await (const page of org.paginate('admin.inviteRequests.denied.list', args))
      found.push(...listIn(page, 'denied_requests'));
    expect(found).toHaveLength(5);
  });

  it('WEB §4.4: pages through sessions with its own paginate', async () => {
    const { org } = await clients({ records: [{ kind: 'crowd', id: 'sessions', count: 1200 }] });
    const sessions: unknown[] = [];
    for await (const page of org.paginate('admin.users.session.list', { limit: 250 }))
      sessions.push(...listIn(page, 'active_sessions'));
    expect(sessions).toHaveLength(18 + 900);
    expect(new Set(sessions.map((session) => JSON.stringify(session))).size).toBe(918);
  });

  it('WEB §4.5: lists the steps of a workflow', async () => {
    const { org } = await clients();
    const answer = await org.apiCall('functions.workflows.steps.list', {
      function_id: 'Fn010N',
      workflow: '#/workflows/intake',
      workflow_app_id: 'A0INTAKE',
    });
    expect(answer).toMatchObject({ ok: true, steps_versions: [{ step_id: '0' }, { step_id: '1' }, {}] });
  });

  it('WEB §4.6: sets and clears the status of a thread', async () => {
    const { bot, service } = await clients();
    const thread = { channel_id: 'D0DEPLOY', thread_ts: '1709830800.000100' };
    const loading_messages = ['Reading, slowly', 'Writing'];
    await bot.assistant.threads.setStatus({ ...thread, status: 'is thinking', loading_messages });
    const shown = service.sandbox.organization.records.get('threadStatus', 'D0DEPLOY/1709830800.000100');
    expect(shown).toMatchObject({ status: 'is thinking', loadingMessages: loading_messages });
    await bot.assistant.threads.setStatus({ ...thread, status: '' });
    expect(service.sandbox.organization.records.of('threadStatus').size).toBe(0);
  });

  it('WEB §4.7: marks a conversation', async () => {
    const { user } = await clients();
    expect(await user.conversations.mark({ channel: 'C0SUPPORT', ts: '1709658000.000100' })).toMatchObject({
      ok: true,
    });
  });

  it('WEB §4.8: sets the users of a function', async () => {
    const { org } = await clients();
    const answer = await org.apiCall('functions.distributions.permissions.set', {
      function_id: 'Fn0INTAKE',
      permission_type: 'named_entities',
      user_ids: [W(5)],
    });
    expect(answer).toMatchObject({ ok: true, users: [{ user_id: W(5), username: 'clara.voss' }] });
  });

  it('WEB §4.9: makes a channel private and refuses to do so again', async () => {
    const { org } = await clients();
    const convert = () => org.admin.conversations.convertToPrivate({ channel_id: 'C0RANDOM' });
    expect(await convert()).toMatchObject({ ok: true });
    await expect(convert()).rejects.toMatchObject({ data: { error: 'channel_type_not_supported' } });
  });

  it('WEB §4.10: translates IDs', async () => {
    const { bot } = await clients();
    const answer = await bot.migration.exchange({ users: [U(1), U(2), 'U0'].join(), to_old: false });
    expect(answer).toMatchObject({ user_id_map: { [U(1)]: W(1), [U(2)]: W(2) }, invalid_user_ids: ['U0'] });
  });

  it('OBSERVED §12.2: gets the owner of a token from auth.test', async () => {
    const { org, bot } = await clients();
    expect(await org.auth.test()).toMatchObject({ enterprise_id: 'E0HARBOUR', is_enterprise_install: true });
    expect(await bot.auth.test()).toMatchObject({ team_id: 'T0HARBOUR', bot_id: 'B0DEPLOY' });
  });

  it('WEB §7: waits after a rate limit and retries', async () => {
    const { org, service } = await clients();
    await service.call('sandbox.trouble', {
      method: 'admin.users.session.list',
      error: 'ratelimited',
      times: 1,
      retry_after: 1,
    });
    const patient = new WebClient('sandbox-owner-token', {
      slackApiUrl: org.slackApiUrl ?? '',
      retryConfig: { retries: 1 },
      logLevel: LogLevel.ERROR,
    });
    const waits: number[] = [];
    patient.on(WebClientEvent.RATE_LIMITED, (seconds: number) => waits.push(seconds));
    expect(await patient.admin.users.session.list({ limit: 5 })).toMatchObject({ ok: true });
    expect(waits).toEqual([1]);
  });

  it('WEB §7: gets missing_scope with needed and provided', async () => {
    const { org } = await clients();
    const unscoped = new WebClient('sandbox-unscoped-token', {
      slackApiUrl: org.slackApiUrl ?? '',
      retryConfig: { retries: 0 },
      logLevel: LogLevel.ERROR,
    });
    await expect(unscoped.admin.users.session.list()).rejects.toMatchObject({
      data: { error: 'missing_scope', needed: 'admin.users:read', provided: 'users:read' },
    });
  });
});
