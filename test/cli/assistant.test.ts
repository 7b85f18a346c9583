import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const THREAD = 'D0DEPLOY 1709830800.000100';
const SET = `-p sandbox assistant status set ${THREAD}`;

async function shownIn({ orgctl }: Machine, now?: () => number) {
  const { stdout } = await orgctl('-p sandbox api sandbox.threads.list', now === undefined ? {} : { now });
  return JSON.parse(stdout).statuses;
}

describe('assistant status (WEB §4.6)', () => {
  it('shows a status for two minutes, and clears it', async () => {
    const machine = freshMachine();
    const set = await machine.orgctl(`${SET} 'is looking into it…'`);
    expect(set.exit).toBe(0);
    const thread = { channel_id: 'D0DEPLOY', thread_ts: '1709830800.000100' };
    expect(JSON.parse(set.stdout)).toEqual({ ...thread, status: 'is looking into it…' });
    expect(set.stderr).toContain('for 2 minutes');
    expect(await shownIn(machine)).toMatchObject([{ status: 'is looking into it…', app_id: 'A0DEPLOY' }]);
    const cleared = await machine.orgctl(`-p sandbox assistant status clear ${THREAD} -o ndjson`);
    expect(cleared).toMatchObject({ exit: 0, stdout: `${JSON.stringify({ ...thread, status: '' })}\n` });
    expect(await shownIn(machine)).toEqual([]);
  });

  it.each(["''", "' '"])('refuses a blank status with the command that clears it: %s', async (blank) => {
    const ran = await freshMachine().orgctl(`${SET} ${blank}`);
    expect(ran).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: the status is blank\nhint: orgctl -p sandbox assistant status clear ${THREAD}\n`,
    });
  });

  it('sends each loading message separately, even with a comma in it', async () => {
    const machine = freshMachine();
    await machine.orgctl(`${SET} busy --loading-message 'Building…' --loading-message 'Testing, still…'`);
    expect(await shownIn(machine)).toMatchObject([{ loading_messages: ['Building…', 'Testing, still…'] }]);
  });

  it('accepts ten loading messages and refuses an eleventh (WEB §8)', async () => {
    const { orgctl } = freshMachine();
    const messages = (count: number) =>
      Array.from({ length: count }, (_, n) => `--loading-message m${n}`).join(' ');
    expect(await orgctl(`${SET} busy ${messages(10)}`)).toMatchObject({ exit: 0 });
    const refused = await orgctl(`${SET} busy ${messages(11)}`);
    expect(refused).toMatchObject({ exit: 2 });
    expect(refused.stderr).toContain('at most 10');
  });

  it.each([
    ['set D0DEPLOY 17098 busy', 2, 'invalid_thread_ts'],
    ['set D0DEPLOY 1700000000.000100 busy', 6, 'invalid_thread_ts'],
    ['set C0NOWHERE 1709830800.000100 busy', 6, 'channel_not_found'],
  ])('refuses %s', async (words, exit, code) => {
    const ran = await freshMachine().orgctl(`-p sandbox assistant status ${words}`);
    expect(ran).toMatchObject({ exit, stdout: '' });
    expect(ran.stderr).toContain(`[${code}]`);
  });
});

describe('assistant status set --while', () => {
  it('shows the status while the command runs, passes its output and exit code on, then clears the status', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl(
      `${SET} 'is deploying…' --while -- sh -c 'echo out; echo err >&2; exit 7'`,
    );
    expect(ran).toMatchObject({ exit: 7, stdout: 'out\n' });
    expect(ran.stderr).toContain('err\n');
    expect(await shownIn(machine)).toEqual([]);
  });

  it.each(['exit 7', 'exec 0<&-; sleep 0.1; exit 7'])(
    'accepts a command that does not read its input: %s',
    async (script) => {
      const machine = freshMachine();
      // More than a pipe holds.
      const stdin = 'y\n'.repeat(1_000_000);
      const ran = await machine.orgctl(`${SET} busy --while -- sh -c '${script}'`, { stdin });
      expect(ran).toMatchObject({ exit: 7, stdout: '' });
      expect(await shownIn(machine)).toEqual([]);
    },
  );

  it('renews the status before its two minutes are over (WEB §3)', async () => {
    const machine = freshMachine();
    const started = Date.now();
    let now = started;
    const shown: number[] = [];
    const marker = machine.path('over');
    let looks = 0;
    const ran = await machine.orgctl(
      `${SET} busy --while -- sh -c 'until [ -e ${marker} ]; do sleep 0.02; done'`,
      {
        now: () => now,
        sleep: async (milliseconds, signal) => {
          looks += 1;
          if (looks > 4) {
            writeFileSync(marker, '');
            await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
            return;
          }
          now += milliseconds;
          const statuses = await shownIn(machine, () => now);
          shown.push(statuses.length);
        },
      },
    );
    expect(ran.exit).toBe(0);
    // The status is still shown just before each renewal.
    expect(shown).toEqual([1, 1, 1, 1]);
    expect(now - started).toBeGreaterThan(2 * 60_000);
  });

  it('passes a signal on to the command, waits for it, and clears the status', async () => {
    const machine = freshMachine();
    let deliver: (signal: 'SIGTERM') => void = () => {};
    const marker = machine.path('started');
    const running = machine.orgctl(
      `${SET} busy --while -- sh -c 'trap "exit 9" TERM; touch ${marker}; while :; do sleep 0.02; done'`,
      {
        onStart: (listener) => {
          deliver = listener;
        },
      },
    );
    while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 5));
    deliver('SIGTERM');
    expect(await running).toMatchObject({ exit: 9 });
    expect(await shownIn(machine)).toEqual([]);
  });

  it('starts no command if the status is refused, and clears the status if the command cannot start', async () => {
    const machine = freshMachine();
    const refused = await machine.orgctl(
      `-p sandbox assistant status set C0NOWHERE 1709830800.000100 busy --while -- echo ran`,
    );
    expect(refused).toMatchObject({ exit: 6, stdout: '' });
    const missing = await machine.orgctl(`${SET} busy --while -- no-such-command-at-all`);
    expect(missing).toMatchObject({ exit: 2, stdout: '' });
    expect(missing.stderr).toContain('command not found');
    expect(await shownIn(machine)).toEqual([]);
  });

  it.each(['busy --while', 'busy -- echo ran', "''"])('refuses %s', async (words) => {
    expect(await freshMachine().orgctl(`${SET} ${words}`)).toMatchObject({ exit: 2, stdout: '' });
  });
});
