import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ME = ['-c', 'user.name=A', '-c', 'user.email=a@x.example'];

/** A repository of its own with what a release reads, and no tag. */
async function repository(): Promise<string> {
  const folder = temporaryFolder();
  for (const name of [
    '.release-it.json',
    'release-version.mjs',
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
  ])
    writeFileSync(join(folder, name), readFileSync(name));
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n- news\n'),
  );
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const git = (...argv: string[]) => execa('git', [...ME, ...argv], { cwd: folder });
  await git('init', '--quiet');
  await git('add', '--all', '--', ':!node_modules');
  await git('commit', '--quiet', '--message', 'first');
  return folder;
}

test('a trial of a release without a tag begins at the version of package.json, and changes nothing', async () => {
  const cwd = await repository();
  const program = resolve('node_modules/.bin/release-it');
  const { stdout } = await execa(program, ['patch', '--dry-run', '--ci'], { cwd });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const [major = '', minor = '', patch = ''] = version.split('.');
  expect(stdout).toContain(`(${version}...${major}.${minor}.${Number(patch) + 1})`);
  expect((await execa('git', ['status', '--short', '--untracked-files=no'], { cwd })).stdout).toBe('');
});
