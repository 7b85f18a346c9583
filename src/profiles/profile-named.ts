import type { Profile } from './profile.ts';
import type { Profiles } from './read-profiles.ts';

/**
 * Returns a stored profile; undefined if there is no profile of that name.
 * @throws Failure `storage` with the position in the file if the profile is damaged
 */
export function profileNamed({ profiles, damaged = {} }: Profiles, name: string): Profile | undefined {
  const broken = Object.hasOwn(damaged, name) ? damaged[name] : undefined;
  if (broken !== undefined) throw broken.failure;
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}
