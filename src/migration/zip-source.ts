import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { withCommas } from '../output/pluralize.ts';

/** An entry of a zip archive, with what is needed to write it again. */
export interface ZipEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isCompressed: boolean;
  readonly modified: Date;
  /** Unix file type and permissions; undefined if the archive does not contain them. */
  readonly mode: number | undefined;
  readonly comment: string;
}

/** Unix bits of the file type, and their value for a symbolic link. */
const [TYPE_BITS, LINK] = [0o170000, 0o120000];

/** Whether an entry is a symbolic link, whose content is its target path. */
export function isLink({ mode = 0 }: ZipEntry): boolean {
  return (mode & TYPE_BITS) === LINK;
}

/** A zip archive whose directory was checked before any entry is read. */
export interface ZipSource {
  readonly entries: readonly ZipEntry[];
  readonly comment: string;
  /** Returns and checks the decompressed content. @throws Failure `invalidInput` if it is damaged */
  read(entry: ZipEntry): AsyncGenerator<Buffer>;
  close(): void;
}

/**
 * An archive that decompresses to more than this many times its size and to more than a gigabyte is refused
 * as a zip bomb.
 */
const MAX_COMPRESSION_RATIO = 250;
const MAX_UNSUSPECTED_BYTES = 1024 * 1024 * 1024;

/** Bytes before the content of an entry, without its name (APPNOTE §4.3.7). */
const LOCAL_HEADER = 30;

/**
 * Opens a zip archive, including ZIP64.
 * @throws Failure `invalidInput` if it is not an archive, is damaged or encrypted, has a path outside of it
 * or the same path twice, or would decompress to far more than an export does
 */
export async function openZip(path: string): Promise<ZipSource> {
  const zip = await openZipFile(path);
  try {
    const known = new Map<ZipEntry, Entry>();
    for await (const entry of entriesOf(zip, path)) known.set(entryOf(entry), entry);
    refuseTraps([...known.values()], zip.fileSize, path);
    return {
      entries: [...known.keys()],
      comment: zip.comment,
      read: (entry) => contentOf(zip, known.get(entry), path),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZipFile(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Yields each entry. Its name is already checked: it is relative and does not lead outside. */
async function* entriesOf(zip: ZipFile, path: string): AsyncGenerator<Entry> {
  const names = new Set<string>();
  const entries = zip.eachEntry();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw unreadable(path, error);
    });
    if (next.done === true) return;
    const entry = next.value;
    const { fileName } = entry;
    if (names.has(fileName)) throw cannotRewrite(path, `it has two entries named ${fileName}`);
    names.add(fileName);
    if (entry.isEncrypted()) throw cannotRewrite(path, `${fileName} is encrypted`);
    if (!entry.canDecodeFileData())
      throw cannotRewrite(
        path,
        `${fileName} has an unsupported compression method (${entry.compressionMethod})`,
      );
    yield entry;
  }
}

function entryOf(entry: Entry): ZipEntry {
  const mode = entry.externalFileAttributes >>> 16;
  return {
    name: entry.fileName,
    isFolder: entry.fileName.endsWith('/'),
    isCompressed: entry.compressionMethod !== 0,
    modified: entry.getLastModDate(),
    mode: mode === 0 ? undefined : mode,
    comment: entry.fileComment,
  };
}

/** Refuses a zip bomb: entries that share bytes, or that decompress out of proportion. */
function refuseTraps(entries: readonly Entry[], fileSize: number, path: string): void {
  const inOrder = [...entries].sort(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  let size = 0;
  for (const entry of inOrder) {
    const { relativeOffsetOfLocalHeader: start, fileName, compressedSize } = entry;
    if (start < end) throw cannotRewrite(path, `${fileName} shares bytes with another entry`);
    end = start + LOCAL_HEADER + entry.fileNameLength + compressedSize;
    size += entry.uncompressedSize;
  }
  if (end > fileSize) throw cannotRewrite(path, 'it is cut off');
  if (size > MAX_UNSUSPECTED_BYTES && size > MAX_COMPRESSION_RATIO * fileSize)
    throw cannotRewrite(path, `${withCommas(fileSize)} bytes would become ${withCommas(size)}`);
}

async function* contentOf(zip: ZipFile, entry: Entry | undefined, path: string): AsyncGenerator<Buffer> {
  if (entry === undefined) throw new TypeError('the entry is of another archive');
  let stream: Readable | undefined;
  let sum = 0;
  try {
    stream = await zip.openReadStreamPromise(entry);
    for await (const piece of stream) {
      const bytes: Buffer = piece;
      sum = crc32(bytes, sum);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof Failure ? error : cannotRewrite(path, `${entry.fileName} is damaged`, error);
  } finally {
    stream?.destroy();
  }
  if (sum !== entry.crc32) throw cannotRewrite(path, `${entry.fileName} is damaged: checksum mismatch`);
}

function unreadable(path: string, error: unknown): Failure {
  const code = systemErrorCode(error);
  if (code === 'ENOENT') return new Failure('invalidInput', `cannot read ${path}: there is no such file`);
  const reason = error instanceof Error ? error.message.replace(/\.$/, '') : 'read error';
  const isCut = /^end of central directory|^unexpected EOF/i.test(reason);
  return cannotRewrite(path, isCut ? 'the zip archive is incomplete' : reason, error);
}

function cannotRewrite(path: string, reason: string, cause?: unknown): Failure {
  return new Failure('invalidInput', `cannot rewrite ${path}: ${reason}`, {
    hint: 'unpack it with a program that you trust, and pass the folder',
    cause,
  });
}
