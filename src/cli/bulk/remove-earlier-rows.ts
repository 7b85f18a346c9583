import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { startsLikeFailedRows } from '../../bulk/input/columns.ts';
import { REJECT_HEADING } from '../../migration/move/reject.ts';
import { isDevice, removeFile } from '../../storage/atomic-file.ts';
import { storageFailure } from '../../storage/storage-failure.ts';
import { isPlainFile, readInputSync, startOfInput } from '../../terminal/read-input.ts';
import { refuseExisting } from '../printing/refuse-existing.ts';

/** Bytes in which a file shows what it is: its heading, or its first object. */
const START = 64 * 1024;

/**
 * Whether an existing file has failed or rejected rows of an earlier run.
 * @throws Failure `storage` if the file cannot be read
 */
export function hasEarlierRows(path: string): boolean {
  if (!isPlainFile(path) || isDevice(path)) return false;
  // Rows that a spreadsheet saved in UTF-16 are found, too.
  const start = startOf(path).replaceAll('\0', '');
  return startsLikeFailedRows(start) || start.startsWith(REJECT_HEADING.join(','));
}

/**
 * Removes failed or rejected rows of an earlier run, which would seem to belong to this one. A file of
 * anything else stays: `--force` lets it be replaced, but there is nothing to replace it with.
 * @throws Failure `storage` if the file cannot be read or removed
 */
export function removeEarlierRows(path: string): void {
  if (hasEarlierRows(path)) removeFile(path);
}

/**
 * Decides about writing rejected rows. Without `mayReplace`, an existing file may only have the same rows
 * already, as after a dry run: someone may have corrected rows in another one.
 * @param text of the rejected rows; empty if there are none
 * @returns whether the rows are still to be written
 * @throws Failure `usage` for an existing file with other content
 */
export async function mustWriteRows(
  path: string,
  mayReplace: boolean,
  text: () => AsyncIterable<string> | Iterable<string>,
): Promise<boolean> {
  if (mayReplace || !existsSync(path) || isDevice(path)) return true;
  const hash = createHash('sha256');
  for await (const piece of text()) hash.update(piece);
  const there = createHash('sha256').update(readInputSync(path));
  if (there.digest('hex') !== hash.digest('hex')) refuseExisting(path, false);
  return false;
}

function startOf(path: string): string {
  try {
    return startOfInput(path, START);
  } catch (error) {
    throw storageFailure('read', path, error);
  }
}
