import { dirname, join, sep } from 'node:path';
import type { Failure } from '../failure/failure.ts';
import { writeInPieces } from '../storage/atomic-file.ts';
import { makePrivateFolder } from '../storage/private-folder.ts';
import { readFileBytes } from '../terminal/read-input.ts';
import { detectText } from './detect-text.ts';
import { type DumpFile, gunzipBytes, gzipBytes, isGzip, isUnreadArchive, isZip } from './dump-files.ts';
import type { IdTable } from './id-table.ts';
import { type NotRewritten, type Rewritten, rewriteDump, type Selection } from './rewrite-dump.ts';
import { createUnknownIds, type FoundUnknown, type UnknownIds } from './unknown-ids.ts';

/** What is needed to rewrite files. */
export interface RewriteContext {
  readonly table: IdTable;
  /** IDs that the service did not know. */
  readonly invalid: ReadonlySet<string>;
  readonly selection: Selection;
  /** Output folder, with the same paths below it; undefined to count only. */
  readonly folder: string | undefined;
  /** Called between pieces; throws to stop the work. */
  readonly checkStop: () => void;
}

/** Result for a file, or for each entry of an archive. */
export interface RewrittenFile {
  readonly results: readonly Rewritten[];
  readonly unknown: FoundUnknown;
}

/** Why a file could not be rewritten, in a form that can be sent between threads. */
export type RewriteFault = Pick<Failure, 'kind' | 'message' | 'hint'>;

/**
 * Rewrites one file of a dump as a stream: text, gzip, or the entries of a zip archive.
 * @throws Failure `invalidInput` if it cannot be read, `storage` if the result cannot be written
 */
export async function rewriteFile(file: DumpFile, means: RewriteContext): Promise<RewrittenFile> {
  const unknown = createUnknownIds(means.invalid);
  const work = { means, unknown, results: [] as Rewritten[] };
  const pieces = isZip(file.path) ? rewrittenArchive(file, work) : rewrittenPieces(file, work);
  if (means.folder === undefined) for await (const _ of pieces) means.checkStop();
  else await writeTo(join(means.folder, file.place), pieces, means.checkStop);
  const { results } = work;
  return {
    results,
    unknown: { total: unknown.total(), isCut: unknown.isCut(), named: unknown.named() },
  };
}

/** State of the file being rewritten. */
interface RewriteState {
  readonly means: RewriteContext;
  readonly unknown: UnknownIds;
  readonly results: Rewritten[];
}

function rewrittenPieces(file: DumpFile, work: RewriteState): AsyncGenerator<Buffer> {
  return rewrittenBytes(readFileBytes(file.path), file, work);
}

/** Rewrites the bytes of a file or of an archive entry. */
async function* rewrittenBytes(
  raw: AsyncIterable<Buffer>,
  { path, place, isFound }: DumpFile,
  work: RewriteState,
): AsyncGenerator<Buffer> {
  const { means, unknown } = work;
  const { isText, bytes } = await detectText(isGzip(place) ? gunzipBytes(raw, path) : raw);
  const name = place.replace(/\.gz$/i, '');
  const selection = isFound === true ? selectionFor(name, means.selection) : means.selection;
  const pieces = isText
    ? rewriteDump(bytes, name, selection, means.table, unknown)
    : passUnchanged(bytes, isUnreadArchive(place) || isZip(name) ? 'archive' : 'not text');
  const rewritten = async function* (): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await pieces.next();
      means.checkStop();
      if (done === true) {
        work.results.push({ ...value, file: place });
        return;
      }
      yield value;
    }
  };
  yield* isGzip(place) ? gzipBytes(rewritten()) : rewritten();
}

async function* rewrittenArchive({ path, place }: DumpFile, work: RewriteState): AsyncGenerator<Buffer> {
  const { isLink, openZip } = await import('./zip-source.ts');
  const { zipEntries } = await import('./zip-writer.ts');
  const archive = await openZip(path);
  try {
    yield* zipEntries(archive, (entry) => {
      const inside = `${place}${sep}${entry.name.replaceAll('/', sep)}`;
      if (isLink(entry)) return linkOf(archive.read(entry), inside, work);
      return rewrittenBytes(
        archive.read(entry),
        { path: `${path}: ${entry.name}`, place: inside, isFound: true },
        work,
      );
    });
  } finally {
    archive.close();
  }
}

/** Copies a symbolic link unchanged, because file names do not change. */
async function* linkOf(
  bytes: AsyncIterable<Buffer>,
  place: string,
  work: RewriteState,
): AsyncGenerator<Buffer> {
  const result = yield* passUnchanged(bytes, 'link in an archive');
  work.results.push({ ...result, file: place });
}

/** Columns and properties apply only to files of a matching format; others are rewritten completely. */
function selectionFor(name: string, selection: Selection): Selection {
  const { columns, properties, ...whole } = selection;
  if (columns !== undefined)
    return /\.(csv|tsv)$/i.test(name) ? { ...selection, mayLackColumns: true } : whole;
  return properties === undefined || /\.(json|jsonl|ndjson)$/i.test(name) ? selection : whole;
}

async function* passUnchanged(
  bytes: AsyncIterable<Buffer>,
  leftOut: NotRewritten,
): AsyncGenerator<Buffer, Rewritten> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    yield piece;
  }
  return { file: '', bytes: size, replaced: 0, unknown: 0, leftOut };
}

async function writeTo(path: string, pieces: AsyncIterable<Buffer>, checkStop: () => void): Promise<void> {
  makePrivateFolder(dirname(path));
  await writeInPieces(path, { secrets: 'keep' }, async (target) => {
    for await (const piece of pieces) {
      checkStop();
      target.write(piece);
    }
  });
}
