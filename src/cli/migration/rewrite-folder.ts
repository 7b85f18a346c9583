import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type DumpFile, dumpFiles } from '../../migration/dump-files.ts';
import type { RewrittenFile } from '../../migration/rewrite-file.ts';
import { rewriteFiles } from '../../migration/rewrite-threads.ts';
import { counted } from '../../output/counted.ts';
import { Interrupted } from '../../terminal/interrupted.ts';
import type { Context } from '../context.ts';
import { REWRITTEN_VIEW, type RewriteJob } from '../webapi/rewrite-inputs.ts';
import { openFolder, refuseFull } from './unfinished-folder.ts';

/** Bytes below which starting threads takes longer than it saves. */
const WORTH_THREADS = 8 * 1024 * 1024;

/**
 * Writes files and folders rewritten into another folder, under the places they have, and prints a line about each. What is compressed by gzip, and
 * every entry of a zip archive, is rewritten inside; what is no text is copied as it is. With --dry-run nothing is written.
 * @param jobs how many files are rewritten at the same time; as many as there are cores when absent
 * @throws Failure `usage` when the folder has something in it already
 */
export async function rewriteInto(
  context: Context,
  { table, unknown, invalid, selection }: RewriteJob,
  paths: readonly string[],
  folder: string,
  jobs: number | undefined,
): Promise<void> {
  const { common, shutdown, messages } = context;
  refuseFull(folder);
  const files = dumpFiles(paths);
  const means = {
    table,
    invalid,
    selection,
    folder: common.dryRun === true ? undefined : folder,
    checkStop: () => {
      if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
    },
  };
  const busy = shutdown.drain();
  const progress = messages.progress();
  const target = common.dryRun === true ? undefined : openFolder(folder);
  let isComplete = false;
  try {
    const done = await rewriteFiles(files, means, jobs ?? usualJobs(files), (count) =>
      progress.update(`${count} of ${counted(files.length, 'file')} rewritten`),
    );
    isComplete = true;
    progress.stop();
    for (const file of done) unknown.add(file.unknown);
    await (await context.printer()).list(
      done.flatMap(({ results }) => results),
      REWRITTEN_VIEW,
    );
    await tellLeft(context, done);
  } finally {
    target?.close(isComplete);
    progress.stop();
    busy.done();
  }
}

function usualJobs(files: readonly DumpFile[]): number {
  const size = files.reduce((sum, { path }) => sum + statSync(path).size, 0);
  return size < WORTH_THREADS ? 1 : availableParallelism();
}

/** Says what was copied as it is. */
async function tellLeft({ messages }: Context, done: readonly RewrittenFile[]): Promise<void> {
  const copied = done.reduce((sum, file) => sum + file.copied, 0);
  const lacking = done.flatMap(({ results }) => results).filter(({ lacksColumns }) => lacksColumns === true);
  if (copied > 0) await messages.note(`${counted(copied, 'file')} copied without a look: not text`);
  if (lacking.length > 0)
    await messages.warn(
      `${counted(lacking.length, 'CSV file')} without any of the columns, such as ${lacking[0]?.file ?? ''}: copied as ${lacking.length === 1 ? 'it is' : 'they are'}`,
    );
}
