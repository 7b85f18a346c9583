import { existsSync, readFileSync, readlinkSync, type writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../src/bulk/run/runs.ts';
import { runId } from '../../src/values/ids.ts';
import { PLAN } from '../support/folder-of-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openFiles, patchFs } from '../support/watched-files.ts';

const NOTHING_TO_DO = { ...PLAN, changes: [] };

it('startRun waits until the first record is on disk, and fails if it cannot be written', async () => {
  const folder = temporaryFolder();
  const journalOf = (id: string) => readFileSync(join(folder, id, 'journal.ndjson'), 'utf8');
  let flushed = '';
  patchFs('fdatasync', (bare) => (file: number, done: (error: Error | null) => void) => {
    setTimeout(() => {
      flushed = journalOf('one');
      bare(file, done);
    }, 30);
  });
  const how = { tool: 'test', now: () => 0 };
  const run = await startRun(folder, runId('one'), NOTHING_TO_DO, how);
  expect(flushed).toContain('"type":"run.start"');
  run.journal.close();
  patchFs('fdatasync', () => (_: number, done: (error: Error | null) => void) => {
    done(Object.assign(new Error('broken'), { code: 'EIO' }));
  });
  await expect(startRun(folder, runId('two'), NOTHING_TO_DO, how)).rejects.toMatchObject({ kind: 'storage' });
});

describe.runIf(existsSync('/proc/self/fd'))('startRun on a broken disk', () => {
  const full = () => Object.assign(new Error('full'), { code: 'ENOSPC' });
  const fail = () => {
    throw full();
  };

  it.each([
    ['its plan cannot be written', () => patchFs('writeSync', (bare) => onlyLocks(bare))],
    ['there is no space for its reserve', () => patchFs('writeFileSync', () => fail)],
    [
      'its first record cannot be flushed',
      () => patchFs('fdatasync', () => (_: number, done: (error: Error) => void) => done(full())),
    ],
  ])('releases the lock and leaves no file open if %s', async (_, breakDisk) => {
    const folder = temporaryFolder();
    breakDisk();
    const started = startRun(folder, runId('one'), NOTHING_TO_DO, { tool: 'test', now: () => 0 });
    await expect(started).rejects.toMatchObject({ kind: 'storage' });
    expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
    expect(existsSync(join(folder, 'one', 'run.lock'))).toBe(false);
  });

  /** A disk with space for locks only. */
  function onlyLocks(bare: typeof writeSync) {
    return (file: number, bytes: Uint8Array, from?: number) =>
      readlinkSync(`/proc/self/fd/${file}`).includes('run.lock') ? bare(file, bytes, from) : fail();
  }
});
