import { existsSync, linkSync, realpathSync, statSync } from 'node:fs';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { writeInPieces } from '../storage/atomic-file.ts';
import { storageFailure } from '../storage/storage-failure.ts';

/**
 * Replaces a file atomically with the output of `make`, keeping its mode. A file whose content does not
 * change is not touched.
 * @param backup suffix of the file name for a copy of the old content.
 * @param isDifferent whether the content changed, from the result of `make`.
 * @returns the result of `make`.
 * @throws Failure `invalidInput` if there is no such file, `storage` if it cannot be replaced.
 */
export async function replaceFile<T>(
  file: string,
  backup: string | undefined,
  make: (write: (bytes: Uint8Array) => void) => Promise<T>,
  isDifferent: (made: T) => boolean,
): Promise<T> {
  // A symbolic link stays; its target is replaced.
  const path = realPathOf(file);
  const { mode } = statSync(path);
  const options = { mode: mode & 0o7777, secrets: 'keep', clears: true } as const;
  return writeInPieces(path, options, async (target) => {
    const made = await make(target.write);
    if (!isDifferent(made)) target.abandon();
    else if (backup !== undefined) keepCopy(path, path + backup);
    return made;
  });
}

/**
 * Returns the path of a file's backup if another file has it; undefined if it is free, or is a copy that a
 * killed process created before it replaced the file.
 */
export function occupiedBackupPath(file: string, suffix: string): string | undefined {
  const path = realPathOf(file);
  const copy = path + suffix;
  return existsSync(copy) && !isSameFile(path, copy) ? copy : undefined;
}

function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    const reason = systemErrorCode(error) === 'ENOENT' ? 'there is no such file' : 'it cannot be opened';
    throw new Failure('invalidInput', `cannot read ${file}: ${reason}`, { cause: error });
  }
}

/** Keeps the old content under a second name, as a hard link. */
function keepCopy(path: string, copy: string): void {
  try {
    linkSync(path, copy);
  } catch (error) {
    // An earlier process created the copy and was killed before it replaced the file.
    if (systemErrorCode(error) === 'EEXIST' && isSameFile(path, copy)) return;
    throw storageFailure('keep a copy as', copy, error);
  }
}

function isSameFile(path: string, other: string): boolean {
  const [one, two] = [statSync(path), statSync(other)];
  return one.ino === two.ino && one.dev === two.dev;
}
