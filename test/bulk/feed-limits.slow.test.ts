import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const HEADING = 'userName,email,title\n';
const people = (count: number, title = 'Cook') =>
  HEADING + Array.from({ length: count }, (_, index) => `u${index},u${index}@x.example,${title}\n`).join('');

async function machineAfter(text: string): Promise<Machine & { file: string }> {
  const machine = freshMachine();
  const file = machine.path('feed.csv');
  writeFileSync(file, text);
  expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).exit).toBe(0);
  return { ...machine, file };
}

describe('bulk plan and apply against the last applied feed', () => {
  it('refuse a file that lost half of its rows, even if it changes nothing', async () => {
    const machine = await machineAfter(people(30));
    writeFileSync(machine.file, people(15));
    for (const words of ['plan', 'apply --yes', 'apply -n']) {
      const ran = await machine.orgctl(`-p sandbox bulk ${words} ${machine.file}`);
      expect(ran.exit).toBe(9);
      expect(ran.stderr).toMatch(
        /feed\.csv has 15 rows, previously 30 \(run [-\w]+\); expected at least 24\nhint: to allow this: --min-rows 15/,
      );
    }
    const allowed = await machine.orgctl(`-p sandbox bulk apply ${machine.file} --yes --min-rows 15`);
    expect(allowed.exit).toBe(0);
  });

  it('refuse a saved plan of a short file', async () => {
    const machine = await machineAfter(people(30));
    writeFileSync(machine.file, people(15, 'Chef'));
    const out = machine.path('plan.json');
    expect((await machine.orgctl(`-p sandbox bulk plan ${machine.file} --out ${out}`)).exit).toBe(9);
    expect((await machine.orgctl(`-p sandbox bulk apply ${out} --yes`)).exit).toBe(9);
    expect((await machine.orgctl(`-p sandbox bulk apply ${out} --yes --min-rows 15`)).exit).toBe(0);
  });

  it('refuse a column that is suddenly empty, and a missing one', async () => {
    const machine = await machineAfter(people(30));
    writeFileSync(machine.file, people(30, ''));
    const blank = await machine.orgctl(`-p sandbox bulk plan ${machine.file}`);
    expect(blank.exit).toBe(9);
    expect(blank.stderr).toContain(
      'column "title" of feed.csv is empty in 30 of 30 rows; previously filled in 30 of 30 rows',
    );
    writeFileSync(machine.file, people(30).replaceAll(/,(?:title|Cook)\n/g, '\n'));
    const gone = await machine.orgctl(`-p sandbox bulk plan ${machine.file}`);
    expect(gone).toMatchObject({
      exit: 9,
      stderr: expect.stringContaining('column "title" of feed.csv is missing'),
    });
    const allowed = await machine.orgctl(`-p sandbox bulk plan ${machine.file} --max-blanked 100%`);
    expect(allowed.exit).toBe(0);
  });

  it('compare only files of the same name, and only applied ones', async () => {
    const machine = await machineAfter(people(30));
    writeFileSync(machine.path('other.csv'), people(15));
    expect((await machine.orgctl(`-p sandbox bulk plan ${machine.path('other.csv')}`)).exit).toBe(0);
    writeFileSync(machine.file, people(60));
    await machine.orgctl(`-p sandbox bulk plan ${machine.file}`);
    writeFileSync(machine.file, people(25));
    expect((await machine.orgctl(`-p sandbox bulk plan ${machine.file}`)).exit).toBe(0);
  });

  it('compare with an applied feed that changed nothing', async () => {
    const machine = await machineAfter(people(30));
    const plan = (flags = '') => machine.orgctl(`-p sandbox bulk plan ${machine.file} ${flags}`);
    // Applied without changes: the file has 24 of the 30 rows.
    writeFileSync(machine.file, people(24));
    expect((await plan()).exit).toBe(0);
    await machine.orgctl(`-p sandbox bulk apply ${machine.file} -n`);
    writeFileSync(machine.file, people(20));
    expect((await plan()).stderr).toMatch(/has 20 rows, previously 30 \(run /);
    writeFileSync(machine.file, people(24));
    expect((await machine.orgctl(`-p sandbox bulk apply ${machine.file} --yes`)).exit).toBe(0);
    writeFileSync(machine.file, people(20));
    expect((await plan()).exit).toBe(0);
    writeFileSync(machine.file, people(19));
    const short = await plan();
    expect(short.exit).toBe(9);
    expect(short.stderr).toMatch(
      /has 19 rows, previously 24 \(\d{4}-\d\d-\d\d \d\d:\d\d UTC, no changes\); expected at least 20/,
    );
    const compared = await plan('--compare-last --min-rows 0 -o json');
    expect(compared.stderr).toMatch(/^compared with .* UTC, no changes$/m);
    expect(compared.stdout).toMatch(/"what": "rows",\s+"last": 24,\s+"now": 19/);
    // A run with changes is the newest feed again.
    writeFileSync(machine.file, people(22, 'Chef'));
    expect((await machine.orgctl(`-p sandbox bulk apply ${machine.file} --yes`)).exit).toBe(0);
    writeFileSync(machine.file, people(10));
    expect((await plan()).stderr).toMatch(/has 10 rows, previously 22 \(run /);
  });

  it('use the last run if the record of an unchanged feed is damaged', async () => {
    const machine = await machineAfter(people(30));
    expect((await machine.orgctl(`-p sandbox bulk apply ${machine.file} --yes`)).exit).toBe(0);
    const folder = join(machine.home, 'state', 'runs', 'feeds');
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), '{"format": "orgctl-plan"');
    writeFileSync(machine.file, people(10));
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.file}`);
    expect(ran.stderr).toMatch(/previously 30 \(run /);
    const pruned = await machine.orgctl('runs prune --older-than 0d --yes');
    expect(pruned.exit).toBe(0);
    // The feed for the next comparison stays; old entries of the history are removed.
    expect(readdirSync(folder)).toEqual([name, 'history.ndjson']);
    expect((await machine.orgctl('runs list --feeds -o json')).stdout).toBe('[]\n');
  });

  it('list all feeds with runs list --feeds, including unchanged ones', async () => {
    const machine = await machineAfter(people(3));
    const apply = (words: string) => machine.orgctl(`-p sandbox bulk apply ${words} --yes`);
    const list = async (flags = '') => machine.orgctl(`runs list ${flags}`);
    expect((await list()).stderr).toBe('');
    await machine.orgctl(`-p sandbox bulk apply ${machine.file} -n`);
    expect((await apply(machine.file)).exit).toBe(0);
    writeFileSync(machine.file, `${people(3)}bad,bad@,Cook\n`);
    expect((await apply(`${machine.file} --on-bad-row skip`)).exit).toBe(3);
    const plan = machine.path('plan.json');
    await machine.orgctl(`-p sandbox bulk plan ${machine.file} --on-bad-row skip --out ${plan}`);
    expect((await apply(plan)).exit).toBe(3);
    const [run] = JSON.parse((await list('--query [].id')).stdout);
    expect((await list()).stderr).toMatch(
      new RegExp(
        `^feed\\.csv was applied again \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, after run ${run}, and changed nothing that time; --feeds lists every file`,
      ),
    );
    const feeds = JSON.parse((await list('--feeds -o json')).stdout);
    const night = { feed: 'feed.csv', profile: 'sandbox', rows: 4, rejected: 1 };
    expect(feeds).toMatchObject([
      night,
      night,
      { rows: 3, rejected: 0 },
      { rows: 3, run: expect.any(String) },
    ]);
    expect(feeds.map(({ run }: { readonly run?: string }) => run === undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const csv = await list('--feeds -o csv --columns feed,rows,run,origin --limit 1');
    expect(csv.stdout).toBe('feed,rows,run,origin\nfeed.csv,4,nothing changed,http://sandbox.localhost\n');
    // A torn line hides no other line; the newest run mentions no earlier nights.
    const history = join(machine.home, 'state', 'runs', 'feeds', 'history.ndjson');
    appendFileSync(history, '{"applied":"2026');
    expect(JSON.parse((await list('--feeds -o json')).stdout)).toHaveLength(4);
    writeFileSync(machine.file, people(3, 'Chef'));
    expect((await apply(machine.file)).exit).toBe(0);
    expect((await list()).stderr).toBe('');
  });

  it('name no run for a file that never changed anything', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('same.csv'), 'userName,title\nwalt.finch,Head of IT\n');
    for (const _ of ['once', 'twice'])
      expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('same.csv')} --yes`)).exit).toBe(0);
    expect((await machine.orgctl('runs list')).stderr).toMatch(
      /^same\.csv was applied \d{4}-\d\d-\d\d \d\d:\d\d UTC and changed nothing; --feeds lists/m,
    );
  });

  it('use the limits of a map unless a flag is given', async () => {
    const machine = freshMachine();
    const file = machine.path('feed.csv');
    const map = (limits: string) =>
      writeFileSync(
        machine.path('map.yaml'),
        `columns: { userName: userName, email: email, title: title }\nlimits: ${limits}\n`,
      );
    const run = (words: string) =>
      machine.orgctl(`-p sandbox bulk ${words} --map ${machine.path('map.yaml')}`);
    map('{ minRows: 95%, maxBlanked: 1, maxBadRows: 1 }');
    writeFileSync(file, people(40));
    expect((await run(`apply ${file} --yes`)).exit).toBe(0);
    writeFileSync(file, people(37));
    expect((await run(`plan ${file}`)).stderr).toContain('expected at least 38');
    const saved = await run(`plan ${file} --out ${machine.path('plan.json')}`);
    expect(saved.exit).toBe(9);
    expect((await run(`plan ${file} --min-rows 37`)).exit).toBe(0);
    writeFileSync(file, people(38));
    expect((await run(`plan ${file}`)).exit).toBe(0);
    writeFileSync(file, people(40).replace(/Cook\n(.*)Cook\n/, '\n$1\n'));
    expect((await run(`plan ${file}`)).stderr).toContain(
      'column "title" of feed.csv is empty in 2 of 40 rows',
    );
    expect((await run(`plan ${file} --max-blanked 2`)).exit).toBe(0);
    const bad = people(40).replace('u0@x', 'u0').replace('u1@x', 'u1');
    writeFileSync(file, bad);
    const left = await run(`plan ${file} --on-bad-row skip`);
    expect(left.stderr).toContain('error: 2 bad rows in ');
    expect((await run(`plan ${file} --on-bad-row skip --max-bad-rows 2`)).exit).toBe(3);
    const piped = await machine.orgctl(
      `-p sandbox bulk plan - --feed hr --on-bad-row skip --map ${machine.path('map.yaml')}`,
      {
        stdin: bad,
      },
    );
    expect(piped.exit).toBe(9);
  });

  it.each([
    ['{ minRow: 5 }', 'limits.minRow: "minRow" is not a map key (did you mean "minRows"?)'],
    [
      '{ minRows: some }',
      'limits.minRows: "minRows" must be a whole number from 0, or a percentage such as 5%',
    ],
    [
      '{ minRows: 101% }',
      'limits.minRows: "minRows" must be a whole number from 0, or a percentage such as 5%',
    ],
    ['5', 'limits: "limits" can contain minRows, maxBlanked, maxBadRows'],
  ])('find what is wrong with limits of a map: %s', async (limits, finding) => {
    const machine = await machineAfter(people(1));
    writeFileSync(machine.path('map.yaml'), `columns: { email: email }\nlimits: ${limits}\n`);
    const ran = await machine.orgctl(
      `-p sandbox bulk plan ${machine.file} --map ${machine.path('map.yaml')}`,
    );
    expect(ran).toMatchObject({ exit: 5, stderr: expect.stringContaining(finding) });
  });

  it.each(['--min-rows 2', '--max-blanked 5%'])('refuse %s for stdin without --feed', async (flag) => {
    const stdin = people(1);
    const ran = await freshMachine().orgctl(`-p sandbox bulk plan - ${flag}`, { stdin });
    expect(ran).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('need a feed name, and stdin has none\nhint: add --feed NAME'),
    });
  });

  it.each([
    [10, '', false],
    [11, '', true],
    [11, '--feed hr', false],
  ])('mention that %s rows of stdin are not compared, with flags %s: %s', async (count, flags, isSaid) => {
    for (const [words, stdin] of [
      ['plan', people(count)],
      ['apply --yes', people(count)],
      ['plan', `group,member\n${Array.from({ length: count }, (_, n) => `Staff,u${n}\n`).join('')}`],
    ] as const) {
      const machine = await machineAfter(people(count));
      const ran = await machine.orgctl(`-p sandbox bulk ${words} - ${flags}`, { stdin });
      expect(ran.exit).toBe(0);
      expect(ran.stderr.includes('stdin has no name, so it is not compared with the last feed')).toBe(isSaid);
    }
  });

  it.each([
    ['--min-rows 80%', 'so --min-rows 80% has no effect'],
    ['--min-rows 3', undefined],
    ['--max-blanked 2', 'so --max-blanked 2 has no effect'],
    ['--min-rows 80% --max-blanked 5%', 'so --min-rows 80% and --max-blanked 5% have no effect'],
    ['', undefined],
  ])(
    'mention only the first time that there is no earlier feed to compare with: %s',
    async (flags, words) => {
      const machine = freshMachine();
      const file = machine.path('feed.csv');
      writeFileSync(file, people(30));
      const apply = () => machine.orgctl(`-p sandbox bulk apply ${file} --yes ${flags}`);
      const first = await apply();
      expect(first.exit).toBe(0);
      if (words === undefined) expect(first.stderr).not.toContain('to compare with');
      else expect(first.stderr).toContain(`no earlier feed named feed.csv to compare with, ${words}`);
      expect((await apply()).stderr).not.toContain('to compare with');
    },
  );

  it.each([
    [10, false, false],
    [11, false, true],
    [11, true, false],
  ])(
    'warn that new users in %s rows may already exist, with numbers %s: %s',
    async (count, isNumbered, isSaid) => {
      const machine = freshMachine();
      const file = machine.path('feed.csv');
      const rows = (names: readonly string[]) =>
        `userName,email,employeeNumber\n${names.map((name, n) => `${name},${name}@x.example,${isNumbered ? `N-${n}` : ''}\n`).join('')}`;
      const names = Array.from({ length: count }, (_, n) => `u${n}`);
      writeFileSync(file, rows(names));
      const words = '1 new user without an employeeNumber; a person whose email and userName both changed';
      const apply = await machine.orgctl(`-p sandbox bulk apply ${file} --yes`);
      expect(apply.stderr).not.toContain('without an employeeNumber');
      writeFileSync(file, rows(['wed', ...names.slice(1)]));
      const ran = await machine.orgctl(`-p sandbox bulk plan ${file}`);
      expect(ran.exit).toBe(0);
      expect(ran.stderr.includes(words)).toBe(isSaid);
    },
  );

  it('detect missing columns and rows of a list that had more than 10 rows, even if it is short now', async () => {
    const machine = await machineAfter(people(11));
    const without = (count: number) => people(count).replaceAll(/,(?:title|Cook)\n/g, '\n');
    for (const [count, message] of [
      [11, 'column "title" of feed.csv is missing; previously filled in 11 of 11 rows'],
      [3, 'feed.csv has 3 rows, previously 11'],
      [1, 'feed.csv has 1 row, previously 11'],
    ] as const) {
      writeFileSync(machine.file, without(count));
      expect(await machine.orgctl(`-p sandbox bulk apply ${machine.file} --yes`)).toMatchObject({
        exit: 9,
        stderr: expect.stringContaining(message),
      });
    }
  });

  it('compare stdin and files of other names by --feed', async () => {
    const machine = freshMachine();
    const apply = (stdin: string) => machine.orgctl('-p sandbox bulk apply - --feed hr --yes', { stdin });
    expect((await apply(people(5))).exit).toBe(0);
    const short = await apply(people(3));
    expect(short).toMatchObject({
      exit: 9,
      stderr: expect.stringMatching(/hr has 3 rows, previously 5 \(run [-\w]+\); expected at least 4/),
    });
    const dated = machine.path('hr-2026-11-02.csv');
    writeFileSync(dated, people(3));
    expect((await machine.orgctl(`-p sandbox bulk plan ${dated} --feed hr`)).exit).toBe(9);
    expect((await machine.orgctl(`-p sandbox bulk plan ${dated}`)).exit).toBe(0);
    const compared = await machine.orgctl('-p sandbox bulk plan - --feed hr --compare-last', {
      stdin: people(5, 'Chef'),
    });
    expect(compared).toMatchObject({ exit: 0, stdout: expect.stringMatching(/rows +5 +5/) });
    const plan = machine.path('plan.json');
    await machine.orgctl(`-p sandbox bulk plan ${dated} --out ${plan}`);
    const saved = await machine.orgctl(`-p sandbox bulk apply ${plan} --feed hr --yes`);
    expect(saved).toMatchObject({ exit: 2, stderr: expect.stringContaining('is already a plan') });
    const blank = await machine.orgctl(`-p sandbox bulk plan ${dated} --feed ' '`);
    expect(blank).toMatchObject({ exit: 2, stderr: expect.stringContaining('a name of 1 to 200') });
  });

  it('compare short lists without a feed name only within a folder', async () => {
    const machine = freshMachine();
    const [one, other] = [machine.path('list.csv'), machine.path('other/list.csv')];
    mkdirSync(machine.path('other'));
    const run = (words: string) => machine.orgctl(`-p sandbox bulk ${words}`);
    writeFileSync(one, people(10));
    writeFileSync(other, people(2));
    expect((await run(`apply ${one} --yes`)).exit).toBe(0);
    expect((await run(`plan ${other}`)).exit).toBe(0);
    expect((await run(`plan ${other} --min-rows 80%`)).exit).toBe(9);
    // A short list may have different columns each time, unless its limits are given.
    writeFileSync(one, people(9).replaceAll(/,(?:title|Cook)\n/g, '\n'));
    expect((await run(`plan ${one}`)).exit).toBe(0);
    expect((await run(`plan ${one} --feed list.csv`)).exit).toBe(0);
    expect((await run(`plan ${one} --max-blanked 5%`)).exit).toBe(9);
    writeFileSync(one, people(2));
    expect((await run(`plan ${one}`)).stderr).toMatch(
      /list\.csv has 2 rows, previously 10 .*; expected at least 8/,
    );
    // Longer lists are compared across folders.
    writeFileSync(one, people(11));
    expect((await run(`apply ${one} --yes`)).exit).toBe(0);
    expect((await run(`plan ${other}`)).exit).toBe(9);
  });

  it('require a name for the limits of a map', async () => {
    const machine = freshMachine();
    const map = machine.path('map.yaml');
    writeFileSync(map, 'columns: { userName: userName, email: email }\nlimits: { minRows: 90% }\n');
    const stdin = people(2);
    const ran = await machine.orgctl(`-p sandbox bulk plan - --map ${map}`, { stdin });
    expect(ran).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('the limits of the map need a feed name'),
    });
    expect((await machine.orgctl(`-p sandbox bulk plan - --map ${map} --feed hr`, { stdin })).exit).toBe(0);
  });

  it('do not compare files of rejected rows', async () => {
    const machine = freshMachine();
    const file = machine.path('rejects.csv');
    const reasons = (text: string) =>
      text.replace('title\n', 'title,orgctl.code\n').replaceAll('Cook\n', 'Cook,bad\n');
    writeFileSync(file, reasons(people(9)));
    expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).exit).toBe(0);
    writeFileSync(file, reasons(people(1)));
    expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).exit).toBe(0);
    const asked = await machine.orgctl(`-p sandbox bulk plan ${file} --min-rows 1`);
    expect(asked).toMatchObject({ exit: 2, stderr: expect.stringContaining('contains only rejected rows') });
  });

  it.each([
    ['named in the map', 4, 'title: title', 'feed.csv has no column "title"', ' remove it from '],
    ['misspelled in the file', 11, undefined, 'unknown column "titel"', ' was dropped on purpose: --max-'],
  ])('refuse a missing heading and print its previous counts: %s', async (_, count, rule, finding, way) => {
    const machine = freshMachine();
    const [file, map] = [machine.path('feed.csv'), machine.path('map.yaml')];
    writeFileSync(map, `columns: { userName: userName, email: email, ${rule ?? ''} }\n`);
    const words = rule === undefined ? file : `${file} --map ${map}`;
    writeFileSync(file, people(count));
    expect((await machine.orgctl(`-p sandbox bulk apply ${words} --yes`)).exit).toBe(0);
    writeFileSync(file, people(count).replace('title', 'titel'));
    const ran = await machine.orgctl(`-p sandbox bulk apply ${words} --yes`);
    expect(ran.exit).toBe(9);
    expect(ran.stderr).toContain(finding);
    expect(ran.stderr).toMatch(
      /error: column "title" of feed\.csv is missing; previously filled in (\d+) of \1 rows \(run [-\w]+\)\n/,
    );
    expect(ran.stderr).toContain(way);
    // Even with the flag that allows a missing column, the mistyped heading is named.
    expect((await machine.orgctl(`-p sandbox bulk plan ${words} --max-blanked 100%`)).exit).toBe(5);
    // A finding of another kind does not report a missing column.
    writeFileSync(file, people(count).replace('u1@', 'u1'));
    expect((await machine.orgctl(`-p sandbox bulk plan ${words}`)).exit).toBe(5);
    // The file still has the heading, so the finding is about the map.
    writeFileSync(file, people(count));
    writeFileSync(map, 'columns: { userName: userName, email: email, title: Job }\n');
    expect((await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map}`)).exit).toBe(5);
  });

  it.each([
    ['provision', `provision: { when: 'state ne "Left"', otherwise: deactivate }`],
    ['a condition of a group', `groups: { manage: [All], rules: [{ group: All, when: 'state eq "Here"' }] }`],
    ['the name of a group', `groups: { manage: ['in-*'], rules: ['in-{State}'] }`],
    ['a condition of a column', `  title: { value: Cook, when: 'state eq "Here"' }`],
    ['a reference', `  manager: { from: Mail, match: '{State}' }`],
  ])('refuse a missing heading that only %s of a map names', async (_, rule) => {
    const machine = freshMachine();
    const [file, map] = [machine.path('hr.csv'), machine.path('map.yaml')];
    const rows = (heading: string) =>
      `Login,Mail,${heading}\n${Array.from({ length: 25 }, (_, n) => `u${n},u${n}@x.example,Here\n`).join('')}`;
    writeFileSync(map, `columns:\n  userName: Login\n  email: Mail\n${rule}\n`);
    const words = `${file} --map ${map}`;
    // There is no earlier feed to compare with.
    writeFileSync(file, rows('Stage'));
    const first = await machine.orgctl(`-p sandbox bulk plan ${words}`);
    expect(first.exit).toBe(5);
    expect(first.stderr).toMatch(/hr\.csv has no column "state" \(did you mean "stage"\?\)/i);
    if (rule.includes('match')) writeFileSync(map, 'columns: { userName: Login, email: Mail, title: State }');
    writeFileSync(file, rows('State'));
    expect((await machine.orgctl(`-p sandbox bulk apply ${words} --create-groups --yes`)).exit).toBe(0);
    writeFileSync(map, `columns:\n  userName: Login\n  email: Mail\n${rule}\n`);
    writeFileSync(file, rows('Stage'));
    for (const verb of ['plan', 'plan --on-bad-row skip', 'apply --yes']) {
      const ran = await machine.orgctl(`-p sandbox bulk ${verb} ${words}`);
      expect(ran.exit).toBe(9);
      expect(ran.stderr).toMatch(
        /error: column "State" of hr\.csv is missing; previously filled in 25 of 25 rows \(run [-\w]+\)\n/,
      );
      expect(ran.stderr).toContain('remove it from ');
    }
  });

  it('count only the headings that a map uses', async () => {
    const machine = freshMachine();
    const [file, map] = [machine.path('hr.csv'), machine.path('map.yaml')];
    const rows = (note: string, state: string) =>
      `Login,Mail,Note,State\n${Array.from({ length: 30 }, (_, n) => `u${n},u${n}@x.example,${note},${state}\n`).join('')}`;
    writeFileSync(
      map,
      `columns: { userName: Login, email: Mail }\nprovision: { when: 'state ne "Left"', otherwise: ignore }\n`,
    );
    writeFileSync(file, rows('x', 'Here'));
    const apply = `-p sandbox bulk apply ${file} --map ${map} --yes`;
    expect((await machine.orgctl(apply)).exit).toBe(0);
    writeFileSync(file, rows('', 'Here'));
    expect((await machine.orgctl(apply)).exit).toBe(0);
    writeFileSync(file, rows('x', ''));
    expect(await machine.orgctl(apply)).toMatchObject({
      exit: 9,
      stderr: expect.stringContaining('column "State"'),
    });
  });

  it('count the rows of a group file', async () => {
    const machine = await machineAfter(people(30));
    const file = machine.path('groups.csv');
    const rows = (count: number) =>
      `group,member\n${Array.from({ length: count }, (_, n) => `Staff,u${n}\n`).join('')}`;
    writeFileSync(file, rows(30));
    await machine.orgctl(`-p sandbox bulk apply ${file} --yes`);
    writeFileSync(file, rows(23));
    expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes --exact`)).exit).toBe(9);
    writeFileSync(file, rows(24));
    expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes --exact`)).exit).toBe(0);
  });

  it('count the cells of a group file', async () => {
    const machine = await machineAfter(people(30));
    const file = machine.path('groups.csv');
    const rows = (blank: number) =>
      `group,member,action\n${Array.from({ length: 30 }, (_, n) => `G${n},u${n},${n < blank ? '' : 'add'}\n`).join('')}`;
    const run = (flags = '') => machine.orgctl(`-p sandbox bulk apply ${file} --yes ${flags}`);
    writeFileSync(file, rows(0));
    expect((await run()).exit).toBe(0);
    for (const [blank, flags, exit] of [
      [11, '', 9],
      [6, '--max-blanked 5', 9],
      [5, '--max-blanked 4', 9],
    ] as const) {
      writeFileSync(file, rows(blank));
      const ran = await run(flags);
      expect(ran.exit).toBe(exit);
      expect(ran.stderr).toContain(
        `column "action" of groups.csv is empty in ${blank} of 30 rows; previously filled in 30 of 30 rows`,
      );
      expect(ran.stderr).toContain(`--max-blanked ${blank}`);
    }
    writeFileSync(file, rows(0).replace(/u\d+,/g, ','));
    expect((await run()).stderr).toContain('column "member" of groups.csv is empty in 30 of 30 rows');
    writeFileSync(file, rows(0).replaceAll(',action', '').replaceAll(',add', ''));
    expect((await run()).stderr).toContain('column "action" of groups.csv is missing');
    writeFileSync(file, rows(5));
    expect((await run('--max-blanked 5')).exit).toBe(0);
    writeFileSync(file, rows(15));
    expect((await run()).exit).toBe(0);
  });

  it('count the headings of a group file that a map uses', async () => {
    const machine = await machineAfter(people(30));
    const [file, map] = [machine.path('teams.csv'), machine.path('map.yaml')];
    writeFileSync(
      map,
      `columns:\n  group: Team\n  member: Login\n  action: { when: 'state eq "Left"', value: remove }\nlimits: { maxBlanked: 5 }\n`,
    );
    const rows = (state: string, note: string, blank: number) =>
      `Team,Login,State,Note\n${Array.from({ length: 30 }, (_, n) => `G${n},u${n},${n < blank ? '' : state},${note}\n`).join('')}`;
    const run = () => machine.orgctl(`-p sandbox bulk apply ${file} --map ${map} --yes`);
    writeFileSync(file, rows('Here', 'x', 0));
    expect((await run()).exit).toBe(0);
    writeFileSync(file, rows('Here', '', 6));
    const ran = await run();
    expect(ran.exit).toBe(9);
    expect(ran.stderr).toContain('column "State" of teams.csv is empty in 6 of 30 rows');
    expect(ran.stderr).not.toContain('Note');
    writeFileSync(file, rows('Here', '', 5));
    expect((await run()).exit).toBe(0);
  });
});
