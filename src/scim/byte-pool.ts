/** Arrays that are used again: fresh ones for every page would fill the memory faster than it is cleared. */
export interface BytePool {
  take(length: number): Uint8Array;
  /** Takes an array back that nobody reads any more. */
  giveBack(bytes: Uint8Array): void;
}

/** Pages differ a little in length. */
const SPARE = 1.1;
const SMALLEST = 64 * 1024;

export function createBytePool(): BytePool {
  const free: ArrayBuffer[] = [];
  return {
    take(length) {
      const index = free.findIndex(({ byteLength }) => byteLength >= length);
      const [found] = index < 0 ? [] : free.splice(index, 1);
      return new Uint8Array(found ?? new ArrayBuffer(Math.ceil(length * SPARE)), 0, length);
    },
    giveBack({ buffer }) {
      if (buffer instanceof ArrayBuffer && buffer.byteLength >= SMALLEST) free.push(buffer);
    },
  };
}
