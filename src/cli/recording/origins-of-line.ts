import { Failure } from '../../failure/failure.ts';
import { foldersFor } from '../../profiles/folders.ts';
import { openProfileStore } from '../../profiles/profile-store.ts';
import { chosenProfile } from '../connection/chosen-profile.ts';
import type { Host } from '../host.ts';
import { parseCommonFlags } from './common-flags.ts';

/** Returns the base URLs of the service that a command line uses; none if it names no valid profile. */
export async function originsOfLine({ argv, env }: Pick<Host, 'argv' | 'env'>): Promise<readonly string[]> {
  const profiles = openProfileStore(foldersFor(env).config, () => {});
  try {
    const { settings } = await chosenProfile(parseCommonFlags({ argv, env }), profiles, { argv, env })();
    return [settings.scimBaseUrl, settings.webApiBaseUrl].flatMap((setting) => setting?.value ?? []);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
