/** Bytes, and the first of them, which were looked at. */
export interface PeekedBytes {
  readonly start: Buffer;
  /** All of them, from the start. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Returns the first bytes, empty where there are none, and all of them from the start. */
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
