// cspell:ignore ineer
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const entry = (name: string, ...classes: readonly string[]) =>
  `dn: uid=${name},dc=x\n${classes.map((own) => `objectClass: ${own}\n`).join('')}uid: ${name}\nmail: ${name}@x.example\n\n`;

const ANN = entry('ann', 'top', 'inetOrgPerson');

async function planned(text: string, flags = '') {
  const machine = freshMachine();
  writeFileSync(machine.path('map.yaml'), 'columns: {userName: uid, email: mail}\n');
  writeFileSync(machine.path('a.ldif'), text);
  const { exit, stdout, stderr } = await machine.orgctl(
    `-p sandbox bulk plan ${machine.path('a.ldif')} --map ${machine.path('map.yaml')} -o csv --columns name ${flags}`,
  );
  return { exit, names: stdout.split('\n').slice(1).filter(Boolean), stderr };
}

describe('LDIF entries that are not users', () => {
  it.each([
    ['a computer', ['top', 'person', 'organizationalPerson', 'user', 'computer'], 'computer'],
    [
      'a service account',
      ['person', 'user', 'computer', 'msDS-GroupManagedServiceAccount'],
      'msDS-GroupManagedServiceAccount',
    ],
    ['a group', ['top', 'group'], 'group'],
    ['a bind account', ['account', 'simpleSecurityObject'], 'simpleSecurityObject'],
  ])('are skipped and counted: %s', async (_, classes, named) => {
    const { exit, names, stderr } = await planned(entry('pc1', ...classes) + ANN);
    expect({ exit, names }).toEqual({ exit: 0, names: ['ann'] });
    expect(stderr).toContain(`a.ldif: recognized LDIF; 1 entry is not a person (${named})\n`);
  });

  it('are counted together, with some of their classes', async () => {
    const others = ['group', 'device', 'room', 'container', 'domain', 'role'];
    const { stderr } = await planned(ANN + others.map((own) => entry(own, own)).join(''));
    const shown = 'group, device, room, container, domain, …';
    expect(stderr).toContain(`recognized LDIF; 6 entries are not people (${shown})\n`);
  });
});

describe('LDIF entries with an unknown class', () => {
  it('stop a plan, and --prune deactivates no user', async () => {
    const { exit, stderr } = await planned(ANN + entry('mei', 'top', 'hfStaff'));
    expect(exit).toBe(5);
    expect(stderr).toContain(
      'a.ldif:7:1 cannot determine whether this entry is a person: objectClass hfStaff; export people with the class person',
    );
    const pruned = await planned(
      ANN + entry('mei.tanaka', 'hfStaff'),
      '--prune --on-bad-row skip --max-bad-rows 1',
    );
    expect(pruned).toMatchObject({ exit: 3, names: ['ann'] });
  });

  it('are skipped if they have no attribute of a user', async () => {
    const { exit, stderr } = await planned(`${ANN}dn: cn=x\nobjectClass: hfPrinter\ncn: x\n`);
    expect(exit).toBe(0);
    expect(stderr).toContain('1 entry is not a person (hfPrinter)');
  });
});

describe('incomplete LDIF', () => {
  it.each([
    [
      'has no blank line between entries',
      `${ANN.trimEnd()}\n${entry('bo', 'person')}`,
      'a.ldif:6:1 a second entry starts here; separate entries with a blank line',
    ],
    [
      'ends with an entry that has only a name',
      `${ANN}dn: uid=bo,dc=x\n`,
      'a.ldif:7:1 this entry has only a name: the file is cut off',
    ],
    [
      'ends with a size limit of the directory',
      `${ANN}search: 2\nresult: 4 Size limit exceeded\n\n# numResponses: 2\n`,
      'a.ldif:8:1 the directory ended the search with "4 Size limit exceeded" (list_not_whole)',
    ],
  ])('stops a plan if it %s', async (_, text, words) => {
    const { exit, stderr } = await planned(text, '--on-bad-row skip');
    expect({ exit, stderr }).toMatchObject({ exit: 5, stderr: expect.stringContaining(words) });
  });

  it.each([
    ['the version precedes an entry', `version: 1\n${ANN}`],
    ['an entry with only a name is between others', `dn: dc=x\n\n${ANN}`],
    [
      'a search ended successfully',
      `${ANN}# search result\nsearch: 2\nresult: 0 Success\n\n# numResponses: 2\n`,
    ],
  ])('is not assumed if %s', async (_, text) => {
    expect(await planned(text)).toMatchObject({ exit: 0, names: ['ann'] });
  });
});

describe('comments of LDIF', () => {
  const titled = (lines: string) =>
    `dn: uid=ann,dc=x\nobjectClass: person\nuid: ann\nmail: ann@x.example\ntitle: Engineer\n${lines}sn: Lind\n`;

  async function title(text: string): Promise<unknown> {
    const machine = freshMachine();
    writeFileSync(machine.path('map.yaml'), 'columns: {userName: uid, email: mail, title: title}\n');
    writeFileSync(machine.path('a.ldif'), text);
    const ran = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('a.ldif')} --map ${machine.path('map.yaml')} -o json`,
    );
    expect(ran).toMatchObject({ exit: 0 });
    return JSON.parse(ran.stdout).changes[0].user.title;
  }

  it.each([
    ['after a value', titled('# exported on Monday by a job whose\n  name is long\n')],
    ['after a value, over three lines', titled('# exported on\n  Monday\n  by a job\n')],
    ['after a value, with CRLF', titled('# exported\n  on Monday\n').replaceAll('\n', '\r\n')],
    ['before the first entry', `# exported on Monday by\n  a job\n\n${titled('')}`],
    ['directly before an entry', `# exported on Monday by\n  a job\n${titled('')}`],
    ['before and after the version', `# exported\n  by\nversion: 1\n# a\n  job\n${titled('')}`],
    ['between blank lines', `\n \n\t\n# exported\n  by a job\n\n${titled('')}`],
  ])('are ignored with their folded lines: %s', async (_, text) => {
    expect(await title(text)).toBe('Engineer');
  });

  it('end with the first line that is not folded', async () => {
    expect(await title(titled('').replace('Engineer', 'Eng\n ineer\n# a comment'))).toBe('Engineer');
  });

  it('and blank lines before a table take no time', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('a.csv'), `${'\n'.repeat(60)}userName,email\nann,ann@x.example\n`);
    expect(await machine.orgctl(`bulk check ${machine.path('a.csv')}`)).toMatchObject({ exit: 0 });
  });
});
