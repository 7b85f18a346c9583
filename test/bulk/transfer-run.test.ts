import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { planDigest } from '../../src/bulk/plan/plan-file.ts';
import type { DatedRecord } from '../../src/bulk/run/journal-record.ts';
import { runIds } from '../../src/bulk/run/run-folders.ts';
import { summarizeRuns } from '../../src/bulk/run/run-summaries.ts';
import { openRun } from '../../src/bulk/run/runs.ts';
import {
  exportRun,
  importRun,
  looksLikeExportedRun,
  packRun,
  readExportedRun,
} from '../../src/bulk/run/transfer-run.ts';
import { runId } from '../../src/values/ids.ts';
import { DONE, END, folderOfRuns, intent, outcome, PLAN } from '../support/folder-of-runs.ts';

const TOOL = { tool: '1.2.3', now: Date.UTC(2026, 0, 2), isPacked: false };
const ID = runId('20260101-000000-00abc');
const TIME = '2026-01-01T00:00:00.000Z';

/** A run of three changes, one of which is done. */
async function halfRun() {
  const runs = folderOfRuns();
  const id = await runs.make({}, [intent('a'), outcome('a', DONE)]);
  const journal = join(runs.folder, id, 'journal.ndjson');
  const text = () => Buffer.from(exportRun(runs.folder, id, TOOL).bytes).toString('utf8');
  return { ...runs, id, journal, text };
}

/** Continues a run after it was exported. */
async function goesOn(folder: string, id: string, change: string): Promise<void> {
  const { journal } = openRun(folder, runId(id), () => 0);
  await journal.write(outcome(change, DONE));
  journal.close();
}

function records(more: Partial<Extract<DatedRecord, { type: 'run.start' }>> = {}): readonly DatedRecord[] {
  const { origin, profile } = PLAN;
  const start = { run: ID, plan: planDigest(PLAN), origin, profile, source: 's', mode: 'upsert', tool: 'x' };
  return [
    { t: TIME, type: 'run.start', ...start, ...more },
    { t: TIME, ...END },
  ];
}

const packed = (given = records(), id = ID) => packRun({ id, plan: PLAN, records: given, tool: '1.2.3' });

/** An exported run with a changed line and a matching digest. */
function withLine(text: string, at: number, change: (line: Record<string, unknown>) => object): string {
  const lines = text.trimEnd().split('\n');
  const index = at < 0 ? lines.length + at : at;
  lines[index] = JSON.stringify(change(JSON.parse(lines[index] ?? '')));
  const body = `${lines.slice(0, -1).join('\n')}\n`;
  const end = JSON.parse(lines.at(-1) ?? '');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ ...end, sha256 })}\n`;
}

describe('exported run', () => {
  it('contains header, plan, journal and digest, plain or gzipped', async () => {
    const { folder, id, journal, text } = await halfRun();
    const lines = text().trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      format: 'orgctl-run',
      version: 1,
      run: id,
      exported: '2026-01-02T00:00:00.000Z',
      tool: '1.2.3',
    });
    expect(JSON.parse(lines[1] ?? '').plan.digest).toBe(planDigest(PLAN));
    expect(`${lines.slice(2, -1).join('\n')}\n`).toBe(readFileSync(journal, 'utf8'));
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: 'orgctl-run', records: 3 });
    const { bytes, records: count } = exportRun(folder, id, { ...TOOL, isPacked: true });
    expect([count, gunzipSync(bytes).toString('utf8')]).toEqual([3, text()]);
  });

  it('contains the complete records of a killed process', async () => {
    const { journal, text } = await halfRun();
    const whole = text();
    appendFileSync(journal, '{"seq":4,"t":"2026');
    expect(text()).toBe(whole);
  });
});

describe('imported run', () => {
  it('is complete and readable only by the user', async () => {
    const { folder, id, journal, text } = await halfRun();
    const other = folderOfRuns().folder;
    const imported = importRun(other, Buffer.from(text()), 'run.ndjson');
    expect(imported).toEqual({ id, plan: expect.objectContaining(PLAN), state: 'imported', records: 3 });
    expect(summarizeRuns(other, runIds(other))).toEqual(summarizeRuns(folder, runIds(folder)));
    expect(readFileSync(join(other, id, 'journal.ndjson'), 'utf8')).toBe(readFileSync(journal, 'utf8'));
    expect(readdirSync(other)).toEqual([id]);
    expect([
      statSync(join(other, id)).mode & 0o777,
      statSync(join(other, id, 'plan.json')).mode & 0o777,
    ]).toEqual([0o700, 0o600]);
  });

  it('is unchanged on the machine of origin, even with older records', async () => {
    const { folder, id, journal, text } = await halfRun();
    const before = Buffer.from(text());
    await goesOn(folder, id, 'b');
    const now = readFileSync(journal, 'utf8');
    expect(importRun(folder, before, 'run.ndjson')).toMatchObject({ id, state: 'unchanged', records: 3 });
    expect(importRun(folder, Buffer.from(text()), 'run.ndjson')).toMatchObject({ state: 'unchanged' });
    expect(readFileSync(journal, 'utf8')).toBe(now);
  });

  it('extends the local run, even after a torn last line', async () => {
    const { folder, id, text } = await halfRun();
    const other = folderOfRuns().folder;
    importRun(other, Buffer.from(text()), 'run.ndjson');
    appendFileSync(join(other, id, 'journal.ndjson'), '{"seq":4,"t":"2026');
    await goesOn(folder, id, 'b');
    expect(importRun(other, Buffer.from(text()), 'run.ndjson')).toMatchObject({
      state: 'extended',
      records: 4,
    });
    expect(summarizeRuns(other, [id]).runs).toMatchObject([{ succeeded: 2 }]);
  });

  it('is refused if it was continued here and elsewhere', async () => {
    const { folder, id, journal, text } = await halfRun();
    const other = folderOfRuns().folder;
    importRun(other, Buffer.from(text()), 'run.ndjson');
    await goesOn(other, id, 'b');
    await goesOn(folder, id, 'c');
    const before = readFileSync(journal, 'utf8');
    const foreign = exportRun(other, id, TOOL).bytes;
    expect(() => importRun(folder, foreign, 'run.ndjson')).toThrow(
      expect.objectContaining({
        kind: 'stale',
        message: `run ${id} was continued both here and elsewhere; run.ndjson was not imported`,
        hint: `keep the correct one: orgctl runs show ${id}`,
      }),
    );
    expect(readFileSync(journal, 'utf8')).toBe(before);
  });

  it('is refused while a process works on it', async () => {
    const { folder, id, text } = await halfRun();
    const other = folderOfRuns().folder;
    importRun(other, Buffer.from(text()), 'run.ndjson');
    await goesOn(folder, id, 'b');
    const { journal } = openRun(other, id, () => 0);
    expect(() => importRun(other, Buffer.from(text()), 'run.ndjson')).toThrow(
      `run ${id} is in progress here; run.ndjson was not imported`,
    );
    journal.close();
    expect(importRun(other, Buffer.from(text()), 'run.ndjson').state).toBe('extended');
  });

  it('appears atomically: leftovers are cleared, and a failure leaves nothing', async () => {
    const { id, text } = await halfRun();
    const other = folderOfRuns().folder;
    const temporary = join(other, `${id}.importing-${process.pid}`);
    mkdirSync(join(temporary, 'half'), { recursive: true });
    mkdirSync(join(other, id, 'mine'), { recursive: true });
    expect(() => importRun(other, Buffer.from(text()), 'run.ndjson')).toThrow(
      expect.objectContaining({
        kind: 'storage',
        message: expect.stringContaining(`write ${join(other, id)}`),
      }),
    );
    expect([existsSync(temporary), readdirSync(join(other, id))]).toEqual([false, ['mine']]);
    const third = folderOfRuns().folder;
    mkdirSync(join(third, `${id}.importing-${process.pid}`, 'half'), { recursive: true });
    importRun(third, Buffer.from(text()), 'run.ndjson');
    expect([readdirSync(third), readdirSync(join(third, id)).sort()]).toEqual([
      [id],
      ['journal.ndjson', 'plan.json'],
    ]);
  });
});

describe('damaged file of a run', () => {
  const none = 'is not a run exported by orgctl';
  const other = 'has a journal of another plan';
  it.each<[string, () => string | Buffer, string]>([
    ['is empty', () => '', none],
    ['is a plan', () => '{"format":"orgctl-plan"}\n', none],
    ['is not JSON', () => 'userName,email\n', none],
    ['has one line without an end', () => '{"format":"orgctl-run","version":1}', none],
    [
      'is of a later version',
      () => packed().replace('"version":1', '"version":2'),
      'has run version 2; this orgctl supports version 1',
    ],
    [
      'ends after its first line',
      () => packed().split('\n').slice(0, 1).join('\n').concat('\n'),
      'is cut off',
    ],
    ['ends after its plan', () => packed().split('\n').slice(0, 2).join('\n').concat('\n'), 'is cut off'],
    [
      'lacks its last line',
      () => packed().trimEnd().split('\n').slice(0, -1).join('\n').concat('\n'),
      'is cut off',
    ],
    ['has no journal and no plan', () => `${packed().split('\n')[0]}\n{"end":"orgctl-run"}\n`, 'is cut off'],
    ['was edited', () => packed().replace('people.csv', 'others.csv'), 'does not match its digest'],
    ['is gzipped and truncated', () => gzipSync(packed()).subarray(0, 60), 'is cut off or damaged'],
    ['begins like gzip', () => Buffer.from([0x1f, 0x8b, 7]), 'is cut off or damaged'],
    ['has only the first byte of gzip', () => Buffer.from([0x1f, 0x20]), none],
    ['has only the second byte of gzip', () => Buffer.from([0x20, 0x8b]), none],
    [
      'has another run in its header',
      () => withLine(packed(), 0, (head) => ({ ...head, run: '20260101-000000-00xyz' })),
      other,
    ],
    ['has the journal of another run', () => packed(records({ run: runId('20260101-000000-00xyz') })), other],
    ['has the journal of another plan', () => packed(records({ plan: 'x' })), other],
    ['has a journal without its start', () => packed(records().slice(1)), other],
    [
      'has an ID outside of the folder of runs',
      () => packed(records({ run: runId('../x') }), runId('../x')),
      other,
    ],
    ['has another record count', () => withLine(packed(), -1, (end) => ({ ...end, records: 3 })), other],
  ])('is refused and leaves nothing: %s', (_, text, why) => {
    const { folder } = folderOfRuns();
    const bytes = Buffer.from(text());
    const refused = expect.objectContaining({
      kind: 'invalidInput',
      message: `run.ndjson ${why}; nothing was imported`,
      hint: 'create one: orgctl runs export RUN --out run.ndjson.gz',
    });
    expect(() => importRun(folder, bytes, 'run.ndjson')).toThrow(refused);
    expect(() => readExportedRun(bytes, 'run.ndjson')).toThrow(refused);
    expect(existsSync(folder)).toBe(false);
  });

  it('is refused without a plan, or with a damaged journal', () => {
    const noPlan = withLine(packed(), 1, () => ({}));
    expect(() => readExportedRun(Buffer.from(noPlan), 'run.ndjson')).toThrow('run.ndjson');
    const torn = packed().replace('"source":"s"', '"source":"t"');
    const refitted = withLine(torn, -1, (end) => end);
    expect(() => readExportedRun(Buffer.from(refitted), 'run.ndjson')).toThrow('run.ndjson is damaged');
  });
});

describe('packRun', () => {
  it('can be read and imported like an exported run', () => {
    const { folder } = folderOfRuns();
    const bytes = Buffer.from(packed());
    expect(readExportedRun(bytes, 'x')).toEqual({
      id: ID,
      plan: expect.objectContaining(PLAN),
      records: records().map((record) => expect.objectContaining(record)),
    });
    expect(existsSync(folder)).toBe(false);
    expect(JSON.parse(packed().split('\n')[0] ?? '')).toMatchObject({ exported: TIME, tool: '1.2.3' });
    expect(importRun(folder, gzipSync(bytes), 'x')).toMatchObject({ id: ID, state: 'imported', records: 2 });
  });

  it.each<[string, () => Uint8Array, boolean]>([
    ['an exported run', () => Buffer.from(packed()), true],
    ['an exported and gzipped run', () => gzipSync(packed()), true],
    ['a truncated gzip file', () => gzipSync(packed()).subarray(0, 60), false],
    ['a plan', () => Buffer.from('{"format":"orgctl-plan"}'), false],
    ['a table', () => Buffer.from('userName,email\n'), false],
    ['an empty file', () => Buffer.from(''), false],
  ])('is recognized by its beginning: %s', (_, bytes, isRun) => {
    expect(looksLikeExportedRun(bytes())).toBe(isRun);
  });
});
