import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FOLDER, writeFileAtomic } from '../storage/atomic-file.ts';
import { storageFailure } from '../storage/storage-failure.ts';
import {
  createJournal,
  type Journal,
  type JournalRecord,
  openJournal,
  readJournal,
  readStart,
} from './journal.ts';
import { type Plan, planDigest, printPlan, readPlan } from './plan-file.ts';
import { sourceIdentity } from './reading.ts';

/** A run on disk: its plan and its journal. */
export interface OpenRun {
  readonly id: string;
  readonly plan: Plan;
  readonly journal: Journal;
  readonly records: readonly JournalRecord[];
}

const PLAN = 'plan.json';
const JOURNAL = 'journal.ndjson';

/** Returns an ID that sorts by time: date, time, four letters or digits. */
export function runId(now: number, random: () => number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const tail = Array.from({ length: 4 }, () => Math.floor(random() * 36).toString(36)).join('');
  return `${stamp}-${tail}`;
}

/** Creates the folder of a run with its plan, and a journal that begins with what the run is. */
export async function startRun(
  runsFolder: string,
  id: string,
  plan: Plan,
  tool: string,
  now: () => number,
): Promise<OpenRun> {
  makePrivateFolder(runsFolder);
  const folder = join(runsFolder, id);
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    throw storageFailure('make the folder', folder, error);
  }
  writeFileAtomic(join(folder, PLAN), printPlan(plan));
  const journal = createJournal(join(folder, JOURNAL), now);
  const { origin, profile, mode, source } = plan;
  const start = {
    type: 'run.start',
    run: id,
    plan: planDigest(plan),
    origin,
    profile,
    source: sourceIdentity(source),
    mode,
    tool,
  } as const;
  await journal.write(start);
  return { id, plan, journal, records: [start] };
}

/** Opens a run to go on with it. */
export function openRun(runsFolder: string, id: string, now: () => number): OpenRun {
  const folder = join(runsFolder, id);
  const plan = readPlan(readFileSync(join(folder, PLAN), 'utf8'), join(folder, PLAN));
  return { id, plan, ...openJournal(join(folder, JOURNAL), now) };
}

/** Returns the newest run at this service, of this input or of this plan, that came to its end or did not. */
export function findRun(
  runsFolder: string,
  wanted: { readonly origin: string } & (
    | { readonly source: string; readonly mode: string }
    | { readonly plan: string }
  ),
  state: 'finished' | 'unfinished',
): string | undefined {
  if (!existsSync(runsFolder)) return undefined;
  const ids = readdirSync(runsFolder).sort().reverse();
  return ids.find((id) => {
    const journal = join(runsFolder, id, JOURNAL);
    if (!existsSync(journal) || !existsSync(join(runsFolder, id, PLAN))) return false;
    const start = readStart(journal);
    if (start === undefined || start.origin !== wanted.origin) return false;
    const isWanted =
      'plan' in wanted
        ? start.plan === wanted.plan
        : start.source === wanted.source && start.mode === wanted.mode;
    if (!isWanted) return false;
    const isFinished = readJournal(journal).records.some((record) => record.type === 'run.end');
    return isFinished === (state === 'finished');
  });
}
