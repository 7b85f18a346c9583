import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { BIN, freshHome, startOrgctl } from '../support/real-bin.ts';

it('adds all profiles if several processes add one at the same time', async () => {
  const home = freshHome();
  const names = ['a', 'b', 'c', 'd', 'e'];
  const added = await Promise.all(
    names.map((name) => {
      const words = [
        'profile',
        'add',
        name,
        '--scim-url',
        'https://x.example',
        '--token-command',
        'true',
        '--no-check',
      ];
      return startOrgctl(home, words);
    }),
  );
  expect(added.map(({ exitCode }) => exitCode)).toEqual(names.map(() => 0));
  const { stdout } = await startOrgctl(home, [
    'profile',
    'list',
    '-o',
    'csv',
    '--columns',
    'name',
    '--no-header',
  ]);
  expect(stdout.split('\n').sort()).toEqual([...names, 'sandbox']);
});

it('reading the profile store installs no signal handler', async () => {
  const home = freshHome();
  const add = ['profile', 'add', 'acme', '--scim-url', 'https://x.example', '--token-command', 'true'];
  expect(await startOrgctl(home, [...add, '--no-check'])).toMatchObject({ exitCode: 0 });
  const hook = join(home, 'count-listeners.cjs');
  const count = "['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name)).join()";
  writeFileSync(hook, `process.on('exit', () => process.stderr.write(${count}));`);
  const words = ['--require', hook, BIN, 'profile', 'show', 'acme', '-o', 'json'];
  const { stdout, stderr } = await execa(process.execPath, words, { env: { ORGCTL_HOME: home } });
  expect(stdout).toContain('https://x.example');
  expect(stderr).toBe('0,0,0');
});
