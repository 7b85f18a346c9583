import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'orgctl-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('npm run release prints the steps offline in a dry run, and otherwise creates the release commit and tag', async () => {
  const clone = join(folder, 'clone');
  await execa('git', ['clone', '--quiet', '.', clone]);
  await execa('git', ['remote', 'remove', 'origin'], { cwd: clone });
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  // Right after a release the changelog has no entry, and an empty release is refused.
  const changelog = join(clone, 'CHANGELOG.md');
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('## [Unreleased]\n', '$&\n- news\n'));
  const me = ['-c', 'user.name=A', '-c', 'user.email=a@x.example'];
  await execa('git', [...me, 'commit', '--quiet', '--all', '--message', 'news'], { cwd: clone });
  const { all: stdout = '' } = await execa('npm', ['run', 'release', '--', 'minor', '--dry-run', '--ci'], {
    cwd: clone,
    all: true,
    env: { HTTPS_PROXY: 'http://127.0.0.1:9', npm_config_offline: 'true' },
  });
  const [, version] = /npm version (\d+\.\d+\.\d+)/.exec(stdout) ?? [];
  // The next minor version after package.json, also if no release is tagged yet.
  const { version: now } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(version).toBe(now.replace(/\.(\d+)\.\d+$/, (_, minor: string) => `.${Number(minor) + 1}.0`));
  expect(stdout).toContain('! npm test\n! npm run test:slow\n');
  expect(stdout).toContain(`! git tag --annotate --message orgctl ${version} v${version}`);
  expect(stdout).not.toMatch(/git push|npm publish/);
  const { stdout: status } = await execa('git', ['status', '--short', '--untracked-files=no'], {
    cwd: clone,
  });
  expect(status).toBe('');

  // The same without --dry-run. The checks and tests of the hooks already run here.
  const config = JSON.parse(readFileSync(join(clone, '.release-it.json'), 'utf8'));
  config.hooks['before:init'] = [];
  writeFileSync(join(clone, '.release-it.json'), JSON.stringify(config));
  const git = (...argv: string[]) => execa('git', argv, { cwd: clone });
  await git('config', 'user.name', 'A');
  await git('config', 'user.email', 'a@x.example');
  await git('commit', '--quiet', '--all', '--message', 'no hooks');
  await execa('npm', ['run', 'release', '--', 'minor', '--ci'], { cwd: clone });
  expect((await git('show', '--name-only', '--format=%s')).stdout.trim().split(/\n+/)).toEqual([
    `release: ${version}`,
    'CHANGELOG.md',
    'package-lock.json',
    'package.json',
  ]);
  expect((await git('tag')).stdout).toBe(`v${version}`);
  expect(readFileSync(changelog, 'utf8')).toMatch(
    new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d\\n\\n- news$`, 'm'),
  );
});
