import { chmodSync, copyFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Conf from 'conf';
import { Failure } from '../failure/failure.ts';
import { tokensIn } from '../gate/token-shape.ts';
import { DEFAULT_VENDOR } from '../spec/default-vendor.ts';
import { TOKEN_KINDS } from '../spec/wire.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../storage/atomic-file.ts';
import { waitForFileLock } from '../storage/file-lock.ts';
import { storageFailure } from '../storage/storage-failure.ts';
import { defined } from '../values/defined.ts';
import { type Profile, type StoredToken, VERSION_CHOICES } from './profile.ts';
import { parseSafety } from './safety.ts';

/** All stored profiles and the name of the one that is used when none is named. */
export interface Profiles {
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export interface ProfileStore {
  readonly path: string;
  /** @throws Failure `storage` when the file is damaged; a copy of it is kept. */
  read(): Promise<Profiles>;
  /** Reads, changes and writes while no other process can. */
  update(change: (profiles: Profiles) => Profiles): Promise<void>;
}

const LOCK_WAIT = 2000;
const FILE = 'profiles';

/** Opens the store in a folder that only the user can read. */
export function openProfileStore(folder: string, warn: (message: string) => void): ProfileStore {
  const path = join(folder, `${FILE}.json`);
  const open = async (): Promise<Conf<Record<string, unknown>>> => {
    makePrivateFolder(folder);
    repairMode(path, warn);
    const { default: ConfClass } = await import('conf');
    try {
      return new ConfClass<Record<string, unknown>>({
        cwd: folder,
        configName: FILE,
        configFileMode: PRIVATE_FILE,
        // A profile name may contain a dot or be "__proto__": a name is a key, never a path.
        accessPropertiesByDotNotation: false,
        clearInvalidConfig: false,
      });
    } catch (error) {
      throw damaged(path, error);
    }
  };
  const read = async () => parseProfiles((await open()).store, path);
  return {
    path,
    // Without a file there is nothing to load a library for.
    read: async () => (existsSync(path) ? read() : { profiles: {} }),
    async update(change) {
      makePrivateFolder(folder);
      const lock = await waitForFileLock(`${path}.lock`, 'changing profiles', LOCK_WAIT);
      if (!('release' in lock)) {
        throw new Failure('storage', `${path} is being changed by process ${lock.pid}`, {
          hint: 'try again',
        });
      }
      try {
        const conf = await open();
        const { current, profiles } = change(parseProfiles(conf.store, path));
        conf.store = { ...defined({ current }), profiles };
      } catch (error) {
        if (error instanceof Failure) throw error;
        throw storageFailure('write', path, error);
      } finally {
        lock.release();
      }
    },
  };
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

/** The message has no excerpt of the file, which would quote a token. */
function damaged(path: string, error: unknown): Failure {
  const position = /position (\d+)/.exec(String(error))?.[1];
  const where = position === undefined ? '' : ` at byte ${position}`;
  const copy = `${path}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  copyFileSync(path, copy);
  chmodSync(copy, PRIVATE_FILE);
  return new Failure('storage', `the profile store ${path} is damaged${where}`, {
    hint: `a copy was kept as ${copy}; repair or remove ${path}`,
  });
}

function parseProfiles(store: Readonly<Record<string, unknown>>, path: string): Profiles {
  const { current, profiles = {} } = store;
  if (!isRecord(profiles)) throw new Failure('storage', `${path}: "profiles" is not an object`);
  const parsed = Object.entries(profiles).map(([name, value]): [string, Profile] => [
    name,
    parseProfile(name, value, path),
  ]);
  refuseStrayTokens(parsed, path);
  return {
    ...(typeof current === 'string' ? { current } : {}),
    profiles: Object.fromEntries(parsed),
  };
}

/** A token that stands in a name or a setting, as after a slip of an editor, would be printed as one. */
function refuseStrayTokens(parsed: readonly (readonly [string, Profile])[], path: string): void {
  for (const [name, { tokens: _, ...shown }] of parsed) {
    if (tokensIn(`${name} ${JSON.stringify(shown)}`).length === 0) continue;
    throw new Failure('storage', `${path}: a token stands where a name or a setting belongs`, {
      hint: 'a profile has it under "tokens" alone; if it was live and others may have seen it, revoke it',
    });
  }
}

function parseProfile(name: string, value: unknown, path: string): Profile {
  if (!isRecord(value)) throw new Failure('storage', `${path}: profile "${name}" is not an object`);
  const text = (key: string): string | undefined => {
    const found = value[key];
    if (found === undefined || typeof found === 'string') return found;
    throw new Failure('storage', `${path}: profile "${name}": "${key}" is not a string`);
  };
  const version = VERSION_CHOICES.find((choice) => choice === (text('scimVersion') ?? 'auto'));
  if (version === undefined) {
    throw new Failure(
      'storage',
      `${path}: profile "${name}": scimVersion is none of ${VERSION_CHOICES.join(', ')}`,
    );
  }
  const scimBaseUrl = text('scimBaseUrl');
  const webApiBaseUrl = text('webApiBaseUrl');
  const output = text('output');
  const quota = text('quota');
  return {
    name,
    scimVersion: version,
    vendor: text('vendor') ?? DEFAULT_VENDOR,
    tokens: parseTokens(value['tokens']),
    ...parseSafety(value, `${path}: profile "${name}"`),
    ...defined({ scimBaseUrl, webApiBaseUrl, output, quota }),
    ...parseLifetime(value['tokenLifetime'], `${path}: profile "${name}"`),
  };
}

function parseLifetime(value: unknown, place: string): Pick<Profile, 'tokenLifetime'> {
  if (value === undefined) return {};
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return { tokenLifetime: value };
  throw new Failure('storage', `${place}: "tokenLifetime" is not a number of seconds`);
}

function parseTokens(value: unknown): Profile['tokens'] {
  const tokens: { [Kind in (typeof TOKEN_KINDS)[number]]?: StoredToken } = {};
  if (!isRecord(value)) return tokens;
  for (const kind of TOKEN_KINDS) {
    const token = value[kind];
    if (!isRecord(token)) continue;
    if (typeof token['value'] === 'string') tokens[kind] = { value: token['value'] };
    else if (typeof token['command'] === 'string') tokens[kind] = { command: token['command'] };
  }
  return tokens;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
