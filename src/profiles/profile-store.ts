import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Conf from 'conf';
import { Failure } from '../failure/failure.ts';
import { PRIVATE_FILE } from '../storage/atomic-file.ts';
import { waitForFileLock } from '../storage/file-lock.ts';
import { makePrivateFolder } from '../storage/private-folder.ts';
import { storageFailure } from '../storage/storage-failure.ts';
import { defined } from '../values/defined.ts';
import { type Profiles, type ReadStore, readProfiles } from './read-profiles.ts';

export interface ProfileStore {
  readonly path: string;
  /** @throws Failure `storage` with the position if the file is damaged */
  read(): Promise<Profiles>;
  /**
   * Reads, changes and writes the file under a lock. The change must be made to the profiles it is given:
   * earlier ones may have been changed by another process. Damaged profiles are kept unless the change
   * removes them. Nothing is written if the change throws.
   */
  update(change: (profiles: Profiles) => Profiles): Promise<void>;
}

const LOCK_WAIT = 2000;
const FILE = 'profiles';

/** Opens the profile store in a folder that only the current user can read. */
export function openProfileStore(folder: string, warn: (message: string) => void): ProfileStore {
  const path = join(folder, `${FILE}.json`);
  let hasWarned = false;
  const readStore = async (): Promise<ReadStore> => {
    repairMode(path, warn);
    const text = textOf(path);
    if (text === undefined) return { profiles: { profiles: {} }, others: {}, warnings: [] };
    const store = await readProfiles(text, path);
    // Warn only at the first read: positions change once the file has been rewritten.
    if (!hasWarned) for (const warning of store.warnings) warn(warning);
    hasWarned = true;
    return store;
  };
  return {
    path,
    read: async () => (await readStore()).profiles,
    async update(change) {
      makePrivateFolder(folder);
      // Loaded before the lock is taken, because others wait only so long for it.
      const Library = await confLibrary();
      const lock = await waitForFileLock(`${path}.lock`, 'changing profiles', LOCK_WAIT);
      if (!('release' in lock)) {
        throw new Failure('storage', `${path} is being changed by process ${lock.pid}`, {
          hint: 'try again',
        });
      }
      try {
        const { profiles: before, others } = await readStore();
        const { current, profiles, damaged = before.damaged ?? {} } = change(before);
        const kept = Object.entries(damaged).map(([name, { stored }]) => [name, stored] as const);
        const conf = openConf(Library, folder);
        conf.store = {
          ...others,
          ...defined({ current }),
          profiles: { ...Object.fromEntries(kept), ...profiles },
        };
      } catch (error) {
        if (error instanceof Failure) throw error;
        throw storageFailure('write', path, error);
      } finally {
        lock.release();
      }
    },
  };
}

/** Returns the library that writes the file. Reading does not need it. */
async function confLibrary(): Promise<typeof Conf> {
  const { default: library } = await import('conf');
  return library;
}

function openConf(Library: typeof Conf, folder: string): Conf<Record<string, unknown>> {
  return new Library<Record<string, unknown>>({
    cwd: folder,
    configName: FILE,
    configFileMode: PRIVATE_FILE,
    // A profile name is a key, never a path: it may contain a dot or be "__proto__".
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
  });
}

/** Returns the content of a file; undefined if it does not exist. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw storageFailure('read', path, error);
  }
}

function repairMode(path: string, warn: (message: string) => void): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || process.platform === 'win32') return;
  if (stat.uid !== process.getuid?.())
    throw new Failure('storage', `${path} belongs to another user (uid ${stat.uid})`);
  const mode = stat.mode & 0o777;
  if ((mode & 0o077) === 0) return;
  chmodSync(path, PRIVATE_FILE);
  warn(`${path} was readable by others (mode 0${mode.toString(8)}); it is now 0600`);
}
