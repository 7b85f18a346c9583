import { dirname, join, sep } from 'node:path';
import type { Failure } from '../failure/failure.ts';
import { makePrivateFolder, writeInPieces } from '../storage/atomic-file.ts';
import { readFileBytes } from '../terminal/read-input.ts';
import { type DumpFile, gunzipped, gzipped, isGzip, isUnreadArchive, isZip } from './dump-files.ts';
import type { IdTable } from './id-table.ts';
import { type NotRewritten, type Rewritten, rewriteDump, type Selection } from './rewrite-dump.ts';
import { textOrNot } from './text-or-not.ts';
import { createUnknownIds, type FoundUnknown, type UnknownIds } from './unknown-ids.ts';

/** What files are rewritten with. */
export interface RewriteMeans {
  readonly table: IdTable;
  /** IDs that the service did not know. */
  readonly invalid: ReadonlySet<string>;
  readonly selection: Selection;
  /** Where results are written to, under the places of the files; undefined: only counts. */
  readonly folder: string | undefined;
  /** Called between pieces. @throws what ends the work */
  readonly checkStop: () => void;
}

/** What became of a file, or of each entry of an archive. */
export interface RewrittenFile {
  readonly results: readonly Rewritten[];
  readonly unknown: FoundUnknown;
}

/** Why a file could not be rewritten, in a form that can be sent between threads. */
export type RewriteFault = Pick<Failure, 'kind' | 'message' | 'hint'>;

/**
 * Rewrites one file of a dump: text, what gzip compressed, or a zip archive, whose entries are rewritten as
 * they are read.
 * @throws Failure `invalidInput` when it cannot be read, `storage` when the result cannot be written
 */
export async function rewriteFile(file: DumpFile, means: RewriteMeans): Promise<RewrittenFile> {
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

/** What is being found while the pieces pass. */
interface Work {
  readonly means: RewriteMeans;
  readonly unknown: UnknownIds;
  readonly results: Rewritten[];
}

function rewrittenPieces(file: DumpFile, work: Work): AsyncGenerator<Buffer> {
  return rewrittenBytes(readFileBytes(file.path), file, work);
}

/** Rewrites bytes that come from a file or from an archive. */
async function* rewrittenBytes(
  raw: AsyncIterable<Buffer>,
  { path, place, isFound }: DumpFile,
  work: Work,
): AsyncGenerator<Buffer> {
  const { means, unknown } = work;
  const { isText, bytes } = await textOrNot(isGzip(place) ? gunzipped(raw, path) : raw);
  const name = place.replace(/\.gz$/i, '');
  const selection = isFound === true ? selectionFor(name, means.selection) : means.selection;
  const pieces = isText
    ? rewriteDump(bytes, name, selection, means.table, unknown)
    : asTheyAre(bytes, isUnreadArchive(place) ? 'archive' : 'not text');
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
  yield* isGzip(place) ? gzipped(rewritten()) : rewritten();
}

async function* rewrittenArchive({ path, place }: DumpFile, work: Work): AsyncGenerator<Buffer> {
  const { isLink, openZip } = await import('./zip-source.ts');
  const { zipped } = await import('./zip-writer.ts');
  const archive = await openZip(path);
  try {
    yield* zipped(archive, (entry) => {
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

/** Names of files stay, so that a link to one has to stay, too. */
async function* linkOf(bytes: AsyncIterable<Buffer>, place: string, work: Work): AsyncGenerator<Buffer> {
  const result = yield* asTheyAre(bytes, 'link in an archive');
  work.results.push({ ...result, file: place });
}

/**
 * Columns and properties are those of files that can have them; the others of a folder are rewritten whole.
 */
function selectionFor(name: string, selection: Selection): Selection {
  const { columns, properties, ...whole } = selection;
  if (columns !== undefined)
    return /\.(csv|tsv)$/i.test(name) ? { ...selection, mayLackColumns: true } : whole;
  return properties === undefined || /\.(json|jsonl|ndjson)$/i.test(name) ? selection : whole;
}

async function* asTheyAre(
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
