import { expect, it } from 'vitest';
import { freshHome, startOrgctl } from '../support/real-bin.ts';

it('keeps the profiles of several programs that add one at the same moment', async () => {
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
