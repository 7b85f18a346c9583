import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { type Passing, passing } from './passing.ts';
import { storageFailure } from './storage-failure.ts';
import { removeTemporaries, temporaryName } from './temporary-file.ts';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/**
 * Replaces a file so that a reader, also one after a power cut, sees the old or the new content and nothing between:
 * temporary file in the same folder, fsync, rename, fsync of the folder.
 * @throws Failure `storage`; the old file is then intact.
 */
export function writeFileAtomic(path: string, content: string, options: AtomicFileOptions = {}): void {
  const file = createAtomicFile(path, options);
  file.write(content);
  file.commit();
}

/** A file that is written piece by piece and appears whole, or not at all. */
export interface AtomicFile {
  write(content: string | Uint8Array): void;
  /** Puts the file in its place. */
  commit(): void;
  /** Leaves no trace of it. */
  abandon(): void;
}

export interface AtomicFileOptions {
  /** Permissions; for the user alone when absent. */
  readonly mode?: number;
  /** What happens to a secret in it; it is hidden when absent. */
  readonly secrets?: Passing;
  /** Whether what killed processes left of writing this file is removed: for files that people name. */
  readonly clears?: boolean;
}

/** Begins a file that replaces another one when it is committed. @throws Failure `storage` */
export function createAtomicFile(path: string, options: AtomicFileOptions = {}): AtomicFile {
  const { mode = PRIVATE_FILE, secrets = 'hide' } = options;
  if (isDevice(path)) return openDevice(path, secrets);
  const temporary = temporaryName(path);
  if (options.clears === true) removeTemporaries(path);
  const guarded = writing(path, () => rmSync(temporary, { force: true }));
  const file = guarded(() => openSync(temporary, 'wx', PRIVATE_FILE));
  return {
    write: (content) => guarded(() => writeWhole(file, passing(content, secrets, path))),
    commit: () =>
      guarded(() => {
        // Not when it is opened: the mask of the process would take something away.
        fchmodSync(file, mode);
        fsyncSync(file);
        closeSync(file);
        renameSync(temporary, path);
        syncFolder(dirname(path));
      }),
    abandon: () => {
      closeSync(file);
      rmSync(temporary, { force: true });
    },
  };
}

/** Returns what runs a step of writing a file. @param cleanUp called when a step failed */
function writing(path: string, cleanUp?: () => void): <T>(run: () => T) => T {
  return (run) => {
    try {
      return run();
    } catch (error) {
      cleanUp?.();
      throw error instanceof Failure ? error : storageFailure('write', path, error);
    }
  };
}

/** Removes a file of an earlier run, where there is one; what is written to and never replaced stays. @throws Failure `storage` */
export function removeFile(path: string): void {
  if (isDevice(path)) return;
  writing(path)(() => rmSync(path, { force: true }));
}

/** Names of a file that a process has open. It may be a file, whose other writers would keep writing to the old one. /dev/shm is a folder like any other. */
const OPEN_FILE = /^\/(dev\/(fd\/\d+|stdin|stdout|stderr)|proc\/(self|\d+)\/fd\/\d+)$/;

/** Whether a path is something that is written to and never replaced, such as /dev/null, or a named pipe. @throws Failure `storage` when nothing can be there */
export function isDevice(path: string): boolean {
  const found = writing(path)(() => statSync(path, { throwIfNoEntry: false }));
  if (found === undefined || found.isDirectory()) return false;
  return !found.isFile() || OPEN_FILE.test(resolve(path));
}

function openDevice(path: string, secrets: Passing): AtomicFile {
  const guarded = writing(path);
  const file = guarded(() => openSync(path, 'a'));
  return {
    write: (content) => guarded(() => writeWhole(file, passing(content, secrets, path))),
    commit: () => guarded(() => closeSync(file)),
    abandon: () => closeSync(file),
  };
}

/** Writes every byte: a single write may be short without an error when the disk is nearly full. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

/** Makes the folder and its parents, readable by the user alone; those that are new survive a power cut. */
export function makePrivateFolder(path: string): void {
  try {
    for (const folder of missingFolders(resolve(path))) {
      makeFolder(folder);
      syncFolder(dirname(folder));
    }
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST')
      throw new Failure('storage', `cannot make the folder ${path}: a file has this name`, {
        hint: 'use a path whose parents are folders',
        cause: error,
      });
    throw storageFailure('make the folder', path, error);
  }
}

/**
 * The folders of an absolute path that are not there, outermost first. They are made one by one: the runtime's recursive way never ends
 * where a file system takes no folders, such as /proc.
 */
function missingFolders(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [...missingFolders(dirname(path)), path];
  return found.isDirectory() ? [] : [path];
}

/** Another process may have made it meanwhile. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (error) {
    const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    if (systemErrorCode(error) !== 'EEXIST' || !isThere) throw error;
  }
}

/** Makes a new or renamed entry of the folder survive a power cut. Not every system lets a folder be opened. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
