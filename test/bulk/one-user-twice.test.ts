import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('two rows for one user', () => {
  it.each([
    ['the address', 'email\na@x.example\nA@X.example\n', 'email'],
    ['the userName', 'userName,title\nAnna Lind,\nanna_lind,\n', 'userName'],
    ['the ID', 'id,title\nW1ABCDEFG,x\nW1ABCDEFG,y\n', 'id'],
    [
      'the secondary address',
      'email,secondaryEmail\na@x.example,s@x.example\nb@x.example,S@x.example\n',
      'secondaryEmail',
    ],
    [
      'the secondary address of one and the address of the other',
      'email,secondaryEmail\na@x.example,s@x.example\ns@x.example,\n',
      'email',
    ],
    [
      'the address of one and the secondary address of the other',
      'email,secondaryEmail\na@x.example,\nb@x.example,a@x.example\n',
      'secondaryEmail',
    ],
  ])('are detected by %s', async (_, csv, path) => {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), csv);
    const ran = await machine.orgctl(`bulk check ${machine.path('in.csv')} -o json`);
    expect(ran.exit).toBe(5);
    expect(JSON.parse(ran.stdout)).toEqual([
      expect.objectContaining({ path, message: expect.stringContaining('lines 2 and 3 are the same user') }),
    ]);
  });

  it.each([
    ['three rows of one user', 'clara.voss,A\nclara.voss,B\nclara.voss,C\n'],
    ['two rows of each of two users', 'clara.voss,A\nclara.voss,B\nwalt.finch,C\nwalt.finch,D\n'],
  ])('are reported with flags that skip them: %s', async (_, rows) => {
    const machine = freshMachine();
    const file = machine.path('in.csv');
    writeFileSync(file, `userName,title\n${rows}tomas.rey,X\n`);
    const refused = await machine.orgctl(`-p sandbox bulk plan ${file}`);
    const [, flags] = /^hint: .* skip all of them: (--.*)$/m.exec(refused.stderr) ?? [];
    expect([refused.exit, flags]).toEqual([5, expect.any(String)]);
    const planned = await machine.orgctl(
      `-p sandbox bulk plan ${file} ${flags} -o csv --columns user --no-header`,
    );
    expect(planned).toMatchObject({ exit: 3, stdout: 'tomas.rey\n' });
  });

  it.each([
    [
      'differ in all keys',
      'email,secondaryEmail,userName\na@x.example,s@x.example,a\nb@x.example,t@x.example,b\n',
    ],
    ['have no secondary address', 'email,secondaryEmail\na@x.example,\nb@x.example,\n'],
    [
      'have an address as userName, which the service replaces',
      'email,userName\na@x.example,x@y.example\nb@x.example,x@y.example\n',
    ],
  ])('are accepted if they %s', async (_, csv) => {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), csv);
    expect(await machine.orgctl(`bulk check ${machine.path('in.csv')}`)).toMatchObject({ exit: 0 });
  });
});
