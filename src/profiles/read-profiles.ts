import { Failure } from '../failure/failure.ts';
import { tokensIn } from '../gate/token-shape.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { isObject } from '../json/is-object.ts';
import { placeAt, placeOfPath } from '../json/place-at.ts';
import { repeatedKey } from '../json/repeated-key.ts';
import { describeMisfit, type Misfit, readAs } from '../json/shapes.ts';
import { DEFAULT_VENDOR } from '../spec/default-vendor.ts';
import { defined } from '../values/defined.ts';
import { shellWord } from '../values/shell-word.ts';
import type { Profile } from './profile.ts';
import {
  profileShape,
  type StoredProfile,
  type StoredProfiles,
  storedProfiles,
  unknownParts,
  unknownSettings,
} from './profile-shapes.ts';

/** All stored profiles and the name of the one that is used when none is named. */
export interface Profiles {
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
  /** Those that cannot be used, each with why; the others are not touched by it. */
  readonly damaged?: Readonly<Record<string, DamagedProfile>>;
}

/** A profile as the file has it, and what is wrong with it. */
export interface DamagedProfile {
  readonly stored: unknown;
  readonly failure: Failure;
}

/** What a file says; keys that mean nothing are kept when it is written. */
export interface ReadStore {
  readonly profiles: Profiles;
  readonly others: Readonly<Record<string, unknown>>;
  /** What is said of keys that mean nothing, each with its place. */
  readonly warnings: readonly string[];
}

/**
 * Reads the text of a profile store. No message has an excerpt of it, which would quote a token.
 * @throws Failure `storage` with the place of what is damaged, or is not as a store has it; of one damaged
 * profile only when that is used
 */
export async function readProfiles(text: string, path: string): Promise<ReadStore> {
  const read = readBoundedJson(text);
  if ('fault' in read) throw await notJson(text, path, read.fault);
  const repeated = repeatedKey(text, read.value);
  refuseStrayTokens(read.value, repeated, path);
  if (repeated !== undefined)
    throw new Failure('storage', `${path}: "${repeated}" is there twice in one object`, {
      hint: 'keep one of the two',
    });
  const stored = readAs<StoredProfiles>(read.value, storedProfiles);
  if ('misfit' in stored) {
    const { misfit } = stored;
    throw new Failure(
      'storage',
      `the profile store does not fit: ${path}${placeOfPath(text, misfit.path)}: ${describeMisfit(misfit)}`,
      { hint: 'correct or remove that key in the file' },
    );
  }
  return takenApart(text, path, stored.value);
}

/** Takes each profile by itself. */
function takenApart(text: string, path: string, store: StoredProfiles): ReadStore {
  const { current, profiles: stored = {}, ...others } = store;
  const profiles: [string, Profile][] = [];
  const damaged: [string, DamagedProfile][] = [];
  const unknown = unknownParts(store).map((key) => [key]);
  for (const [name, value] of Object.entries(stored)) {
    const profile = readAs<StoredProfile>(value, profileShape);
    if ('misfit' in profile) {
      const at = `profiles.${name}`;
      const inner = profile.misfit.path;
      const misfit = { ...profile.misfit, path: inner === '' ? at : `${at}.${inner}` };
      damaged.push([name, { stored: value, failure: damage(text, path, name, misfit) }]);
    } else {
      profiles.push([name, profileOf(name, profile.value)]);
      unknown.push(...unknownSettings(profile.value).map((key) => ['profiles', name, key]));
    }
  }
  return {
    profiles: {
      ...defined({ current }),
      profiles: Object.fromEntries(profiles),
      ...(damaged.length === 0 ? {} : { damaged: Object.fromEntries(damaged) }),
    },
    others,
    warnings: unknown.map((keys) => {
      const key = keys.join('.');
      return `${path}${placeOfPath(text, key)}: ${key} is not a known key and has no effect; it is kept`;
    }),
  };
}

function damage(text: string, path: string, name: string, misfit: Misfit): Failure {
  return new Failure(
    'storage',
    `the profile "${name}" does not fit: ${path}${placeOfPath(text, misfit.path)}: ${describeMisfit(misfit)}`,
    {
      hint: `correct or remove that key in the file, or remove the profile: orgctl profile remove ${shellWord(name)}`,
    },
  );
}

function profileOf(name: string, stored: StoredProfile): Profile {
  const { readOnly, ...settings } = stored;
  return {
    scimVersion: 'auto',
    vendor: DEFAULT_VENDOR,
    tokens: {},
    ...settings,
    ...(readOnly === true ? { readOnly } : {}),
    name,
  };
}

async function notJson(text: string, path: string, fault: string): Promise<Failure> {
  const { findJsonFault } = await import('../json/json-fault.ts');
  const place = fault === 'not JSON' ? placeAt(text, findJsonFault(text).offset) : '';
  return new Failure('storage', `the profile store is damaged: ${path}${place}: it is ${fault}`, {
    hint: 'correct it there, or remove the file and add the profiles again',
  });
}

/** A token that stands in a name or a setting, as after a slip of an editor, would be printed as one. */
function refuseStrayTokens(store: unknown, repeated: string | undefined, path: string): void {
  const shown = JSON.stringify(withoutSecrets(store));
  if (tokensIn(`${shown} ${repeated ?? ''}`).length === 0) return;
  throw new Failure('storage', `${path}: a token stands where a name or a setting belongs`, {
    hint: 'a profile has it under "tokens" alone; if it was live and others may have seen it, revoke it',
  });
}

/** The store with the tokens of its profiles left out. */
function withoutSecrets(store: unknown): unknown {
  if (!isObject(store) || !isObject(store['profiles'])) return store;
  const profiles = Object.entries(store['profiles']).map(([name, profile]) =>
    isObject(profile) ? [name, { ...profile, tokens: kindsOf(profile['tokens']) }] : [name, profile],
  );
  return { ...store, profiles };
}

/** What is shown of the tokens of a profile: their kinds, and the names of what each has. */
function kindsOf(tokens: unknown): unknown {
  if (!isObject(tokens)) return [];
  return Object.entries(tokens).map(([kind, token]) => [kind, isObject(token) ? Object.keys(token) : []]);
}
