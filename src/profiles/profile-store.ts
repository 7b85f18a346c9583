import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Conf from 'conf';
import { Failure } from '../failure/failure.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../storage/atomic-file.ts';
import { waitForFileLock } from '../storage/file-lock.ts';
import { storageFailure } from '../storage/storage-failure.ts';
import { defined } from '../values/defined.ts';
import { type Profiles, type ReadStore, readProfiles } from './read-profiles.ts';

export interface ProfileStore {
  readonly path: string;
  /** @throws Failure `storage` that names the place when the file is damaged. */
  read(): Promise<Profiles>;
  /**
   * Reads, changes and writes while no other process can. What is damaged stays as it is unless the change
   * says otherwise.
   */
  update(change: (profiles: Profiles) => Profiles): Promise<void>;
}

const LOCK_WAIT = 2000;
const FILE = 'profiles';

/** Opens the store in a folder that only the user can read. */
export function openProfileStore(folder: string, warn: (message: string) => void): ProfileStore {
  const path = join(folder, `${FILE}.json`);
  let hasWarned = false;
  const readStore = async (): Promise<ReadStore> => {
    repairMode(path, warn);
    const text = textOf(path);
    if (text === undefined) return { profiles: { profiles: {} }, others: {}, warnings: [] };
    const store = await readProfiles(text, path);
    // Places are others once the file is written: what is wrong with it is said at the first reading.
    if (!hasWarned) for (const warning of store.warnings) warn(warning);
    hasWarned = true;
    return store;
  };
  return {
    path,
    read: async () => (await readStore()).profiles,
    async update(change) {
      makePrivateFolder(folder);
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
        const conf = await openConf(folder);
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

/** What writes the file; reading one needs no library. */
async function openConf(folder: string): Promise<Conf<Record<string, unknown>>> {
  const { default: ConfClass } = await import('conf');
  return new ConfClass<Record<string, unknown>>({
    cwd: folder,
    configName: FILE,
    configFileMode: PRIVATE_FILE,
    // A profile name may contain a dot or be "__proto__": a name is a key, never a path.
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
  });
}

/** Returns the text of a file; undefined where there is none. */
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
  warn(`${path} could be read by others (mode 0${mode.toString(8)}); it is now 0600`);
}
