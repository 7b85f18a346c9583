import { Failure } from '../../failure/failure.ts';
import type { RunId } from '../../values/ids.ts';
import { sourceIdentity } from '../input/reading.ts';
import { type Plan, planKey } from '../plan/plan-file.ts';
import type { JournalRecord } from './journal-record.ts';
import { isInProgress } from './lock-run.ts';
import { readStart } from './read-journal.ts';
import { entriesOf, isRun, journalOf, readRunRecords, runIds } from './runs.ts';

/**
 * Returns the single commands at a service among the newest runs whose process ended before they did, the
 * newest first. One that another process is still running is none of them.
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

/** The damaged journal of another command is no reason to refuse this one. */
function isUnfinished(runsFolder: string, id: RunId): boolean {
  const records = recordsIfWhole(runsFolder, id);
  return records !== undefined && !isFinished(records);
}

/** Returns the newest run at this service, of this input or of this plan, that came to its end or did not. */
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

/** Returns a run of the same input and aim that began since; `known` are the runs that were there before. */
export function twinBegunSince(runsFolder: string, known: readonly string[], plan: Plan): RunId | undefined {
  const before = new Set(known);
  const source = sourceIdentity(plan.source);
  return runIds(runsFolder).find((id) => {
    if (before.has(id)) return false;
    const start = readStart(journalOf(runsFolder, id));
    return start?.origin === plan.origin && start.source === source && start.mode === planKey(plan);
  });
}

/**
 * Returns the runs at a service that could still be resumed or undone, and those whose journal is damaged.
 */
export function openRunsAt(runsFolder: string, origin: string): readonly RunId[] {
  return runIds(runsFolder).filter(
    (id) => readStart(journalOf(runsFolder, id))?.origin === origin && !isRunClosed(runsFolder, id),
  );
}

/** Whether the journal of a run says that nothing of it is left to do; one that is damaged does not. */
export function isRecordAtEnd(runsFolder: string, id: RunId): boolean {
  const records = recordsIfWhole(runsFolder, id);
  return records !== undefined && isFinished(records);
}

/** Returns the records of a run; undefined when its journal is damaged. */
export function recordsIfWhole(runsFolder: string, id: RunId): readonly JournalRecord[] | undefined {
  try {
    return readRunRecords(runsFolder, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * Whether the organization of a run is gone: nothing is compared with it. Of a damaged journal nobody knows.
 */
export function isRunClosed(runsFolder: string, id: RunId): boolean {
  return isClosed(recordsIfWhole(runsFolder, id) ?? []);
}

function isClosed(records: readonly JournalRecord[]): boolean {
  return records.some((record) => record.type === 'run.end' && record.closed !== undefined);
}

/** Whether a run came to its end, and nothing was begun again since. */
export function isFinished(records: readonly JournalRecord[]): boolean {
  const last = records.findLast(({ type }) => type === 'run.end' || type === 'intent');
  return last?.type === 'run.end';
}
