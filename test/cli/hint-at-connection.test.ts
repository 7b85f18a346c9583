import { describe, expect, it } from 'vitest';
import { hintAtConnection } from '../../src/cli/hint-at-connection.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const HINT = 'orgctl scim users list';

/** Command lines, and the connection flags in their hint after `orgctl`. */
const LINES: readonly (readonly [argv: readonly string[], words: string])[] = [
  [['users', 'get', 'x'], ''],
  [['-p', 'acme', 'users'], '-p acme '],
  [['-p9', 'users'], '-p 9 '],
  [['-qp9', 'users'], '-p 9 '],
  [['users', '--profile', 'acme'], '--profile acme '],
  [['users', '--profile=acme'], '--profile acme '],
  [['-p'], ''],
  [['--scim-url', 'http://127.0.0.1:9'], '--scim-url http://127.0.0.1:9 '],
  [['--scim-url=http://127.0.0.1:9'], '--scim-url http://127.0.0.1:9 '],
  [['--scim-url', 'http://me:pass@127.0.0.1:9'], ''],
  [['--scim-url=http://me:pass@127.0.0.1:9'], ''],
  [['--api-url', 'http://127.0.0.1:9'], '--api-url http://127.0.0.1:9 '],
  [['-p', 'acme', '--token-file', 'my tf'], "-p acme --token-file 'my tf' "],
  [['--token-file', 'me@home.txt'], '--token-file me@home.txt '],
  [['--token-stdin', '--allow-http'], '--token-stdin --allow-http '],
  [['--scim-version', '1.1', '--vendor=acme'], '--scim-version 1.1 --vendor acme '],
  [['users', '--', '-p', 'acme'], ''],
  [['users', 'patch', 'x', '--title', '-p', 'acme'], ''],
  [['users', 'patch', 'x', '--title', '--token-stdin', '-p', 'acme'], '-p acme '],
  [['--columns', '--scim-url', 'users'], ''],
  [['users', 'patch', 'x', '--title=-p', 'acme'], ''],
];

/** Hints to which no connection is added. */
const AS_THEY_ARE = [
  'orgctl scim users list --help',
  'orgctl -p other users list',
  'orgctl users list -p other',
  'orgctl users list -pother',
  'orgctl users list --profile other',
  'orgctl users list --profile=other',
  'orgctl --scim-url http://127.0.0.1:8 users list',
  'orgctl api users.list --api-url http://127.0.0.1:8',
  'orgctl profile list',
  'orgctl probe acme',
  'orgctl explain email_taken',
  'ask the owner',
];

describe('hintAtConnection', () => {
  it.each(['profile check', 'config set output table', 'probe', 'scim users list'])(
    'adds the profile to a command that uses it: %s',
    (command) => {
      expect(hintAtConnection(`run: orgctl ${command}`, ['-p', 'acme'])).toBe(
        `run: orgctl -p acme ${command}`,
      );
    },
  );

  it.each(LINES)('adds the connection flags of %j', (argv, words) => {
    expect(hintAtConnection(HINT, argv)).toBe(`orgctl ${words}scim users list`);
  });

  it.each(AS_THEY_ARE)('leaves a hint unchanged: %s', (hint) => {
    expect(hintAtConnection(hint, ['-p', 'acme'])).toBe(hint);
  });

  it('adds flags after leading words, and repeats no flag of the hint', () => {
    expect(hintAtConnection('undo them: orgctl undo latest', ['-p', 'acme'])).toBe(
      'undo them: orgctl -p acme undo latest',
    );
    expect(hintAtConnection('orgctl users list --scim-version 2', ['-p', 'a', '--scim-version=1'])).toBe(
      'orgctl -p a users list --scim-version 2',
    );
  });

  it('makes a hint that runs unchanged against the same service', async () => {
    const [machine, profile] = [freshMachine(), 'sandbox'];
    const told = await machine.orgctl(`-p${profile} users get nobody.here`);
    expect(told.exit).toBe(6);
    const hint = /^hint: orgctl (.*)$/m.exec(told.stderr)?.[1] ?? '';
    expect(hint).toMatch(/^-p sandbox /);
    expect(await machine.orgctl(hint)).toMatchObject({ exit: 0 });
  });
});
