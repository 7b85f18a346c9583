import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { identifier } from '../../src/sandbox/identifiers.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  itemsOf,
  openWebSandbox,
  said,
  WEB_NOW,
  WEB_ORIGIN,
  type WebService,
} from '../support/web-service.ts';

const W = (number: number) => identifier('W', number);
const thread = { channel_id: 'D0DEPLOY', thread_ts: '1709830800.000100' };

/** Ten entries of the integration log, newest first. */
async function newest(service: WebService): Promise<readonly JsonObject[]> {
  return itemsOf(await service.call('team.integrationLogs', { count: 10 }), 'logs');
}

const change = (service: WebService, args: JsonObject) => service.call('sandbox.apps.change', args);
const scim = (service: WebService, method: 'DELETE' | 'PATCH', id: string) =>
  service.sandbox.handle({
    method,
    url: `${WEB_ORIGIN}/scim/v1/Users/${id}`,
    headers: { authorization: 'Bearer sandbox-owner-token' },
    effect: 'write',
  });

describe('WEB §2.1: entries of the integration log', () => {
  it('WEB §2.1: logs the installation, change and removal of an app', async () => {
    const service = await openWebSandbox();
    for (const change_type of ['added', 'expanded', 'updated', 'removed'])
      expect(said(await change(service, { app: 'A0NOTES', change_type, scope: 'channels:history' }))).toBe(
        'ok',
      );
    const entries = (await newest(service)).slice(0, 4);
    expect(entries.map((entry) => entry['change_type'])).toEqual(['removed', 'updated', 'expanded', 'added']);
    expect(entries[3]).toEqual({
      app_id: 'A0NOTES',
      app_type: 'Meeting notes',
      user_id: W(1),
      user_name: 'ines.harbour',
      date: String(WEB_NOW / 1000),
      change_type: 'added',
      scope: 'channels:history',
    });
  });

  it.each(['user', 'rate_limits', 'slack', 'errors', 'system', 'admin', 'api_decline', 'deauth'])(
    'WEB §2.1: logs disabling for the reason %s and enabling again',
    async (reason) => {
      const service = await openWebSandbox();
      const args = { app: '418200417', change_type: 'disabled', reason, user: W(6) };
      expect(said(await change(service, args))).toBe('ok');
      expect((await newest(service))[0]).toMatchObject({
        service_id: 418_200_417,
        change_type: 'disabled',
        reason,
        user_id: W(6),
        channel: 'C0LIGHTHOUSE',
      });
      expect(said(await change(service, args))).toBe('invalid_arguments');
      expect(said(await change(service, { app: '418200417', change_type: 'enabled' }))).toBe('ok');
      expect((await newest(service))[0]).toMatchObject({ change_type: 'enabled' });
    },
  );

  it('WEB §2.1: deactivating a user over SCIM disables their integrations with the reason admin', async () => {
    const service = await openWebSandbox();
    await scim(service, 'DELETE', W(6));
    expect((await newest(service))[0]).toMatchObject({
      service_id: 418_200_417,
      change_type: 'disabled',
      reason: 'admin',
    });
    const sessions = await service.call('admin.users.session.list', { team_id: 'T0HARBOUR', user_id: W(6) });
    expect(said(sessions)).toBe('no_active_sessions');
  });

  it('WEB §2.1: archiving a channel disables its integrations with the reason system', async () => {
    const service = await openWebSandbox();
    expect(said(await service.call('sandbox.channels.archive', { channel: 'C0SUPPORT' }))).toBe('ok');
    expect((await newest(service))[0]).toMatchObject({
      service_id: 418_200_555,
      change_type: 'disabled',
      reason: 'system',
    });
  });
});

describe('WEB §3: status of a thread', () => {
  const statuses = async (service: WebService) =>
    itemsOf(await service.call('sandbox.threads.list'), 'statuses').map(({ status }) => status);

  it('WEB §3: is returned until it is cleared with an empty string', async () => {
    const service = await openWebSandbox();
    const set = (status: string) => service.call('assistant.threads.setStatus', { ...thread, status });
    await set('is thinking');
    await set('is writing');
    expect(await statuses(service)).toEqual(['is writing']);
    expect(said(await set(''))).toBe('ok');
    expect(await statuses(service)).toEqual([]);
    expect(said(await set(''))).toBe('ok');
  });

  it('WEB §3: is cleared by a reply of the app in the thread, not by its posts elsewhere', async () => {
    const service = await openWebSandbox();
    await service.call('assistant.threads.setStatus', { ...thread, status: 'is thinking' });
    await service.call('sandbox.messages.post', { channel: 'D0DEPLOY' });
    expect(await statuses(service)).toEqual(['is thinking']);
    await service.call('sandbox.messages.post', { channel: 'D0DEPLOY', thread_ts: thread.thread_ts });
    expect(await statuses(service)).toEqual([]);
  });

  it('WEB §8: expires two minutes after the last call', async () => {
    let now = WEB_NOW;
    const service = await openWebSandbox({ now: () => now });
    const set = () =>
      service.call('assistant.threads.setStatus', {
        ...thread,
        status: 'is thinking',
        loading_messages: ['one', 'two'],
      });
    await set();
    now += 100_000;
    await set();
    now += 119_999;
    expect(itemsOf(await service.call('sandbox.threads.list'), 'statuses')).toEqual([
      {
        thread: 'D0DEPLOY/1709830800.000100',
        app_id: 'A0DEPLOY',
        status: 'is thinking',
        loading_messages: ['one', 'two'],
        seconds_left: 1,
      },
    ]);
    now += 1;
    expect(await statuses(service)).toEqual([]);
  });
});

describe('WEB §1: state kept by the Web API', () => {
  it("WEB §6: a marked cursor is visible on the caller's other connections at once", async () => {
    const stateFile = join(temporaryFolder(), 'state.ndjson');
    const connections = [await openWebSandbox({ stateFile }), await openWebSandbox({ stateFile })];
    const [one] = connections;
    await one?.call('conversations.mark', { channel: 'C0SUPPORT', ts: '1709658000.000100' });
    for (const connection of connections)
      expect(itemsOf(await connection.call('sandbox.cursors.list'), 'cursors')).toEqual([
        { place: `C0SUPPORT/${W(2)}`, ts: '1709658000.000100' },
      ]);
  });

  it('WEB §1: is stored in the state file and shared with other processes', async () => {
    const stateFile = join(temporaryFolder(), 'state.ndjson');
    const one = await openWebSandbox({ stateFile });
    const other = await openWebSandbox({ stateFile });
    await one.call('admin.conversations.convertToPrivate', { channel_id: 'C0RANDOM' });
    await one.call('assistant.threads.setStatus', { ...thread, status: 'is thinking' });
    await one.call('assistant.threads.setStatus', { ...thread, status: '' });
    await one.call('sandbox.trouble', { method: 'auth.test', error: 'internal_error', times: 2 });
    expect(said(await other.call('auth.test'))).toBe('internal_error');
    expect(said(await one.call('auth.test'))).toBe('internal_error');
    expect(said(await other.call('auth.test'))).toBe('ok');
    const next = await openWebSandbox({ stateFile });
    expect(next.sandbox.organization.records.get('channel', 'C0RANDOM')?.type).toBe('private');
    expect(itemsOf(await next.call('sandbox.threads.list'), 'statuses')).toEqual([]);
    expect([...next.sandbox.organization.records.all()]).toEqual([...one.sandbox.organization.records.all()]);
  });
});
