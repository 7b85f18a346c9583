import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDevice } from '../../storage/atomic-file.ts';
import { storageFailure } from '../../storage/storage-failure.ts';
import { refuseExisting } from './refuse-existing.ts';

/**
 * Checks that an output can be written, before anything is read or sent: that its folder exists, and that it
 * may be replaced if it exists.
 * @param how hint if the file exists
 * @throws Failure `usage`, `storage`
 */
export function checkWritable(out: string | undefined, mayReplace: boolean | undefined, how?: string): void {
  if (out === undefined) return;
  checkFolder(out);
  refuseExisting(out, mayReplace, how);
}

function checkFolder(out: string): void {
  if (isDevice(out)) return;
  try {
    accessSync(dirname(resolve(out)), constants.W_OK);
  } catch (error) {
    throw storageFailure('write to the folder of', out, error);
  }
}
