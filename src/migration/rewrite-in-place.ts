import { linkSync, realpathSync, statSync } from 'node:fs';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { writeInPieces } from '../storage/atomic-file.ts';
import { storageFailure } from '../storage/storage-failure.ts';

/**
 * Replaces a file atomically with the output of `make`, keeping its mode. A file whose content does not
 * change is not touched.
 * @param backup suffix of the file name for a copy of the old content.
 * @param make returns whether the content changed.
 * @throws Failure `invalidInput` if there is no such file, `storage` if it cannot be replaced.
 */
export async function replaceFile(
  file: string,
  backup: string | undefined,
  make: (write: (bytes: Uint8Array) => void) => Promise<boolean>,
): Promise<void> {
  // A symbolic link stays; its target is replaced.
  const path = located(file);
  const { mode } = statSync(path);
  const options = { mode: mode & 0o7777, secrets: 'keep', clears: true } as const;
  await writeInPieces(path, options, async (target) => {
    const isDifferent = await make(target.write);
    if (!isDifferent) target.abandon();
    else if (backup !== undefined) keepCopy(path, path + backup);
  });
}

function located(file: string): string {
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
