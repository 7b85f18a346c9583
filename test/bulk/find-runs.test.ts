import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { duplicateRunSince, findRun, openRunsAt, unfinishedCommands } from '../../src/bulk/run/find-runs.ts';
import type { JournalRecord } from '../../src/bulk/run/journal-record.ts';
import { mayResume, summarizeRun } from '../../src/bulk/run/run-state.ts';
import { closeRun, readRunRecords } from '../../src/bulk/run/runs.ts';
import { runId } from '../../src/values/ids.ts';
import { DONE, END, FAILED, folderOfRuns, intent, outcome, PLAN } from '../support/folder-of-runs.ts';

const HERE = PLAN.origin;
const pause: JournalRecord = { type: 'run.pause', why: 'signal' };

describe('unfinishedCommands', () => {
  it('returns the commands at one service, newest first', async () => {
    const { folder, make, begin } = folderOfRuns();
    const cut = await make({ mode: 'single' }, [intent('a')]);
    await make({ mode: 'single' }, [intent('a'), outcome('a', DONE), END]);
    await make({ mode: 'single', origin: 'https://other.example' }, [intent('a')]);
    await make({ mode: 'upsert' }, [intent('a')]);
    const newer = await make({ mode: 'single' }, []);
    const running = await begin({ mode: 'single' }, [intent('a')]);
    const found = (most: number) => unfinishedCommands(folder, HERE, most).map(({ id }) => id);
    expect(found(9)).toEqual([newer, cut]);
    expect(found(2)).toEqual([newer]);
    expect(found(6)).toEqual([newer, cut]);
    expect(found(5)).toEqual([newer]);
    expect(found(0)).toEqual([]);
    running.close();
    expect(found(9)).toEqual([running.id, newer, cut]);
  });

  it('skips the damaged journal of another command', async () => {
    const { folder, make } = folderOfRuns();
    const damaged = await make({ mode: 'single' }, [intent('a'), intent('b')]);
    const journal = join(folder, damaged, 'journal.ndjson');
    // Damage in the middle: only a torn last line is expected after a power failure.
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('"change":"a"', '"change":"z"'));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const cut = await make({ mode: 'single' }, [intent('a')]);
    expect(() => readRunRecords(folder, runId(damaged))).toThrow();
    expect(unfinishedCommands(folder, HERE, 9).map(({ id }) => id)).toEqual([cut]);
  });
});

describe('finding a run of the same input', () => {
  it('returns the newest finished or unfinished one', async () => {
    const { folder, make } = folderOfRuns();
    const first = await make({}, [intent('a'), outcome('a', DONE), END]);
    const cut = await make({}, [intent('a')]);
    const plan = { ...PLAN };
    const wanted = { origin: HERE, source: 'd1', mode: 'upsert' };
    expect(findRun(folder, wanted, 'unfinished')).toBe(cut);
    expect(findRun(folder, wanted, 'finished')).toBe(first);
    expect(findRun(folder, { ...wanted, mode: 'create' }, 'finished')).toBeUndefined();
    expect(findRun(folder, { ...wanted, source: 'd2' }, 'finished')).toBeUndefined();
    expect(findRun(folder, { ...wanted, origin: 'https://other.example' }, 'finished')).toBeUndefined();
    expect(duplicateRunSince(folder, [first], plan)).toBe(cut);
    expect(duplicateRunSince(folder, [first, cut], plan)).toBeUndefined();
    expect(duplicateRunSince(folder, [], { ...plan, origin: 'https://other.example' })).toBeUndefined();
    expect(duplicateRunSince(folder, [], { ...plan, mode: 'create' })).toBeUndefined();
    expect(
      duplicateRunSince(folder, [], { ...plan, source: { ...plan.source, digest: 'd2' } }),
    ).toBeUndefined();
  });

  it('returns none if its organization is gone', async () => {
    const { folder, make } = folderOfRuns();
    const cut = await make({}, [intent('a')]);
    const other = await make({ origin: 'https://other.example' }, [intent('a')]);
    expect(openRunsAt(folder, HERE)).toEqual([cut]);
    await closeRun(folder, runId(cut), 'the sandbox was reset', () => 0);
    const wanted = { origin: HERE, source: 'd1', mode: 'upsert' };
    expect(findRun(folder, wanted, 'finished')).toBeUndefined();
    expect(findRun(folder, wanted, 'unfinished')).toBeUndefined();
    expect([openRunsAt(folder, HERE), openRunsAt(folder, 'https://other.example')]).toEqual([[], [other]]);
  });
});

describe('summarizeRun', () => {
  it.each<[string, readonly JournalRecord[], object, boolean]>([
    ['started', [], { state: 'interrupted', succeeded: 0, failed: 0, left: 3, inDoubt: 0 }, true],
    [
      'in doubt',
      [intent('a'), intent('b'), outcome('b', DONE)],
      { state: 'interrupted', succeeded: 1, failed: 0, left: 2, inDoubt: 1 },
      true,
    ],
    [
      'paused',
      [intent('a'), outcome('a', FAILED), pause],
      { state: 'paused', succeeded: 0, failed: 1, left: 2, inDoubt: 0 },
      true,
    ],
    [
      'paused, with a part undone',
      [intent('a'), outcome('a', DONE), pause, { type: 'part.undone', by: runId('u') }],
      { state: 'paused', succeeded: 1, partsUndoneBy: ['u'] },
      true,
    ],
    [
      'finished',
      [intent('a'), outcome('a', DONE), END],
      { state: 'finished', succeeded: 1, failed: 0, left: 2 },
      false,
    ],
    [
      'finished with failures',
      [intent('a'), outcome('a', DONE), intent('b'), outcome('b', FAILED), END],
      { state: 'failures', succeeded: 1, failed: 1, left: 1 },
      false,
    ],
    [
      'undone',
      [intent('a'), outcome('a', FAILED), { type: 'run.end', succeeded: 0, failed: 1, undoneBy: runId('u') }],
      { state: 'undone', failed: 1, undoneBy: 'u' },
      false,
    ],
    [
      'closed',
      [{ type: 'run.end', succeeded: 0, failed: 0, closed: 'gone' }],
      { state: 'closed', closed: 'gone' },
      false,
    ],
  ])('summarizes a run that is %s', (_, records, expected, isOpen) => {
    const summary = summarizeRun(runId('r'), PLAN, records);
    expect(summary).toMatchObject({ id: 'r', changes: 3, source: 'people.csv', mode: 'upsert', ...expected });
    expect(mayResume(summary)).toBe(isOpen);
  });
});
