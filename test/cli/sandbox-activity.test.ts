import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { itemsOf, openWebSandbox, said, type WebService } from '../support/web-service.ts';

/** Seeds a sandbox in a state file with these flags, and opens it. */
async function seeded(...flags: readonly string[]): Promise<{ counts: unknown; service: WebService }> {
  const machine = freshMachine();
  const stateFile = machine.path('state.ndjson');
  let counts: unknown;
  for (const flag of flags) {
    const { exit, stdout } = await machine.orgctl(`sandbox seed ${flag} --state ${stateFile} -o json`);
    expect(exit).toBe(0);
    counts = JSON.parse(stdout);
  }
  return { counts, service: await openWebSandbox({ stateFile }) };
}

describe('sandbox seed of sessions, logs, invites, IDs and tokens', () => {
  it('WEB §4.4: adds sessions as a single record, and more on a second run', async () => {
    const { counts, service } = await seeded('--sessions 1000000', '--sessions 1000');
    expect(counts).toMatchObject({ sessions: 1_001_020 });
    const answer = await service.call('admin.users.session.list');
    expect(itemsOf(answer, 'active_sessions')).toHaveLength(1000);
    expect(service.sandbox.organization.records.of('crowd').size).toBe(1);
  });

  it('WEB §4.2, §4.3: adds log entries in order of time, and denied invites', async () => {
    const { counts, service } = await seeded('--log-entries 300 --denied-invites 40');
    expect(counts).toMatchObject({ logEntries: 328, deniedInvites: 47 });
    const answer = await service.call('team.integrationLogs', { count: 1000 });
    const dates = itemsOf(answer, 'logs').map(({ date }) => Number(date));
    expect(dates.length).toBeGreaterThan(100);
    expect(dates).toEqual([...dates].sort((one, other) => other - one));
    const invites = await service.call('admin.inviteRequests.denied.list', { team_id: 'T0PIER' });
    expect(itemsOf(invites, 'denied_requests')).toHaveLength(13);
  });

  it('WEB §4.10: gives every user a distinct local ID', async () => {
    const { service } = await seeded('--users 500', '--local-ids');
    const ids = [...service.sandbox.organization.users()].map(({ id }) => id);
    const { body } = await service.call('migration.exchange', { users: ids.slice(100, 500), to_old: true });
    const locals = new Set(Object.values(body['user_id_map'] ?? {}));
    expect([locals.size, body['invalid_user_ids']]).toEqual([400, []]);
    expect([...locals].every((id) => String(id).startsWith('U'))).toBe(true);
  });

  it('WEB §5: adds tokens with kind, scopes and expiration', async () => {
    const { service } = await seeded('examples/organization.yaml');
    const outcome = async (method: string, token: string) => said(await service.call(method, {}, token));
    expect(await outcome('admin.users.session.list', 'test-admin-token')).toBe('ok');
    expect(await outcome('admin.inviteRequests.denied.list', 'test-admin-token')).toBe('missing_scope');
    expect(await outcome('auth.test', 'test-bot-token')).toBe('ok');
    expect(await outcome('migration.exchange', 'test-bot-token')).toBe('missing_scope');
    expect(await outcome('admin.users.session.list', 'test-bot-token')).toBe('not_allowed_token_type');
    expect(await outcome('auth.test', 'test-expired-token')).toBe('token_expired');
  });

  it('WEB §5: reports invalid tokens', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('bad.yaml'),
      'tokens: [{kind: bot}, {token: a b}, {token: c, kind: user, workspaces: [A, B]}, {token: d, user: nobody, end: soon}]',
    );
    const { exit, stderr } = await machine.orgctl(`sandbox seed ${machine.path('bad.yaml')} -o json`);
    expect(exit).toBe(5);
    const { issues } = JSON.parse(stderr);
    expect(issues.map(({ path }: { path: string }) => path)).toEqual([
      'tokens[0].token',
      'tokens[1].token',
      'tokens[2].workspaces',
      'tokens[3].end',
    ]);
  });

  it('refuses to run without flags, and lists them', async () => {
    const { exit, stderr } = await freshMachine().orgctl('sandbox seed');
    expect(exit).toBe(2);
    expect(stderr).toContain('--sessions 1000000');
  });
});
