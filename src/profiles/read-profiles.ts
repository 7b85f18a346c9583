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
import { limitIn, type PlanLimits } from './plan-limits.ts';
import type { Profile } from './profile.ts';
import {
  profileShape,
  type StoredProfile,
  type StoredProfiles,
  storedProfiles,
  unknownParts,
  unknownSettings,
} from './profile-shapes.ts';

/** All stored profiles, and the name of the default profile. */
export interface Profiles {
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
  /** Profiles that cannot be used, each with the reason. They do not affect the others. */
  readonly damaged?: Readonly<Record<string, DamagedProfile>>;
}

/** A profile as stored in the file, and why it cannot be used. */
export interface DamagedProfile {
  readonly stored: unknown;
  readonly failure: Failure;
}

/** The content of the profile file; unknown keys are kept when it is written. */
export interface ReadStore {
  readonly profiles: Profiles;
  readonly others: Readonly<Record<string, unknown>>;
  /** Warnings about unknown keys, each with its position. */
  readonly warnings: readonly string[];
}

/**
 * Parses the profile file. No message quotes it, because an excerpt could contain a token.
 * @throws Failure `storage` with the position of the error. A damaged profile is reported only when it is
 * used.
 */
export async function readProfiles(text: string, path: string): Promise<ReadStore> {
  const read = readBoundedJson(text);
  if ('fault' in read) throw await notJson(text, path, read.fault);
  const repeated = repeatedKey(text, read.value);
  refuseStrayTokens(read.value, repeated, path);
  if (repeated !== undefined)
    throw new Failure('storage', `${path}: "${repeated}" is duplicated in one object`, {
      hint: 'keep one of the two',
    });
  const stored = readAs<StoredProfiles>(read.value, storedProfiles);
  if ('misfit' in stored) {
    const { misfit } = stored;
    throw new Failure(
      'storage',
      `the profile store is invalid: ${path}${placeOfPath(text, misfit.path)}: ${describeMisfit(misfit)}`,
      { hint: 'correct or remove that key in the file' },
    );
  }
  return validateEachProfile(text, path, stored.value);
}

/** Validates each profile by itself. */
function validateEachProfile(text: string, path: string, store: StoredProfiles): ReadStore {
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
      damaged.push([name, { stored: value, failure: damagedProfileFailure(text, path, name, misfit) }]);
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
      return `${path}${placeOfPath(text, key)}: ${key} is not a known key; it is ignored and kept`;
    }),
  };
}

function damagedProfileFailure(text: string, path: string, name: string, misfit: Misfit): Failure {
  return new Failure(
    'storage',
    `the profile "${name}" is invalid: ${path}${placeOfPath(text, misfit.path)}: ${describeMisfit(misfit)}`,
    {
      hint: `correct or remove that key in the file, or remove the profile: orgctl profile remove ${shellWord(name)}`,
    },
  );
}

function profileOf(name: string, stored: StoredProfile): Profile {
  const { readOnly, planLimits, ...settings } = stored;
  return {
    scimVersion: 'auto',
    vendor: DEFAULT_VENDOR,
    tokens: {},
    ...settings,
    ...(readOnly === true ? { readOnly } : {}),
    ...(planLimits === undefined ? {} : { planLimits: limitsOf(planLimits) }),
    name,
  };
}

/** Returns limits in the form in which this program writes them: 5.0% → 5%. */
function limitsOf(stored: PlanLimits): PlanLimits {
  return Object.fromEntries(Object.entries(stored).map(([name, limit]) => [name, limitIn(limit)]));
}

async function notJson(text: string, path: string, fault: string): Promise<Failure> {
  const { findJsonFault } = await import('../json/json-fault.ts');
  const place = fault === 'not JSON' ? placeAt(text, findJsonFault(text).offset) : '';
  return new Failure('storage', `the profile store is damaged: ${path}${place}: it is ${fault}`, {
    hint: 'correct the file, or remove it and add the profiles again',
  });
}

/** Refuses a token in a name or a setting, for example after an editing mistake: it would be printed. */
function refuseStrayTokens(store: unknown, repeated: string | undefined, path: string): void {
  const shown = JSON.stringify(withoutSecrets(store));
  if (tokensIn(`${shown} ${repeated ?? ''}`).length === 0) return;
  throw new Failure('storage', `${path}: found a token in place of a name or a setting`, {
    hint: 'store tokens only under "tokens"; if it was live and others may have seen it, revoke it',
  });
}

/** Returns the store without the tokens of its profiles. */
function withoutSecrets(store: unknown): unknown {
  if (!isObject(store) || !isObject(store['profiles'])) return store;
  const profiles = Object.entries(store['profiles']).map(([name, profile]) =>
    isObject(profile) ? [name, { ...profile, tokens: kindsOf(profile['tokens']) }] : [name, profile],
  );
  return { ...store, profiles };
}

/** Returns the parts of a profile's tokens that may be shown: their kinds, and the keys of each. */
function kindsOf(tokens: unknown): unknown {
  if (!isObject(tokens)) return [];
  return Object.entries(tokens).map(([kind, token]) => [kind, isObject(token) ? Object.keys(token) : []]);
}
