import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { execa } from 'execa';
import { describe, expect, it, test } from 'vitest';
import { pathsIn } from '../../docs/help-pages.ts';
import { COMMAND_TREE } from '../../src/cli/command-tree.ts';
import { layHelp } from '../../src/cli/help-page.ts';
import { helpFileOf, preparedHelp } from '../../src/cli/prepared-help.ts';
import { BIN, freshHome, startOrgctl } from '../support/real-bin.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const FOLDER = 'dist/help';
const PATHS = [[], ...pathsIn(COMMAND_TREE, [])];

describe('help prepared by the build', () => {
  it('exists for each visible command and nothing else', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(PATHS.map(helpFileOf).sort());
  });

  test.each([undefined, 25, 60, 80, 120])(
    'equals the help of the parser at a width of %s',
    async (terminal) => {
      const machine = freshMachine();
      for (const path of PATHS) {
        const page = preparedHelp([...path, '--help'], FOLDER);
        if (page === undefined) throw new Error(`no help of ${path.join(' ')}`);
        const { stdout, exit } = await machine.words(
          [...path, '--help'],
          terminal === undefined ? {} : { terminal },
        );
        expect(exit).toBe(0);
        expect(layHelp(page, { width: terminal, isShort: false })).toBe(stdout);
      }
      const { stdout } = await machine.words([], terminal === undefined ? {} : { terminal });
      const root = preparedHelp([], FOLDER);
      expect(root === undefined ? '' : layHelp(root, { width: terminal, isShort: true })).toBe(stdout);
    },
  );

  it('is read from its own folder only, and not for a mistyped or hidden command', () => {
    expect(existsSync('completions/words.json')).toBe(true);
    for (const words of [
      ['..', '..', 'completions', 'words'],
      ['../../completions/words'],
      ['scim', 'user'],
      ['users'],
    ])
      expect(preparedHelp([...words, '--help'], FOLDER)).toBeUndefined();
    expect(preparedHelp(['scim', 'users', 'list'], FOLDER)).toBeUndefined();
  });

  it('is printed by the program, which reports a full disk and ignores a closed pipe', async () => {
    const home = freshHome();
    const { stdout, exitCode } = await startOrgctl(home, ['bulk', 'runs', '--help']);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: (await freshMachine().orgctl('bulk runs --help')).stdout.trimEnd(),
    });
    const full = await execa('bash', ['-c', `"${process.execPath}" "${BIN}" --help > /dev/full`], {
      reject: false,
    });
    expect(full).toMatchObject({
      exitCode: 12,
      stderr: expect.stringContaining('cannot write to stdout (ENOSPC)'),
    });
    const gone = await execa('bash', [
      '-c',
      `"${process.execPath}" "${BIN}" --help | true; echo \${PIPESTATUS[0]}`,
    ]);
    expect({ stdout: gone.stdout, stderr: gone.stderr }).toEqual({ stdout: '0', stderr: '' });
  });

  it.each([
    ['', 80],
    ['COLUMNS=60', 60],
  ])('has a usable width on a terminal that reports 0 columns (%s)', async (variable, width) => {
    const line = `stty cols 0; ${variable} "${process.execPath}" "${BIN}" scim users list --help`;
    const { PATH = '' } = process.env;
    const pty = spawn('bash', ['-c', line], { env: { PATH, ORGCTL_HOME: freshHome(), TERM: 'dumb' } });
    let screen = '';
    pty.onData((data) => {
      screen += data;
    });
    await new Promise((done) => pty.onExit(done));
    const page = preparedHelp(['scim', 'users', 'list', '--help'], FOLDER);
    expect(screen.replaceAll('\r', '')).toBe(page && layHelp(page, { width, isShort: false }));
  });

  it('is optional: the parser prints the same help without it', async () => {
    const { stdout } = await execa(process.execPath, [
      '-e',
      `process.argv.splice(1, 0, 'orgctl'); require(${JSON.stringify(join(process.cwd(), 'dist/main.cjs'))}).main(process)`,
      '--',
      'logs',
      '--help',
    ]);
    const page = preparedHelp(['logs', '--help'], FOLDER);
    expect(page && layHelp(page, { width: undefined, isShort: false }).trimEnd()).toBe(stdout);
    expect(readFileSync('bin/orgctl.js', 'utf8')).toContain("'help'");
  });
});
