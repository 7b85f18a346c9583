import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startRun } from '../../src/bulk/run/runs.ts';
import { runId } from '../../src/values/ids.ts';
import { PLAN } from '../support/folder-of-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { meddleWith } from '../support/watched-files.ts';

const NOTHING_TO_DO = { ...PLAN, changes: [] };

it('a run has begun when its first record is on the disk, however slow that is, and fails when it cannot be', async () => {
  const folder = temporaryFolder();
  const journalOf = (id: string) => readFileSync(join(folder, id, 'journal.ndjson'), 'utf8');
  let flushed = '';
  meddleWith('fdatasync', (bare) => (file: number, done: (error: Error | null) => void) => {
    setTimeout(() => {
      flushed = journalOf('one');
      bare(file, done);
    }, 30);
  });
  const how = { tool: 'test', now: () => 0 };
  const run = await startRun(folder, runId('one'), NOTHING_TO_DO, how);
  expect(flushed).toContain('"type":"run.start"');
  run.journal.close();
  meddleWith('fdatasync', () => (_: number, done: (error: Error | null) => void) => {
    done(Object.assign(new Error('broken'), { code: 'EIO' }));
  });
  await expect(startRun(folder, runId('two'), NOTHING_TO_DO, how)).rejects.toMatchObject({ kind: 'storage' });
});
