import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Reads a file from an offset to its end, or at most `most` bytes.
 * @throws the system error if the file cannot be read
 */
export function readFrom(path: string, offset: number, most = Number.POSITIVE_INFINITY): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(most, Math.max(0, fstatSync(file).size - offset)));
    let read = 0;
    while (read < buffer.length) {
      const count = readSync(file, buffer, read, buffer.length - read, offset + read);
      if (count === 0) break;
      read += count;
    }
    return buffer.subarray(0, read);
  } finally {
    closeSync(file);
  }
}
