import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { warnMissingTool } from '../support/missing-tool.ts';
import { BIN, freshHome } from '../support/real-bin.ts';

const GUIDE = readFileSync('docs/sandbox.md', 'utf8');

/** Returns the code under a heading of the guide. */
function codeUnder(heading: string): string {
  const section = GUIDE.slice(GUIDE.indexOf(`\n### ${heading}\n`));
  const [, code] = /```\w+\n(.*?)```/s.exec(section) ?? [];
  if (code === undefined) throw new Error(`no code under ${heading}`);
  return code;
}

/** A folder in which the code of the guide runs: with the program on the PATH and the examples next to it. */
function suiteFolder(files: Readonly<Record<string, string>>): string {
  const home = freshHome();
  symlinkSync(resolve('examples'), join(home, 'examples'));
  mkdirSync(join(home, 'programs'));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`;
  writeFileSync(join(home, 'programs', 'orgctl'), script, { mode: 0o755 });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  return home;
}

function run(home: string, program: string, words: readonly string[]) {
  const { PATH = '' } = process.env;
  const env = { PATH: `${join(home, 'programs')}:${PATH}`, HOME: home, ORGCTL_HOME: home, CI: 'true' };
  return execa(program, words, { cwd: home, env, extendEnv: false, all: true, reject: false });
}

const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0;

describe('sandbox in the test suites of docs/sandbox.md', () => {
  it('starts, is seeded, injects a fault and stops in Vitest', async () => {
    const config = 'export default { test: { testTimeout: 60_000, hookTimeout: 60_000 } };\n';
    const home = suiteFolder({ 'client.test.mjs': codeUnder('Vitest'), 'vitest.config.mjs': config });
    symlinkSync(resolve('node_modules'), join(home, 'node_modules'));
    const ran = await run(home, process.execPath, [resolve('node_modules/vitest/vitest.mjs'), 'run']);
    expect(ran.all).toMatch(/1 passed/);
    expect(ran.exitCode).toBe(0);
    expect(readFileSync(join(home, 'vitest.ndjson'), 'utf8')).toContain('nora.quay');
  });

  it('starts, is seeded, injects a fault and stops in a shell script', async () => {
    const home = suiteFolder({ 'client.sh': codeUnder('Shell') });
    const ran = await run(home, 'bash', ['client.sh']);
    expect(ran.stdout).toBe('201\n429\n200');
    expect(readFileSync(join(home, 'served.txt'), 'utf8')).not.toBe('');
    expect(readFileSync(join(home, 'shell.ndjson'), 'utf8')).toContain('nora.quay');
  });

  if (hasPytest)
    it('starts, is seeded, injects a fault and stops in pytest', async () => {
      const home = suiteFolder({ 'test_client.py': codeUnder('pytest') });
      const ran = await run(home, 'python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']);
      expect(ran.all).toMatch(/1 passed/);
      expect(ran.exitCode).toBe(0);
    });
  else warnMissingTool('pytest');
});
