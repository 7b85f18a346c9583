import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import type { Plan } from '../../src/bulk/plan/plan-file.ts';
import { failedRows } from '../../src/bulk/report/failed-rows.ts';
import { PEOPLE_DOCUMENTS } from '../../src/bulk/report/people-documents.ts';
import { reportOf } from '../../src/bulk/report/report.ts';
import { printReportPage } from '../../src/bulk/report/report-html.ts';
import { timeLineOf } from '../../src/bulk/report/time-line.ts';
import type { DatedRecord, JournalRecord } from '../../src/bulk/run/journal-record.ts';
import { scaleTo, timeLabel, timeTicks } from '../../src/output/plot-scale.ts';
import { sparkline } from '../../src/output/sparkline.ts';
import { changeId, runId, userId } from '../../src/values/ids.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { warnMissingTool } from '../support/missing-tool.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** The service gave every second userName to the row before; rows 4 and 7 fail. */
const PEOPLE =
  'userName,email,title\nbo,bo@x.example,\nanna@x.example,anna@x.example,\nanna,a2@x.example,"She said ""hi"", twice"\n' +
  "cai,cai@x.example,\neve@x.example,eve@x.example,\neve,e2@x.example,'=1+1\n";

async function machineWithRun(): Promise<Machine> {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), PEOPLE);
  const line = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -q -o ndjson --concurrency 1`;
  expect(await machine.orgctl(line)).toMatchObject({ exit: 3 });
  return machine;
}

describe('bulk report', () => {
  it('prints counts, failures by code and by line, and throughput', async () => {
    const machine = await machineWithRun();
    const { exit, stdout } = await machine.orgctl('bulk report latest -o table');
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^State +finished with failures\n/m);
    expect(stdout).toMatch(/^Changes +6\nSucceeded +4\nFailed +2\nRemaining +0\n/m);
    expect(stdout).toMatch(/^Throughput +[\d.,]+ per (second|minute)/m);
    expect(stdout).toMatch(/^create +6 +4 +2 +0\n/m);
    expect(stdout).toMatch(/^username_taken +2 +4, 7\n/m);
    const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
    expect(report).toMatchObject({
      state: 'failures',
      changes: 6,
      codes: [{ code: 'username_taken', count: 2, lines: [4, 7] }],
      failures: [
        { line: 4, name: 'anna' },
        { line: 7, name: 'eve' },
      ],
    });
  });

  it('lists every line of a failed change of a group, and no line of a user who is not in the file', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('g.csv'), 'group,member\nAll admins,clara.voss\nAll admins,tomas.rey\n');
    expect(await machine.orgctl(`-p sandbox bulk apply ${machine.path('g.csv')} --yes`)).toMatchObject({
      exit: 3,
    });
    expect((await machine.orgctl('bulk report latest -o table')).stdout).toMatch(
      /^Code +Changes +Lines\ngroup_members_create_failed +1 +2, 3$/m,
    );
    const code = { code: 'group_members_create_failed', count: 1, lines: [2, 3] };
    expect(JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout)).toMatchObject({
      codes: [code],
      failures: [{ line: 2, lines: [2, 3], name: 'All admins' }],
    });
    expect((await machine.orgctl('bulk report latest -o md')).stdout).toContain('| 2, 3 | add members |');

    writeFileSync(
      machine.path('all.csv'),
      'userName\nines.harbour\nwalt.finch\nmei.tanaka\nsamir.aziz\nclara.voss\ntomas.rey\naroha.ngata\none.channel\n',
    );
    const pruned = `-p sandbox bulk apply ${machine.path('all.csv')} --prune --yes`;
    expect(await machine.orgctl(pruned)).toMatchObject({ exit: 3 });
    const html = machine.path('report.html');
    expect((await machine.orgctl(`bulk report latest -o table --html ${html}`)).stdout).toMatch(
      /^cannot_disable_bot_user_with_scim +1$/m,
    );
    expect(readFileSync(html, 'utf8')).toContain('<td class="number"></td><td class="word">deactivate</td>');
    const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
    expect(report.codes).toEqual([{ code: 'cannot_disable_bot_user_with_scim', count: 1, lines: [] }]);
  });

  it('does not count the time until the run is undone', async () => {
    const machine = await machineWithRun();
    const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    const time = async () => {
      const { started, ended, time } = JSON.parse(
        (await machine.orgctl(`bulk report ${run} -o json`)).stdout,
      );
      return { started, ended, seconds: time.seconds };
    };
    const before = await time();
    const later = () => Date.now() + 60_000;
    const undo = await machine.orgctl(`-p sandbox undo ${run} --line 2 --yes`, { now: later });
    expect(undo.exit).toBe(0);
    expect((await machine.orgctl(`-p sandbox undo ${run} --yes`, { now: later })).exit).toBe(0);
    expect(await time()).toEqual(before);
  });

  it('prints JUnit, GitHub annotations and Markdown', async () => {
    const machine = await machineWithRun();
    const file = machine.path('people.csv');
    const junit = (await machine.orgctl('bulk report latest -o junit')).stdout;
    expect(junit).toMatch(/<testsuite name="orgctl run \S+" tests="6" failures="2" errors="0" skipped="0"/);
    expect(junit).toContain(
      `<testcase name="line 4 create anna" classname="${file}" file="${file}" line="4"><failure type="username_taken"`,
    );
    const remarks = (await machine.orgctl('bulk report latest -o github')).stdout;
    expect(remarks.split('\n')[0]).toMatch(/^::error title=orgctl run \S+::4 created, 2 failed$/);
    expect(remarks).toContain(
      `::error file=${file},line=7,title=username_taken::create eve: userName must be`,
    );
    const summary = (await machine.orgctl('bulk report latest -o md')).stdout;
    expect(summary).toContain('| username\\_taken | 2 | 4, 7 |\n');
  });

  it('prints the same report from bulk apply -o junit', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes -q -o junit');
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout).toContain('tests="10" failures="0"');
    expect((await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes -q -o md')).exit).toBe(0);
  });

  it('refuses unknown runs', async () => {
    expect(await freshMachine().orgctl('bulk report latest')).toMatchObject({ exit: 2, stdout: '' });
    expect(await freshMachine().orgctl('bulk report 20260101-000000-abcde')).toMatchObject({ exit: 2 });
  });
});

describe('--failed-out', () => {
  it('writes the failed rows unchanged, with the reason, ready to be corrected and applied', async () => {
    const machine = await machineWithRun();
    const out = machine.path('failed.csv');
    const { stderr } = await machine.orgctl(`bulk report latest --failed-out ${out} -o json`);
    expect(stderr).toContain(
      `2 failed rows in ${out}; correct and apply: orgctl -p sandbox bulk apply ${out}\n`,
    );
    expect(readFileSync(out, 'utf8')).toBe(
      'userName,email,title,orgctl.code,orgctl.message\n' +
        'anna,a2@x.example,"She said ""hi"", twice",username_taken,"userName must be unique, also distinct from channel names"\n' +
        'eve,e2@x.example,\'=1+1,username_taken,"userName must be unique, also distinct from channel names"\n',
    );
    expect(await machine.orgctl(`bulk report latest --failed-out ${out}`)).toMatchObject({ exit: 2 });
    writeFileSync(out, readFileSync(out, 'utf8').replace('anna,', 'anna.b,').replace('eve,', 'eve.b,'));
    const again = machine.path('again.csv');
    const fixed = await machine.orgctl(`-p sandbox bulk apply ${out} --yes --failed-out ${again}`);
    expect(fixed).toMatchObject({ exit: 0 });
    expect(fixed.stderr).toContain('2 created');
    expect(existsSync(again)).toBe(false);
  });

  it('keeps the format of NDJSON and group files', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('people.ndjson'),
      '{"userName":"anna@x.example","email":"anna@x.example"}\n{"userName":"anna","email":"a2@x.example"}\n',
    );
    const out = machine.path('failed.ndjson');
    const line = `-p sandbox bulk apply ${machine.path('people.ndjson')} --yes --concurrency 1 --failed-out ${out}`;
    expect(await machine.orgctl(line)).toMatchObject({ exit: 3 });
    expect(readFileSync(out, 'utf8')).toBe(
      '{"userName":"anna","email":"a2@x.example","orgctl.code":"username_taken",' +
        '"orgctl.message":"userName must be unique, also distinct from channel names"}\n',
    );
    expect((await machine.orgctl(`bulk check ${out}`)).exit).toBe(0);
    writeFileSync(machine.path('groups.csv'), 'group,member,orgctl.code,orgctl.message\nIT,clara.voss,x,y\n');
    expect((await machine.orgctl(`bulk check ${machine.path('groups.csv')}`)).exit).toBe(0);
  });

  it('prints the results and the counts if the file cannot be written', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('two.csv'),
      'userName,email\nanna@x.example,anna@x.example\nanna,a2@x.example\n',
    );
    const line = `-p sandbox bulk apply ${machine.path('two.csv')} --yes --concurrency 1 -o csv --failed-out /dev/full --force`;
    const ran = await machine.orgctl(line);
    expect(ran.exit).toBe(12);
    expect(ran.stdout).toMatch(/^2,created,/m);
    expect(ran.stdout).toMatch(/^3,failed,/m);
    expect(ran.stderr).toMatch(/error: cannot write \/dev\/full.*\nhint: 1 done, 1 failed, 0 left; /);
  });

  it.each([
    ['- --failed-out x.csv', '--failed-out needs a file'],
    ['people.csv --failed-out people.csv', 'is the input file'],
    ['people.csv --failed-out nowhere/x.csv', 'cannot write to the folder of nowhere/x.csv', 12],
  ])('refuses "%s" before any request', async (words, message, exit = 2) => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), PEOPLE);
    const line = `-p sandbox bulk apply ${words.replaceAll('people.csv', machine.path('people.csv'))} --yes`;
    expect(await machine.orgctl(line, { stdin: PEOPLE })).toMatchObject({
      exit,
      stderr: expect.stringContaining(message),
    });
    expect((await machine.orgctl('-p sandbox scim users list -o json --query length(@)')).stdout).toBe(
      '12\n',
    );
  });

  it('never replaces the file that a saved plan was made of', async () => {
    const machine = freshMachine();
    const [file, plan] = [machine.path('people.csv'), machine.path('plan.json')];
    writeFileSync(file, PEOPLE);
    expect(await machine.orgctl(`-p sandbox bulk plan ${file} --out ${plan}`)).toMatchObject({ exit: 0 });
    expect(
      await machine.orgctl(`-p sandbox bulk apply ${plan} --failed-out ${file} --force --yes`),
    ).toMatchObject({
      exit: 2,
      stderr: `error: --failed-out names ${file}, which is the input file\nhint: use a different file\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe(PEOPLE);
  });

  it.each([
    ['people.csv', 'the input file'],
    ['link.csv', 'the input file'],
    ['ids.csv', 'the ID map of the plan'],
    ['map.yaml', 'the map of the plan'],
  ])(
    'never writes events or failed rows to a file that a saved plan or a run was made from: %s',
    async (out, role) => {
      const machine = freshMachine();
      const files: Readonly<Record<string, string>> = {
        'people.csv': 'No,Title\nW10000001,Sailor\n',
        'ids.csv': 'from,to\nW10000001,W1118NVR2\n',
        'map.yaml': 'columns: {id: No, title: Title}\n',
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(machine.path(name), text);
      symlinkSync(machine.path('people.csv'), machine.path('link.csv'));
      const [people, plan] = [machine.path('people.csv'), machine.path('plan.json')];
      const how = `--map ${machine.path('map.yaml')} --id-map ${machine.path('ids.csv')}`;
      expect(await machine.orgctl(`-p sandbox bulk plan ${people} ${how} --out ${plan}`)).toMatchObject({
        exit: 0,
      });
      const refuses = async (line: string) => {
        for (const flag of ['--events', '--force --failed-out'])
          expect(await machine.orgctl(`-p sandbox ${line} ${flag} ${machine.path(out)} --yes`)).toEqual({
            exit: 2,
            stdout: '',
            stderr: `error: ${flag.split(' ').at(-1)} names ${machine.path(out)}, which is ${role}\nhint: use a different file\n`,
          });
      };
      await refuses(`bulk apply ${plan}`);
      await machine.orgctl(`-p sandbox bulk apply ${plan} --yes`);
      await refuses('resume latest --retry-failed');
      for (const [name, text] of Object.entries(files))
        expect(readFileSync(machine.path(name), 'utf8')).toBe(text);
    },
  );

  it('is refused for runs that have no rows, or rows of several files', async () => {
    const machine = await machineWithRun();
    const out = machine.path('failed.csv');
    const refused = async (line: string, message: string) => {
      const ran = await machine.orgctl(`${line} --failed-out ${out}`);
      expect(ran).toMatchObject({ exit: 2, stdout: '' });
      expect(ran.stderr).toContain(message);
      expect(existsSync(out)).toBe(false);
    };
    const people = machine.path('people.csv');
    writeFileSync(people, `${PEOPLE}fay,fay@x.example,\n`);
    await machine.orgctl(`-p sandbox bulk apply ${people} --on-bad-row skip --yes`);
    const [second, first] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    await refused(
      `bulk report --merge ${first} ${second}`,
      `--failed-out writes rows of one file; these runs are of several versions of ${people}`,
    );
    const stdin = 'userName,active\nmei.tanaka,false\n';
    await machine.orgctl('-p sandbox bulk apply - --yes', { stdin });
    await refused('bulk report latest', '--failed-out needs a file: stdin cannot be read again');
    await machine.orgctl('-p sandbox scim users deactivate clara.voss mei.tanaka --yes');
    await refused(
      '-p sandbox resume latest --retry-failed --yes',
      '--failed-out writes rows of a file; "scim users deactivate clara.voss mei.tanaka" has none',
    );
  });

  it('is accepted from a variable for a run that has no rows', async () => {
    const machine = freshMachine();
    const out = machine.path('failed.csv');
    const env = { ORGCTL_FAILED_OUT: out };
    await machine.orgctl('-p sandbox scim users deactivate clara.voss mei.tanaka --yes', { env });
    const ran = await machine.orgctl('-p sandbox resume latest --retry-failed --yes', { env });
    expect(ran.exit).toBe(3);
    expect(ran.stderr).not.toContain('--failed-out');
    expect(existsSync(out)).toBe(false);
  });

  it('names the failed changes of users who are not in the file', async () => {
    const machine = freshMachine();
    const file = machine.path('all.csv');
    const all = 'ines.harbour walt.finch mei.tanaka samir.aziz clara.voss tomas.rey aroha.ngata one.channel';
    writeFileSync(file, `userName\n${all.replaceAll(' ', '\n')}\n`);
    const out = machine.path('failed.csv');
    const ran = await machine.orgctl(`-p sandbox bulk apply ${file} --prune --yes --failed-out ${out}`);
    expect(ran).toMatchObject({ exit: 3 });
    expect(ran.stderr).toContain(`1 failed change without a row in ${file}: deploybot\n`);
    expect(ran.stderr).toContain(
      'to make --prune keep deploybot, add a row for this user or protect the user in the profile',
    );
    expect(existsSync(out)).toBe(false);
  });
});

it('--events writes an event for the start, each change and the end', async () => {
  const machine = freshMachine();
  const events = machine.path('events.ndjson');
  await machine.orgctl(`-p sandbox bulk apply examples/people.csv --yes -q -o ndjson --events ${events}`);
  const written = readFileSync(events, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(written.map(({ type }) => type)).toEqual(['run.start', ...Array(10).fill('change.end'), 'run.end']);
  expect(written[0]).toMatchObject({ file: 'examples/people.csv', changes: 10, done: 0, profile: 'sandbox' });
  expect(written.find(({ line }) => line === 2)).toMatchObject({
    action: 'create',
    state: 'succeeded',
    name: 'noor.haddad',
  });
  expect(written.at(-1)).toMatchObject({ succeeded: 10, failed: 0, left: 0 });
  const toFolder = `-p sandbox bulk apply examples/people.csv --yes --events ${machine.home}`;
  expect(await freshMachine().orgctl(toFolder)).toMatchObject({ exit: 12, stdout: '' });
});

const START = Date.UTC(2026, 10, 21, 8);

/** A journal whose steps have the seconds since the previous step. */
function journal(
  steps: readonly (readonly [seconds: number, record: JournalRecord])[],
): readonly DatedRecord[] {
  let time = START;
  return steps.map(([seconds, record]) => {
    time += seconds * 1000;
    return { ...record, t: new Date(time).toISOString() };
  });
}

const begin: JournalRecord = {
  type: 'run.start',
  run: runId('R'),
  plan: '',
  origin: 'https://scim.example',
  profile: 'acme',
  source: '',
  mode: 'upsert',
  tool: '1.2.3',
};
const intent = (change: string): JournalRecord => ({ type: 'intent', change: changeId(change), at: START });
const done = (change: string): JournalRecord => ({
  type: 'outcome',
  change: changeId(change),
  outcome: { state: 'succeeded', id: 'W1', name: 'x' },
});
const failed = (change: string, code: string, message: string): JournalRecord => ({
  type: 'outcome',
  change: changeId(change),
  outcome: { state: 'failed', code, message },
});

describe('time line of a run', () => {
  it('excludes pauses', () => {
    const time = timeLineOf(
      journal([
        [0, begin],
        [0, intent('L2')],
        [10, done('L2')],
        [0, { type: 'run.pause', why: 'throttled' }],
        [86_400, intent('L3')],
        [10, failed('L3', 'x', 'y')],
      ]),
    );
    expect(time).toMatchObject({ seconds: 20, perSecond: 0.1, pauses: [{ at: 10, why: 'throttled' }] });
    expect(time.latency).toEqual({ median: 10_000, p95: 10_000, longest: 10_000 });
    expect(time.buckets.filter((bucket) => bucket.succeeded + bucket.failed > 0)).toEqual([
      { succeeded: 1, failed: 0 },
      { succeeded: 0, failed: 1 },
    ]);
  });

  it('has at most sixty buckets for any duration, and accepts a clock that was set back', () => {
    for (const seconds of [0, 0.01, 1, 59, 61, 3600, 86_400, 10_000_000]) {
      expect(
        timeLineOf(
          journal([
            [0, begin],
            [seconds, done('L2')],
          ]),
        ).buckets.length,
      ).toBeLessThanOrEqual(60);
    }
    expect(
      timeLineOf(
        journal([
          [0, begin],
          [-50, done('L2')],
        ]),
      ).seconds,
    ).toBe(0);
  });
});

describe('axes of plots', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [230, [0, 100, 200, 300]],
    [0.8, [0, 0.2, 0.4, 0.6, 0.8]],
  ])('mark up to %s at %j', (largest, ticks) => {
    expect(scaleTo(largest).ticks).toEqual(ticks);
  });

  it.each([
    [0, '0'],
    [0.05, '50 ms'],
    [90, '90 s'],
    [300, '5 min'],
    [9000, '2 h 30'],
    [10_769, '2 h 59'],
    [10_770, '3 h'],
    [100_000, '27 h 47'],
  ])('label %s seconds "%s"', (seconds, label) => {
    expect(timeLabel(seconds)).toBe(label);
  });

  it('have at most eight time labels', () => {
    for (const seconds of [0.2, 3, 45, 900, 5000, 90_000, 3_000_000])
      expect(timeTicks(seconds).length).toBeLessThanOrEqual(8);
  });

  it('include a sparkline of at most 30 bars', () => {
    expect(sparkline([0, 1, 2, 4])).toBe('▁▂▄█');
    expect(sparkline([0, 0])).toBe('▁▁');
    expect([...sparkline(Array.from({ length: 500 }, (_, index) => index))]).toHaveLength(30);
  });
});

/** In the browser: the label, the number of visible bars and the color of each plot. */
const PLOTS_SEEN = `[...document.querySelectorAll('svg')].map((svg) => ({
  label: svg.getAttribute('aria-label'),
  bars: [...svg.querySelectorAll('rect')].filter((bar) => bar.getBoundingClientRect().height > 1).length,
  color: getComputedStyle(svg.querySelector('rect')).fill,
}))`;

describe('report page in a browser', () => {
  if (!hasBrowser()) {
    warnMissingTool('chromium');
    return;
  }
  it('shows plots and tables in light, dark and narrow windows, without requests or scripts', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('report.html'), printReportPage(reportWithEverything()));
    const browser = await startBrowser();
    try {
      const colors = new Set<unknown>();
      for (const [colorScheme, width] of [
        ['light', 1100],
        ['dark', 1100],
        ['light', 390],
      ] as const) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
        const asked: string[] = [];
        const said: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        page.on('console', (message) => said.push(message.text()));
        page.on('pageerror', (error) => said.push(error.message));
        page.on('dialog', (dialog) => said.push(dialog.message()));
        await page.goto(`file://${machine.path('report.html')}`);
        expect(asked).toEqual([`file://${machine.path('report.html')}`]);
        expect(said).toEqual([]);
        const plots = await page.evaluate(PLOTS_SEEN);
        expect(plots).toEqual([
          { label: 'Outcomes by kind of change', bars: 4, color: expect.stringMatching(/^rgb/) },
          { label: 'Throughput', bars: 3, color: expect.stringMatching(/^rgb/) },
          // On a narrow screen the table shows the same data.
          { label: 'Failures by code', bars: width < 560 ? 0 : 2, color: expect.stringMatching(/^rgb/) },
        ]);
        colors.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
        // Plots shrink and tables scroll in their card; the page itself does not scroll.
        expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
        expect(await page.locator('h1').textContent()).toBe('Run <R&D>');
        const text = await page.locator('main').textContent();
        for (const words of [
          'interrupted',
          'people "x".csv',
          'email_taken',
          '<img src=x onerror=alert(1)>',
          'paused after 2 s: too <b>busy</b>',
          '1 only partly stored by the service',
        ])
          expect(text).toContain(words);
        await page.close();
      }
      expect(colors.size).toBe(2);
    } finally {
      await browser.close();
    }
  });

  it('is written by bulk report --html, which does not overwrite it', async () => {
    const machine = await machineWithRun();
    const out = machine.path('report.html');
    expect((await machine.orgctl(`bulk report latest --html ${out} -q`)).exit).toBe(0);
    const page = readFileSync(out, 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|https?:\/\/(?!sandbox\.localhost)/);
    expect(await machine.orgctl(`bulk report latest --html ${out}`)).toMatchObject({ exit: 2 });
  });
});

describe('hostile text in a report', () => {
  const hostile = '<img src=x onerror=alert(1)>&"\'';
  const escaped = '&lt;img src=x onerror=alert(1)&gt;&amp;';

  it('is escaped in every cell of the page', () => {
    const report = reportWithEverything();
    const page = printReportPage({
      ...report,
      run: runId(hostile),
      file: hostile,
      codes: [{ code: hostile, count: 1, lines: [2] }],
      failures: [{ line: 2, action: hostile, name: hostile, code: hostile, message: hostile }],
    });
    expect(page).not.toContain('<img');
    expect(page.split(escaped).length).toBeGreaterThan(6);
  });

  it.each(['=1+1', '+1', '-1', '@x', '\t=1'])('is no formula in failed rows: %s', async (message) => {
    const bytes = async function* () {
      yield Buffer.from('userName,title\nbo,"\'=1"\n');
    };
    const pieces: string[] = [];
    const reasons = new Map([[2, { code: 'email_taken', message }]]);
    for await (const piece of failedRows(bytes(), 'x.csv', 'service', reasons, {})) pieces.push(piece);
    expect(pieces.join('')).toMatch(/^userName,title,orgctl\.code,orgctl\.message\nbo,'=1,email_taken,"?'/);
  });

  it.each([
    ['a.csv', 'userName\nbo\n', "bo,'=^[]0;x.csv:2:1,refused,a ^[[31mred\\u{9b}31m \\u{202e}txt"],
    ['a.ndjson', '{"x":1}\n{"userName":"bo"}\n', 'red\\u009b31m \\u202etxt'],
    ['a.ldif', '\ndn: uid=bo\nuserName: bo\n', 'red\\u{9b}31m \\u{202e}txt'],
  ])('has no terminal control characters in failed rows: %s', async (file, text, shown) => {
    const reasons = new Map([
      [2, { code: 'refused', message: 'a \u001b[31mred\u009b31m \u202etxt', place: '=\u001b]0;x.csv:2:1' }],
    ]);
    const bytes = async function* () {
      yield Buffer.from(text);
    };
    const pieces: string[] = [];
    for await (const piece of failedRows(bytes(), file, 'service', reasons, {})) pieces.push(piece);
    expect(pieces.join('')).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(pieces.join('')).toContain(shown);
  });
});

function reportWithEverything() {
  const change = (id: string, kind: 'createUser' | 'deactivateUser'): Change => {
    const base = { id: changeId(id), line: Number(id.slice(1)), after: [], name: `person ${id}` };
    return kind === 'createUser'
      ? { ...base, kind, user: {}, withheld: [] }
      : { ...base, kind, target: { id: userId('W1') }, before: {}, set: { active: false }, clear: [] };
  };
  const plan: Plan = {
    format: 'orgctl-plan',
    version: 1,
    created: new Date(START).toISOString(),
    profile: 'acme',
    origin: 'https://scim.example',
    scimVersion: '2.0',
    mode: 'upsert',
    source: { file: 'people "x".csv', digest: '', rows: 5 },
    activeUsers: 5,
    unchanged: 0,
    forecast: { calls: 5, seconds: 5 },
    changes: [
      change('L2', 'createUser'),
      change('L3', 'createUser'),
      change('L4', 'createUser'),
      change('L5', 'deactivateUser'),
      change('L6', 'createUser'),
    ],
  };
  const records = journal([
    [0, begin],
    [0, intent('L2')],
    [
      1,
      {
        type: 'outcome',
        change: changeId('L2'),
        outcome: { state: 'succeeded', id: 'W1', name: 'x', notKept: ['photo'] },
      },
    ],
    [1, failed('L3', 'email_taken', '<img src=x onerror=alert(1)>')],
    [0, { type: 'run.pause', why: 'too <b>busy</b>' }],
    [900, failed('L4', 'a"><script>alert(2)</script>', '&')],
    [1, done('L5')],
  ]);
  return reportOf(runId('<R&D>'), plan, records);
}

describe('bulk report --people', () => {
  it('names users and groups in a report of group changes', async () => {
    const machine = freshMachine();
    const file = machine.path('groups.md');
    writeFileSync(machine.path('in.csv'), 'group,member\nNight,walt.finch\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --create-groups --yes`);
    expect((await machine.orgctl(`bulk report latest --people ${file}`)).stderr).toContain(
      `2 changes of users and groups written to ${file}\n`,
    );
    expect(readFileSync(file, 'utf8')).toMatch(/^### 1 group created, 1 joined a group\n/);
  });

  it.each(['.md', '.html'] as const)('names users and groups in %s if nothing was changed', (form) => {
    expect(PEOPLE_DOCUMENTS[form]([])).toMatch(/(### |<h1>)No users or groups were changed/);
  });
});
