import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shardOf } from '../../src/bulk/input/shard.ts';
import { shareOf, shareOfLimits } from '../../src/http/rate-limits.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const PEOPLE =
  'userName,email,department,title,manager\n' +
  'anna,anna@x.example,Support,Lead,\n' +
  'bo,bo@x.example,Support,Agent,anna\n' +
  'cai,cai@x.example,Sales,Agent,anna\n' +
  'dee,dee@x.example,Support,,bo\n' +
  'eve,,Support,Agent,\n';

function machineWith(text: string): Machine {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), text);
  return machine;
}

/** The sorted userNames that a plan would create. */
async function planned(machine: Machine, flags: string, env: Readonly<Record<string, string>> = {}) {
  const line = `-p sandbox bulk plan ${machine.path('people.csv')} -o json ${flags}`;
  const ran = await machine.orgctl(line, { env });
  if (ran.exit !== 0) return ran.stderr;
  return JSON.parse(ran.stdout)
    .changes.filter(({ kind }: { kind: string }) => kind === 'createUser')
    .map(({ name }: { name: string }) => name)
    .sort();
}

/** The userNames of rows with a finding when rows of the department "support" are planned. */
async function findingsOfSupport(machine: Machine, flags: string): Promise<readonly string[]> {
  const rows = readFileSync(machine.path('people.csv'), 'utf8').split('\n');
  writeFileSync(
    machine.path('map.yaml'),
    'columns: {userName: userName, email: email, department: {from: Dept, lookup: {ENG: engineering, SUP: support}}}\n',
  );
  const words = ['bulk', 'plan', machine.path('people.csv'), '--map', machine.path('map.yaml')];
  const where = ['--where', 'department eq "support"', ...flags.split(' ')];
  const { exit, stderr } = await machine.words(['-p', 'sandbox', ...words, ...where]);
  const lines = [...stderr.matchAll(/csv:(\d+):\d+ Dept → department/g)].map(([, line]) => Number(line));
  expect(exit).toBe(lines.length === 0 ? 0 : 5);
  return lines.map((line) => rows[line - 1]?.split(',')[0] ?? '');
}

describe('--where, --first, --skip', () => {
  it('compare integers as numbers', async () => {
    const machine = machineWith(
      'userName,email,employeeNumber\nanna,anna@x.example,7999\nbo,bo@x.example,71005\ncai,cai@x.example,E-9\n',
    );
    expect(await planned(machine, `--where 'employeeNumber gt 7999'`)).toEqual(['bo']);
    expect(await planned(machine, `--where 'employeeNumber le 71005'`)).toEqual(['anna', 'bo']);
  });

  it.each([
    [`--where 'department eq "sales"'`, ['cai']],
    [`--where 'title pr and department eq Support' --first 2`, ['anna', 'bo']],
    [`--where 'enterprise.department sw "Sup" and email pr'`, ['anna', 'bo', 'dee']],
    ['--first 2', ['anna', 'bo']],
    ['--skip 1 --first 2', ['bo', 'cai']],
    ['--skip 2 --first 2', ['cai', 'dee']],
    [`--where 'department eq "Support"' --skip 1 --first 1`, ['bo']],
    [`--where 'title eq "nothing"'`, []],
  ])('select rows: %s', async (flags, expected) => {
    // All managers exist, so that part of the file can be planned.
    expect(await planned(machineWith(PEOPLE.replaceAll(/,(anna|bo)\n/g, ',\n')), flags)).toEqual(expected);
  });

  it('take a value that is cleared as empty, however the cell says so', async () => {
    const machine = machineWith(
      'userName,email,title,startDate\nanna,anna@x.example,\\clear,\\clear\nbo,bo@x.example, ,\ncai,cai@x.example,Lead,2020-01-01\n',
    );
    expect(await planned(machine, "--where 'title pr'")).toEqual(['cai']);
    expect(await planned(machine, "--where 'not (title pr)'")).toEqual(['anna', 'bo']);
    expect(await planned(machine, `--where 'title eq ""'`)).toEqual(['anna', 'bo']);
    expect(await planned(machine, "--where 'startDate le today'")).toEqual(['cai']);
  });

  it.each([
    ['', 'department'],
    ['columns: {email: Mail, userName: Login, department: Unit}', 'department'],
    ['columns: {email: Mail, userName: Login, department: Unit}', 'unit'],
  ])('match an empty cell with eq "" for any heading: %s %s', async (map, name) => {
    const heads = map === '' ? 'email,userName,department' : 'Mail,Login,Unit';
    const machine = machineWith(`${heads}\na@x.example,a,Support\nb@x.example,b,\n`);
    writeFileSync(machine.path('map.yaml'), map);
    const flags = map === '' ? '' : `--map ${machine.path('map.yaml')} `;
    expect(await planned(machine, `${flags}--where '${name} eq ""'`)).toEqual(['b']);
    expect(await planned(machine, `${flags}--where '${name} ne ""'`)).toEqual(['a']);
  });

  it('match headings without a column, with _ for spaces', async () => {
    const machine = machineWith('Mail,Login,Work site\na@x.example,a,Kiel\nb@x.example,b,Bonn\n');
    writeFileSync(machine.path('map.yaml'), 'columns: {email: Mail, userName: Login}');
    expect(await planned(machine, `--map ${machine.path('map.yaml')} --where 'work_site eq "Bonn"'`)).toEqual(
      ['b'],
    );
  });

  it('point at an unknown column', async () => {
    const { exit, stderr } = await machineWith(PEOPLE).orgctl(
      `-p sandbox bulk plan people.csv --where 'departmnt eq "x"'`.replace('people.csv', '-'),
      { stdin: PEOPLE },
    );
    expect(exit).toBe(5);
    expect(stderr).toMatch(
      /^error: --where: there is no column "departmnt" \(did you mean "department"\?\)\n {2}departmnt eq "x"\n {2}\^\n/,
    );
  });

  it('need a parenthesis after "not"', async () => {
    const ran = await machineWith(PEOPLE).orgctl(`-p sandbox bulk plan - --where 'not email eq "x"'`, {
      stdin: PEOPLE,
    });
    expect(ran).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('"not" needs a parenthesis: not (…)'),
    });
  });

  it('hide findings of rows that are not selected', async () => {
    const machine = machineWith(PEOPLE.replace('cai@x', 'cai@'));
    expect((await machine.orgctl(`bulk check ${machine.path('people.csv')} --first 2`)).exit).toBe(0);
    expect((await machine.orgctl(`bulk check ${machine.path('people.csv')} --first 3`)).exit).toBe(5);
  });

  it.each([
    ['department eq "support"', 5],
    ['department eq "support" and userName eq "bo"', 5],
    ['department eq "support" and userName eq "anna"', 0],
    ['userName eq "anna"', 0],
    ['department eq "support" --first 1', 5],
    ['department eq "engineering" --first 1', 0],
  ])('need a value that the map can build: %s', async (flags, exit) => {
    const machine = machineWith(
      'userName,email,Dept\nanna,anna@x.example,ENG\nbo,bo@x.example,SUPP\ncai,cai@x.example,SUP\n',
    );
    writeFileSync(
      machine.path('map.yaml'),
      'columns: {userName: userName, email: email, department: {from: Dept, lookup: {ENG: engineering, SUP: support}}}\n',
    );
    const [where = '', ...rest] = flags.split(/ (?=--)/);
    const words = ['bulk', 'plan', machine.path('people.csv'), '--map', machine.path('map.yaml')];
    const ran = await machine.words([
      ...['-p', 'sandbox', ...words, '--where', where],
      ...rest.flatMap((flag) => flag.split(' ')),
    ]);
    expect(ran.exit).toBe(exit);
    expect(ran.stderr.includes('not_in_lookup')).toBe(exit === 5);
  });

  it.each([
    ['--skip 1', ['bo']],
    ['--skip 2', ['bo']],
    ['--skip 3', ['bo']],
    ['--skip 4', []],
    ['--first 1', []],
    ['--skip 1 --first 1', ['bo']],
    ['--skip 2 --first 1', ['bo']],
    ['--skip 3 --first 1', ['bo']],
    ['--skip 4 --first 1', []],
    ['--first 2', ['bo']],
    ['--first 3', ['bo']],
  ])('report a doubtful row only if the window depends on it: %s', async (flags, reported) => {
    const machine = machineWith(
      'userName,email,Dept\nanna,anna@x.example,SUP\nbo,bo@x.example,SUPP\ncai,cai@x.example,SUP\ndi,di@x.example,SUP\n',
    );
    expect(await findingsOfSupport(machine, flags)).toEqual(reported);
  });

  it.each([
    ['--skip 2', ['ab', 'bo', 'cy']],
    ['--skip 1 --first 1', ['ab', 'bo', 'cy']],
    ['--skip 4', ['ab', 'bo', 'cy']],
    ['--skip 5', []],
  ])('count earlier doubtful rows as possible matches: %s', async (flags, reported) => {
    const machine = machineWith(
      'userName,email,Dept\nanna,anna@x.example,SUP\nal,al@x.example,ENG\nab,ab@x.example,SUPP\nbo,bo@x.example,SUPP\ncy,cy@x.example,SUPP\ndi,di@x.example,SUP\n',
    );
    expect(await findingsOfSupport(machine, flags)).toEqual(reported);
  });

  it('do not leave out a row whose place depends on a doubtful one before it', async () => {
    const machine = machineWith(
      'userName,email,Dept\nal,al@x.example,SUPP\nbo,bo@x.example,SUP\ncai,cai@x.example,SUP\ndi,di@x.example,SUP\n',
    );
    expect(await findingsOfSupport(machine, '--skip 2')).toEqual(['al']);
    expect(await findingsOfSupport(machine, '--first 2')).toEqual(['al']);
    expect(await findingsOfSupport(machine, '--skip 3')).toEqual(['al']);
    expect(await findingsOfSupport(machine, '--skip 4')).toEqual([]);
  });

  it('tell of a doubtful row of a group file if the window depends on it', async () => {
    const machine = machineWith('Team,Mail\nB,a@x.example\nA,bo@x.example\nA,cai@x.example\n');
    writeFileSync(
      machine.path('map.yaml'),
      'columns: {group: {from: Team, lookup: {A: alpha}}, member: Mail}\n',
    );
    const words = ['bulk', 'check', machine.path('people.csv'), '--map', machine.path('map.yaml')];
    const checked = async (skip: number) => {
      const where = ['--where', 'group eq "alpha"', '--skip', String(skip)];
      const { exit, stdout } = await machine.words([...words, ...where]);
      return { exit, isTold: /csv:2:1 group: no lookup value/.test(stdout) };
    };
    expect(await checked(1)).toEqual({ exit: 5, isTold: true });
    expect(await checked(2)).toEqual({ exit: 5, isTold: true });
    expect(await checked(3)).toEqual({ exit: 0, isTold: false });
  });

  it('do not deactivate the user of a row that may not be selected', async () => {
    const machine = machineWith('userName,Dept,State\nines.harbour,SUPP,left\n');
    writeFileSync(
      machine.path('map.yaml'),
      'columns: {userName: userName, department: {from: Dept, lookup: {SUP: support}}}\nprovision: {when: \'state eq "in"\', otherwise: deactivate}\n',
    );
    const words = ['bulk', 'plan', machine.path('people.csv'), '--map', machine.path('map.yaml')];
    const plan = ['-p', 'sandbox', ...words];
    expect((await machine.words(plan)).stderr).toContain('1 to deactivate');
    expect(await machine.words([...plan, '--where', 'department eq "support"'])).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('csv:2:14 Dept → department'),
    });
  });

  it('do not resume a run of another selection', async () => {
    const machine = machineWith(PEOPLE);
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json`;
    expect((await machine.orgctl(`${apply} --first 1`)).stderr).toContain('1 created');
    const second = await machine.orgctl(`${apply} --skip 1 --first 2`);
    expect(second.stderr).toContain('2 created');
    expect((await machine.orgctl(`${apply} --first 3`)).stderr).toContain('nothing to do: 3 of 3 rows');
  });

  it('are refused for a saved plan', async () => {
    const machine = machineWith(PEOPLE);
    const saved = machine.path('plan.json');
    await machine.orgctl(`-p sandbox bulk plan ${machine.path('people.csv')} --first 1 --out ${saved}`);
    const refused = await machine.orgctl(`-p sandbox bulk apply ${saved} --skip 1`);
    expect(refused).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: --skip belongs to "bulk plan", and ${saved} is already a plan\nhint: make the plan with it: orgctl bulk plan --help\n`,
    });
    expect((await machine.orgctl(`-p sandbox bulk apply ${saved} --yes`)).stderr).toContain('1 created');
  });

  it.each([
    ['bulk apply', '--delimiter tab --header-row 2', '--delimiter and --header-row belong'],
    ['bulk apply', '--accept-identity-change 2', '--accept-identity-change belongs'],
    ['bulk apply', '--feed hr --on-bad-row skip', '--on-bad-row and --feed belong'],
    [
      'bulk apply',
      '--decimal . --map m --id-map i --first 1 --skip 1 --shard 1/2 --match id --today 2026-01-02',
      '--decimal, --map, --id-map, --first, --skip, --shard, --match and --today belong',
    ],
    [
      'bulk apply',
      '--mode update --exact --prune --create-groups --prune-groups',
      '--mode, --exact, --prune, --create-groups and --prune-groups belong',
    ],
    ['bulk check', '--where true --encoding utf-8', '--encoding and --where belong'],
    ['onboard', '--feed hr', '--feed belongs'],
  ])('and others are refused for a saved plan by their names: %s %s', async (command, flags, message) => {
    const machine = machineWith(PEOPLE);
    const saved = machine.path('plan.json');
    await machine.orgctl(`-p sandbox bulk plan ${machine.path('people.csv')} --first 1 --out ${saved}`);
    const { exit, stderr } = await machine.orgctl(`-p sandbox ${command} ${saved} ${flags}`);
    expect([exit, stderr]).toEqual([
      2,
      expect.stringContaining(`error: ${message} to "bulk plan", and ${saved} is already a plan\n`),
    ]);
  });

  it('in variables apply to other files than a saved plan', async () => {
    const machine = machineWith(PEOPLE);
    const saved = machine.path('plan.json');
    await machine.orgctl(`-p sandbox bulk plan ${machine.path('people.csv')} --first 1 --out ${saved}`);
    const env = { ORGCTL_DELIMITER: ',', ORGCTL_ON_BAD_ROW: 'skip', ORGCTL_SKIP: '1', ORGCTL_FEED: 'hr' };
    expect((await machine.orgctl(`bulk check ${saved}`, { env })).exit).toBe(0);
    const { exit, stderr } = await machine.orgctl(`-p sandbox bulk apply ${saved} --yes`, { env });
    expect([exit, stderr]).toEqual([0, expect.stringContaining('1 created')]);
  });
});

describe('--shard', () => {
  const rows = Array.from({ length: 40 }, (_, index) => `u${index},u${index}@x.example`);
  const file = `userName,email\n${rows.join('\n')}\n`;

  it('assigns each row to one shard by its user, not by its position', async () => {
    const machine = machineWith(file);
    const shares = await Promise.all([0, 1, 2].map((index) => planned(machine, `--shard ${index}/3`)));
    expect(shares.flat().sort()).toEqual(rows.map((row) => row.split(',')[0]).sort());
    expect(Math.min(...shares.map((share) => share.length))).toBeGreaterThan(5);
    const turned = machineWith(`userName,email\n${rows.toReversed().join('\n')}\n`);
    expect(await planned(turned, '--shard 1/3')).toEqual(shares[1]);
  });

  it('reads the index of a Kubernetes indexed Job', async () => {
    const machine = machineWith(file);
    const byIndex = await planned(machine, '--shard auto/3', { JOB_COMPLETION_INDEX: '2' });
    expect(byIndex).toEqual(await planned(machine, '--shard 2/3'));
  });

  it.each([
    ['3/3', {}, 'Shards are counted from 0; the last one is 2/3.'],
    ['0/0', {}, 'It must be shard/count, such as 0/4, or auto/4.'],
    ['x', {}, 'It must be shard/count'],
    ['auto/2', {}, 'needs JOB_COMPLETION_INDEX, which is not set'],
    ['auto/2', { JOB_COMPLETION_INDEX: '2' }, 'JOB_COMPLETION_INDEX is "2"; the last of 2 shards is 1'],
  ])('refuses %s', async (words, env, message) => {
    const { exit, stderr } = await machineWith(file).orgctl(`bulk plan - --shard ${words} -p sandbox`, {
      stdin: file,
      env,
    });
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });

  it('sets managers from other shards in a second run, with a warning', async () => {
    const chain = Array.from(
      { length: 12 },
      (_, index) => `u${index},u${index}@x.example,${index === 0 ? '' : `u${index - 1}`}`,
    );
    const machine = machineWith(`userName,email,manager\n${chain.join('\n')}\n`);
    const apply = (index: number) =>
      machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json --shard ${index}/2`);
    const first = [await apply(1), await apply(0)];
    expect(first.map(({ exit }) => exit)).toEqual([0, 0]);
    expect(first.map(({ stderr }) => stderr).join('')).toMatch(
      /warning: \d managers? (is|are) created by other shards; when all shards are done, run the same command again to set them/,
    );
    await apply(1);
    await apply(0);
    const plan = await machine.orgctl(`-p sandbox bulk plan ${machine.path('people.csv')}`);
    expect(plan.stderr).toMatch(/^nothing to change; 12 unchanged\n/);
  });

  it('divides the rate limit, so that each shard takes as long as the whole file', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `u${index},u${index}@x.example`);
    const machine = machineWith(`userName,email\n${many.join('\n')}\n`);
    const secondsOf = async (flags: string) => {
      const line = `-p sandbox bulk plan ${machine.path('people.csv')} -o json ${flags}`;
      return JSON.parse((await machine.orgctl(line)).stdout).forecast.seconds;
    };
    const [whole, ...shares] = [
      await secondsOf(''),
      await secondsOf('--shard 0/2'),
      await secondsOf('--shard 1/2'),
    ];
    for (const seconds of shares) expect(Math.abs(seconds - whole) / whole).toBeLessThan(0.15);
    expect(shareOf({ perSecond: 3, burst: 20 }, 4)).toEqual({ perSecond: 0.75, burst: 5 });
    expect(shareOf({ perSecond: 3, burst: 2 }, 4)).toEqual({ perSecond: 0.75, burst: 1 });
    expect(shareOfLimits({ createUser: { perSecond: 3, burst: 20 } }, 1)).toEqual({
      createUser: { perSecond: 3, burst: 20 },
    });
  });

  it('reports findings of the whole file in every shard', async () => {
    const machine = machineWith(`${file}broken,broken@\n`);
    for (const index of [0, 1]) {
      const { exit } = await machine.orgctl(
        `-p sandbox bulk plan ${machine.path('people.csv')} --shard ${index}/2`,
      );
      expect(exit).toBe(5);
    }
  });

  it('distributes keys deterministically within range', () => {
    expect([shardOf('email anna@x.example', 7), shardOf('id W012A3CDE', 7)]).toEqual([
      shardOf('email anna@x.example', 7),
      shardOf('id W012A3CDE', 7),
    ]);
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (key, count) => {
        const share = shardOf(key, count);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThan(count);
      }),
    );
  });
});

describe('flags that select no row', () => {
  const PEOPLE = 'userName,title\nclara.voss,Cook\ntomas.rey,Cook\n';
  const GROUPS = 'group,member\nIT,clara.voss\nIT,tomas.rey\n';

  it.each([
    [PEOPLE, `--where 'title eq "Chef"'`, '0 of 2 rows of HERE are selected by --where\n'],
    [PEOPLE, '--skip 1', undefined],
    [PEOPLE, '--skip 2', '0 of 2 rows of HERE are selected by --skip\n'],
    [PEOPLE, '--skip 3 --first 1', '0 of 2 rows of HERE are selected by --skip and --first\n'],
    [PEOPLE, `--where 'title eq "Chef"' --shard 0/2`, '0 of 2 rows of HERE are selected by --where\n'],
    [PEOPLE, `--first 1 --shard 0/2`, undefined],
    [PEOPLE, `--first 1 --shard 1/2`, undefined],
    [GROUPS, `--where 'member eq "nobody"'`, '0 of 2 rows of HERE are selected by --where\n'],
    [GROUPS, '--skip 1', undefined],
    [GROUPS, '--skip 2', '0 of 2 rows of HERE are selected by --skip\n'],
  ])('are told, with the number of rows: %j %s', async (text, flags, note) => {
    const machine = machineWith(text);
    const file = machine.path('people.csv');
    for (const line of [`plan ${file}`, `apply ${file} -n`, `apply ${file} --yes`]) {
      const { exit, stderr } = await machine.orgctl(`-p sandbox bulk ${line} ${flags}`);
      const shown = stderr.replaceAll(file, 'HERE');
      expect(exit).toBe(0);
      if (note === undefined) expect(shown).not.toContain('selected by');
      else expect(shown.startsWith(note), shown).toBe(true);
    }
  });
});
