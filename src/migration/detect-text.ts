import { byteOrder, MARK_BYTES } from './utf16.ts';

/** Bytes examined to detect a binary file. */
const SNIFFED_BYTES = 8192;

/** The first bytes, and the complete stream. */
export interface PeekedStart {
  readonly start: Buffer;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads the first bytes without consuming them: enough to recognize a byte order mark. */
export async function peekStart(bytes: AsyncIterable<Buffer>): Promise<PeekedStart> {
  const iterator = bytes[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  let isDone = false;
  while (!isDone && start.length < MARK_BYTES) {
    const next = await iterator.next();
    isDone = next.done === true;
    if (next.done !== true) start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
  }
  return {
    start,
    bytes: (async function* () {
      if (start.length > 0) yield start;
      if (!isDone) yield* { [Symbol.asyncIterator]: () => iterator };
    })(),
  };
}

/**
 * Determines whether bytes are text, without consuming them: text has no byte 0, or is UTF-16 with a byte
 * order mark.
 */
export async function detectText(
  all: AsyncIterable<Buffer>,
): Promise<{ readonly isText: boolean; readonly bytes: AsyncIterable<Buffer> }> {
  const { start, bytes } = await peekStart(all);
  return { isText: byteOrder(start) !== undefined || !start.subarray(0, SNIFFED_BYTES).includes(0), bytes };
}
