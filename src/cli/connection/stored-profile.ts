import { Failure } from '../../failure/failure.ts';
import { type Profile, profileName, SANDBOX_PROFILE } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-named.ts';
import { storedNames } from '../../profiles/profile-names.ts';
import type { Profiles } from '../../profiles/read-profiles.ts';
import { unknownProfileFailure } from '../../profiles/unknown-profile-failure.ts';
import type { Context } from '../context.ts';

/** Returns a stored profile. @throws Failure `usage` if there is none of that name */
export async function storedProfile(context: Context, name: string): Promise<Profile> {
  return profileIn(await context.profiles.read(), name);
}

/** Returns one of the stored profiles. @throws Failure `usage` if there is none of that name */
export function profileIn(stored: Profiles, name: string): Profile {
  const profile = profileNamed(stored, name);
  if (profile !== undefined) return profile;
  throw unknownProfileFailure({
    name,
    known: storedNames(stored),
    hint: 'orgctl profile list',
    isStored: true,
  });
}

/** Returns the name if a new profile may have it. @throws Failure `usage` if it is taken or invalid */
export function freeName({ profiles, damaged = {} }: Profiles, name: string): string {
  profileName(name);
  const isTaken = Object.hasOwn(profiles, name) || Object.hasOwn(damaged, name);
  if (name !== SANDBOX_PROFILE.name && !isTaken) return name;
  throw new Failure('usage', `profile "${name}" already exists`, { hint: 'choose another name' });
}
