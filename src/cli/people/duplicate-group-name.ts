import { Failure } from '../../failure/failure.ts';
import { findGroupsByName } from '../../scim/find-group.ts';
import type { ScimClient } from '../../scim/scim-client.ts';

/** The flag that allows a second group with the same name. */
export const ALLOW_DUPLICATE = '--allow-duplicate';

/**
 * Refuses a second group with the same name, because the two could not be distinguished by name.
 * @param own the ID of the group that gets the name; absent for a new group
 * @throws Failure `refused`; nothing was sent
 */
export async function refuseDuplicateName(
  scim: ScimClient,
  displayName: string,
  own?: string,
): Promise<void> {
  const other = (await findGroupsByName(scim, displayName)).find(({ id }) => id !== own);
  if (other === undefined) return;
  const what = own === undefined ? 'create another group with' : 'use';
  throw new Failure(
    'refused',
    `a group "${other.displayName}" already exists (${other.id}); nothing was sent`,
    { code: 'duplicate_group_name', hint: `add ${ALLOW_DUPLICATE} to ${what} that name` },
  );
}
