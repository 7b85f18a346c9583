import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import type { FileLock } from '../../storage/file-lock.ts';
import { makePrivateFolder, PRIVATE_FOLDER, syncFolder } from '../../storage/private-folder.ts';
import { storageFailure } from '../../storage/storage-failure.ts';
import { defined } from '../../values/defined.ts';
import { type RunId, runId } from '../../values/ids.ts';
import { sourceIdentity } from '../input/reading.ts';
import { type Plan, planKey, printedPlan } from '../plan/plan-file.ts';
import { readPlan, UnsupportedPlanVersion } from '../plan/read-plan.ts';
import { type CheckHeld, createJournal, openJournal } from './journal.ts';
import type { DatedRecord, JournalRecord } from './journal-record.ts';
import { type LockedJournal, lockedJournal, lockRun } from './lock-run.ts';
import { readJournal } from './read-journal.ts';
import { replay } from './replay.ts';
import { isRun, JOURNAL, journalOf, noSuchRun, PLAN } from './run-folders.ts';
import { appendRunEvent } from './run-index.ts';
import type { StartedBy } from './started-by.ts';

/** A run on disk: its plan and its journal. */
export interface OpenRun {
  readonly id: RunId;
  readonly plan: Plan;
  readonly journal: LockedJournal;
  readonly records: readonly JournalRecord[];
}

/**
 * Returns an ID that sorts by time: date, time, milliseconds as two base-36 digits, and three random digits.
 */
export function newRunId(now: number, random: () => number): RunId {
  const date = new Date(now);
  const stamp = date.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const milliseconds = date.getUTCMilliseconds().toString(36).padStart(2, '0');
  const tail = Array.from({ length: 3 }, () => Math.floor(random() * 36).toString(36)).join('');
  return runId(`${stamp}-${milliseconds}${tail}`);
}

/** Maximum number of IDs drawn: runs of the same millisecond draw equal IDs once in 46,656 times. */
const MAX_TRIES = 8;

/** Returns an ID for a new run that no folder has. */
export function freeRunId(runsFolder: string, now: number, random: () => number): RunId {
  let id = newRunId(now, random);
  for (let tries = 1; tries < MAX_TRIES && existsSync(join(runsFolder, id)); tries += 1)
    id = newRunId(now, random);
  return id;
}

/** Content of the first journal record, besides the plan. */
export interface RunStart {
  /** Version of this program. */
  readonly tool: string;
  readonly by?: StartedBy | undefined;
  readonly now: () => number;
}

/** Creates the folder of a run with its plan, and a journal that starts with the description of the run. */
export async function startRun(
  runsFolder: string,
  id: RunId,
  plan: Plan,
  { tool, by, now }: RunStart,
): Promise<OpenRun> {
  makePrivateFolder(runsFolder);
  const folder = join(runsFolder, id);
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
    syncFolder(runsFolder);
  } catch (error) {
    throw storageFailure('create the folder', folder, error);
  }
  const { text, digest } = printedPlan(plan);
  const journal = releaseOnError(lockRun(runsFolder, id), (lock) => {
    writeFileAtomic(join(folder, PLAN), text, { secrets: 'refuse' });
    const letGo = () => appendRunEvent(runsFolder, 'end', id, now());
    const open = (checkHeld: CheckHeld) => createJournal(join(folder, JOURNAL), now, checkHeld);
    return lockedJournal(open, lock, id, letGo);
  });
  const { origin, profile, source } = plan;
  const start = {
    type: 'run.start',
    run: id,
    plan: digest,
    origin,
    profile,
    source: sourceIdentity(source),
    mode: planKey(plan),
    tool,
    ...defined({ by, feed: source.feed }),
  } as const;
  try {
    await journal.write(start);
    syncFolder(folder);
  } catch (error) {
    journal.close();
    throw error;
  }
  appendRunEvent(runsFolder, 'start', id, now());
  return { id, plan, journal, records: [start] };
}

/** Opens a resource under a lock, and releases the lock if that fails. */
function releaseOnError<T>(lock: FileLock, open: (lock: FileLock) => T): T {
  try {
    return open(lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens a run to resume it.
 * @param takeOver whether a holder on another machine is known to be gone
 * @throws Failure `usage` if there is no such run; `storage` if it is damaged or another process writes it
 */
export function openRun(runsFolder: string, id: RunId, now: () => number, takeOver = false): OpenRun {
  const plan = readRunPlan(runsFolder, id);
  return { id, plan, ...openRecords(runsFolder, id, now, takeOver) };
}

function openRecords(
  runsFolder: string,
  id: RunId,
  now: () => number,
  takeOver: boolean,
): Pick<OpenRun, 'journal' | 'records'> {
  // Before locking: a run with a damaged journal cannot be taken over.
  readRunRecords(runsFolder, id);
  return releaseOnError(lockRun(runsFolder, id, takeOver), (lock) => {
    let records: readonly JournalRecord[] = [];
    const open = (checkHeld: CheckHeld) => {
      const opened = openJournal(journalOf(runsFolder, id), now, checkHeld);
      records = opened.records;
      return opened.journal;
    };
    const letGo = () => appendRunEvent(runsFolder, 'end', id, now());
    const journal = lockedJournal(open, lock, id, letGo);
    return { journal, records };
  });
}

/** Reads the plan of a run. @throws Failure `usage` if there is no such run */
export function readRunPlan(runsFolder: string, id: RunId): Plan {
  if (!isRun(runsFolder, id)) throw noSuchRun(runsFolder, id);
  const path = join(runsFolder, id, PLAN);
  const text = readFileSync(path, 'utf8');
  return withRemovalHint(id, () => readPlan(text, path));
}

/** Reads the journal of a run. @throws Failure `usage` if there is no such run */
export function readRunRecords(runsFolder: string, id: RunId): readonly DatedRecord[] {
  if (!isRun(runsFolder, id)) throw noSuchRun(runsFolder, id);
  return withRemovalHint(id, () => readJournal(journalOf(runsFolder, id)).records);
}

/** Adds a hint: a damaged record can only be removed, not repaired. One of another version is not damaged. */
function withRemovalHint<T>(id: RunId, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof UnsupportedPlanVersion) throw error;
    const { kind, message } = error;
    throw new Failure(kind, message, {
      hint: `remove the record of the run: orgctl runs prune ${id}`,
      cause: error,
    });
  }
}

/** Removes the folder of a run; the index keeps its entries. @throws Failure `storage` */
export function removeRun(runsFolder: string, id: RunId, now: number): void {
  if (isRun(runsFolder, id)) appendRunEvent(runsFolder, 'prune', id, now);
  try {
    rmSync(join(runsFolder, id), { recursive: true, force: true });
  } catch (error) {
    throw storageFailure('remove', join(runsFolder, id), error);
  }
}

/**
 * Records in a journal why its run can be neither resumed nor undone: its organization no longer exists.
 * Works even if the plan is damaged.
 * @throws Failure `storage`
 */
export async function closeRun(runsFolder: string, id: RunId, why: string, now: () => number): Promise<void> {
  const { journal, records } = openRecords(runsFolder, id, now, false);
  try {
    const { outcomes } = replay(records, []);
    const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
    await journal.write({ type: 'run.end', succeeded: outcomes.size - failed, failed, closed: why });
  } finally {
    journal.close();
  }
}
