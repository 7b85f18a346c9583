import { linkSync, realpathSync, statSync } from 'node:fs';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { writeInPieces } from '../storage/atomic-file.ts';
import { storageFailure } from '../storage/storage-failure.ts';

/**
 * Replaces a file by what is made of it, at once or not at all; its mode stays. A file that comes out as it
 * was is not touched.
 * @param backup is put behind the name of the file for a copy of what it was.
 * @param make returns whether anything is different.
 * @throws Failure `invalidInput` when there is no such file, `storage` when it cannot be replaced.
 */
export async function replaceFile(
  file: string,
  backup: string | undefined,
  make: (write: (bytes: Uint8Array) => void) => Promise<boolean>,
): Promise<void> {
  // A link stays a link: what it points at is replaced.
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

/** A second name for the same bytes: the first one is about to get others. */
function keepCopy(path: string, copy: string): void {
  try {
    linkSync(path, copy);
  } catch (error) {
    // A killed process kept it, and did not replace the file any more.
    if (systemErrorCode(error) === 'EEXIST' && isSameFile(path, copy)) return;
    throw storageFailure('keep a copy as', copy, error);
  }
}

function isSameFile(path: string, other: string): boolean {
  const [one, two] = [statSync(path), statSync(other)];
  return one.ino === two.ino && one.dev === two.dev;
}
