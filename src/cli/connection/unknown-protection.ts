import { Failure } from '../../failure/failure.ts';
import { findGroupsByName } from '../../scim/find-group.ts';
import { findUser } from '../../scim/find-user.ts';
import { getGroup } from '../../scim/groups.ts';
import { mayBeId, type ScimClient } from '../../scim/scim-client.ts';
import { groupId } from '../../values/ids.ts';

/** IDs of channels, functions and the like, which cannot be looked up over SCIM. */
const OTHER_ID = /^(?:[A-RTVX-Z]|Fn)[A-Z0-9]*\d[A-Z0-9]*$/;

/**
 * Returns the protected names that match no user and no group. Names with * and IDs of other resources are
 * not looked up.
 */
export async function unmatchedNames(
  scim: ScimClient,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const pattern of patterns) {
    if (pattern.includes('*') || OTHER_ID.test(pattern)) continue;
    const isKnown =
      (await isFound(async () => [await findUser(scim, pattern)])) ||
      (await isFound(() => findGroupsByName(scim, pattern))) ||
      (mayBeId(pattern) && (await isFound(async () => [await getGroup(scim, groupId(pattern))])));
    if (!isKnown) unknown.push(pattern);
  }
  return unknown;
}

async function isFound(find: () => Promise<readonly unknown[]>): Promise<boolean> {
  try {
    return (await find()).length > 0;
  } catch (error) {
    // An ambiguous name matches several users.
    if (error instanceof Failure && error.kind === 'usage') return true;
    if (error instanceof Failure && error.kind === 'refused') return false;
    throw error;
  }
}
