import { openRunsAt, readRecordsIfIntact } from '../../bulk/run/find-runs.ts';
import { forgetFeedsAt } from '../../bulk/run/last-feed.ts';
import { lockOrganization } from '../../bulk/run/lock-organization.ts';
import { refuseRunInProgress } from '../../bulk/run/lock-run.ts';
import { summarizeRuns } from '../../bulk/run/run-summaries.ts';
import { closeRun } from '../../bulk/run/runs.ts';
import { pluralize } from '../../output/pluralize.ts';
import { SANDBOX_PROFILE } from '../../profiles/profile.ts';
import type { OrganizationChange } from '../../sandbox/organization-data.ts';
import { resetState } from '../../sandbox/state-file.ts';
import type { FileLock } from '../../storage/file-lock.ts';
import type { RunId } from '../../values/ids.ts';
import { damagedWords } from '../bulk/damaged-words.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import { forgetNames } from '../completion/remember-names.ts';
import { sandboxFile } from '../connection/connect.ts';
import type { Context } from '../context.ts';

/**
 * Replaces the organization in a state file. For the built-in sandbox, also closes open runs and deletes
 * stored feeds and names, because their users no longer exist.
 * @param why the reason recorded in the closed runs
 * @throws Failure `storage` while a run is in progress there
 */
export async function replaceOrganization(
  context: Context,
  file: string,
  changes: Iterable<OrganizationChange>,
  why: string,
): Promise<void> {
  if (file !== sandboxFile(context.folders.state)) return resetState(file, changes);
  const folder = runsFolder(context);
  const { scimBaseUrl, webApiBaseUrl } = SANDBOX_PROFILE;
  const openRuns = () => [scimBaseUrl, webApiBaseUrl].flatMap((origin) => openRunsAt(folder, origin));
  const locks: FileLock[] = [];
  try {
    for (const origin of [scimBaseUrl, webApiBaseUrl])
      locks.push(lockOrganization(context.folders.runs, origin));
    for (const id of openRuns()) refuseRunInProgress(folder, id);
    await resetState(file, changes);
    const ids = await closeRuns(context, openRuns(), why);
    forgetFeedsAt(folder, scimBaseUrl);
    forgetNames(context.folders, SANDBOX_PROFILE.name);
    if (ids.length > 0) await context.messages.note(`${pluralize(ids.length, 'run')} closed`);
  } finally {
    for (const lock of locks) lock.release();
  }
}

/**
 * Closes runs. Only warns of damaged ones, because the organization is already replaced.
 * @returns the closed runs; a damaged journal cannot be closed
 */
async function closeRuns(context: Context, ids: readonly RunId[], why: string): Promise<readonly RunId[]> {
  const folder = runsFolder(context);
  const { damaged } = summarizeRuns(folder, ids);
  for (const run of damaged) await context.messages.warn(damagedWords(run, context.host.argv));
  const open = ids.filter((id) => readRecordsIfIntact(folder, id) !== undefined);
  for (const id of open) await closeRun(folder, id, why, context.host.now);
  return open;
}
