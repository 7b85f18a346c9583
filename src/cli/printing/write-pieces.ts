import type { Writer } from '../../terminal/streams.ts';
import { type Paging, pagedWriter } from './paged-writer.ts';

/** Text is collected up to this many characters before it is written. */
const WRITE_SIZE = 16 * 1024;

/** Returns a function that shows output through the pager, if there is one. */
export function screensOf(
  writer: Writer,
  paging: Paging | undefined,
): <Result>(show: (to: Writer) => Promise<Result>) => Promise<Result> {
  return async (show) => {
    const to = pagedWriter(writer, paging);
    try {
      return await show(to);
    } finally {
      await to.finish();
    }
  };
}

/** Writes pieces, including those before a failure. @returns the number of pieces that are not blank */
export async function writePieces(
  writer: Writer,
  pieces: AsyncIterable<string>,
  isEachAtOnce: boolean,
): Promise<number> {
  let collected = '';
  let written = 0;
  const flush = async () => {
    const text = collected;
    collected = '';
    await writer.write(text);
  };
  try {
    for await (const piece of pieces) {
      collected += piece;
      if (piece.trim() !== '') written += 1;
      if (collected.length < WRITE_SIZE && !isEachAtOnce) continue;
      await flush();
      if (writer.isClosed()) return Number.POSITIVE_INFINITY;
    }
  } finally {
    await flush();
  }
  return written;
}

/** Writes pieces as they come, until the output is closed. */
export async function writeEach(writer: Writer, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  for await (const piece of pieces) {
    await writer.write(piece);
    if (writer.isClosed()) return;
  }
}

/** Calls `tell` after each piece: an endless list has no end at which to print notes. */
export async function* withNotesAfterEach<Piece>(
  pieces: AsyncIterable<Piece>,
  tell: () => Promise<void>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    yield piece;
    await tell();
  }
}
