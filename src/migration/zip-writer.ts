import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { defined } from '../values/defined.ts';
import type { ZipEntry, ZipSource } from './zip-source.ts';

/**
 * Writes an archive with the same entries in the same order, as a stream; names, times, modes and comments
 * stay.
 * @param contentOf returns the new content of an entry; a piece may reuse the buffer of the previous one
 */
export async function* zipEntries(
  { entries, comment }: Pick<ZipSource, 'entries' | 'comment'>,
  contentOf: (entry: ZipEntry) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  // An error of the input is reported by the output stream.
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error) => output.destroy(error));
  let current: Readable | undefined;
  for (const entry of entries) {
    const { name, modified: mtime, mode, isCompressed: compress, comment: fileComment } = entry;
    // A folder takes a comment as well; only its declared type has none.
    const facts = { mtime, fileComment, ...defined({ mode }) };
    if (entry.isFolder) zip.addEmptyDirectory(name, facts);
    else
      zip.addReadStreamLazy(name, { ...facts, compress }, (done) => {
        current = Readable.from(copies(contentOf(entry)), { objectMode: false });
        current.on('error', (error) => zip.emit('error', error));
        done(null, current);
      });
  }
  zip.end({ comment, forceZip64Format: false });
  try {
    for await (const piece of output) yield piece;
  } finally {
    current?.destroy();
  }
}

async function* copies(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) if (piece.length > 0) yield Buffer.from(piece);
}
