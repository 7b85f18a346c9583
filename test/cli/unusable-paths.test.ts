import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/**
 * Paths that cannot be a file: below a file, a directory, a name that is too long, a symlink loop, a missing
 * directory.
 */
const PLACES = ['t.txt/x', 'dir', 'n'.repeat(300), 'circle', 'none/x'];

/** Every kind of flag and argument that takes a path; PATH is a placeholder. */
const LINES = [
  'migrate rewrite --map ids.csv --out PATH t.txt',
  'migrate rewrite --map ids.csv --report PATH t.txt',
  'migrate rewrite --map PATH t.txt',
  'migrate rewrite --map ids.csv PATH/y',
  'migrate rewrite --map ids.csv --in-place PATH/y',
  'migrate rewrite --map ids.csv --out new PATH/y',
  'migrate snapshot sandbox --out PATH',
  'migrate snapshot sandbox --force --out PATH',
  'migrate map k.snap sandbox --out PATH',
  'migrate map k.snap sandbox --out m.csv --ambiguous PATH',
  'migrate plan k.snap sandbox --out PATH',
  'migrate plan k.snap sandbox --rejects PATH',
  'migrate plan k.snap sandbox --force --rejects PATH',
  'migrate plan k.snap sandbox --map PATH',
  'migrate apply PATH --yes',
  'migrate apply k.snap sandbox --yes --force --failed-out PATH',
  'migrate verify k.snap sandbox --html PATH',
  'migrate verify k.snap sandbox --check PATH',
  'migrate exchange @PATH',
  'migrate exchange W1 --map PATH',
  'compare k.snap sandbox --html PATH',
  'compare k.snap sandbox --map PATH',
  'compare PATH sandbox',
  'compare people.csv,PATH sandbox',
  'bulk plan PATH',
  'bulk plan people.csv --id-map PATH',
  'bulk plan people.csv --map PATH',
  'bulk plan people.csv --out PATH',
  'bulk plan people.csv --on-bad-row skip --rejects PATH',
  'bulk plan people.csv --on-bad-row skip --force --rejects PATH',
  'bulk apply people.csv --yes --failed-out PATH',
  'bulk apply people.csv --yes --force --failed-out PATH',
  'bulk init-map people.csv --out PATH',
  'bulk check PATH',
  'manifest check PATH',
  'manifest check good.json --baseline PATH',
  'manifest convert good.json --to yaml --out PATH',
  'scim users export --out PATH',
  'scim groups export --out PATH',
  'scim users create --file PATH',
  'scim groups create G --members-file PATH',
  'scim users list --token-file PATH',
  'scim users list --record PATH',
  'scim users list --replay PATH',
  'sandbox seed --users 2 --state PATH',
  'sandbox seed --people PATH --state s.ndjson',
  'sandbox report PATH',
  'bugreport --out PATH',
  'bugreport --recording PATH',
  'bulk runs import PATH',
];

async function prepared(): Promise<Machine> {
  const machine = freshMachine();
  writeFileSync(machine.path('t.txt'), 'W10000001\n');
  writeFileSync(machine.path('ids.csv'), 'from,to\nW10000001,W90000001\n');
  writeFileSync(machine.path('people.csv'), 'userName,email\na,a@x.example\n');
  writeFileSync(machine.path('good.json'), '{"display_information":{"name":"A"}}');
  mkdirSync(machine.path('dir'));
  symlinkSync('circle', machine.path('circle'));
  await machine.orgctl(`migrate snapshot sandbox --out ${machine.path('k.snap')}`);
  return machine;
}

const OWN = /(?<=^|[ ,@])(t\.txt|ids\.csv|people\.csv|good\.json|k\.snap|m\.csv|s\.ndjson|new)(?=$|[ ,])/g;

describe('unusable path', () => {
  it.each(LINES)('is reported with its reason, not as a defect: %s', async (line) => {
    const machine = await prepared();
    for (const place of PLACES) {
      const words = line.replace(OWN, (name) => machine.path(name)).replace('PATH', machine.path(place));
      const { exit, stderr } = await machine.orgctl(words, { env: { ORGCTL_PROFILE: 'sandbox' } });
      const told = `${words}\n${stderr}`;
      expect([0, 2, 5, 8, 12], told).toContain(exit);
      expect(stderr.replaceAll(machine.home, '~'), told).not.toMatch(/bug in orgctl|\bE[A-Z]{4,}\b|^ +at /m);
      if (exit !== 0 && exit !== 8)
        expect(stderr, told).toContain(machine.path(place.split('/', 1).join('')).slice(0, 60));
    }
  });
});

describe('a folder as an output file', () => {
  it.each([
    'bulk apply people.csv --yes --force --failed-out PATH',
    'bulk apply people.csv --yes --failed-out PATH',
    'bulk plan people.csv --on-bad-row skip --force --rejects PATH',
    'migrate apply k.snap sandbox --yes --force --failed-out PATH',
    'migrate snapshot sandbox --force --out PATH',
    'migrate rewrite --map ids.csv --force --report PATH t.txt',
    'scim users export --force --out PATH',
  ])('is refused before anything is sent: %s', async (line) => {
    const machine = await prepared();
    const path = machine.path('dir');
    const words = line.replace(OWN, (name) => machine.path(name)).replace('PATH', path);
    expect(await machine.orgctl(words, { env: { ORGCTL_PROFILE: 'sandbox' } })).toEqual({
      exit: 12,
      stdout: '',
      stderr: `error: cannot write ${path}: it is a folder\nhint: name a file\n`,
    });
  });
});

/** Flags that name an output file; for some of them, an existing file may be replaced. */
const OUTPUTS = [
  'migrate rewrite --map ids.csv --out - t.txt',
  'migrate rewrite --map ids.csv --report - --force t.txt',
  'migrate snapshot sandbox --force --out -',
  'migrate map k.snap sandbox --out -',
  'migrate map k.snap sandbox --out m.csv --ambiguous -',
  'migrate plan k.snap sandbox --out -',
  'migrate exchange W1 --map -',
  'compare k.snap sandbox --html -',
  'bulk plan people.csv --out -',
  'bulk plan people.csv --on-bad-row skip --rejects -',
  'scim users export --force --out -',
];

/** Flags that name a file to which lines are appended; stdout cannot be one. */
const APPENDED = [
  'scim users list --record -',
  'scim users list --record=-',
  'bulk apply people.csv --yes --events -',
  'bulk apply people.csv --dry-run --events -',
  'sandbox serve --port 0 --record -',
  'sandbox seed --users 2 --state -',
];

describe('- as an output file', () => {
  it.each(OUTPUTS)('is refused before anything is written: %s', async (line) => {
    const machine = await prepared();
    const words = line.replace(OWN, (name) => machine.path(name));
    const { exit, stdout, stderr } = await machine.orgctl(words, { env: { ORGCTL_PROFILE: 'sandbox' } });
    expect([exit, stdout], stderr).toEqual([2, '']);
    expect(stderr).toMatch(/(cannot be named -|needs a file.*)\nhint: .*stdout/);
    expect(existsSync('-')).toBe(false);
  });

  it.each(APPENDED)('is refused for lines to append: %s', async (line) => {
    const machine = await prepared();
    const words = line.replace(OWN, (name) => machine.path(name));
    const { exit, stdout, stderr } = await machine.orgctl(words, { env: { ORGCTL_PROFILE: 'sandbox' } });
    expect([exit, stdout], stderr).toEqual([2, '']);
    expect(stderr).toMatch(/cannot be named -\nhint: name a (?:new )?file, for example --/);
    expect(existsSync('-')).toBe(false);
  });

  it.each([
    "bulk apply people.csv --yes --events ''",
    "bulk apply people.csv --yes --failed-out ''",
    "bulk apply people.csv --yes --on-bad-row skip --rejects ''",
    "bulk plan people.csv --out ''",
    "sandbox seed --users 2 --state ''",
  ])('is refused like an empty name: %s', async (line) => {
    const machine = await prepared();
    const words = line.replace(OWN, (name) => machine.path(name));
    const { exit, stdout, stderr } = await machine.orgctl(words, { env: { ORGCTL_PROFILE: 'sandbox' } });
    expect([exit, stdout], stderr).toEqual([2, '']);
    expect(stderr).toMatch(/error: the name of an output file is empty\nhint: name a file/);
  });

  it('is called (stdin) as a recording to replay', async () => {
    const { stderr } = await freshMachine().orgctl('scim users list --replay -', { stdin: 'x\n' });
    expect(stderr).toContain('error: (stdin)');
  });
});

/** Commands that write a file at their end, or not at all in a dry run. */
const WRITERS = [
  'bulk plan people.csv --out PATH',
  'bulk plan people.csv --on-bad-row skip --rejects PATH',
  'bulk apply people.csv --yes --events PATH',
  'bulk apply people.csv --yes --failed-out PATH',
  'bulk apply people.csv --yes --on-bad-row skip --rejects PATH',
  'bulk undo latest --yes --events PATH',
  'bulk undo latest --yes --failed-out PATH',
  'bulk report latest --failed-out PATH',
  'bulk report latest --html PATH',
  'bulk report latest --people PATH.csv',
  'bulk runs export latest --out PATH',
  'migrate apply k.snap sandbox --yes --events PATH',
  'migrate apply k.snap sandbox --yes --failed-out PATH',
  'migrate plan k.snap sandbox --out PATH',
  'migrate plan k.snap sandbox --rejects PATH',
  'migrate map k.snap sandbox --out PATH',
  'migrate map k.snap sandbox --out m.csv --ambiguous PATH',
  'migrate exchange W10000001 --map PATH',
  'migrate rewrite --map ids.csv --out PATH.txt t.txt',
  'migrate rewrite --map ids.csv --report PATH t.txt',
  'manifest init --out PATH --template socket --name A',
  'manifest lint good.json --update-baseline --baseline PATH',
  'bugreport --out PATH --yes',
];

describe('an output in a missing folder', () => {
  it.each(WRITERS)('is refused in the same way by a dry run: %s', async (line) => {
    const machine = await prepared();
    writeFileSync(machine.path('done.csv'), 'userName,title\nclara.voss,Cook\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('done.csv')} --yes`);
    await machine.orgctl('-p sandbox users patch mei.tanaka --title Lead');
    const path = machine.path('none/x');
    const words = line.replace(OWN, (name) => machine.path(name)).replace('PATH', path);
    const [real, dry] = [
      await machine.orgctl(words, { env: { ORGCTL_PROFILE: 'sandbox' } }),
      await machine.orgctl(`${words} --dry-run`, { env: { ORGCTL_PROFILE: 'sandbox' } }),
    ];
    expect(dry).toEqual(real);
    expect(dry).toMatchObject({ exit: 12, stdout: '', stderr: expect.stringContaining(path) });
    expect(dry.stderr).toMatch(/^error: cannot write .*: no such file or folder\n/);
  });
});
