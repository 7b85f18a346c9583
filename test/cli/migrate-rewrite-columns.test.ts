import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const [OLD, NEW] = ['U01ABCDEF', 'W0NEW00001'];

/** The result of "migrate rewrite" for the column `user_id` of a CSV. */
async function rewritten(csv: string, words: readonly string[] = []) {
  const machine = freshMachine();
  writeFileSync(machine.path('ids.csv'), `from,to\n${OLD},${NEW}\n`);
  const line = ['migrate', 'rewrite', '--map', machine.path('ids.csv'), '--column', 'user_id', '-q'];
  return machine.words([...line, ...words], { stdin: csv });
}

describe('migrate rewrite --column with quotes in the heading', () => {
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

describe('heading row of "migrate rewrite"', () => {
  it.each([
    ['after empty lines', '\n\r\nname,user_id\n'],
    ['after a sep= line', '\ufeffsep=,\r\nname,user_id\r\n'],
    ['with spaces around its cells', 'name , user_id\n'],
    ['with an ID, which is unchanged', `${OLD}," user_id"\n`],
  ])('is the first record that is not empty: %s', async (_, heading) => {
    const { stdout } = await rewritten(`${heading}${OLD},${OLD}\n`);
    expect(stdout).toBe(`${heading}${OLD},${NEW}\n`);
  });

  it('uses the delimiter of the "sep=" line, unless a flag sets another', async () => {
    const csv = `sep=;\nname, a;user_id\n${OLD};${OLD}\n`;
    expect((await rewritten(csv)).stdout).toBe(`sep=;\nname, a;user_id\n${OLD};${NEW}\n`);
    expect((await rewritten(csv, ['--delimiter', ','])).stderr).toContain('no column "user_id"');
  });
});

it('migrate rewrite --column refuses a name of several columns that differ only in spaces', async () => {
  const csv = `id,user_id , user_id\n1,${OLD},${OLD}\n`;
  expect(await rewritten(csv)).toEqual({
    exit: 2,
    stdout: '',
    stderr:
      'error: (stdin) has several columns "user_id": "user_id " (#2), " user_id" (#3)\n' +
      'hint: use a position such as #2\n',
  });
  const exact = `user_id ,user_id\n${OLD},${OLD}\n`;
  expect((await rewritten(exact)).stdout).toBe(`user_id ,user_id\n${OLD},${NEW}\n`);
});

it.each(['sep=|\n', '', '\n\n', ' , \n'])(
  'migrate rewrite --column reports that %j has no heading',
  async (csv) => {
    expect(await rewritten(csv)).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: (stdin) has no column "user_id": it has no heading\n' +
        'hint: the first line that is not empty is the header row\n',
    });
  },
);

it('migrate rewrite --column suggests no empty column name', async () => {
  const { stderr } = await rewritten(',name\n', ['--column', 'x']);
  expect(stderr).not.toContain('did you mean');
  expect(stderr).toContain('its columns are name; or');
});

describe('--delimiter of a CSV', () => {
  const message =
    'It must be one character that is not a letter, digit, _ or quote, or "\\t" or the word tab.';

  it.each(['a', 'é', '7', '_', '"', ';;', '', '😀'])('refuses %j', async (delimiter) => {
    for (const line of [
      ['migrate', 'rewrite', '--map', 'ids.csv'],
      ['bulk', 'check', '-'],
    ]) {
      const { exit, stderr } = await freshMachine().words([...line, '--delimiter', delimiter]);
      expect(exit).toBe(2);
      expect(stderr).toContain(message);
    }
  });

  it.each(['tab', 'Tab', '\\t', '\t'])('%j is a tab', async (delimiter) => {
    const csv = `name\tuser_id\n${OLD}\t${OLD}\n`;
    const ran = await rewritten(csv, ['--delimiter', delimiter]);
    expect(ran.stdout).toBe(`name\tuser_id\n${OLD}\t${NEW}\n`);
  });

  it('is suggested in a form that the flag accepts', async () => {
    const { stderr } = await rewritten('name\tuser_id\n');
    expect(stderr).toContain('hint: add --delimiter tab\n');
  });

  it('may be a non-ASCII character only in commands that read text', async () => {
    const { exit, stderr } = await rewritten('user_id\n', ['--delimiter', '§']);
    expect(exit).toBe(2);
    expect(stderr).toContain('It must be an ASCII character here.');
    const users = { stdin: 'userName§email\nanna§anna@x.example\n' };
    const checked = await freshMachine().words(['bulk', 'check', '-', '--delimiter', '§'], users);
    expect(checked.exit).toBe(0);
  });
});
