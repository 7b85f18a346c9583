// cspell:ignore rrzzz
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDigest } from '../../src/bulk/plan/plan-file.ts';
import { isInProgress, runHolder } from '../../src/bulk/run/lock-run.ts';
import { abandonedFolders, isSingle, runIds, startOf } from '../../src/bulk/run/run-folders.ts';
import { readRunIndex } from '../../src/bulk/run/run-index.ts';
import { hasLockHolder, mayResume, summarizeRun } from '../../src/bulk/run/run-state.ts';
import { currentSummary, summarizeRuns } from '../../src/bulk/run/run-summaries.ts';
import {
  closeRun,
  freeRunId,
  newRunId,
  openRun,
  readRunPlan,
  readRunRecords,
  removeRun,
  startRun,
} from '../../src/bulk/run/runs.ts';
import { runId } from '../../src/values/ids.ts';
import { DONE, END, FAILED, folderOfRuns, intent, outcome, PLAN } from '../support/folder-of-runs.ts';

const ID = runId('20260102-030405-00000');

describe('run ID', () => {
  it.each([
    ['2026-01-02T03:04:05.000Z', 0, '20260102-030405-00000'],
    ['2026-01-02T03:04:05.007Z', 0.5, '20260102-030405-07iii'],
    ['2026-01-02T03:04:05.036Z', 0.03, '20260102-030405-10111'],
    ['2026-12-31T23:59:59.999Z', 0.999, '20261231-235959-rrzzz'],
  ])('sorts by time, %s, and ends at random', (time, random, id) => {
    expect(newRunId(Date.parse(time), () => random)).toBe(id);
  });

  it('differs from the ID of a run in the same millisecond', () => {
    const { folder } = folderOfRuns();
    const now = Date.parse('2026-01-02T03:04:05.000Z');
    mkdirSync(join(folder, ID), { recursive: true });
    const numbers = [0, 0, 0, 0, 0, 0.5];
    expect(freeRunId(folder, now, () => numbers.shift() ?? 0)).toBe('20260102-030405-0000i');
    expect(freeRunId(folder, now, () => 0)).toBe(ID);
  });
});

describe('startRun', () => {
  it('writes a start record and index entries, and holds the run until its journal is closed', async () => {
    const { folder } = folderOfRuns();
    const by = { host: 'h', command: 'orgctl bulk apply' };
    const feed = { name: 'people.csv', rows: 1, columns: {} };
    const plan = { ...PLAN, source: { ...PLAN.source, feed } };
    const run = await startRun(folder, ID, plan, { tool: '1.2.3', by, now: () => 0 });
    const start = {
      type: 'run.start',
      run: ID,
      plan: planDigest(plan),
      origin: 'https://scim.example',
      profile: 'acme',
      source: 'd1',
      mode: 'upsert',
      tool: '1.2.3',
      by,
      feed,
    };
    expect(run).toMatchObject({ id: ID, plan, records: [start] });
    expect(startOf(folder, ID)).toMatchObject(start);
    expect(readRunPlan(folder, ID)).toEqual(expect.objectContaining(plan));
    const events = () => readRunIndex(folder).entries.map(({ event, records }) => [event, records]);
    expect([events(), isInProgress(folder, ID)]).toEqual([[['start', 1]], true]);
    await run.journal.write(intent('a'));
    run.journal.close();
    expect([events().at(-1), isInProgress(folder, ID)]).toEqual([['end', 2], false]);
    expect(statSync(join(folder, ID)).mode & 0o777).toBe(0o700);
  });

  it('is refused if a folder of that name exists', async () => {
    const { folder } = folderOfRuns();
    mkdirSync(join(folder, ID), { recursive: true });
    await expect(startRun(folder, ID, PLAN, { tool: 't', now: () => 0 })).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringContaining(`create the folder ${join(folder, ID)}`),
    });
  });
});

describe('openRun', () => {
  it('returns the records so far, and adds an index entry when it is closed', async () => {
    const { folder, make } = folderOfRuns();
    const id = await make({}, [intent('a')]);
    const { journal, records, plan } = openRun(folder, id, () => 0);
    expect(records.map(({ type }) => type)).toEqual(['run.start', 'intent']);
    expect(plan.changes).toEqual(PLAN.changes);
    await journal.write(outcome('a', DONE));
    expect(() => openRun(folder, id, () => 0)).toThrow(`run ${id} is in progress`);
    journal.close();
    expect(readRunIndex(folder).entries.map(({ event, records: count }) => [event, count])).toEqual([
      ['start', 1],
      ['end', 2],
      ['end', 3],
    ]);
  });

  it('releases the lock if the journal cannot be opened for writing', async () => {
    const { folder, make } = folderOfRuns();
    const id = await make();
    // No space can be reserved if a folder has the name of the reserve.
    mkdirSync(join(folder, id, 'journal.ndjson.reserve'));
    expect(() => openRun(folder, id, () => 0)).toThrow();
    expect(runHolder(folder, id)).toBeUndefined();
  });

  it('takes no run over from another machine if its journal is damaged', async () => {
    const { folder, make } = folderOfRuns();
    const id = await make({}, [intent('a'), intent('b')]);
    const journal = join(folder, id, 'journal.ndjson');
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('"change":"a"', '"change":"z"'));
    const lock = lockOfAnotherMachine(folder, id);
    expect(() => openRun(folder, id, () => 0, true)).toThrow('is damaged');
    expect(readFileSync(join(folder, id, 'run.lock'), 'utf8')).toBe(lock);
  });

  it('takes a run over from another machine if asked to', async () => {
    const { folder, make } = folderOfRuns();
    const id = await make();
    lockOfAnotherMachine(folder, id);
    expect(() => openRun(folder, id, () => 0)).toThrow(
      `run ${id} is in progress (process 4711 on other-host`,
    );
    openRun(folder, id, () => 0, true).journal.close();
  });

  it.each(['20260102-030405-00000', '../x', 'x'])('is refused for the unknown ID %s', (id) => {
    const { folder } = folderOfRuns();
    const none = expect.objectContaining({
      kind: 'usage',
      message: `there is no run "${id}"`,
      hint: 'orgctl runs list',
    });
    expect(() => readRunPlan(folder, runId(id))).toThrow(none);
    expect(() => readRunRecords(folder, runId(id))).toThrow(none);
  });
});

describe('folder of runs', () => {
  it('is empty before the first run', () => {
    expect(runIds(folderOfRuns().folder)).toEqual([]);
  });

  it('lists runs newest first, and incomplete folders separately', async () => {
    const { folder, make } = folderOfRuns();
    const first = await make();
    const second = await make({ mode: 'single' });
    const left = ['20260102-000000-00000', '20260102-000001-00000', '20260102-000002-00000'];
    for (const name of [...left, 'notes', `x${ID}`, `${ID}x`]) mkdirSync(join(folder, name));
    // One has only a plan, one only a journal, and one a plan and a torn first record.
    writeFileSync(join(folder, left[0] ?? '', 'plan.json'), '{}');
    const journal = readFileSync(join(folder, first, 'journal.ndjson'), 'utf8');
    writeFileSync(join(folder, left[1] ?? '', 'journal.ndjson'), journal);
    writeFileSync(join(folder, left[2] ?? '', 'plan.json'), '{}');
    writeFileSync(join(folder, left[2] ?? '', 'journal.ndjson'), journal.slice(0, 40));
    writeFileSync(join(folder, 'notes', 'plan.json'), '{}');
    writeFileSync(join(folder, 'notes', 'journal.ndjson'), journal);
    expect(runIds(folder)).toEqual([second, first]);
    expect(abandonedFolders(folder)).toEqual(left.toReversed());
    expect([isSingle(folder, first), isSingle(folder, second)]).toEqual([false, true]);
  });

  it('records removed runs in the index, but not removed incomplete folders', async () => {
    const { folder, make } = folderOfRuns();
    const id = await make();
    mkdirSync(join(folder, ID));
    removeRun(folder, id, 0);
    removeRun(folder, ID, 0);
    removeRun(folder, ID, 0);
    expect([runIds(folder), abandonedFolders(folder)]).toEqual([[], []]);
    expect(readRunIndex(folder).entries.map(({ event, run }) => [event, run])).toEqual([
      ['start', id],
      ['end', id],
      ['prune', id],
    ]);
  });

  it('lists readable runs and damaged ones separately', async () => {
    const { folder, make } = folderOfRuns();
    const whole = await make();
    const damaged = await make();
    writeFileSync(join(folder, damaged, 'plan.json'), '{}');
    expect(summarizeRuns(folder, runIds(folder))).toEqual({
      runs: [expect.objectContaining({ id: whole, state: 'interrupted' })],
      damaged: [
        {
          id: damaged,
          message: expect.stringContaining('plan.json is not an orgctl plan'),
          hint: `remove the record of the run: orgctl runs prune ${damaged}`,
        },
      ],
    });
    rmSync(join(folder, damaged, 'plan.json'));
    mkdirSync(join(folder, damaged, 'plan.json'));
    expect(() => summarizeRuns(folder, [damaged])).toThrow('EISDIR');
  });
});

describe('run whose organization is gone', () => {
  it('is closed with its counts and released', async () => {
    const { folder, make } = folderOfRuns();
    const id = await make({}, [intent('a'), outcome('a', DONE), intent('b'), outcome('b', FAILED)]);
    await closeRun(folder, id, 'the sandbox was reset', () => 0);
    expect(readRunRecords(folder, id).at(-1)).toMatchObject({
      type: 'run.end',
      succeeded: 1,
      failed: 1,
      closed: 'the sandbox was reset',
    });
    expect([currentSummary(folder, id).state, isInProgress(folder, id)]).toEqual(['closed', false]);
  });
});

describe('state of a run', () => {
  const holder = (host: string) => ({
    pid: 4711,
    started: '1',
    boot: 'b',
    host,
    since: '2026-01-01T00:00:00.000Z',
    purpose: 'x',
    nonce: 'n',
  });

  it('is running while this machine holds its lock, and then it cannot be resumed', async () => {
    const { folder, begin } = folderOfRuns();
    const { id, close } = await begin({}, [intent('a')]);
    const running = currentSummary(folder, id);
    expect(running).toMatchObject({ state: 'running', heldBy: { pid: process.pid } });
    expect([hasLockHolder(running), mayResume(running)]).toEqual([true, false]);
    close();
    const interrupted = currentSummary(folder, id);
    expect(interrupted).toMatchObject({ state: 'interrupted' });
    expect(interrupted).not.toHaveProperty('heldBy');
    expect([hasLockHolder(interrupted), mayResume(interrupted)]).toEqual([false, true]);
  });

  it('is held while another machine has its lock', () => {
    const held = summarizeRun(ID, PLAN, [intent('a')], holder('other-host'));
    expect(held).toMatchObject({
      state: 'held',
      heldBy: { pid: 4711, host: 'other-host', since: '2026-01-01T00:00:00.000Z' },
    });
    expect([hasLockHolder(held), mayResume(held)]).toEqual([true, false]);
  });

  it('is finished as soon as the journal has an end', () => {
    const finished = summarizeRun(ID, PLAN, [END], holder('other-host'));
    expect(finished.state).toBe('finished');
    expect(finished).not.toHaveProperty('heldBy');
    expect(hasLockHolder(finished)).toBe(false);
  });

  it('includes the shard and the user who started it, if known', () => {
    const by = { host: 'h', command: 'orgctl' };
    const start = { type: 'run.start', run: ID, plan: 'x', origin: 'o', profile: 'p', source: 's' } as const;
    const reading = { shard: { index: 1, count: 3 } };
    const plan = { ...PLAN, source: { ...PLAN.source, reading } };
    const records = [{ ...start, mode: 'upsert', tool: 't', by }];
    expect(summarizeRun(ID, plan, records)).toMatchObject({ shard: reading.shard, by });
    const plain = summarizeRun(ID, PLAN, [{ ...start, mode: 'upsert', tool: 't' }]);
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['shard']));
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['by']));
  });
});

function lockOfAnotherMachine(folder: string, id: string): string {
  const text = JSON.stringify({
    pid: 4711,
    started: '1',
    boot: 'another-boot',
    host: 'other-host',
    since: '2026-11-22T08:00:00.000Z',
    purpose: `writing run ${id}`,
    nonce: 'gone-nonce',
  });
  writeFileSync(join(folder, id, 'run.lock'), text);
  return text;
}
