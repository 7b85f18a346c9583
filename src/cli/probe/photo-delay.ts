import type { ScimClient } from '../../scim/scim-client.ts';
import { getUser } from '../../scim/users.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { UserId } from '../../values/ids.ts';

/** Pauses between two reads of a photo, in seconds; 15 in total. */
const PAUSES = [1, 2, 4, 8] as const;

/**
 * Waits until the previous photo is visible again, at most as long as for a new one: until then, reading the
 * user proves nothing.
 */
export async function waitForFormerPhoto(
  scim: ScimClient,
  sleep: (milliseconds: number) => Promise<void>,
  { id, photo }: { readonly id: UserId; readonly photo: string | undefined },
): Promise<void> {
  for (const seconds of PAUSES) {
    if ((await getUser(scim, id)).values.photo === photo) return;
    await sleep(seconds * 1000);
  }
}

/**
 * Waits until a new photo is visible, and returns in words when it was.
 * @param answered the values in the response to the change
 */
export async function photoDelay(
  scim: ScimClient,
  sleep: (milliseconds: number) => Promise<void>,
  { id, photo }: { readonly id: UserId; readonly photo: string | undefined },
  answered: UserValues,
): Promise<string> {
  if (answered.photo !== photo) return 'in the answer';
  const isShown = async () => (await getUser(scim, id)).values.photo !== photo;
  if (await isShown()) return 'with the next read';
  let waited = 0;
  for (const seconds of PAUSES) {
    await sleep(seconds * 1000);
    waited += seconds;
    if (await isShown()) return `after ${waited} s`;
  }
  return `not within ${waited} s`;
}
