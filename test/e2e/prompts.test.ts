import { spawn } from '@lydell/node-pty';
import { describe, expect, test } from 'vitest';
import { BIN, freshHome, startOrgctl } from '../support/real-bin.ts';

/** Runs the real program on its own terminal and types each answer when its question appears. */
async function onTerminal(
  home: string,
  argv: readonly string[],
  answers: readonly (readonly [string, string])[],
) {
  const { PATH = '' } = process.env;
  const pty = spawn(process.execPath, [BIN, ...argv], {
    cols: 80,
    rows: 40,
    env: { PATH, HOME: home, ORGCTL_HOME: home, TERM: 'xterm', NO_COLOR: '1' },
  });
  const left = [...answers];
  let screen = '';
  let unread = '';
  pty.onData((data) => {
    screen += data;
    unread += data;
    const [question, keys] = left[0] ?? [];
    if (question === undefined || keys === undefined || !unread.includes(question)) return;
    left.shift();
    unread = '';
    pty.write(keys);
  });
  const exit = await new Promise<number>((done) => pty.onExit(({ exitCode }) => done(exitCode)));
  return { exit, screen, unasked: left.map(([question]) => question) };
}

const get = async (home: string, identity: string) =>
  JSON.parse(
    (await startOrgctl(home, ['-p', 'sandbox', 'scim', 'users', 'get', identity, '-o', 'json'])).stdout,
  );

describe('prompts on a real terminal', () => {
  test('filters the list of users while typing', async () => {
    const ran = await onTerminal(
      freshHome(),
      ['-p', 'sandbox', 'scim', 'users', 'get'],
      [
        ['Which user?', 'tanak'],
        ['❯ mei.tanaka', '\r'],
      ],
    );
    expect(ran).toMatchObject({ exit: 0, unasked: [] });
    expect(ran.screen).toContain('mei.tanaka@harbour-finch.example');
  });

  test('prompts for a new user, and reports a wrong answer immediately', async () => {
    const home = freshHome();
    const ran = await onTerminal(
      home,
      ['-p', 'sandbox', 'scim', 'users', 'create'],
      [
        ['Username:', '@@@\r'],
        ['userName is invalid', '\u0015eva.holm\r'],
        ['Primary e-mail:', 'eva@x.example\r'],
        ['Given name', 'Eva\r'],
        ['Family name', '\r'],
        ['Display name', '\r'],
        ['Title', 'Engineer\r'],
      ],
    );
    expect(ran).toMatchObject({ exit: 0, unasked: [] });
    expect(await get(home, 'eva.holm')).toMatchObject({ title: 'Engineer' });
  });

  test('prompts for a new group and picks its members one by one', async () => {
    const home = freshHome();
    const ran = await onTerminal(
      home,
      ['-p', 'sandbox', 'scim', 'groups', 'create'],
      [
        ['Name of the group:', 'Harbour crew\r'],
        ['Member:', 'tanak'],
        ['❯ mei.tanaka', '\r'],
        ['❯ no more users', '\r'],
      ],
    );
    expect(ran).toMatchObject({ exit: 0, unasked: [] });
    expect(ran.screen).toContain('created Harbour crew');
    expect(ran.screen).toMatch(/Member names +Mei Tanaka/);
  });

  test('deactivates no user if Enter is pressed', async () => {
    const home = freshHome();
    const ran = await onTerminal(
      home,
      ['-p', 'sandbox', 'scim', 'users', 'deactivate', 'tomas.rey'],
      [['(y/N)', '\r']],
    );
    expect(ran.exit).toBe(14);
    expect(await get(home, 'tomas.rey')).toMatchObject({ active: true });
  });

  test('exits with 130 and restores the terminal if Ctrl-C is pressed', async () => {
    const ran = await onTerminal(
      freshHome(),
      ['-p', 'sandbox', 'scim', 'users', 'get'],
      [['Which user?', '\u0003']],
    );
    expect(ran.exit).toBe(130);
    expect(ran.screen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(ran.screen.lastIndexOf('\u001b[?25l'));
    expect(ran.screen).not.toContain('    at ');
  });

  test.each([
    [
      'a confirmation',
      'Ctrl-D',
      '\u0004',
      ['-p', 'sandbox', 'scim', 'users', 'deactivate', 'tomas.rey'],
      '(y/N)',
    ],
    [
      'a confirmation',
      'Ctrl-C',
      '\u0003',
      ['-p', 'sandbox', 'scim', 'users', 'deactivate', 'tomas.rey'],
      '(y/N)',
    ],
    [
      'a confirmation of a bulk run',
      'Ctrl-D',
      '\u0004',
      ['-p', 'sandbox', 'bulk', 'apply', 'examples/people.csv'],
      '(y/N)',
    ],
  ])(
    'exits with 130 and prints the command to run again if %s ends with %s',
    async (_, __, key, argv, question) => {
      const ran = await onTerminal(freshHome(), argv, [[question, key]]);
      expect(ran.exit).toBe(130);
      expect(ran.screen.replaceAll(/\s+/g, ' ')).toContain(
        `stopped; nothing was sent; run it again: orgctl ${argv.join(' ')}`,
      );
    },
  );

  test.each([
    ['a name', ['-p', 'sandbox', 'scim', 'users', 'create'], 'Username:'],
    ['a choice from a list', ['-p', 'sandbox', 'scim', 'users', 'get'], 'Which user?'],
    ['a hidden token', ['profile', 'add', 'acme', '--no-check', '--scim-url', 'http://127.0.0.1:9'], 'Token'],
  ])('exits with 130 if Ctrl-D ends the prompt for %s', async (_, argv, question) => {
    expect((await onTerminal(freshHome(), argv, [[question, '\u0004']])).exit).toBe(130);
  });

  test('never shows a token', async () => {
    const ran = await onTerminal(
      freshHome(),
      ['profile', 'add', 'acme', '--no-check'],
      [
        ['SCIM base URL', 'http://127.0.0.1:9\r'],
        ['Token (hidden)', 'canary-1234567890-token\r'],
      ],
    );
    expect(ran).toMatchObject({ exit: 0, unasked: [] });
    expect(ran.screen).not.toContain('canary-1234567890-token');
  });

  test.each([
    ['CI is set', { CI: 'true' }],
    ['--no-input is given', {}],
  ])('asks nothing if %s', async (_, env) => {
    const home = freshHome();
    const { PATH = '' } = process.env;
    const flags = 'CI' in env ? [] : ['--no-input'];
    const pty = spawn(process.execPath, [BIN, '-p', 'sandbox', 'scim', 'users', 'get', ...flags], {
      env: { PATH, HOME: home, ORGCTL_HOME: home, TERM: 'xterm', ...env },
    });
    let screen = '';
    pty.onData((data) => {
      screen += data;
    });
    const exit = await new Promise<number>((done) => pty.onExit(({ exitCode }) => done(exitCode)));
    expect(exit).toBe(2);
    expect(screen).toContain("missing required argument 'user'");
  });
});
