/** A stream of bytes, with its first chunk. */
export interface PeekedBytes {
  readonly start: Buffer;
  /** The whole stream, including the first chunk. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Returns the first chunk of a stream, empty if there is none, and the whole stream. */
export async function peekBytes(bytes: AsyncIterable<Buffer>): Promise<PeekedBytes> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await pieces.next();
  async function* all() {
    if (first.done === true) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  return { start: first.done === true ? Buffer.alloc(0) : first.value, bytes: all() };
}
