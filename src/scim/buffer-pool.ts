/**
 * Reusable buffers: allocating one for every page would fill memory faster than the garbage collector frees
 * it.
 */
export interface BufferPool {
  take(length: number): Uint8Array;
  /** Returns an array to the pool. It must not be read any more. */
  giveBack(bytes: Uint8Array): void;
}

/** Extra capacity, because pages differ slightly in length. */
const SPARE = 1.1;
const MIN_SIZE = 64 * 1024;

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
      // An array that a transport allocated itself must not be overwritten.
      if (buffer instanceof ArrayBuffer && own.has(buffer) && buffer.byteLength >= MIN_SIZE)
        free.push(buffer);
    },
  };
}
