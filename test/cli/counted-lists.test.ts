import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const SCREEN = { terminal: 200, env: { NO_COLOR: '1' } } as const;

it.each([
  ['scim users list', '12 users'],
  ['scim users list --filter \'username eq "clara.voss"\'', '1 user'],
  ['scim groups list', '5 groups'],
  ["scim groups members list 'All admins'", '4 members'],
  ['admin sessions', '18 sessions'],
  ['logs', '26 entries'],
])('counts the rows below the table of %s on a terminal', async (line, count) => {
  const ran = await freshMachine().orgctl(`-p sandbox ${line} --no-pager`, SCREEN);
  expect(ran.exit).toBe(0);
  expect(ran.stderr.trimEnd().split('\n').at(-1)).toBe(count);
});

it.each([
  ['nobody is found', '--filter \'username eq "nobody"\'', SCREEN],
  ['the list is cut, which says of how many', '--limit 11', SCREEN],
  ['the rows are picked by a query', '--query [].userName', SCREEN],
  ['a program reads the list', '-o json', SCREEN],
  ['a program reads the table', '-o table', {}],
])('counts no rows where %s', async (_, flags, where) => {
  const { stderr } = await freshMachine().orgctl(`-p sandbox scim users list --no-pager ${flags}`, where);
  expect(stderr).not.toMatch(/^\d+ users?$/m);
});
