import { join } from 'node:path';
import type { Plan } from '../../src/bulk/plan/plan-file.ts';
import type { JournalRecord, Outcome } from '../../src/bulk/run/journal-record.ts';
import { startRun } from '../../src/bulk/run/runs.ts';
import { changeId, type RunId, runId } from '../../src/values/ids.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A plan that creates three groups. */
export const PLAN: Plan = {
  format: 'orgctl-plan',
  version: 1,
  created: '2026-01-01T00:00:00.000Z',
  profile: 'acme',
  origin: 'https://scim.example',
  scimVersion: '2.0',
  mode: 'upsert',
  source: { file: 'people.csv', digest: 'd1', rows: 1 },
  activeUsers: 1,
  unchanged: 0,
  forecast: { calls: 1, seconds: 1 },
  changes: ['a', 'b', 'c'].map((id) => ({
    kind: 'createGroup',
    id: changeId(id),
    line: 2,
    name: id,
    after: [],
  })),
};

export const DONE: Outcome = { state: 'succeeded', id: 'S1', name: 'a' };
export const FAILED: Outcome = { state: 'failed', code: 'x', message: 'no' };
export const END: JournalRecord = { type: 'run.end', succeeded: 1, failed: 0 };

export function intent(change: string): JournalRecord {
  return { type: 'intent', change: changeId(change), at: 1 };
}

export function outcome(change: string, became: Outcome): JournalRecord {
  return { type: 'outcome', change: changeId(change), outcome: became };
}

/** A started run, and a function that releases it. */
export interface OpenedRun {
  readonly id: RunId;
  readonly close: () => void;
}

/**
 * A folder of runs. `begin` starts a run with these records; `make` also releases it, like a process that
 * ends.
 */
export function folderOfRuns() {
  const folder = join(temporaryFolder(), 'runs');
  let made = 0;
  const begin = async (
    more: Partial<Plan> = {},
    records: readonly JournalRecord[] = [],
    id?: string,
  ): Promise<OpenedRun> => {
    made += 1;
    const own = runId(id ?? `20260101-0000${String(made).padStart(2, '0')}-00000`);
    const run = await startRun(folder, own, { ...PLAN, ...more }, { tool: 'test', now: () => 0 });
    for (const record of records) await run.journal.write(record);
    return { id: own, close: () => run.journal.close() };
  };
  const make = async (...given: Parameters<typeof begin>): Promise<RunId> => {
    const { id, close } = await begin(...given);
    close();
    return id;
  };
  return { folder, begin, make };
}
