import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import {
  type DumpFile,
  dumpFiles,
  gunzipped,
  gzipped,
  isGzip,
  textOrNot,
} from '../../migration/dump-files.ts';
import { type Rewritten, rewriteDump } from '../../migration/rewrite-dump.ts';
import { counted } from '../../output/counted.ts';
import { createAtomicFile, makePrivateFolder } from '../../storage/atomic-file.ts';
import { Interrupted } from '../../terminal/interrupted.ts';
import { readBytes } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { REWRITTEN_VIEW, type RewriteJob } from '../webapi/rewrite-inputs.ts';

/**
 * Writes files and folders rewritten into another folder, under the places they have, and prints a line about each. What is compressed by gzip is
 * rewritten inside; what is no text is copied as it is. With --dry-run nothing is written.
 * @throws Failure `usage` when the folder has something in it already
 */
export async function rewriteInto(
  context: Context,
  job: RewriteJob,
  paths: readonly string[],
  folder: string,
): Promise<void> {
  const { common, shutdown } = context;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Failure('usage', `${folder} has something in it already`, {
      hint: 'name a folder that is new or empty',
    });
  const files = dumpFiles(paths);
  const results: Rewritten[] = [];
  let copied = 0;
  const busy = shutdown.drain();
  try {
    for (const file of files) {
      if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
      const { result, isText } = await rewriteOne(
        context,
        job,
        file,
        common.dryRun === true ? undefined : folder,
      );
      if (!isText) copied += 1;
      results.push(result);
    }
    await (await context.printer()).list(results, REWRITTEN_VIEW);
  } finally {
    busy.done();
  }
  if (copied > 0) await context.messages.note(`${counted(copied, 'file')} copied without a look: not text`);
}

/** @param folder undefined: only counts */
async function rewriteOne(
  { world, shutdown }: Context,
  { table, unknown, selection }: RewriteJob,
  { path, place }: DumpFile,
  folder: string | undefined,
): Promise<{ readonly result: Rewritten; readonly isText: boolean }> {
  const raw = readBytes(path, world.streams.stdin);
  const { isText, bytes } = await textOrNot(isGzip(path) ? gunzipped(raw, path) : raw);
  let result: Rewritten = { file: place, bytes: 0, replaced: 0, unknown: 0 };
  const pieces = isText
    ? rewriteDump(bytes, place.replace(/\.gz$/i, ''), selection, table, unknown)
    : asTheyAre(bytes);
  const rewritten = async function* (): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await pieces.next();
      if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
      if (done === true) {
        result = { ...value, file: place };
        return;
      }
      yield value;
    }
  };
  const output = isGzip(path) ? gzipped(rewritten()) : rewritten();
  if (folder === undefined) for await (const _ of output);
  else await writeTo(join(folder, place), output);
  return { result, isText };
}

async function* asTheyAre(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Rewritten> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    yield piece;
  }
  return { file: '', bytes: size, replaced: 0, unknown: 0 };
}

async function writeTo(path: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  makePrivateFolder(dirname(path));
  const target = createAtomicFile(path, { secrets: 'keep' });
  let isDone = false;
  try {
    for await (const piece of pieces) target.write(piece);
    isDone = true;
    target.commit();
  } finally {
    if (!isDone) target.abandon();
  }
}
