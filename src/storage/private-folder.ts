import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { storageFailure } from './storage-failure.ts';

export const PRIVATE_FOLDER = 0o700;

/** Creates the folder and its parents with mode 0700; new ones survive a power failure. */
export function makePrivateFolder(path: string): void {
  try {
    for (const folder of missingFolders(resolve(path))) {
      makeFolder(folder);
      syncFolder(dirname(folder));
    }
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST')
      throw new Failure('storage', `cannot create the folder ${path}: a file has this name`, {
        hint: 'use a path whose parents are folders',
        cause: error,
      });
    throw storageFailure('create the folder', path, error);
  }
}

/**
 * The missing folders of an absolute path, outermost first. They are created one by one, because Node's
 * recursive mkdir never returns on a file system that accepts no folders, such as /proc.
 */
function missingFolders(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [...missingFolders(dirname(path)), path];
  return found.isDirectory() ? [] : [path];
}

/** Creates a folder, unless another process created it in the meantime. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (error) {
    const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    if (systemErrorCode(error) !== 'EEXIST' || !isThere) throw error;
  }
}

/**
 * Makes a new or renamed entry of the folder survive a power failure. Windows cannot open a folder, and
 * elsewhere the user may be allowed to write to it but not to read it. The entry is in place then, and is not
 * reported as failed.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openReadable(path);
  if (folder === undefined) return;
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Opens a folder. @returns undefined if the user may not read it */
function openReadable(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}
