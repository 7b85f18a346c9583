import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/**
 * Milliseconds for which unchanged attributes prove unchanged content. On a local disk they always do,
 * because a lock is replaced by a new file; a network file system may answer from a cache some seconds old,
 * and asks the server when a file is opened.
 */
const TRUSTED = 100;

/** A file written by this process that other processes may replace, change or remove. */
export interface WatchedFile {
  /** Whether the file still exists with the content written; false if it cannot be read. */
  isAsWritten(): boolean;
}

/**
 * Watches a file that may be checked thousands of times a second. Most checks compare only its attributes, in
 * one system call. Its content is read at the first check, after an attribute changed, and when the last read
 * is older than `TRUSTED`.
 * @param written its whole content
 * @param now milliseconds since 1970: a clock that keeps running while the machine sleeps
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
      seen = readComplete(path, written);
      return seen !== undefined;
    },
  };
}

/** Whether a file was neither replaced nor changed: a new one has another inode, or another time. */
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

/** Returns the attributes of the file if it contains exactly these bytes. */
function readComplete(path: string, bytes: Buffer): Stats | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    // Before reading the bytes, so that a change in between is detected by the next check.
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
