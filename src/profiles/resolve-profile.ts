import { Failure } from '../failure/failure.ts';
import { DEFAULT_VENDOR } from '../spec/default-vendor.ts';
import { baseUrl } from './base-url.ts';
import { type EffectiveSafety, effectiveSafety } from './effective-safety.ts';
import { type Profile, SANDBOX_PROFILE } from './profile.ts';
import { profileNamed } from './profile-named.ts';
import { profileNames } from './profile-names.ts';
import type { Profiles } from './read-profiles.ts';
import type { Safety } from './safety.ts';
import { unknownProfileFailure } from './unknown-profile-failure.ts';

/** Origin of a setting, in order of precedence. */
export type Source = 'flag' | 'environment' | 'profile' | 'default';

/** A setting given for this run by a flag or its environment variable. */
export interface Given {
  readonly value: string;
  readonly source: 'flag' | 'environment';
}

export interface Setting {
  readonly value: string;
  readonly source: Source;
}

/** Names of the connection settings. */
export const CONNECTION_SETTINGS = [
  'scimBaseUrl',
  'webApiBaseUrl',
  'scimVersion',
  'vendor',
  'output',
  'quota',
] as const;
export type ConnectionSetting = (typeof CONNECTION_SETTINGS)[number];

/** A profile with the settings given for this run, and the origin of each value. */
export interface ResolvedProfile {
  /** The profile, with the safety settings in force for this run, including those of the environment. */
  readonly profile: Profile;
  /** The same safety settings, with the origin of each. */
  readonly safety: EffectiveSafety;
  readonly isSandbox: boolean;
  readonly settings: { readonly [Name in ConnectionSetting]?: Setting };
}

/** Name of a connection that is given by flags alone. */
export const NO_PROFILE = '(none)';

const DEFAULTS: { readonly [Name in ConnectionSetting]?: string } = {
  scimVersion: 'auto',
  vendor: DEFAULT_VENDOR,
  quota: 'auto',
};

/**
 * Decides which connection is used: the named profile, else the default profile. Each setting comes from the
 * flag, its variable, the profile or the default, in this order.
 * @param environment safety settings of the environment, combined with those of the profile
 * @throws Failure `usage` if the profile does not exist, if neither a profile nor a URL is given, or if a
 * given URL is invalid
 */
export function resolveProfile(
  stored: Profiles,
  wanted: Given | undefined,
  given: { readonly [Name in ConnectionSetting]?: Given },
  environment: Safety = {},
): ResolvedProfile {
  const hasUrl = given.scimBaseUrl !== undefined || given.webApiBaseUrl !== undefined;
  const chosen = chooseProfile(stored, wanted?.value ?? stored.current, hasUrl);
  const settings: { [Name in ConnectionSetting]?: Setting } = {};
  for (const name of CONNECTION_SETTINGS) {
    const setting = resolveSetting(withValidUrl(name, given[name]), chosen[name], DEFAULTS[name]);
    if (setting !== undefined) settings[name] = setting;
  }
  const safety = effectiveSafety(chosen, environment);
  const profile = Object.keys(environment).length === 0 ? chosen : withSafety(chosen, safety);
  return { profile, safety, isSandbox: chosen === SANDBOX_PROFILE && !hasUrl, settings };
}

function chooseProfile(stored: Profiles, name: string | undefined, hasUrl: boolean): Profile {
  if (name === undefined) {
    if (hasUrl) return { name: NO_PROFILE, scimVersion: 'auto', vendor: DEFAULT_VENDOR, tokens: {} };
    throw new Failure('usage', 'no profile selected', {
      hint: 'try it out with --profile sandbox, or store a connection: orgctl profile add NAME',
    });
  }
  const own = profileNamed(stored, name);
  if (own !== undefined) return own;
  if (name === SANDBOX_PROFILE.name) return SANDBOX_PROFILE;
  const added = name.trim() === '' ? 'NAME' : name;
  throw unknownProfileFailure({ name, known: profileNames(stored), hint: `orgctl profile add ${added}` });
}

/** Validates a given URL before anything can print it: it may contain a password. */
function withValidUrl(name: ConnectionSetting, given: Given | undefined): Given | undefined {
  const flag = name === 'scimBaseUrl' ? '--scim-url' : name === 'webApiBaseUrl' ? '--api-url' : undefined;
  return given === undefined || flag === undefined ? given : { ...given, value: baseUrl(given.value, flag) };
}

function withSafety(profile: Profile, { sources: _, ...safety }: EffectiveSafety): Profile {
  return { ...profile, ...safety };
}

function resolveSetting(
  given: Given | undefined,
  own: string | undefined,
  fallback: string | undefined,
): Setting | undefined {
  if (given !== undefined) return given;
  if (own !== undefined) return { value: own, source: 'profile' };
  return fallback === undefined ? undefined : { value: fallback, source: 'default' };
}
