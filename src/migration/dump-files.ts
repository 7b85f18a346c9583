import { lstatSync, readdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { Failure } from '../failure/failure.ts';
import { unreadable } from '../terminal/read-input.ts';

/** A file of a dump, and its path below the output folder. */
export interface DumpFile {
  readonly path: string;
  readonly place: string;
  /** Whether it was found in a folder instead of being named by the user. */
  readonly isFound?: true;
}

/** An entry of a folder that is not a regular file. */
export interface SkippedFile {
  readonly place: string;
  readonly why: 'link' | 'no file';
}

/** The content of a dump. */
export interface DumpContent {
  readonly files: readonly DumpFile[];
  /** Symbolic links, which are not followed, and entries without content, such as sockets. */
  readonly skipped: readonly SkippedFile[];
}

/**
 * Returns the files of a dump in a stable order: named files in the given order, and all files below named
 * folders.
 * @throws Failure `invalidInput` if a path does not exist; `usage` if two files would be written to one place
 */
export function dumpFiles(paths: readonly string[]): DumpContent {
  const skipped: SkippedFile[] = [];
  const files = paths.flatMap((path) =>
    isFolder(path) ? filesBelow(path, '', skipped) : [{ path, place: basename(path) }],
  );
  const places = new Map<string, string>();
  for (const { path, place } of files) {
    const other = places.get(place);
    if (other !== undefined)
      throw new Failure('usage', `${other} and ${path} would both be written to ${place}`, {
        hint: 'rewrite them separately, into two folders',
      });
    places.set(place, path);
  }
  return { files, skipped };
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function filesBelow(folder: string, place: string, skipped: SkippedFile[]): readonly DumpFile[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries.flatMap((entry): readonly DumpFile[] => {
    const own = {
      path: join(folder, entry.name),
      place: place === '' ? entry.name : `${place}${sep}${entry.name}`,
    };
    if (entry.isDirectory()) return filesBelow(own.path, own.place, skipped);
    if (entry.isFile()) return [{ ...own, isFound: true }];
    skipped.push({ place: own.place, why: entry.isSymbolicLink() ? 'link' : 'no file' });
    return [];
  });
}

/** Whether a file is compressed with gzip, by its name. */
export function isGzip(path: string): boolean {
  return /\.gz$/i.test(path);
}

/** Whether a file is a zip archive, by its name. */
export function isZip(path: string): boolean {
  return /\.zip$/i.test(path);
}

/** Whether a file is an archive or a compressed file of an unsupported kind, by its name. */
export function isUnreadArchive(path: string): boolean {
  return /\.(tar|tgz|tbz2?|txz|7z|rar|bz2|xz|zst|tar\.\w+)$/i.test(path);
}

/** Decompresses a stream of bytes. @throws Failure `invalidInput` if they are not gzip, or are truncated */
export async function* gunzipBytes(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  try {
    yield* pipeThrough(bytes, createGunzip());
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('invalidInput', `${file} is truncated or not gzip`, { cause: error });
  }
}

/** Compresses a stream of bytes. */
export function gzipBytes(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return pipeThrough(pieces, createGzip());
}

async function* pipeThrough(pieces: AsyncIterable<Buffer>, stream: Transform): AsyncGenerator<Buffer> {
  // An error of the input is reported by the output stream.
  pipeline(Readable.from(copyPieces(pieces)), stream, () => undefined);
  for await (const piece of stream) yield piece;
}

/** Copies each piece, because the next one reuses its buffer. */
async function* copyPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
