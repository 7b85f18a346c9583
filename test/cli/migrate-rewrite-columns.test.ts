import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const [OLD, NEW] = ['U01ABCDEF', 'W0NEW00001'];

/** What "migrate rewrite" makes of a CSV, and of its `user_id` alone. */
async function rewritten(csv: string, column = 'user_id') {
  const machine = freshMachine();
  writeFileSync(machine.path('ids.csv'), `from,to\n${OLD},${NEW}\n`);
  const line = ['migrate', 'rewrite', '--map', machine.path('ids.csv'), '--column', column, '-q'];
  return machine.words(line, { stdin: csv });
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
