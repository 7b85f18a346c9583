import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { within } from '../support/working-folder.ts';

const PEOPLE = 'id,userName,email,department\nW10000001,ann,ann@old.example,Support\n';
/** The ID of a user of the sandbox. */
const WALT = 'W1118NVR2';
const FILES: Readonly<Record<string, string>> = {
  'a.csv': PEOPLE,
  'b.csv': PEOPLE,
  'groups.csv': 'id,displayName,members\nS1,Cooks,ann\n',
  'ids.csv': 'from,to\nW10000001,W90000001\n',
  'map.yaml': 'columns: {userName: userName}\nlookups: {titles: titles.csv}\n',
  'titles.csv': 'code,title\n1,Cook\n',
  'lines.txt': '2\n',
  'm.yaml': 'display_information:\n  name: Harbor\n',
  'token.txt': 'some-token-1234\n',
  'call.tape': 'a recording\n',
  'in/people.csv': PEOPLE,
  'in/groups.csv': 'id,displayName,members\nS1,Cooks,ann\n',
  'in/kept.html': '<p>of last time</p>\n',
  'shards/run.ndjson': '{}\n',
};

const EXPORT: Readonly<Record<string, string>> = {
  'people.csv': PEOPLE,
  'groups.csv': 'group,member\nCooks,ann\n',
};

function machineWithExport() {
  const { machine, orgctl } = machineWithFiles();
  mkdirSync(machine.path('export'));
  for (const [name, text] of Object.entries(EXPORT)) writeFileSync(machine.path(`export/${name}`), text);
  const read = () =>
    Object.fromEntries(
      Object.keys(EXPORT).map((name) => [name, readFileSync(machine.path(`export/${name}`), 'utf8')]),
    );
  return { orgctl, read };
}

function machineWithFiles() {
  const machine = freshMachine();
  for (const folder of ['in', 'shards']) mkdirSync(machine.path(folder));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(machine.path(name), text);
  symlinkSync(machine.path('a.csv'), machine.path('link.csv'));
  const orgctl = async (line: string) => {
    const words = line.replaceAll(/\bAT\//g, `${machine.home}/`);
    const ran = await machine.orgctl(`-p sandbox ${words}`);
    return { ...ran, stderr: ran.stderr.replaceAll(`${machine.home}/`, 'AT/') };
  };
  const contents = () =>
    Object.fromEntries(Object.keys(FILES).map((name) => [name, readFileSync(machine.path(name), 'utf8')]));
  return { machine, orgctl, contents };
}

describe('an output file that is also an input', () => {
  it.each([
    ['bulk plan AT/a.csv --out AT/a.csv --force', '--out names AT/a.csv, which is the input file'],
    ['bulk plan AT/a.csv --out AT/link.csv --force', '--out names AT/link.csv, which is the input file'],
    ['bulk plan AT/link.csv --out AT/a.csv --force', '--out names AT/a.csv, which is the input file'],
    [
      'bulk plan AT/a.csv --out AT/in/../a.csv --force',
      '--out names AT/in/../a.csv, which is the input file',
    ],
    ['bulk init-map AT/a.csv --out AT/a.csv --force', '--out names AT/a.csv, which is the input file'],
    ['bulk apply AT/a.csv --events AT/a.csv --yes', '--events names AT/a.csv, which is the input file'],
    [
      'bulk apply AT/a.csv --failed-out AT/a.csv --yes --force',
      '--failed-out names AT/a.csv, which is the input file',
    ],
    [
      'bulk apply AT/a.csv --id-map AT/ids.csv --failed-out AT/ids.csv --yes --force',
      '--failed-out names AT/ids.csv, which is read as --id-map',
    ],
    [
      'bulk plan AT/a.csv --id-map AT/ids.csv --on-bad-row skip --rejects AT/ids.csv --force',
      '--rejects names AT/ids.csv, which is read as --id-map',
    ],
    [
      'bulk plan AT/a.csv --map AT/map.yaml --out AT/map.yaml --force',
      '--out names AT/map.yaml, which is read as --map',
    ],
    [
      'bulk plan AT/a.csv --map AT/map.yaml --out AT/titles.csv --force',
      '--out names AT/titles.csv, which is a lookup of --map',
    ],
    [
      'bulk plan AT/a.csv --accept-identity-change AT/lines.txt --out AT/lines.txt --force',
      '--out names AT/lines.txt, which is read as --accept-identity-change',
    ],
    [
      'onboard AT/a.csv --map AT/map.yaml --on-bad-row skip --rejects AT/map.yaml --force',
      '--rejects names AT/map.yaml, which is read as --map',
    ],
    [
      'bulk report --merge AT/shards --html AT/shards/run.ndjson --force',
      '--html names AT/shards/run.ndjson, which is an input file',
    ],
    ['compare AT/a.csv AT/b.csv --html AT/a.csv --force', '--html names AT/a.csv, which is an input file'],
    ['compare AT/a.csv AT/b.csv --html AT/b.csv --force', '--html names AT/b.csv, which is an input file'],
    [
      'compare AT/a.csv AT/b.csv --map AT/ids.csv --html AT/ids.csv --force',
      '--html names AT/ids.csv, which is read as --map',
    ],
    [
      'compare AT/in AT/b.csv --html AT/in/people.csv --force',
      '--html names AT/in/people.csv, which is an input file',
    ],
    ['migrate map AT/a.csv AT/b.csv --out AT/a.csv --force', '--out names AT/a.csv, which is an input file'],
    [
      'migrate map AT/a.csv AT/b.csv --ambiguous AT/b.csv --force',
      '--ambiguous names AT/b.csv, which is an input file',
    ],
    [
      'migrate plan AT/a.csv sandbox --map AT/ids.csv --rejects AT/ids.csv --force',
      '--rejects names AT/ids.csv, which is read as --map',
    ],
    [
      'migrate plan AT/a.csv sandbox --rejects AT/a.csv --force',
      '--rejects names AT/a.csv, which is an input file',
    ],
    [
      'migrate plan AT/a.csv,AT/groups.csv sandbox --out AT/groups.csv --force',
      '--out names AT/groups.csv, which is an input file',
    ],
    [
      'migrate apply AT/a.csv sandbox --failed-out AT/a.csv --force --yes',
      '--failed-out names AT/a.csv, which is an input file',
    ],
    [
      'migrate verify AT/a.csv AT/b.csv --html AT/b.csv --force',
      '--html names AT/b.csv, which is an input file',
    ],
    ['migrate snapshot AT/a.csv --out AT/a.csv --force', '--out names AT/a.csv, which is the input file'],
    [
      'migrate snapshot AT/in --out AT/in/groups.csv --force',
      '--out names AT/in/groups.csv, which is the input file',
    ],
    [
      'migrate snapshot AT/a.csv --out AT/link.csv --force',
      '--out names AT/link.csv, which is the input file',
    ],
    [
      'manifest validate AT/m.yaml --baseline AT/m.yaml --update-baseline',
      '--baseline names AT/m.yaml, which is an input file',
    ],
    [
      'bugreport --recording AT/call.tape --out AT/call.tape --force',
      '--out names AT/call.tape, which is read as --recording',
    ],
    [
      'scim users export --token-file AT/token.txt --out AT/token.txt --force',
      '--out names AT/token.txt, which is read as --token-file',
    ],
  ])('is refused, and stays as it is: %s', async (line, found) => {
    const { orgctl, contents } = machineWithFiles();
    expect(await orgctl(line)).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: ${found}\nhint: use a different file\n`,
    });
    expect(contents()).toEqual(FILES);
  });

  it('is refused with the flag that replaces the input, if there is one', async () => {
    const { orgctl, contents } = machineWithFiles();
    expect(await orgctl('manifest convert AT/m.yaml --out AT/m.yaml --force')).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: --out names AT/m.yaml, which is the input file\nhint: use a different file, or replace the input file with --in-place\n',
    });
    expect(contents()).toEqual(FILES);
  });

  it.each([
    ['another file', 'bulk plan AT/a.csv --out AT/plan.json'],
    ['an output that the command extends', 'migrate exchange @AT/ids.csv --map AT/ids.csv -n'],
    ['a file of an input folder that is not read', 'compare AT/in AT/in --html AT/in/kept.html --force'],
    ['the two names of one output', 'manifest init AT/m.yaml --name Harbor --out AT/m.yaml --force'],
    ['a device', 'compare AT/a.csv AT/b.csv --html /dev/null'],
    ['a file that is only read', 'manifest validate AT/m.yaml --baseline AT/m.yaml'],
    ['the result of --in-place', 'manifest convert AT/m.yaml --in-place'],
  ])('is not meant by %s', async (_, line) => {
    expect((await machineWithFiles().orgctl(line)).stderr).not.toMatch(/ names .*, which is /);
  });

  it.each([
    ['AT/export', 'people.csv'],
    ['AT/export', 'groups.csv'],
    ['AT/export/people.csv,AT/export/groups.csv', 'people.csv'],
    ['AT/export/people.csv,AT/export/groups.csv', 'groups.csv'],
  ])('is refused for a saved plan of a move, and for its run: %s, %s', async (source, name) => {
    const { orgctl, read } = machineWithExport();
    expect(await orgctl(`migrate plan ${source} sandbox --out AT/plan.json`)).toMatchObject({ exit: 0 });
    const refuses = async (line: string) => {
      for (const flag of ['--events', '--force --failed-out'])
        expect(await orgctl(`${line} ${flag} AT/export/${name} --yes`)).toEqual({
          exit: 2,
          stdout: '',
          stderr: `error: ${flag.split(' ').at(-1)} names AT/export/${name}, which is the input file\nhint: use a different file\n`,
        });
    };
    await refuses('migrate apply AT/plan.json');
    expect(await orgctl('migrate apply AT/plan.json --yes')).toMatchObject({ exit: 0 });
    // A plan that was applied before leaves nothing to do, and the failed rows of an earlier run are removed.
    await refuses('migrate apply AT/plan.json');
    await refuses('resume latest --retry-failed');
    await refuses('undo latest');
    expect(read()).toEqual(EXPORT);
  });

  describe('of an earlier run', () => {
    async function machineWithRun() {
      const { machine, orgctl } = machineWithFiles();
      const rows = `id,title\n${WALT},Sailor\n`;
      writeFileSync(machine.path('people.csv'), rows);
      const here = (line: string) => within(machine.home, () => orgctl(line));
      expect(await here('bulk apply people.csv --yes')).toMatchObject({ exit: 0 });
      return { machine, orgctl, here, rows, read: () => readFileSync(machine.path('people.csv'), 'utf8') };
    }

    const WRITES = ['--events', '--force --failed-out'];

    it.each([
      ...WRITES.flatMap((flag) => [`bulk undo latest --yes ${flag}`, `undo latest --yes ${flag}`]),
      'bulk report latest --force --html',
      'bulk report latest --force --people',
      'bulk report latest --force --failed-out',
      'runs export latest --force --out',
      'runs export --since 1d --force --out',
    ])('is refused, and stays as it is: %s', async (line) => {
      const { here, rows, read } = await machineWithRun();
      expect(await here(`${line} people.csv`)).toEqual({
        exit: 2,
        stdout: '',
        stderr: `error: ${line.split(' ').at(-1)} names people.csv, which is the input file\nhint: use a different file\n`,
      });
      expect(read()).toBe(rows);
    });

    it.each([
      ...WRITES.flatMap((flag) => [`undo latest --yes ${flag}`, `resume latest --yes ${flag}`]),
      'bulk report latest --force --people',
      'runs export latest --force --out',
    ])('is refused for its undo as well: %s', async (line) => {
      const { here, rows, read } = await machineWithRun();
      const [, undo] = /undo (\S+)\n/.exec((await here('undo latest --yes')).stderr) ?? [];
      const { exit, stderr } = await here(`${line.replace('latest', undo ?? '')} people.csv`);
      expect([exit, stderr]).toEqual([
        2,
        expect.stringContaining('names people.csv, which is the input file'),
      ]);
      expect(read()).toBe(rows);
    });

    it.each([...WRITES.map((flag) => `undo latest --yes ${flag}`), 'bulk report latest --force --people'])(
      'is recognized in another folder, where its name is of another file: %s',
      async (line) => {
        const { machine, orgctl, rows, read } = await machineWithRun();
        writeFileSync(machine.path('in/people.csv'), `id,title\n${WALT},Cook\n`);
        const { exit, stderr } = await within(machine.path('in'), () => orgctl(`${line} ../people.csv`));
        expect([exit, stderr]).toEqual([
          2,
          expect.stringContaining('names ../people.csv, which is the input file or a copy of it'),
        ]);
        expect(read()).toBe(rows);
      },
    );

    it.each(['missing.ndjson', 'other.ndjson', '/dev/null'])('is not %s', async (file) => {
      const { machine, here } = await machineWithRun();
      writeFileSync(machine.path('other.ndjson'), '{"t":"2026-01-02T03:04:05.000Z","type":"run.end"}\n');
      expect(await here(`undo latest --yes --events ${file}`)).toMatchObject({ exit: 0 });
    });
  });

  it('is recognized in another folder by its content, for a saved plan', async () => {
    const { machine, orgctl } = machineWithFiles();
    const rows = `id,title\n${WALT},Sailor\n`;
    writeFileSync(machine.path('people.csv'), rows);
    await within(machine.home, () => orgctl('bulk plan people.csv --out plan.json'));
    const elsewhere = (line: string) => within(machine.path('shards'), () => orgctl(line));
    for (const flag of ['--events', '--force --failed-out'])
      expect(await elsewhere(`bulk apply ../plan.json ${flag} ../people.csv --yes`)).toEqual({
        exit: 2,
        stdout: '',
        stderr: `error: ${flag.split(' ').at(-1)} names ../people.csv, which is the input file or a copy of it\nhint: use a different file\n`,
      });
    expect(readFileSync(machine.path('people.csv'), 'utf8')).toBe(rows);
  });

  it.each([
    ['the name of a run', 'bulk report latest --html latest --force', 'latest'],
    ['the name of a run', 'runs export latest --out latest --force', 'latest'],
    ['the name of a run', 'resume latest --events latest', 'latest'],
    ['the built-in profile', 'migrate snapshot sandbox --out sandbox --force', 'sandbox'],
    ['the profile of the target', 'migrate plan AT/a.csv sandbox --out sandbox --force', 'sandbox'],
    ['a profile', 'compare other AT/a.csv --html other --force --max-wait 1ms', 'other'],
    ['the name of a tool', 'manifest matcher github --out github --force', 'github'],
  ])('is not %s: %s', async (_, line, name) => {
    const { machine, orgctl } = machineWithFiles();
    await machine.orgctl('profile add other --scim-url https://127.0.0.1:1 --token-stdin --no-check', {
      stdin: 'some-token-1234',
    });
    writeFileSync(machine.path(`in/${name}`), 'from earlier\n');
    const ran = await within(machine.path('in'), () => orgctl(line));
    expect(ran.stderr).not.toMatch(/ names .*, which is /);
  });

  it('is a file of runs to merge', async () => {
    const { machine, orgctl } = machineWithFiles();
    writeFileSync(machine.path('shards/latest'), 'an exported run\n');
    const merge = () => orgctl('bulk report --merge latest --html latest --force');
    expect(await within(machine.path('shards'), merge)).toMatchObject({
      exit: 2,
      stderr: 'error: --html names latest, which is an input file\nhint: use a different file\n',
    });
  });
});
