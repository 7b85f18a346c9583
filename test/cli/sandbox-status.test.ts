import { describe, expect, it } from 'vitest';
import { identifier } from '../../src/sandbox/identifiers.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const machine = () => {
  const { orgctl } = freshMachine();
  const status = async (flag: string) => JSON.parse((await orgctl(`sandbox status ${flag} -o json`)).stdout);
  return { orgctl, status };
};

describe('sandbox status', () => {
  it('WEB §4.9, §4.7: shows the type of a converted channel, and the read cursors', async () => {
    const { orgctl, status } = machine();
    const channel = async (id: string) =>
      (await status('--channels')).find((one: { id: string }) => one.id === id);
    expect(await channel('C0RANDOM')).toMatchObject({ type: 'public', cursors: [] });
    expect(
      (await orgctl('-p sandbox admin conversations convert-to-private C0RANDOM --confirm C0RANDOM')).exit,
    ).toBe(0);
    expect(await channel('C0RANDOM')).toMatchObject({ type: 'private' });
    const mark = 'api conversations.mark channel=C0SUPPORT ts=1709658000.000100';
    expect((await orgctl(`-p sandbox ${mark}`)).exit).toBe(0);
    expect(await channel('C0SUPPORT')).toMatchObject({
      cursors: [{ member: expect.any(String), ts: '1709658000.000100' }],
    });
  });

  it('WEB §4.1: shows the users assigned to a policy', async () => {
    const { orgctl, status } = machine();
    const before = await status('--policies');
    expect((await orgctl('-p sandbox admin policy assign --users tomas.rey')).exit).toBe(0);
    const after = await status('--policies');
    expect(after).toHaveLength(before.length + 1);
    expect(after).toContainEqual({
      policy: 'email_password',
      user: expect.stringMatching(/^W/),
      userName: 'tomas.rey',
    });
  });

  it('WEB §4.8: shows the permission of a function', async () => {
    const { orgctl, status } = machine();
    const set = 'api functions.distributions.permissions.set permission_type=everyone';
    const reference = 'function_callback_id=file_request function_app_id=A0INTAKE';
    expect((await orgctl(`-p sandbox ${set} ${reference}`)).exit).toBe(0);
    const found = (await status('--permissions')).find(
      (one: { callbackId: string }) => one.callbackId === 'file_request',
    );
    expect(found).toMatchObject({ permission: { type: 'everyone' } });
  });

  it('WEB §4.4: shows whether sessions are active', async () => {
    const { orgctl, status } = machine();
    const of = async (user: string) =>
      (await status('--sessions')).filter((one: { user: string }) => one.user === user);
    const [session] = await of(identifier('W', 6));
    expect(session).toMatchObject({ isActive: true });
    await orgctl(`-p sandbox scim users deactivate ${session.userName} --yes`);
    expect((await of(identifier('W', 6)))[0]).toMatchObject({ isActive: false });
  });

  it('lists only one kind at a time, even as CSV', async () => {
    const { orgctl } = machine();
    const both = await orgctl('sandbox status --channels --sessions');
    expect(both).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'error: --channels and --sessions cannot be combined\nhint: orgctl sandbox status --channels\n',
    });
    for (const kind of ['channels', 'policies', 'permissions', 'sessions']) {
      const table = await orgctl(`sandbox status --${kind} -o csv`);
      expect([table.exit, table.stdout.split('\n').length > 2]).toEqual([0, true]);
    }
  });
});

describe('tokens of a sandbox', () => {
  it.each(['sandbox seed --users 3', 'sandbox status'])(
    'are counted by "%s", in a pipe and on a terminal',
    async (line) => {
      const { orgctl } = freshMachine();
      const piped = await orgctl(line);
      expect(JSON.parse(piped.stdout)).toMatchObject({ tokens: 14, groups: 5 });
      expect(piped.stdout.split('\n').length).toBeLessThan(20);
      const shown = await orgctl(line, { terminal: 80, env: { NO_COLOR: '1' } });
      expect(shown.stdout).toMatch(/^Tokens +14$/m);
      expect(piped.stdout + shown.stdout).not.toContain('-token');
    },
  );

  it('are listed by "sandbox status --tokens"', async () => {
    const { orgctl } = freshMachine();
    const { stdout } = await orgctl('sandbox status --tokens -o json');
    const tokens: readonly { readonly token: string }[] = JSON.parse(stdout);
    expect(tokens).toHaveLength(14);
    expect(tokens).toContainEqual({
      token: 'sandbox-bot-token',
      kind: 'bot',
      rank: 'member',
      scopes: ['chat:write', 'channels:manage', 'im:write', 'tokens.basic'],
    });
    const shown = await orgctl('sandbox status --tokens', { terminal: 80, env: { NO_COLOR: '1' } });
    expect(shown.stdout).toMatch(/^Token +Kind +Rank +Refused because/);
    expect(shown.stdout).toMatch(/^sandbox-expired-token +org +owner +expired/m);
  });
});
