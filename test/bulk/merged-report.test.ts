import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockRun } from '../../src/bulk/run/lock-run.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { runId } from '../../src/values/ids.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
/** Each user has the previous one as manager. */
const PEOPLE = `userName,email,manager\n${Array.from(
  { length: 24 },
  (_, n) => `u${n},u${n}@x.example,${n === 0 ? '' : `u${n - 1}@x.example`}\n`,
).join('')}`;

async function shardedRuns() {
  const service = await listeningSandbox();
  const shards = [0, 1, 2, 3].map(() => freshMachine());
  const flags = `--scim-url ${service.origin} --scim-version 2.0`;
  const ran = [];
  for (const [index, machine] of shards.entries()) {
    writeFileSync(machine.path('people.csv'), PEOPLE);
    ran.push(
      await machine.orgctl(
        `${flags} bulk apply ${machine.path('people.csv')} --shard ${index}/4 --yes -o json`,
        {
          env,
        },
      ),
    );
  }
  expect(ran.map(({ exit }) => exit)).toEqual([0, 0, 0, 0]);
  return { service, shards, flags };
}

describe('bulk report --merge', () => {
  it('reports four shards from four machines as one run, in JSON, JUnit and HTML', async () => {
    const { shards } = await shardedRuns();
    const collector = freshMachine();
    const homes = shards.map(({ home }) => home).join(' ');
    const merged = await collector.orgctl(`bulk report --merge ${homes} -o json`);
    expect(merged.exit).toBe(0);
    const report = JSON.parse(merged.stdout);
    expect(report).toMatchObject({ state: 'finished', succeeded: report.changes, failed: 0, left: 0 });
    expect(report.kinds.find(({ kind }: { kind: string }) => kind === 'createUser').total).toBe(24);
    expect(report.runs.map(({ shard }: { shard: string }) => shard)).toEqual(['0/4', '1/4', '2/4', '3/4']);
    const junit = await collector.orgctl(`bulk report --merge ${homes} -o junit`);
    expect(junit.stdout.match(/<testcase /g)).toHaveLength(report.changes);
    const page = collector.path('report.html');
    const table = await collector.orgctl(`bulk report --merge ${homes} --html ${page} -o table`);
    expect(readFileSync(page, 'utf8')).toContain('<html');
    expect(readFileSync(page, 'utf8')).toContain('<h1>4 runs</h1>');
    expect(table.stdout).toMatch(/^Run +4 runs\n/);
    expect(junit.stdout).toContain('"orgctl 4 runs"');
    expect(table.stdout).toMatch(/Run +Shard +State +Changes +Done +Failed +Remaining\n/);
    expect((await collector.orgctl(`bulk report --merge ${homes} -o md`)).stdout).toMatch(
      /\n### 4 runs: .*24 created/,
    );
  });

  it('accepts exported runs and a folder of them, each run once, and reports missing shards', async () => {
    const { shards } = await shardedRuns();
    const collector = freshMachine();
    const folder = collector.path('artifacts');
    mkdirSync(folder);
    for (const [index, machine] of shards.slice(0, 3).entries())
      await machine.orgctl(`runs export latest --out ${folder}/shard-${index}.ndjson.gz`);
    const [first] = shards;
    await first?.orgctl(`runs export latest --out ${folder}/again.ndjson`);
    const merged = await collector.orgctl(`bulk report --merge ${folder} -o json`);
    expect(merged).toMatchObject({ exit: 0, stderr: 'warning: shard 3/4 is missing\n' });
    expect(JSON.parse(merged.stdout).runs).toHaveLength(3);
  });

  it('refuses several runs without --merge, and a folder without runs (exit 2)', async () => {
    const machine = freshMachine();
    expect(await machine.orgctl('bulk report one two')).toMatchObject({
      exit: 2,
      stderr: 'error: 2 runs were given\nhint: add --merge to report them as one\n',
    });
    mkdirSync(machine.path('empty'));
    expect((await machine.orgctl(`bulk report --merge ${machine.path('empty')}`)).exit).toBe(2);
  });
});

describe('shards of a run', () => {
  it('are listed with their index and count', async () => {
    const { shards } = await shardedRuns();
    const listed = await shards[2]?.orgctl('runs list -o csv --columns shard,left');
    expect(listed?.stdout).toBe('shard,left\n2/4,0\n');
    const json = JSON.parse((await shards[2]?.orgctl('runs list -o json'))?.stdout ?? '[]');
    expect(json[0].shard).toEqual({ index: 2, count: 4 });
  });

  it('are completed by bulk finish, which sets the missing managers', async () => {
    const { service, shards, flags } = await shardedRuns();
    const managers = () =>
      [...service.sandbox.organization.users()].filter(
        ({ values }) => /^u\d+$/.test(values.userName) && values.manager !== undefined,
      ).length;
    expect(managers()).toBeLessThan(23);
    const file = shards[0]?.path('people.csv');
    const finished = await shards[0]?.orgctl(`${flags} bulk finish ${file} --yes -o json`, { env });
    expect(finished).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(
        'shards 1/4, 2/4, 3/4 did not run from here; their remaining changes are applied now\n',
      ),
    });
    expect(finished?.stderr).not.toContain('exist yet');
    expect(managers()).toBe(23);
    expect(await shards[1]?.orgctl(`${flags} bulk finish ${file} --yes`, { env })).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('nothing to do: 24 of 24 rows'),
    });
  });

  it('are completed by bulk finish, which reports and creates users of a shard that did not run', async () => {
    const service = await throttlingSandbox('POST', 1000);
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, PEOPLE);
    const flags = `--scim-url ${service.origin} --scim-version 2.0`;
    const first = await machine.orgctl(`${flags} bulk apply ${file} --shard 0/2 --yes -o json`, { env });
    expect(first.exit).toBe(0);
    const made = JSON.parse(first.stdout).length;
    expect(made).toBeGreaterThan(0);
    const dry = await machine.orgctl(`${flags} bulk finish ${file} --dry-run -o json`, { env });
    expect(dry.stderr).toContain('shard 1/2 did not run from here; its remaining changes are applied now\n');
    const words = `warning: ${24 - made} users of shard 1/2 do not exist yet; bulk finish creates them\n`;
    expect(dry.stderr).toContain(words);
    // A machine without a run of any shard cannot tell the shards apart.
    const other = await freshMachine().orgctl(`${flags} bulk finish ${file} --yes -o json`, { env });
    expect(other).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(
        `warning: ${24 - made} users do not exist yet; bulk finish creates them\n`,
      ),
    });
    expect((await machine.orgctl(`${flags} bulk finish ${file} --yes`, { env })).stderr).toContain(
      'nothing to do',
    );
  });

  it('are not finished while a process runs one of them (exit 7)', async () => {
    const service = await throttlingSandbox('POST', 2);
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, PEOPLE);
    const flags = `--scim-url ${service.origin} --scim-version 2.0`;
    const paused = await machine.orgctl(`${flags} bulk apply ${file} --shard 1/4 --yes --max-wait 1s`, {
      env,
    });
    const id = /^run (\S+)$/m.exec(paused.stderr)?.[1] ?? '';
    const lock = lockRun(join(machine.home, 'state', 'runs'), runId(id));
    const finished = await machine.orgctl(`${flags} bulk finish ${file} --yes`, { env });
    lock.release();
    expect(finished.exit).toBe(7);
    expect(finished.stderr).toMatch(/shard 1\/4 of \S+ is not done \(in progress: process \d+ on /);
    expect(finished.stderr).toContain('hint: wait until it is done\n');
  });

  it('are not finished while one of them can be resumed (exit 7)', async () => {
    const service = await throttlingSandbox('POST', 2);
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, PEOPLE);
    const flags = `--scim-url ${service.origin} --scim-version 2.0`;
    const paused = await machine.orgctl(`${flags} bulk apply ${file} --shard 1/4 --yes --max-wait 1s`, {
      env,
    });
    expect(paused.exit).toBe(10);
    const finished = await machine.orgctl(`${flags} bulk finish ${file} --yes`, { env });
    expect(finished.exit).toBe(7);
    expect(finished.stderr).toContain(`shard 1/4 of ${file} is not done; nothing was sent\n`);
    expect(finished.stderr).toMatch(/hint: 2 done, \d+ left; resume: orgctl .*bulk resume \S+ --yes\n/);
    expect(await machine.orgctl(`${flags} bulk finish ${file} --shard 1/4 --yes`, { env })).toMatchObject({
      exit: 2,
    });
  });
});

describe('the time of a run', () => {
  it('is numbers with the unit in the heading as CSV, words in a table, and short numbers in JSON', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), PEOPLE);
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes -q`);
    const lines = (await machine.orgctl('bulk report latest -o csv')).stdout.trimEnd().split('\n');
    const [names = [], cells = []] = lines.map((line) => line.split(','));
    const row = Object.fromEntries(names.map((name, index) => [name, cells[index]]));
    const numbers = ['seconds', 'throttledSeconds', 'outages', 'outageSeconds', 'perSecond'];
    const latencies = ['medianMilliseconds', 'p95Milliseconds', 'longestMilliseconds'];
    for (const name of [...numbers, ...latencies]) expect(`${name} ${row[name]}`).toMatch(/ \d+(?:\.\d+)?$/);
    expect(names).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:time|throughput|latency)$/)]),
    );
    for (const name of ['failed', 'left', 'inDoubt', 'notKept', 'outages'])
      expect([name, row[name]]).toEqual([name, '0']);
    const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
    for (const name of ['started', 'ended', 'origin', 'adopted', 'already', 'calls', 'callsPerSecond'])
      expect([name, row[name]]).toEqual([name, String(report[name])]);
    const { stdout } = await machine.orgctl('bulk report latest -o table');
    expect(stdout).not.toMatch(/^(?:Outcome unknown|Not stored) /m);
    expect(stdout).toMatch(/^Throughput .* per (?:second|minute)/m);
    expect(stdout).not.toMatch(/^(?:seconds|perSecond|Outages) /m);
    const columns = '--columns failed,inDoubt,notKept,outages,time';
    const text = await machine.orgctl(`bulk report latest -o text ${columns}`);
    expect(text.stdout).toMatch(/^0\t\t\t\t\d+(?:\.\d+)? m?s\n$/);
    const chosen = await machine.orgctl('bulk report latest -o csv --columns throughput');
    expect(chosen.stdout).toMatch(/^throughput\n.* per (?:second|minute)/);
    const { time } = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
    expect(JSON.stringify(time)).not.toMatch(/\.\d{4}/);
    expect(String(time.seconds)).toBe(row['seconds']);
  });
});
