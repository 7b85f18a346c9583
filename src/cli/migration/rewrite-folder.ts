import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Interrupted } from '../../failure/interrupted.ts';
import { type DumpFile, dumpFiles, type SkippedFile } from '../../migration/dump-files.ts';
import type { Rewritten } from '../../migration/rewrite-dump.ts';
import { rewriteFiles } from '../../migration/rewrite-threads.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { REWRITTEN_VIEW, type RewriteJob } from '../webapi/rewrite-inputs.ts';
import { noteNotRewritten } from './note-not-rewritten.ts';
import { openFolder, refuseFull } from './unfinished-folder.ts';

/** Total size in bytes below which starting threads takes longer than it saves. */
const WORTH_THREADS = 8 * 1024 * 1024;

/**
 * Rewrites files and folders into another folder, with the same relative paths, and prints one line for each.
 * Gzip files, and every entry of a zip archive, are rewritten inside; files that are not text are copied
 * unchanged. With --dry-run nothing is written.
 * @param jobs number of files rewritten at the same time; by default, the number of cores
 * @throws Failure `usage` if the folder is not empty
 */
export async function rewriteInto(
  context: Context,
  { table, unknown, invalid, selection }: RewriteJob,
  paths: readonly string[],
  folder: string,
  jobs: number | undefined,
): Promise<readonly Rewritten[]> {
  const { common, shutdown, messages } = context;
  refuseFull(folder);
  const { files, skipped } = dumpFiles(paths);
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
      progress.update(`${count} of ${pluralize(files.length, 'file')} rewritten`),
    );
    isComplete = true;
    progress.stop();
    for (const file of done) unknown.add(file.unknown);
    const results = [...done.flatMap((file) => file.results), ...skipped.map(skippedResult)];
    await (await context.printer()).list(results, REWRITTEN_VIEW);
    await noteNotRewritten(context, results);
    return results;
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

function skippedResult({ place, why }: SkippedFile): Rewritten {
  return { file: place, bytes: 0, replaced: 0, unknown: 0, leftOut: why };
}
