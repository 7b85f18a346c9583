import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/**
 * Milliseconds for which the attributes of a file speak for its content. On a disk of this machine they do,
 * since a lock is replaced by a new file; a client of a network file system may answer from what it remembers
 * for some seconds, and asks the server when a file is opened.
 */
const TRUSTED = 100;

/** A file that this process wrote, and that others may replace, change or remove. */
export interface WatchedFile {
  /** Whether it still is there with the content that it was given; false also where it cannot be read. */
  isAsWritten(): boolean;
}

/**
 * Watches a file that may be looked at thousands of times a second: most looks ask for its attributes alone,
 * in one call of the system. It is read at the first look, when an attribute is another than at the last
 * reading, and when that was a moment ago.
 * @param written its whole content
 * @param now milliseconds since 1970: a clock that goes on while the machine sleeps
 */
export function watchedFile(path: string, written: Buffer, now: () => number = Date.now): WatchedFile {
  let seen: Stats | undefined;
  let seenAt = 0;
  return {
    isAsWritten() {
      const age = now() - seenAt;
      if (seen !== undefined && age >= 0 && age < TRUSTED && isSameFile(seen, attributesOf(path)))
        return true;
      seenAt = now();
      seen = readWhole(path, written);
      return seen !== undefined;
    },
  };
}

/** A file that took the place of another has another number, or the same one at another time. */
function isSameFile(one: Stats, other: Stats | undefined): boolean {
  return (
    other !== undefined &&
    one.ino === other.ino &&
    one.dev === other.dev &&
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs
  );
}

function attributesOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the attributes of a file that has exactly these bytes. */
function readWhole(path: string, bytes: Buffer): Stats | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    // Before the bytes: what is changed between the two shows at the next look.
    const attributes = fstatSync(file);
    const found = Buffer.allocUnsafe(bytes.length + 1);
    const length = readSync(file, found, 0, found.length, 0);
    return found.subarray(0, length).equals(bytes) ? attributes : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
