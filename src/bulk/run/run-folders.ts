import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { RUN_ID, type RunId, runId } from '../../values/ids.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { readStart } from './read-journal.ts';

export const PLAN = 'plan.json';

export const JOURNAL = 'journal.ndjson';

/** Returns the IDs of all runs, newest first. Folders abandoned before their run started are not runs. */
export function runIds(runsFolder: string): readonly RunId[] {
  return entriesOf(runsFolder).filter((id): id is RunId => isRun(runsFolder, id));
}

/** Returns the first record of a run, which is fast to read. */
export function startOf(runsFolder: string, id: RunId): ReturnType<typeof readStart> {
  return readStart(journalOf(runsFolder, id));
}

/** Whether a run is that of a single command. */
export function isSingle(runsFolder: string, id: RunId): boolean {
  return readStart(journalOf(runsFolder, id))?.mode === 'single';
}

/** Returns the names of folders that were abandoned before their run started. */
export function abandonedFolders(runsFolder: string): readonly RunId[] {
  return entriesOf(runsFolder)
    .filter((id) => RUN_ID.test(id) && !isRun(runsFolder, id))
    .map(runId);
}

/** Returns the names in the folder of runs, newest first. */
export function entriesOf(runsFolder: string): readonly string[] {
  return existsSync(runsFolder) ? readdirSync(runsFolder).sort().reverse() : [];
}

/** Whether a folder contains a run; it does from the first record of its journal on. */
export function isRun(runsFolder: string, id: string): id is RunId {
  if (!RUN_ID.test(id)) return false;
  const journal = journalOf(runsFolder, id);
  return existsSync(journal) && existsSync(join(runsFolder, id, PLAN)) && readStart(journal) !== undefined;
}

/** Returns the path of the journal of a run. */
export function journalOf(runsFolder: string, id: string): string {
  return join(runsFolder, id, JOURNAL);
}

/** Maximum edit distance of a suggested run: runs of one hour have similar IDs. */
const MAX_EDITS = 2;

/**
 * Returns the failure for an ID that no run has.
 * @param known words that could have been meant, besides the IDs of runs
 */
export function noSuchRun(runsFolder: string, id: string, known: readonly string[] = ['latest']): Failure {
  const suggestion = asQuestion(suggest(id, [...known, ...runIds(runsFolder)], MAX_EDITS));
  return new Failure('usage', `there is no run "${id}"${suggestion}`, { hint: 'orgctl runs list' });
}
