import { readHeading } from '../csv/read-heading.ts';
import { columnPositions, hasHeading, isThere } from './csv-columns.ts';
import { createCsvFormat } from './csv-format.ts';
import { peekStart } from './detect-text.ts';
import type { DumpFormat } from './dump-format.ts';
import type { IdTable } from './id-table.ts';
import { watchJsonEnd } from './json-end.ts';
import { createJsonFormat } from './json-format.ts';
import { createRewriter } from './rewriter.ts';
import { createTextFormat } from './text-format.ts';
import type { UnknownIds } from './unknown-ids.ts';
import { byteOrder, createWidener, narrowed } from './utf16.ts';

export const DUMP_FORMATS = ['auto', 'text', 'json', 'sql'] as const;

/** Where in a dump IDs may be replaced. */
export interface Selection {
  readonly format: (typeof DUMP_FORMATS)[number];
  /** Only in these columns of a CSV. */
  readonly columns?: readonly string[];
  /** Only below these properties of JSON. */
  readonly properties?: readonly string[];
  /** Whether columns that the file does not have are ignored; if it has none of them, nothing is replaced. */
  readonly mayLackColumns?: true;
  /** Delimiter of a CSV; by default from the first line (`sep=;`), else from the file name. */
  readonly delimiter?: string;
}

/** Result for one input. */
export interface Rewritten {
  readonly file: string;
  readonly bytes: number;
  readonly replaced: number;
  /** Number of words that look like user IDs and are not in the map. */
  readonly unknown: number;
  /** Why the input was not searched for IDs; absent if it was. */
  readonly leftOut?: NotRewritten;
  /** Requested properties that the input does not have. */
  readonly absent?: readonly string[];
  /** Properties of the input that were not requested, if some requested ones are absent. */
  readonly others?: readonly string[];
  /** Whether the input is JSON that ends in the middle of a document. */
  readonly isCut?: true;
}

/**
 * Copied unchanged: binary files, archives that are not unpacked, a CSV without the requested columns, a
 * symbolic link in an archive. Skipped: symbolic links in a folder, and entries that are not regular files.
 */
export type NotRewritten =
  | 'not text'
  | 'archive'
  | 'none of the columns'
  | 'link in an archive'
  | 'link'
  | 'no file';

/**
 * Replaces the IDs of one input as a stream: UTF-8 or another superset of ASCII, and UTF-16 with a byte order
 * mark.
 * @returns the pieces, and finally the result.
 * @throws Failure `usage` for a column that the file does not have.
 */
export async function* rewriteDump(
  chunks: AsyncIterable<Buffer>,
  file: string,
  selection: Selection,
  table: IdTable,
  unknown: UnknownIds,
): AsyncGenerator<Buffer, Rewritten> {
  let size = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      yield chunk;
    }
  };
  const { order, text } = await textOf(counted());
  const { format, kept, bytes, lacksColumns } = await openFormat(text, file, selection);
  const rewriter = createRewriter(table, format, unknown);
  const unknownBefore = unknown.total();
  const written = order === undefined ? (piece: Buffer) => piece : createWidener(order);
  if (kept !== undefined) yield written(kept);
  const end = format.isJson === true ? watchJsonEnd() : undefined;
  for await (const chunk of bytes) {
    end?.see(chunk);
    yield written(rewriter.push(chunk));
  }
  yield written(rewriter.end());
  const absent = format.absentProperties?.() ?? [];
  return {
    file,
    bytes: size,
    replaced: rewriter.replaced(),
    unknown: unknown.total() - unknownBefore,
    ...(lacksColumns === true ? { leftOut: 'none of the columns' } : {}),
    ...(absent.length === 0 ? {} : { absent, others: format.otherProperties?.() ?? [] }),
    ...(end?.isCut() === true ? { isCut: true } : {}),
  };
}

/**
 * Checks at the start of an input whether it can be rewritten, without rewriting it.
 * @throws Failure `usage` for a column that the file does not have.
 */
export async function checkDump(
  chunks: AsyncIterable<Buffer>,
  file: string,
  selection: Selection,
): Promise<void> {
  if (selection.columns !== undefined) await openFormat((await textOf(chunks)).text, file, selection);
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<{
  readonly order: ReturnType<typeof byteOrder>;
  readonly text: AsyncIterable<Buffer>;
}> {
  const { start, bytes } = await peekStart(chunks);
  const order = byteOrder(start);
  return { order, text: order === undefined ? bytes : narrowed(bytes, order) };
}

interface OpenedFormat {
  readonly format: DumpFormat;
  /** Bytes at the start that stay unchanged. */
  readonly kept?: Buffer;
  readonly bytes: AsyncIterable<Buffer>;
  readonly lacksColumns?: boolean;
}

async function openFormat(
  chunks: AsyncIterable<Buffer>,
  file: string,
  { format, columns, properties, delimiter, mayLackColumns }: Selection,
): Promise<OpenedFormat> {
  if (columns !== undefined) {
    const usual = /\.tsv$/i.test(file) ? '\t' : ',';
    const start = await readHeading(chunks, file, { given: delimiter, usual });
    const { heading, above, bytesOfHeading, rest } = start;
    const there = mayLackColumns === true ? columns.filter((name) => isThere(name, heading)) : columns;
    const positions = columnPositions(there, heading, file);
    // The header row is never changed. If all columns are given by number, the first record is data.
    const isNamed = hasHeading(there, heading);
    return {
      format: createCsvFormat(positions, start.delimiter),
      kept: isNamed ? Buffer.concat([above, bytesOfHeading]) : above,
      bytes: isNamed ? rest : prependTo(bytesOfHeading, rest),
      lacksColumns: there.length === 0,
    };
  }
  if (properties !== undefined) return { format: createJsonFormat(properties), bytes: chunks };
  if (format === 'text' || format === 'sql') return { format: createTextFormat(), bytes: chunks };
  if (format === 'json' || /\.(json|jsonl|ndjson)$/i.test(file))
    return { format: createJsonFormat(), bytes: chunks };
  return sniffed(chunks);
}

/** Chooses the format: an object or array at the start is JSON; a log line in square brackets is not. */
async function sniffed(chunks: AsyncIterable<Buffer>): Promise<OpenedFormat> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  const head = first.done === true ? Buffer.alloc(0) : first.value;
  const isJson = /^\s*[{[]\s*["{[\]}]/.test(head.toString('latin1', 0, 1024));
  return {
    format: isJson ? createJsonFormat() : createTextFormat(),
    bytes: prependTo(head, { [Symbol.asyncIterator]: () => iterator }),
  };
}

async function* prependTo(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}
