import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const MAP = 'from,to\nU01ABCDEF,W0NEW00001\nU02ABCDEF,W0NEW00002\n';

/** A machine with files, and a function that runs `migrate rewrite` where `@name` is one of them. */
function machineWith(files: Readonly<Record<string, string>>) {
  const machine = freshMachine();
  for (const [name, text] of Object.entries({ 'ids.csv': MAP, ...files }))
    writeFileSync(machine.path(name), text);
  return {
    path: machine.path,
    rewrite: async (line: string) => {
      const ran = await machine.orgctl(
        `migrate rewrite ${line.replace(/@([\w./]+)/g, (_, name) => machine.path(name))}`,
      );
      return { ...ran, stderr: ran.stderr.replaceAll(`${machine.path('')}`, '@/') };
    },
    read: (name: string) => readFileSync(machine.path(name), 'utf8'),
  };
}

describe('migrate rewrite before writing', () => {
  it.each([
    ['--in-place --report @d.txt @d.txt', 'd.txt is an input file; the report needs a file of its own'],
    ['--in-place --force --report @d.txt @d.txt', 'd.txt is an input file'],
    ['--report @d.txt --force @d.txt', 'd.txt is an input file'],
    ['--report @link.txt --force @d.txt', 'link.txt is an input file'],
    ['--report @sub/../d.txt --force @d.txt', 'd.txt is an input file'],
    ['--out @new --report @sub/e.txt --force @sub', 'e.txt is an input file'],
    ['--out @new --report @sub/r.csv @sub', 'r.csv is an input file'],
    [
      '--out @sub/new @d.txt @sub',
      'sub/new is within the input folder @//sub\nhint: name a folder elsewhere',
    ],
    ['--out @sub/new/deep @sub', 'sub/new/deep is within the input folder'],
    ['--out @sub/new.txt @sub', 'sub/new.txt is within the input folder'],
    ['--dry-run --out @sub/new @sub', 'sub/new is within the input folder'],
    ['--report @ids.csv --force @d.txt', 'ids.csv is the map; the report needs a file of its own'],
    ['--in-place --backup .bak --report @d.txt.bak @d.txt', 'd.txt.bak is a copy of --backup'],
    ['--in-place --report @other.csv @d.txt', 'other.csv exists'],
    ['--report @other.csv @d.txt', 'other.csv exists'],
    ['--in-place @d.txt @ids.csv', 'ids.csv is the map; rewritten in place, it would be lost'],
    ['--out - @d.txt', '--out needs a file or a folder\nhint: leave it out to write to stdout'],
    ['--report - @d.txt', 'an output file cannot be named -\nhint: name a file; for stdout: /dev/stdout'],
    ['--report - --force @d.txt', 'an output file cannot be named -'],
    ["--in-place --backup '' @d.txt", 'It must be the end of a name, such as .bak.'],
    ["--in-place --backup ' ' @d.txt", 'It must be the end of a name, such as .bak.'],
    ['--in-place --backup /x @d.txt', 'It must be the end of a name, such as .bak.'],
    ['--in-place --column a @a.csv @b.csv', 'b.csv has no column "a"'],
    ['--in-place @d.txt @zero.bin', 'zero.bin is not text'],
    ['--in-place --force @d.txt', '--force needs'],
  ])('refuses %s', async (flags, problem) => {
    const machine = machineWith({
      'd.txt': 'U01ABCDEF\n',
      'other.csv': 'keep',
      'a.csv': 'a,b\nU01ABCDEF,x\n',
      'b.csv': 'c,b\nU01ABCDEF,x\n',
      'zero.bin': 'U01ABCDEF\0',
    });
    mkdirSync(machine.path('sub'));
    writeFileSync(machine.path('sub/e.txt'), 'U01ABCDEF\n');
    symlinkSync(machine.path('d.txt'), machine.path('link.txt'));
    const { exit, stdout, stderr } = await machine.rewrite(`--map @ids.csv ${flags}`);
    expect(stderr).toContain(problem);
    expect([exit, stdout]).toEqual([flags.includes('zero') ? 5 : 2, '']);
    const names = ['d.txt', 'other.csv', 'a.csv', 'sub/e.txt', 'ids.csv'];
    expect(names.map(machine.read)).toEqual([
      'U01ABCDEF\n',
      'keep',
      'a,b\nU01ABCDEF,x\n',
      'U01ABCDEF\n',
      MAP,
    ]);
    expect(existsSync(machine.path('new'))).toBe(false);
    expect(readdirSync(machine.path('sub'))).toEqual(['e.txt']);
  });

  it.each(['@no/such.csv', '@sub', '@d.txt/x.csv'])(
    'refuses a report that cannot be written: %s',
    async (report) => {
      const machine = machineWith({ 'd.txt': 'U01ABCDEF\n', 'e.txt': 'U02ABCDEF\n' });
      mkdirSync(machine.path('sub'));
      const { exit, stderr } = await machine.rewrite(
        `--map @ids.csv --in-place --force --report ${report} @e.txt`,
      );
      expect(stderr).toMatch(/^error: cannot write /);
      expect([exit, machine.read('e.txt')]).toEqual([12, 'U02ABCDEF\n']);
    },
  );

  it.each([
    ['@lnk/new', '@real/new/r.csv'],
    ['@real/new', '@lnk/new/r.csv'],
    ['@lnk/a/new', '@real/a/new/r.csv'],
    ['@lnk/a/new', '@lnk/a/new/r.csv'],
  ])('writes a report into the output folder by another name: %s, %s', async (out, report) => {
    const machine = machineWith({ 'd.txt': 'U01ABCDEF\n', 'e.txt': 'U02ABCDEF\n' });
    mkdirSync(machine.path('real'));
    symlinkSync(machine.path('real'), machine.path('lnk'));
    const line = `--map @ids.csv --out ${out} --report ${report} @d.txt @e.txt`;
    expect(await machine.rewrite(line)).toMatchObject({ exit: 0 });
    expect(machine.read(report.slice(1))).toContain('U01ABCDEF,W0NEW00001,1,replaced');
  });

  it.each([
    ['name,team,age', 'U01ABCDEF,U02ABCDEF,3'],
    ['user_id,owner,text', 'U01ABCDEF,U02ABCDEF,hello'],
  ])('refuses a CSV of other columns as --map: %s', async (heading, row) => {
    const machine = machineWith({ 'wrong.csv': `${heading}\n${row}\n`, 'd.txt': 'U01ABCDEF\n' });
    expect(await machine.rewrite('--map @wrong.csv @d.txt')).toMatchObject({
      exit: 5,
      stdout: '',
      stderr:
        'error: @//wrong.csv has no columns "from" and "to"\n' +
        'hint: a map of IDs is a CSV with these two columns, or JSON\n',
    });
  });

  it('refuses a report beside an output folder whose name it begins with', async () => {
    const machine = machineWith({ 'd.txt': 'U01ABCDEF\n', 'e.txt': 'U02ABCDEF\n' });
    const line = '--map @ids.csv --out @new --report @newer/r.csv @d.txt @e.txt';
    expect(await machine.rewrite(line)).toMatchObject({
      exit: 12,
      stderr: expect.stringContaining('newer/r.csv: no such file or folder\n'),
    });
  });

  it('replaces a report with --force, and writes one into the output folder', async () => {
    const machine = machineWith({ 'd.txt': 'U01ABCDEF\n', 'r.csv': 'old' });
    const report = 'id,replacement,count,state\nU01ABCDEF,W0NEW00001,1,replaced\n';
    expect((await machine.rewrite('--map @ids.csv --report @r.csv --force @d.txt')).exit).toBe(0);
    expect(machine.read('r.csv')).toBe(report);
    expect((await machine.rewrite('--map @ids.csv --out @new --report @new/r.csv @d.txt')).exit).toBe(0);
    expect(machine.read('new/r.csv')).toBe(report);
  });
});
