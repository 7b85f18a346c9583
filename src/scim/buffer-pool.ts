/** Arrays that are used again: fresh ones for every page would fill the memory faster than it is cleared. */
export interface BufferPool {
  take(length: number): Uint8Array;
  /** Takes an array back that nobody reads any more. */
  giveBack(bytes: Uint8Array): void;
}

/** Pages differ a little in length. */
const SPARE = 1.1;
const SMALLEST = 64 * 1024;

export function createBufferPool(): BufferPool {
  const free: ArrayBuffer[] = [];
  const own = new WeakSet<ArrayBuffer>();
  return {
    take(length) {
      const index = free.findIndex(({ byteLength }) => byteLength >= length);
      const [found] = index < 0 ? [] : free.splice(index, 1);
      const buffer = found ?? new ArrayBuffer(Math.ceil(length * SPARE));
      own.add(buffer);
      return new Uint8Array(buffer, 0, length);
    },
    giveBack({ buffer }) {
      // What a transport brought in an array of its own is not ours to write over.
      if (buffer instanceof ArrayBuffer && own.has(buffer) && buffer.byteLength >= SMALLEST)
        free.push(buffer);
    },
  };
}
