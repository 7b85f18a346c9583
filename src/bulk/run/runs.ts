import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { makePrivateFolder, PRIVATE_FOLDER, syncFolder, writeFileAtomic } from '../../storage/atomic-file.ts';
import { storageFailure } from '../../storage/storage-failure.ts';
import { defined } from '../../values/defined.ts';
import { sourceIdentity } from '../input/reading.ts';
import { type Plan, planDigest, planKey, printPlan, readPlan } from '../plan/plan-file.ts';
import { createJournal, type Journal, openJournal } from './journal.ts';
import type { DatedRecord, JournalRecord } from './journal-record.ts';
import { isInProgress, lockedJournal, lockRun } from './lock-run.ts';
import { readJournal, readStart } from './read-journal.ts';
import { replay } from './replay.ts';
import type { StartedBy } from './started-by.ts';

/** A run on disk: its plan and its journal. */
export interface OpenRun {
  readonly id: string;
  readonly plan: Plan;
  readonly journal: Journal;
  readonly records: readonly JournalRecord[];
}

export const PLAN = 'plan.json';
export const JOURNAL = 'journal.ndjson';

/** Returns an ID that sorts by time: date, time, two digits of base 36 for the milliseconds, and three at random. */
export function runId(now: number, random: () => number): string {
  const date = new Date(now);
  const stamp = date.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const milliseconds = date.getUTCMilliseconds().toString(36).padStart(2, '0');
  const tail = Array.from({ length: 3 }, () => Math.floor(random() * 36).toString(36)).join('');
  return `${stamp}-${milliseconds}${tail}`;
}

/** What the first record of a journal says beside the plan. */
export interface RunStart {
  /** Version of this program. */
  readonly tool: string;
  readonly by?: StartedBy | undefined;
  readonly now: () => number;
}

/** Creates the folder of a run with its plan, and a journal that begins with what the run is. */
export async function startRun(
  runsFolder: string,
  id: string,
  plan: Plan,
  { tool, by, now }: RunStart,
): Promise<OpenRun> {
  makePrivateFolder(runsFolder);
  const folder = join(runsFolder, id);
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
    syncFolder(runsFolder);
  } catch (error) {
    throw storageFailure('make the folder', folder, error);
  }
  const lock = lockRun(runsFolder, id);
  writeFileAtomic(join(folder, PLAN), printPlan(plan), { secrets: 'refuse' });
  const journal = lockedJournal(createJournal(join(folder, JOURNAL), now), lock, id);
  const { origin, profile, source } = plan;
  const start = {
    type: 'run.start',
    run: id,
    plan: planDigest(plan),
    origin,
    profile,
    source: sourceIdentity(source),
    mode: planKey(plan),
    tool,
    ...defined({ by, feed: source.feed }),
  } as const;
  await journal.write(start);
  syncFolder(folder);
  return { id, plan, journal, records: [start] };
}

/**
 * Opens a run to continue with it.
 * @param takeOver whether the process that is writing it is gone with its machine
 * @throws Failure `usage` when there is none of that ID; `storage` when it is damaged, or another process is writing it.
 */
export function openRun(runsFolder: string, id: string, now: () => number, takeOver = false): OpenRun {
  const plan = readRunPlan(runsFolder, id);
  // Taking a run over includes reading what it did: a damaged journal keeps its lock.
  readRunRecords(runsFolder, id);
  const lock = lockRun(runsFolder, id, takeOver);
  try {
    const { journal, records } = openJournal(journalOf(runsFolder, id), now);
    return { id, plan, journal: lockedJournal(journal, lock, id), records };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Reads the plan of a run. @throws Failure `usage` when there is no such run. */
export function readRunPlan(runsFolder: string, id: string): Plan {
  if (!isRun(runsFolder, id)) throw noSuchRun(id);
  const path = join(runsFolder, id, PLAN);
  return readPlan(readFileSync(path, 'utf8'), path);
}

/** Reads what the journal of a run says. @throws Failure `usage` when there is no such run. */
export function readRunRecords(runsFolder: string, id: string): readonly DatedRecord[] {
  if (!isRun(runsFolder, id)) throw noSuchRun(id);
  return readJournal(journalOf(runsFolder, id)).records;
}

/** Returns the IDs of all runs, the newest first; a folder that was left before its run began is none. */
export function runIds(runsFolder: string): readonly string[] {
  return entriesOf(runsFolder).filter((id) => isRun(runsFolder, id));
}

/**
 * Returns the single commands at a service among the newest runs whose process ended before they did, the newest first. One that another
 * process is still running is none of them.
 */
export function unfinishedCommands(
  runsFolder: string,
  origin: string,
  most: number,
): readonly { readonly id: string; readonly digest: string }[] {
  const newest = entriesOf(runsFolder).slice(0, most);
  return newest.flatMap((id) => {
    if (!isRun(runsFolder, id)) return [];
    const start = readStart(journalOf(runsFolder, id));
    if (start?.mode !== 'single' || start.origin !== origin) return [];
    if (isInProgress(runsFolder, id)) return [];
    return isUnfinished(runsFolder, id) ? [{ id, digest: start.source }] : [];
  });
}

/** The damaged journal of another command is no reason to refuse this one. */
function isUnfinished(runsFolder: string, id: string): boolean {
  try {
    return !isFinished(readRunRecords(runsFolder, id));
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Returns what the first record of a run says, which is quickly read. */
export function startOf(runsFolder: string, id: string): ReturnType<typeof readStart> {
  return readStart(journalOf(runsFolder, id));
}

/** Whether a run is that of a single command. */
export function isSingle(runsFolder: string, id: string): boolean {
  return readStart(journalOf(runsFolder, id))?.mode === 'single';
}

/** Returns the names of folders that were left before a run began in them. */
export function leftFolders(runsFolder: string): readonly string[] {
  return entriesOf(runsFolder).filter((id) => RUN_ID.test(id) && !isRun(runsFolder, id));
}

/** Removes the folder of a run. @throws Failure `storage` */
export function removeRun(runsFolder: string, id: string): void {
  try {
    rmSync(join(runsFolder, id), { recursive: true, force: true });
  } catch (error) {
    throw storageFailure('remove', join(runsFolder, id), error);
  }
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
  return runIds(runsFolder).find((id) => {
    const start = readStart(journalOf(runsFolder, id));
    if (start === undefined || start.origin !== wanted.origin) return false;
    const isWanted =
      'plan' in wanted
        ? start.plan === wanted.plan
        : start.source === wanted.source && start.mode === wanted.mode;
    if (!isWanted) return false;
    const records = readRunRecords(runsFolder, id);
    return !isClosed(records) && isFinished(records) === (state === 'finished');
  });
}

/** Returns a run of the same input and aim that began since; `known` are the runs that were there before. */
export function twinBegunSince(runsFolder: string, known: readonly string[], plan: Plan): string | undefined {
  const before = new Set(known);
  const source = sourceIdentity(plan.source);
  return runIds(runsFolder).find((id) => {
    if (before.has(id)) return false;
    const start = readStart(journalOf(runsFolder, id));
    return start?.origin === plan.origin && start.source === source && start.mode === planKey(plan);
  });
}

/**
 * Writes into a journal that its run can be neither resumed nor undone, and why: its organization is gone.
 * @throws Failure `storage`
 */
export async function closeRun(
  runsFolder: string,
  id: string,
  why: string,
  now: () => number,
): Promise<void> {
  const { journal, plan, records } = openRun(runsFolder, id, now);
  const { outcomes } = replay(records, plan.changes);
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
  await journal.write({ type: 'run.end', succeeded: outcomes.size - failed, failed, closed: why });
  journal.close();
}

/** Returns the runs at a service that could still be resumed or undone. */
export function openRunsAt(runsFolder: string, origin: string): readonly string[] {
  return runIds(runsFolder).filter(
    (id) =>
      readStart(journalOf(runsFolder, id))?.origin === origin && !isClosed(readRunRecords(runsFolder, id)),
  );
}

function isClosed(records: readonly JournalRecord[]): boolean {
  return records.some((record) => record.type === 'run.end' && record.closed !== undefined);
}

/** Whether a run came to its end, and nothing was begun again since. */
export function isFinished(records: readonly JournalRecord[]): boolean {
  const last = records.findLast(({ type }) => type === 'run.end' || type === 'intent');
  return last?.type === 'run.end';
}

function entriesOf(runsFolder: string): readonly string[] {
  return existsSync(runsFolder) ? readdirSync(runsFolder).sort().reverse() : [];
}

export const RUN_ID = /^[0-9]{8}-[0-9]{6}-[0-9a-z]{5}$/;

/** A run begins with the first record of its journal. */
function isRun(runsFolder: string, id: string): boolean {
  if (!RUN_ID.test(id)) return false;
  const journal = journalOf(runsFolder, id);
  return existsSync(journal) && existsSync(join(runsFolder, id, PLAN)) && readStart(journal) !== undefined;
}

function journalOf(runsFolder: string, id: string): string {
  return join(runsFolder, id, JOURNAL);
}

function noSuchRun(id: string): Failure {
  return new Failure('usage', `there is no run "${id}"`, { hint: 'orgctl runs list' });
}
