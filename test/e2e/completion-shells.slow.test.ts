import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { afterAll, describe, expect, test } from 'vitest';
import { warnMissingTool } from '../support/missing-tool.ts';
import { BIN, freshHome } from '../support/real-bin.ts';

interface TriedShell {
  readonly argv: readonly string[];
  readonly setUp: string;
}

const folder = mkdtempSync(join(tmpdir(), 'orgctl-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHELLS: Readonly<Record<string, TriedShell>> = {
  bash: { argv: ['--norc', '--noprofile'], setUp: `source ${resolve('completions/orgctl.bash')}` },
  zsh: {
    argv: ['-f'],
    // The first zsh reads its thousand completion functions, which takes seconds; the others read its dump.
    setUp: `bindkey -e; autoload -Uz compinit; compinit -u -d ${join(folder, 'dump')}; source ${resolve('completions/_orgctl')}`,
  },
  fish: { argv: ['--no-config'], setUp: `source ${resolve('completions/orgctl.fish')}` },
};

const EVIL = 'evil$(touch pwned)`touch pwned`';

/** A home with the stored names of an earlier listing, one of them hostile. */
function homeWithNames(): string {
  const home = freshHome();
  mkdirSync(join(home, 'bin'));
  symlinkSync(BIN, join(home, 'bin', 'orgctl'));
  mkdirSync(join(home, 'state', 'names'), { recursive: true });
  const rows = ['anna.lind\tanna.lind@example.com\tAnna Lind', 'zoë b\t\tZoë: “B”', `${EVIL}\t\tEvil`];
  writeFileSync(join(home, 'state', 'names', 'sandbox-user.tsv'), rows.join('\n'));
  writeFileSync(join(home, 'people.csv'), 'userName\n');
  return home;
}

/** Types a line and Tab, then has the shell print the completed words. */
async function pressTab(shell: string, home: string, line: string): Promise<readonly string[]> {
  const { argv = [], setUp } = SHELLS[shell] ?? {};
  const env = { PATH: `${join(home, 'bin')}:${process.env['PATH']}`, HOME: home, ORGCTL_HOME: home };
  const pty = spawn(shell, [...argv], { cols: 200, rows: 50, cwd: home, env: { ...env, TERM: 'xterm' } });
  let output = '';
  const waiting = new Set<() => void>();
  pty.onData((data) => {
    output += data;
    for (const look of waiting) look();
  });
  const until = (text: string) =>
    new Promise<void>((done) => {
      const look = () => {
        if (!output.includes(text)) return;
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      look();
    });
  const ended = new Promise<void>((done) => pty.onExit(() => done()));
  try {
    pty.write(`${setUp}; echo RE''ADY\r`);
    await until('READY');
    // Ctrl-A moves to the start of the line, so that printf prints the completed words.
    pty.write(`${line}\t`);
    pty.write(` ; echo DO''NE\x01printf '<%s>' \r`);
    await until('DONE\r');
  } finally {
    pty.kill('SIGKILL');
    await ended;
  }
  const printed =
    output
      .slice(0, output.lastIndexOf('DONE'))
      .split(/\r|\n/)
      .filter((row) => row.startsWith('<'))
      .at(-1) ?? '';
  return [...printed.matchAll(/<([^>]*)>/g)].map(([, word = '']) => word);
}

describe.each(Object.keys(SHELLS))('tab completion in %s', (shell) => {
  const isMissing = spawnSync(shell, ['--version']).error !== undefined;
  if (isMissing) {
    warnMissingTool(shell);
    return;
  }
  test.each([
    ['a command', 'orgctl sandb', ['orgctl', 'sandbox']],
    ['a subcommand', 'orgctl -p sandbox scim us', ['orgctl', '-p', 'sandbox', 'scim', 'users']],
    ['a flag', 'orgctl --dry', ['orgctl', '--dry-run']],
    ['a choice', 'orgctl -o nd', ['orgctl', '-o', 'ndjson']],
    ['a choice after =', 'orgctl --output=nd', ['orgctl', '--output=ndjson']],
    ['a profile', 'orgctl profile show sand', ['orgctl', 'profile', 'show', 'sandbox']],
    ['a file', 'orgctl bulk check peo', ['orgctl', 'bulk', 'check', 'people.csv']],
    [
      'a user',
      'orgctl -p sandbox scim users get ann',
      ['orgctl', '-p', 'sandbox', 'scim', 'users', 'get', 'anna.lind'],
    ],
    [
      'an e-mail',
      'orgctl -p sandbox scim users get anna.lind@ex',
      ['orgctl', '-p', 'sandbox', 'scim', 'users', 'get', 'anna.lind@example.com'],
    ],
    [
      'a name with a space',
      'orgctl -p sandbox scim users get zo',
      ['orgctl', '-p', 'sandbox', 'scim', 'users', 'get', 'zoë b'],
    ],
    [
      'an attribute name',
      'orgctl scim users patch x --set tit',
      ['orgctl', 'scim', 'users', 'patch', 'x', '--set', 'title='],
    ],
  ])('completes %s', async (_, line, words) => {
    expect(await pressTab(shell, homeWithNames(), line)).toEqual(words);
  });

  test('executes no shell code in a completed name', async () => {
    const home = homeWithNames();
    const words = await pressTab(shell, home, 'orgctl -p sandbox scim users get ev');
    expect(words.at(-1)).toBe(EVIL);
    expect(existsSync(join(home, 'pwned'))).toBe(false);
  });
});
