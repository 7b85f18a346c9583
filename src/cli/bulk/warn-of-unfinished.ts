import { basename } from 'node:path';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { AppliedFeed } from '../../bulk/run/last-feed.ts';
import { mayResume } from '../../bulk/run/run-state.ts';
import { currentSummary } from '../../bulk/run/run-summaries.ts';
import type { Context } from '../context.ts';
import { recordedRunHint } from './resume-words.ts';
import { runsFolder } from './runs-folder.ts';
import { stateFlag } from './same-connection.ts';

/**
 * Warns if the last run of a recurring file is unfinished and was of other content: the new plan replaces
 * what is left of it, and nobody may remember it. The same content resumes it. A file of the name in another
 * folder is another file, unless `--feed` says that they are one.
 */
export async function warnOfUnfinished(
  context: Context,
  { file, digest }: Pick<Plan['source'], 'file' | 'digest'>,
  last: AppliedFeed,
): Promise<void> {
  if (last.run === undefined) return;
  const plan = last.plan();
  const { source } = plan;
  if (source.digest === digest) return;
  if (source.file !== file && basename(source.file) === basename(file)) return;
  const summary = currentSummary(runsFolder(context), last.run);
  if (!mayResume(summary)) return;
  const { id } = summary;
  const hint = recordedRunHint(context, { id, plan }, summary);
  await context.messages.warn(
    `run ${id} of ${source.file}, with other content, is unfinished: ${hint}; to remove it: orgctl runs prune ${id} --unfinished${stateFlag(context.host.argv)}`,
  );
}
