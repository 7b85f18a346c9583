import { Failure } from '../../failure/failure.ts';
import type { RunId } from '../../values/ids.ts';
import { sourceIdentity } from '../input/reading.ts';
import { type Plan, planKey } from '../plan/plan-file.ts';
import type { JournalRecord } from './journal-record.ts';
import { isInProgress } from './lock-run.ts';
import { readStart } from './read-journal.ts';
import { entriesOf, isRun, journalOf, runIds } from './run-folders.ts';
import { readRunRecords } from './runs.ts';

/**
 * Returns the single-command runs of a service, among the newest runs, whose process ended before they were
 * complete, newest first. Commands that are still running are not included.
 */
export function unfinishedCommands(
  runsFolder: string,
  origin: string,
  most: number,
): readonly { readonly id: RunId; readonly digest: string }[] {
  const newest = entriesOf(runsFolder).slice(0, most);
  return newest.flatMap((id) => {
    if (!isRun(runsFolder, id)) return [];
    const start = readStart(journalOf(runsFolder, id));
    if (start?.mode !== 'single' || start.origin !== origin) return [];
    if (isInProgress(runsFolder, id)) return [];
    return isUnfinished(runsFolder, id) ? [{ id, digest: start.source }] : [];
  });
}

/** Ignores damaged journals: they must not block another command. */
function isUnfinished(runsFolder: string, id: RunId): boolean {
  const records = readRecordsIfIntact(runsFolder, id);
  return records !== undefined && !isFinished(records);
}

/** Returns the newest finished or unfinished run at this service for this input or this plan. */
export function findRun(
  runsFolder: string,
  wanted: { readonly origin: string } & (
    | { readonly source: string; readonly mode: string }
    | { readonly plan: string }
  ),
  state: 'finished' | 'unfinished',
): RunId | undefined {
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

/**
 * Returns a run of the same input and mode that started meanwhile.
 * @param known the runs that existed before
 */
export function duplicateRunSince(
  runsFolder: string,
  known: readonly string[],
  plan: Plan,
): RunId | undefined {
  const before = new Set(known);
  const source = sourceIdentity(plan.source);
  return runIds(runsFolder).find((id) => {
    if (before.has(id)) return false;
    const start = readStart(journalOf(runsFolder, id));
    return start?.origin === plan.origin && start.source === source && start.mode === planKey(plan);
  });
}

/**
 * Returns the runs at a service that may still be resumed or undone, including those with a damaged journal.
 */
export function openRunsAt(runsFolder: string, origin: string): readonly RunId[] {
  return runIds(runsFolder).filter(
    (id) => readStart(journalOf(runsFolder, id))?.origin === origin && !isRunClosed(runsFolder, id),
  );
}

/** Whether the journal of a run shows that it is complete; false if the journal is damaged. */
export function isJournalComplete(runsFolder: string, id: RunId): boolean {
  const records = readRecordsIfIntact(runsFolder, id);
  return records !== undefined && isFinished(records);
}

/** Returns the records of a run; undefined if its journal is damaged. */
export function readRecordsIfIntact(runsFolder: string, id: RunId): readonly JournalRecord[] | undefined {
  try {
    return readRunRecords(runsFolder, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Whether a run is closed: its organization no longer exists. False if the journal is damaged. */
export function isRunClosed(runsFolder: string, id: RunId): boolean {
  return isClosed(readRecordsIfIntact(runsFolder, id) ?? []);
}

function isClosed(records: readonly JournalRecord[]): boolean {
  return records.some((record) => record.type === 'run.end' && record.closed !== undefined);
}

/** Whether a run is complete and no change was started again since. */
export function isFinished(records: readonly JournalRecord[]): boolean {
  const last = records.findLast(({ type }) => type === 'run.end' || type === 'intent');
  return last?.type === 'run.end';
}
