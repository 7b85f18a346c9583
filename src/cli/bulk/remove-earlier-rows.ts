import { existsSync } from 'node:fs';
import { startsLikeFailedRows } from '../../bulk/input/columns.ts';
import { REJECT_HEADING } from '../../migration/move/reject.ts';
import { isDevice, removeFile } from '../../storage/atomic-file.ts';
import { storageFailure } from '../../storage/storage-failure.ts';
import { startOfInput } from '../../terminal/read-input.ts';

/** Bytes in which a file shows what it is: its heading, or its first object. */
const START = 64 * 1024;

/**
 * Removes failed or rejected rows of an earlier run, which would seem to belong to this one. A file of
 * anything else stays: `--force` lets it be replaced, but there is nothing to replace it with.
 * @throws Failure `storage` if the file cannot be read or removed
 */
export function removeEarlierRows(path: string): void {
  if (isDevice(path) || !existsSync(path)) return;
  // Rows that a spreadsheet saved in UTF-16 are found, too.
  const start = startOf(path).replaceAll('\0', '');
  if (startsLikeFailedRows(start) || start.startsWith(REJECT_HEADING.join(','))) removeFile(path);
}

function startOf(path: string): string {
  try {
    return startOfInput(path, START);
  } catch (error) {
    throw storageFailure('read', path, error);
  }
}
