import { byteOrder, MARK_BYTES } from './utf16.ts';

/** Bytes in which a file shows that it is no text. */
const LOOKED_AT = 8192;

/** The first bytes, and all of them from the beginning. */
export interface Begun {
  readonly start: Buffer;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Looks at the first bytes without losing any: enough to recognize a byte order mark. */
export async function begun(bytes: AsyncIterable<Buffer>): Promise<Begun> {
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
 * Tells whether bytes are text, without losing any: text has no byte 0, or is UTF-16 with a byte order mark.
 */
export async function textOrNot(
  all: AsyncIterable<Buffer>,
): Promise<{ readonly isText: boolean; readonly bytes: AsyncIterable<Buffer> }> {
  const { start, bytes } = await begun(all);
  return { isText: byteOrder(start) !== undefined || !start.subarray(0, LOOKED_AT).includes(0), bytes };
}
