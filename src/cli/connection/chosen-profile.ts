import { safetyOfEnvironment } from '../../profiles/effective-safety.ts';
import type { ProfileStore } from '../../profiles/profile-store.ts';
import {
  type ConnectionSetting,
  type Given,
  type ResolvedProfile,
  resolveProfile,
} from '../../profiles/resolve-profile.ts';
import { once } from '../once.ts';
import { givenSetting, type Program } from '../options/common-options.ts';
import type { World } from '../world.ts';

const SETTING_FLAGS: readonly (readonly [ConnectionSetting, string])[] = [
  ['scimBaseUrl', 'scimUrl'],
  ['webApiBaseUrl', 'apiUrl'],
  ['scimVersion', 'scimVersion'],
  ['vendor', 'vendor'],
  ['quota', 'quota'],
];

/**
 * Returns what resolves the profile of a command line, once. A name given at the first call outweighs --profile.
 * @throws Failure `usage` when there is no such profile
 */
export function chosenProfile(
  program: Program,
  profiles: ProfileStore,
  { env, tape }: Pick<World, 'env' | 'tape'>,
): (name?: string) => Promise<ResolvedProfile> {
  let chosen: string | undefined;
  const resolve = once(async () => {
    const given: { [Name in ConnectionSetting]?: Given } = {};
    for (const [name, flag] of SETTING_FLAGS) {
      const setting = givenSetting(program, flag);
      if (setting !== undefined) given[name] = setting;
    }
    const wanted: Given | undefined =
      chosen === undefined ? givenSetting(program, 'profile') : { value: chosen, source: 'flag' };
    const profile = resolveProfile(await profiles.read(), wanted, given, safetyOfEnvironment(env));
    tape?.resolved(profile);
    return profile;
  });
  return (name) => {
    chosen ??= name;
    return resolve();
  };
}
