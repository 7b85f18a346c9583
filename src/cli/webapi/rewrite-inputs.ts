import { Failure } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { detectText } from '../../migration/detect-text.ts';
import { copiedIdTable, type IdTable } from '../../migration/id-table.ts';
import { checkDump, type Rewritten, rewriteDump, type Selection } from '../../migration/rewrite-dump.ts';
import { occupiedBackupPath, replaceFile } from '../../migration/rewrite-in-place.ts';
import { createUnknownIds, type UnknownIds } from '../../migration/unknown-ids.ts';
import type { ListView } from '../../output/view.ts';
import { writeInPieces } from '../../storage/atomic-file.ts';
import { inputName, readBytes } from '../../terminal/read-input.ts';
import { createWriter } from '../../terminal/streams.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';

/** What is replaced and where. */
export interface RewriteJob {
  readonly table: IdTable;
  readonly unknown: UnknownIds;
  /** IDs that the service did not know. */
  readonly invalid: ReadonlySet<string>;
  readonly selection: Selection;
}

const LINE_FEED = 0x0a;

/** Writes the rewritten inputs to stdout one after another; with --dry-run only counts. */
export async function rewriteToStdout(
  { host, common }: Context,
  job: RewriteJob,
  paths: readonly string[],
): Promise<readonly Rewritten[]> {
  const writer = createWriter(host.streams.stdout, 'stdout');
  const results: Rewritten[] = [];
  let last: number | undefined;
  for (const path of paths) {
    for await (const piece of collectResult(
      rewritten(job, path, readBytes(path, host.streams.stdin)),
      results,
    )) {
      if (common.dryRun !== true) await writer.write(piece);
      if (writer.isClosed()) return results;
      last = piece.at(-1) ?? last;
    }
  }
  // Otherwise the summary would continue the last line. In a pipe, only IDs may differ from the input.
  if (writer.isTerminal && common.dryRun !== true && last !== undefined && last !== LINE_FEED)
    await writer.write('\n');
  return results;
}

async function* collectResult<T, Result>(
  pieces: AsyncGenerator<T, Result>,
  results: Result[],
): AsyncGenerator<T> {
  results.push(yield* pieces);
}

/**
 * Replaces the files and prints a line about each, also about those that were replaced before an error; with
 * --dry-run changes nothing. All files and backups are checked before the first file is replaced.
 */
export async function rewriteInPlace(
  context: Context,
  job: RewriteJob,
  paths: readonly string[],
  backup: string | undefined,
): Promise<readonly Rewritten[]> {
  const { host, common, shutdown } = context;
  const printer = await context.printer();
  for (const path of paths) await checkInput(job, path, host.streams.stdin);
  const busy = shutdown.drain();
  const results: Rewritten[] = [];
  try {
    if (backup !== undefined) await refuseTakenBackups(context, job, paths, backup);
    for (const path of paths) {
      const make = (write: (bytes: Uint8Array) => void) => rewriteThrough(context, job, path, write);
      results.push(
        await (common.dryRun === true ? make(() => {}) : replaceFile(path, backup, make, isReplaced)),
      );
    }
    await printer.list(results, REWRITTEN_VIEW);
    return results;
  } catch (error) {
    if (results.some(isReplaced) && common.dryRun !== true) await printer.list(results, REWRITTEN_VIEW);
    throw error;
  } finally {
    busy.done();
  }
}

function isReplaced({ replaced }: Rewritten): boolean {
  return replaced > 0;
}

/**
 * Refuses to replace a file whose backup exists. A file without IDs to replace needs no backup: it may have
 * been replaced by an earlier run.
 * @throws Failure `usage`
 */
async function refuseTakenBackups(
  context: Context,
  job: RewriteJob,
  paths: readonly string[],
  suffix: string,
): Promise<void> {
  for (const path of paths) {
    const taken = occupiedBackupPath(path, suffix);
    if (taken === undefined) continue;
    // The IDs found here must not be counted twice.
    const trial = { ...job, table: copiedIdTable(job.table), unknown: createUnknownIds() };
    const result = await rewriteThrough(context, trial, path, () => {});
    if (isReplaced(result))
      throw new Failure('usage', `${taken} exists, and the backup of ${path} would need this name`, {
        hint: 'nothing was changed; move it away, or choose another --backup SUFFIX',
      });
  }
}

/**
 * Writes one rewritten file to a new file and prints a line about it; with --dry-run writes nothing.
 * @throws Failure `storage`
 */
export async function rewriteToFile(
  context: Context,
  job: RewriteJob,
  path: string,
  out: string,
): Promise<readonly Rewritten[]> {
  const { common, shutdown } = context;
  const printer = await context.printer();
  const busy = shutdown.drain();
  try {
    const result = await (common.dryRun === true
      ? rewriteThrough(context, job, path, () => {})
      : writeInPieces(out, { secrets: 'keep', clears: true }, (target) =>
          rewriteThrough(context, job, path, target.write),
        ));
    await printer.list([result], REWRITTEN_VIEW);
    return [result];
  } finally {
    busy.done();
  }
}

/** Rewrites a file in pieces until a stop signal. @throws Interrupted */
async function rewriteThrough(
  { host, shutdown }: Context,
  job: RewriteJob,
  path: string,
  write: (bytes: Uint8Array) => void,
): Promise<Rewritten> {
  const pieces = rewritten(job, path, readBytes(path, host.streams.stdin));
  for (;;) {
    const { value, done } = await pieces.next();
    if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
    if (done === true) return value;
    write(value);
  }
}

/**
 * Checks that a file can be rewritten: if a later file could not, earlier files would already be replaced.
 * @throws what `rewritten` throws at the start of a file
 */
async function checkInput(
  { selection }: RewriteJob,
  path: string,
  stdin: Context['host']['streams']['stdin'],
): Promise<void> {
  if (path === '-') return;
  const all = readBytes(path, stdin);
  try {
    await checkDump(await textIn(all, path, selection), inputName(path), selection);
  } finally {
    await all.return(undefined);
  }
}

/**
 * @throws Failure `invalidInput` if the input is not text and no format is given: nothing would be replaced,
 * without a message
 */
async function textIn(
  all: AsyncIterable<Buffer>,
  path: string,
  { format }: Selection,
): Promise<AsyncIterable<Buffer>> {
  const { isText, bytes } = await detectText(all);
  if (isText || format !== 'auto') return bytes;
  throw new Failure('invalidInput', `${inputName(path)} is not text: it contains a NUL byte`, {
    hint: 'UTF-16 needs a byte order mark; --format text reads the file unchanged',
  });
}

async function* rewritten(
  { table, unknown, selection }: RewriteJob,
  path: string,
  all: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, Rewritten> {
  const bytes = await textIn(all, path, selection);
  return yield* rewriteDump(bytes, inputName(path), selection, table, unknown);
}

/** Prints rewritten files. */
export const REWRITTEN_VIEW: ListView<Rewritten> = {
  isSummarized: true,
  json: ({ file, bytes, replaced, unknown, leftOut }) => ({
    file,
    bytes,
    replaced,
    unknown,
    ...defined({ leftOut }),
  }),
  columns: [
    { name: 'file', heading: 'File', importance: 1, value: ({ file }) => file },
    {
      name: 'replaced',
      heading: 'Replaced',
      importance: 1,
      align: 'right',
      value: ({ replaced }) => replaced,
    },
    { name: 'unknown', heading: 'Unknown', importance: 2, align: 'right', value: ({ unknown }) => unknown },
    { name: 'leftOut', heading: 'Skipped', importance: 2, value: ({ leftOut }) => leftOut },
    { name: 'bytes', heading: 'Bytes', importance: 3, align: 'right', value: ({ bytes }) => bytes },
  ],
};
