import { closeSync, constants, fdatasync, fstatSync, ftruncateSync, lstatSync, openSync } from 'node:fs';
import { systemErrorCode } from '../failure/failure.ts';
import { fileFailure } from '../failure/file-error.ts';
import { PRIVATE_FILE, writeWhole } from './atomic-file.ts';
import { applySecretPolicy, type SecretPolicy } from './secret-policy.ts';
import { storageFailure } from './storage-failure.ts';

/** A file to which lines are appended. Each line is written completely or not at all. */
export interface AppendFile {
  readonly path: string;
  /** Size of the file, in bytes. */
  size(): number;
  /** Appends text. If that fails, the file is truncated to its previous size. @throws Failure `storage` */
  append(text: string): void;
  /** Resolves when everything appended so far would survive a power failure. @throws Failure `storage` */
  sync(): Promise<void>;
  /** Truncates the file to `bytes`. */
  truncate(bytes: number): void;
  close(): void;
}

/** Opens or creates a file for appending, with mode 0600. A symbolic link is refused. */
export function openAppendFile(
  path: string,
  options: { readonly mustBeNew?: boolean; readonly secrets?: SecretPolicy } = {},
): AppendFile {
  const file = open(path, constants.O_CREAT | (options.mustBeNew === true ? constants.O_EXCL : 0));
  const size = () => fstatSync(file).size;
  return {
    path,
    size,
    append(text) {
      const before = size();
      try {
        writeWhole(file, applySecretPolicy(text, options.secrets ?? 'hide', path));
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
 * Checks that `openAppendFile` can open an existing file, and leaves the file as it is. A pipe or a device is
 * not opened: the reader of a pipe would take its close for the end.
 * @throws Failure `storage`
 */
export function checkCanAppend(path: string): void {
  const found = lstatSync(path);
  if (found.isFile() || found.isSymbolicLink()) closeSync(open(path, 0));
}

/** @throws Failure `storage` */
function open(path: string, flags: number): number {
  const always = constants.O_APPEND | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);
  try {
    return openSync(path, always | flags, PRIVATE_FILE);
  } catch (error) {
    // O_NOFOLLOW reports any symbolic link with ELOOP, the code that otherwise means a loop of links.
    if (systemErrorCode(error) === 'ELOOP')
      throw fileFailure('storage', 'open', path, error, 'it is a symbolic link');
    throw storageFailure('open', path, error);
  }
}

/**
 * Truncates the file after a failed write. An error here is ignored: readers of the file expect a torn last
 * line, and the error to report is that of the write.
 */
function cutBack(file: number, bytes: number): void {
  try {
    ftruncateSync(file, bytes);
  } catch {
    return;
  }
}
