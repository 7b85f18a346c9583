import { closeSync, constants, fdatasync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { systemErrorCode } from '../failure/failure.ts';
import { fileFailure } from '../failure/file-error.ts';
import { PRIVATE_FILE, writeWhole } from './atomic-file.ts';
import { type Passing, passing } from './passing.ts';
import { storageFailure } from './storage-failure.ts';

/** A file that only grows, line by line. A line is in it whole or not at all. */
export interface AppendFile {
  readonly path: string;
  /** Bytes in the file. */
  size(): number;
  /**
   * Writes text at the end. When that fails the file is cut back to what it was. @throws Failure `storage`
   */
  append(text: string): void;
  /** Resolves when everything appended so far would survive a power cut. @throws Failure `storage` */
  sync(): Promise<void>;
  /** Cuts the file to `bytes`. */
  truncate(bytes: number): void;
  close(): void;
}

/** Opens or creates a file for appending, readable by the user alone; a symbolic link is refused. */
export function openAppendFile(
  path: string,
  options: { readonly mustBeNew?: boolean; readonly secrets?: Passing } = {},
): AppendFile {
  const flags =
    constants.O_APPEND |
    constants.O_CREAT |
    constants.O_RDWR |
    (constants.O_NOFOLLOW ?? 0) |
    (options.mustBeNew === true ? constants.O_EXCL : 0);
  let file: number;
  try {
    file = openSync(path, flags, PRIVATE_FILE);
  } catch (error) {
    // Links are never followed here; the system has one word for that and for a circle of them.
    if (systemErrorCode(error) === 'ELOOP')
      throw fileFailure('storage', 'open', path, error, 'it is a symbolic link');
    throw storageFailure('open', path, error);
  }
  const size = () => fstatSync(file).size;
  return {
    path,
    size,
    append(text) {
      const before = size();
      try {
        writeWhole(file, passing(text, options.secrets ?? 'hide', path));
      } catch (error) {
        cutBack(file, before);
        throw storageFailure('write', path, error);
      }
    },
    sync: () =>
      new Promise((resolve, reject) => {
        fdatasync(file, (error) => {
          if (error === null) resolve();
          else reject(storageFailure('write', path, error));
        });
      }),
    truncate: (bytes) => ftruncateSync(file, bytes),
    close: () => closeSync(file),
  };
}

/**
 * What cannot be cut either keeps a torn line, which readers of the file expect; the first fault is the one
 * to tell.
 */
function cutBack(file: number, bytes: number): void {
  try {
    ftruncateSync(file, bytes);
  } catch {
    return;
  }
}
