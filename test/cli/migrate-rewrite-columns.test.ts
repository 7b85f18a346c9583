import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const [OLD, NEW] = ['U01ABCDEF', 'W0NEW00001'];

/** What "migrate rewrite" makes of a CSV, and of its `user_id` alone. */
async function rewritten(csv: string, words: readonly string[] = []) {
  const machine = freshMachine();
  writeFileSync(machine.path('ids.csv'), `from,to\n${OLD},${NEW}\n`);
  const line = ['migrate', 'rewrite', '--map', machine.path('ids.csv'), '--column', 'user_id', '-q'];
  return machine.words([...line, ...words], { stdin: csv });
}

describe('a column of "migrate rewrite" is found whatever the quotes of the heading', () => {
  it.each([
    ['a 5",b 3",user_id', [0, 0, 1]],
    ['size 5",user_id', [0, 1]],
    ['user_id,size 5"', [1, 0]],
    ['"size ""5""","a,b",user_id', [0, 0, 1]],
    ['"size 5"" , wide",user_id', [0, 1]],
    ['"size" 5",user_id', [0, 1]],
    ['"two\nlines",user_id', [0, 1]],
    ['\ufeff"a,b","user_id",x"y', [0, 1, 0]],
    ['"","user_id"', [0, 1]],
  ])('%j', async (heading, isChanged) => {
    const row = isChanged.map(() => OLD).join(',');
    const expected = isChanged.map((is) => (is === 1 ? NEW : OLD)).join(',');
    for (const end of ['\n', '\r\n', '\r'])
      expect(await rewritten(`${heading}${end}${row}${end}`)).toEqual({
        exit: 0,
        stdout: `${heading}${end}${expected}${end}`,
        stderr: '',
      });
  });
});

describe('the heading of "migrate rewrite" is the record that "bulk check" takes for it', () => {
  it.each([
    ['behind blank lines', '\n\r\nname,user_id\n'],
    ['behind the delimiter that a spreadsheet names', '\ufeffsep=,\r\nname,user_id\r\n'],
    ['with spaces around its cells', 'name , user_id\n'],
    ['with an ID, which stays', `${OLD}," user_id"\n`],
  ])('%s', async (_, heading) => {
    const { stdout } = await rewritten(`${heading}${OLD},${OLD}\n`);
    expect(stdout).toBe(`${heading}${OLD},${NEW}\n`);
  });

  it('and its delimiter is the one that the first line names, unless a flag does', async () => {
    const csv = `sep=;\nname, a;user_id\n${OLD};${OLD}\n`;
    expect((await rewritten(csv)).stdout).toBe(`sep=;\nname, a;user_id\n${OLD};${NEW}\n`);
    expect((await rewritten(csv, ['--delimiter', ','])).stderr).toContain('no column "user_id"');
  });
});

it.each(['a', '7', '_', '"', ';;'])('the delimiter of a rewrite cannot be %j', async (delimiter) => {
  const { exit, stderr } = await rewritten('user_id\n', ['--delimiter', delimiter]);
  expect(exit).toBe(2);
  expect(stderr).toContain('It is one character, such as ;');
});
