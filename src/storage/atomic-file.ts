import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure } from '../failure/failure.ts';
import { syncFolder } from './private-folder.ts';
import { applySecretPolicy, type SecretPolicy } from './secret-policy.ts';
import { storageFailure } from './storage-failure.ts';
import { removeTemporaries, temporaryName } from './temporary-file.ts';

export const PRIVATE_FILE = 0o600;

/**
 * Replaces a file so that a reader, even after a power failure, sees either the old or the new content:
 * temporary file in the same folder, fsync, rename, fsync of the folder.
 * @throws Failure `storage`; the old file is then intact, unless the disk failed to sync the folder: then the
 * new content is in place, but a power failure might undo that.
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

/** A file that is written in pieces and appears complete or not at all. A failed step abandons the file. */
export interface AtomicFile {
  /** @throws Error after the file was committed or abandoned: the content would be lost. */
  write(content: string | Uint8Array): void;
  /** Moves the file into place, unless it was abandoned. */
  commit(): void;
  /** Removes the temporary file, unless the file was committed. */
  abandon(): void;
}

/** The part of an atomic file for code that must not commit it. */
export type PiecewiseFile = Pick<AtomicFile, 'write' | 'abandon'>;

/**
 * Replaces a file with the content that `write` writes in pieces, and moves it into place when `write` has
 * ended.
 * @returns the result of `write`
 * @throws Failure `storage`, or the error of `write`; the old file is then intact, except as in
 * `writeFileAtomic`.
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
    // The first error is the one to report; at worst a temporary file remains.
  }
}

export interface AtomicFileOptions {
  /** Permissions; 0600 if absent. */
  readonly mode?: number;
  /** How secrets in the content are treated; hidden if absent. */
  readonly secrets?: SecretPolicy;
  /** Whether temporary files left by killed processes are removed; for files named by the user. */
  readonly clears?: boolean;
}

/** Starts a file that replaces another one when it is committed. @throws Failure `storage` */
export function createAtomicFile(path: string, options: AtomicFileOptions = {}): AtomicFile {
  const { mode = PRIVATE_FILE, secrets = 'hide' } = options;
  if (isDevice(path)) return openFile(path, secrets, { name: path, flags: 'a' });
  const temporary = temporaryName(path);
  if (options.clears === true) removeTemporaries(path);
  return openFile(path, secrets, {
    name: temporary,
    flags: 'wx',
    settle: (file) => {
      // Not a mode for `open`: the umask of the process would remove bits from it.
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

/** How a file is opened and moved into place. A device needs only the first two: it is written directly. */
interface Steps {
  readonly name: string;
  readonly flags: 'a' | 'wx';
  /** Called before the file is closed. */
  readonly settle?: (file: number) => void;
  /** Called after the file is closed. */
  readonly place?: () => void;
  readonly remove?: () => void;
}

/** Opens the file. Closes it exactly once, because its descriptor may later belong to another file. */
function openFile(
  path: string,
  secrets: SecretPolicy,
  { name, flags, settle, place, remove }: Steps,
): AtomicFile {
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
      step(() => open !== undefined && writeWhole(open, applySecretPolicy(content, secrets, path)));
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

/** Runs a step that works on a file. @throws Failure `storage` */
function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw storageFailure('write', path, error);
  }
}

/** Removes a file if it exists; never a device. @throws Failure `storage` */
export function removeFile(path: string): void {
  if (isDevice(path)) return;
  guarded(path, () => rmSync(path, { force: true }));
}

/** Paths of a file that a process has open. Replacing it would leave its other writers with the old file. */
const OPEN_FILE = /^\/(dev\/(fd\/\d+|stdin|stdout|stderr)|proc\/(self|\d+)\/fd\/\d+)$/;

/**
 * Whether a path is written to but never replaced, such as /dev/null or a named pipe.
 * @throws Failure `storage` if the path cannot be examined
 */
export function isDevice(path: string): boolean {
  const found = guarded(path, () => statSync(path, { throwIfNoEntry: false }));
  if (found === undefined || found.isDirectory()) return false;
  return !found.isFile() || OPEN_FILE.test(resolve(path));
}

/** Writes every byte: if the disk is nearly full, a single write may be short without an error. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
