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
 * Replaces a file so that a reader, also one after a power cut, sees the old or the new content and nothing
 * between: temporary file in the same folder, fsync, rename, fsync of the folder.
 * @throws Failure `storage`; the old file is then intact.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: AtomicFileOptions = {},
): void {
  const file = createAtomicFile(path, options);
  file.write(content);
  file.commit();
}

/** A file that is written piece by piece and appears whole, or not at all. A step that fails abandons it. */
export interface AtomicFile {
  /** @throws Error once the file is in its place or abandoned: what comes then would be lost. */
  write(content: string | Uint8Array): void;
  /** Puts the file in its place, unless it was abandoned. */
  commit(): void;
  /** Leaves no trace of it, unless it is in its place. */
  abandon(): void;
}

/** What may be done with a file by those who do not end it. */
export type PiecewiseFile = Pick<AtomicFile, 'write' | 'abandon'>;

/**
 * Replaces a file by what is written piece by piece, which is in its place when everything was written.
 * @returns what `write` returns
 * @throws Failure `storage`, or what `write` throws; the old file is then intact.
 */
export async function writeInPieces<T>(
  path: string,
  options: AtomicFileOptions,
  write: (file: PiecewiseFile) => Promise<T>,
): Promise<T> {
  const file = createAtomicFile(path, options);
  try {
    const result = await write(file);
    file.commit();
    return result;
  } catch (error) {
    abandonQuietly(file);
    throw error;
  }
}

function abandonQuietly({ abandon }: Pick<AtomicFile, 'abandon'>): void {
  try {
    abandon();
  } catch {
    // The first fault is the one to tell; what may be left is a temporary file.
  }
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
  if (isDevice(path)) return openFile(path, secrets, { name: path, flags: 'a' });
  const temporary = temporaryName(path);
  if (options.clears === true) removeTemporaries(path);
  return openFile(path, secrets, {
    name: temporary,
    flags: 'wx',
    settle: (file) => {
      // Not when it is opened: the mask of the process would take something away.
      fchmodSync(file, mode);
      fsyncSync(file);
    },
    place: () => {
      renameSync(temporary, path);
      syncFolder(dirname(path));
    },
    remove: () => rmSync(temporary, { force: true }),
  });
}

/** How a file becomes the one that is meant; a device is that from the beginning. */
interface Steps {
  readonly name: string;
  readonly flags: 'a' | 'wx';
  /** Called before the file is closed. */
  readonly settle?: (file: number) => void;
  /** Called when it is closed. */
  readonly place?: () => void;
  readonly remove?: () => void;
}

/** Closes the file once, whatever happens: its number may belong to another file by then. */
function openFile(path: string, secrets: Passing, { name, flags, settle, place, remove }: Steps): AtomicFile {
  let file: number | undefined;
  let failure: unknown;
  const close = () => {
    const open = file;
    file = undefined;
    if (open !== undefined) closeSync(open);
  };
  const abandon = () => {
    try {
      close();
    } finally {
      remove?.();
    }
  };
  const step = (run: () => void) => {
    if (failure !== undefined) throw failure;
    try {
      run();
    } catch (error) {
      failure = error instanceof Failure ? error : storageFailure('write', path, error);
      abandonQuietly({ abandon });
      throw failure;
    }
  };
  step(() => {
    file = openSync(name, flags, PRIVATE_FILE);
  });
  return {
    write: (content) => {
      const open = file;
      if (open === undefined && failure === undefined) throw new Error(`${path} is written after its end`);
      step(() => open !== undefined && writeWhole(open, passing(content, secrets, path)));
    },
    commit: () =>
      step(() => {
        if (file === undefined) return;
        settle?.(file);
        close();
        place?.();
      }),
    abandon: () => guarded(path, abandon),
  };
}

/** Runs a step that is about a file. @throws Failure `storage` */
function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw storageFailure('write', path, error);
  }
}

/** Removes the file of an earlier run, if any, and no device. @throws Failure `storage` */
export function removeFile(path: string): void {
  if (isDevice(path)) return;
  guarded(path, () => rmSync(path, { force: true }));
}

/** Names of a file that a process has open: its other writers would keep writing to the old one. */
const OPEN_FILE = /^\/(dev\/(fd\/\d+|stdin|stdout|stderr)|proc\/(self|\d+)\/fd\/\d+)$/;

/**
 * Whether a path is something that is written to and never replaced, such as /dev/null, or a named pipe.
 * @throws Failure `storage` when nothing can be there
 */
export function isDevice(path: string): boolean {
  const found = guarded(path, () => statSync(path, { throwIfNoEntry: false }));
  if (found === undefined || found.isDirectory()) return false;
  return !found.isFile() || OPEN_FILE.test(resolve(path));
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
 * The folders of an absolute path that are not there, outermost first. They are made one by one: the
 * runtime's recursive way never ends where a file system takes no folders, such as /proc.
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

/**
 * Makes a new or renamed entry of the folder survive a power cut. Not every system lets a folder be opened.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
