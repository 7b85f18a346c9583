import { Failure } from '../failure/failure.ts';
import { DEFAULT_VENDOR } from '../spec/default-vendor.ts';
import { baseUrl } from './base-url.ts';
import { type EffectiveSafety, effectiveSafety } from './effective-safety.ts';
import { noSuchProfile } from './no-such-profile.ts';
import { type Profile, SANDBOX_PROFILE } from './profile.ts';
import { profileNamed } from './profile-named.ts';
import type { Profiles } from './read-profiles.ts';
import type { Safety } from './safety.ts';

/** Where a setting came from, in order of precedence. */
export type Source = 'flag' | 'environment' | 'profile' | 'default';

/** A setting that was given for this run, by a flag or by its environment variable. */
export interface Given {
  readonly value: string;
  readonly source: 'flag' | 'environment';
}

export interface Setting {
  readonly value: string;
  readonly source: Source;
}

/** The names of the settings of a connection. */
export const CONNECTION_SETTINGS = [
  'scimBaseUrl',
  'webApiBaseUrl',
  'scimVersion',
  'vendor',
  'output',
  'quota',
] as const;
export type ConnectionSetting = (typeof CONNECTION_SETTINGS)[number];

/** A profile with what this run was given on top, and where each value came from. */
export interface ResolvedProfile {
  /** Its safety settings are those that hold in this run, with what the environment adds. */
  readonly profile: Profile;
  /** The same settings, and where each came from. */
  readonly safety: EffectiveSafety;
  readonly isSandbox: boolean;
  readonly settings: { readonly [Name in ConnectionSetting]?: Setting };
}

/** How a connection is called that was given by flags alone. */
export const NO_PROFILE = '(none)';

const DEFAULTS: { readonly [Name in ConnectionSetting]?: string } = {
  scimVersion: 'auto',
  vendor: DEFAULT_VENDOR,
  quota: 'auto',
};

/**
 * Decides which connection is used and how: the named profile, else the current one; each setting from the
 * flag, its variable, the profile, the default.
 * @param environment safety settings of the environment, on top of those of the profile.
 * @throws Failure `usage` when there is no such profile, or none at all and no URL, or a URL that was given
 * cannot be one.
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
    const setting = settle(checked(name, given[name]), chosen[name], DEFAULTS[name]);
    if (setting !== undefined) settings[name] = setting;
  }
  const safety = effectiveSafety(chosen, environment);
  const profile = Object.keys(environment).length === 0 ? chosen : withSafety(chosen, safety);
  return { profile, safety, isSandbox: chosen === SANDBOX_PROFILE && !hasUrl, settings };
}

function chooseProfile(stored: Profiles, name: string | undefined, hasUrl: boolean): Profile {
  if (name === undefined) {
    if (hasUrl) return { name: NO_PROFILE, scimVersion: 'auto', vendor: DEFAULT_VENDOR, tokens: {} };
    throw new Failure('usage', 'no profile is chosen', {
      hint: 'try it out with --profile sandbox, or store a connection: orgctl profile add NAME',
    });
  }
  const own = profileNamed(stored, name);
  if (own !== undefined) return own;
  if (name === SANDBOX_PROFILE.name) return SANDBOX_PROFILE;
  const known = [...Object.keys(stored.profiles), SANDBOX_PROFILE.name].join(', ');
  throw noSuchProfile(name, `orgctl profile add ${name}`, known);
}

/** A URL that was given is checked before anything shows it: it may have a password in it. */
function checked(name: ConnectionSetting, given: Given | undefined): Given | undefined {
  const flag = name === 'scimBaseUrl' ? '--scim-url' : name === 'webApiBaseUrl' ? '--api-url' : undefined;
  return given === undefined || flag === undefined ? given : { ...given, value: baseUrl(given.value, flag) };
}

function withSafety(profile: Profile, { sources: _, ...safety }: EffectiveSafety): Profile {
  return { ...profile, ...safety };
}

function settle(
  given: Given | undefined,
  own: string | undefined,
  fallback: string | undefined,
): Setting | undefined {
  if (given !== undefined) return given;
  if (own !== undefined) return { value: own, source: 'profile' };
  return fallback === undefined ? undefined : { value: fallback, source: 'default' };
}
