import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const SCREEN = { terminal: 200, env: { NO_COLOR: '1' } } as const;

it.each([
  ['scim users list', '12 users'],
  ['scim users list --filter \'username eq "clara.voss"\'', '1 user'],
  ['scim groups list', '5 groups'],
  ["scim groups members list 'All admins'", '4 members'],
  ['admin sessions', '18 sessions'],
  ['logs', '26 entries'],
  ['scim users list --limit 12', '12 users'],
  ['scim users list --limit 13', '12 users'],
  ['scim groups list --limit 5', '5 groups'],
  ["scim groups members list 'All admins' --limit 4", '4 members'],
  ['admin sessions --limit 18', '18 sessions'],
  ['logs --limit 26', '26 entries'],
])('prints the number of rows below the table of %s on a terminal', async (line, count) => {
  const ran = await freshMachine().orgctl(`-p sandbox ${line} --no-pager`, SCREEN);
  expect(ran.exit).toBe(0);
  expect(ran.stderr.trimEnd().split('\n').at(-1)).toBe(count);
});

it.each([
  ['no user is found', '--filter \'username eq "nobody"\'', SCREEN],
  ['the list is truncated', '--limit 11', SCREEN],
  ['a query selects the rows', '--query [].userName', SCREEN],
  ['the output is JSON', '-o json', SCREEN],
  ['the table is printed in a pipe', '-o table', {}],
])('prints no number of rows if %s', async (_, flags, where) => {
  const { stderr } = await freshMachine().orgctl(`-p sandbox scim users list --no-pager ${flags}`, where);
  expect(stderr).not.toMatch(/^\d+ users?$/m);
});

describe('a list truncated by its limit', () => {
  it.each([
    ['scim users list --limit 11', '11 of 12; --limit 12 shows all'],
    ["scim groups members list 'All admins' --limit 3", '3 of 4; --limit 4 shows all'],
    ['admin sessions --limit 17', '17 shown, and there are more: try --limit 170'],
    // Five of twelve users match the first expression; the rest of the page shows whether there are more.
    [`scim users list --where 'userName ge "o"' --limit 2`, '2 shown, and there are more: try --limit 20'],
    [`scim users list --where 'userName ge "t"' --limit 2`, '2 users'],
    [`scim users list --filter 'username sw "w"' --limit 1`, '1 user'],
    [`scim users list --filter 'username co "a"' --limit 1`, '1 shown, and there are more: try --limit 10'],
  ])('prints for %s how many rows there are and how to show more', async (line, words) => {
    const ran = await freshMachine().orgctl(`-p sandbox ${line} --no-pager`, SCREEN);
    expect(ran.exit).toBe(0);
    expect(ran.stderr.trimEnd().split('\n').at(-1)).toBe(words);
  });

  it.each(['json', 'ndjson', 'csv'])('prints the note in a pipe with -o %s', async (format) => {
    const { stderr } = await freshMachine().orgctl(`-p sandbox scim users list --limit 11 -o ${format}`);
    expect(stderr).toBe('11 of 12; --limit 12 shows all\n');
  });

  it('suggests -o ndjson only if no limit was given', async () => {
    const machine = freshMachine();
    await machine.orgctl('sandbox seed --users 90');
    const { stderr } = await machine.orgctl('-p sandbox scim users list --no-pager', SCREEN);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('100 of 102; --limit 102 or -o ndjson shows all');
  });
});
