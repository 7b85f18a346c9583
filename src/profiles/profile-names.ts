import { SANDBOX_PROFILE } from './profile.ts';
import type { Profiles } from './read-profiles.ts';

/** Returns the names of the stored profiles, including damaged ones. */
export function storedNames({ profiles, damaged = {} }: Profiles): readonly string[] {
  return Object.keys({ ...profiles, ...damaged });
}

/** Returns the names of all profiles: the stored ones, and the built-in one last. */
export function profileNames(stored: Profiles): readonly string[] {
  return [...storedNames(stored), SANDBOX_PROFILE.name];
}
