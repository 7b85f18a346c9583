import { lstatSync, readdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { Failure, systemErrorCode } from '../failure/failure.ts';

/** One file of a dump, and its place below the folder that the result is written to. */
export interface DumpFile {
  readonly path: string;
  readonly place: string;
  /** It was found in a folder; nobody named it. */
  readonly isFound?: true;
}

/**
 * Returns the files of a dump in a stable order: files as they are named, of folders everything below them. Links are not followed.
 * @throws Failure `invalidInput` when one is not there; `usage` when two would be written to one place
 */
export function dumpFiles(paths: readonly string[]): readonly DumpFile[] {
  const files = paths.flatMap((path) =>
    isFolder(path) ? filesBelow(path, '') : [{ path, place: basename(path) }],
  );
  const places = new Map<string, string>();
  for (const { path, place } of files) {
    const other = places.get(place);
    if (other !== undefined)
      throw new Failure('usage', `${other} and ${path} would both be written to ${place}`, {
        hint: 'rewrite one after the other, into two folders',
      });
    places.set(place, path);
  }
  return files;
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch (error) {
    const reason = systemErrorCode(error) === 'ENOENT' ? 'there is no such file' : 'it cannot be opened';
    throw new Failure('invalidInput', `cannot read ${path}: ${reason}`, { cause: error });
  }
}

function filesBelow(folder: string, place: string): readonly DumpFile[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries.flatMap((entry): readonly DumpFile[] => {
    const own = {
      path: join(folder, entry.name),
      place: place === '' ? entry.name : `${place}${sep}${entry.name}`,
    };
    if (entry.isDirectory()) return filesBelow(own.path, own.place);
    return entry.isFile() ? [{ ...own, isFound: true }] : [];
  });
}

/** Whether a file is compressed by gzip, by its name. */
export function isGzip(path: string): boolean {
  return /\.gz$/i.test(path);
}

/** Whether a file is a zip archive, by its name. */
export function isZip(path: string): boolean {
  return /\.zip$/i.test(path);
}

/** Decompresses bytes as they come. @throws Failure `invalidInput` when they are not gzip, or cut off */
export async function* gunzipped(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  try {
    yield* through(bytes, createGunzip());
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('invalidInput', `${file} is not whole gzip`, { cause: error });
  }
}

/** Compresses pieces as they come. */
export function gzipped(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return through(pieces, createGzip());
}

async function* through(pieces: AsyncIterable<Buffer>, stream: Transform): AsyncGenerator<Buffer> {
  // What goes wrong on the way in comes out of the stream.
  pipeline(Readable.from(kept(pieces)), stream, () => undefined);
  for await (const piece of stream) yield piece;
}

/** A piece is written over by the next one. */
async function* kept(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Bytes in which a file shows that it is no text. */
const LOOKED_AT = 8192;

/** Tells whether bytes are text, without losing any. */
export async function textOrNot(
  bytes: AsyncIterable<Buffer>,
): Promise<{ readonly isText: boolean; readonly bytes: AsyncIterable<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first = await iterator.next();
  const start = first.done === true ? Buffer.alloc(0) : first.value;
  return {
    isText: !start.subarray(0, LOOKED_AT).includes(0),
    bytes: (async function* () {
      if (first.done === true) return;
      yield start;
      yield* { [Symbol.asyncIterator]: () => iterator };
    })(),
  };
}
