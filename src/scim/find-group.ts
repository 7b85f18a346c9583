import { Failure } from '../failure/failure.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import { comparisonKey } from '../values/comparison-key.ts';
import { type GroupId, groupId } from '../values/ids.ts';
import { type Group, readGroup } from './group.ts';
import { getGroup } from './groups.ts';
import { lookUp } from './look-up.ts';
import { getGroupInParts, type PartitionedGroup, partitionGroup } from './partitioned-group.ts';
import { mayBeId, type ScimClient } from './scim-client.ts';
import { isNotFound } from './service-error.ts';

/** Format of the service's group IDs (OBSERVED §2.2). */
const GROUP_ID = /^S[A-Z0-9]{1,32}$/;

/**
 * Finds a group by ID or displayName.
 * @param isName whether the identity is a displayName, even if another group has this ID
 * @throws Failure `refused` with no_such_group if there is none, `usage` if several have the name.
 */
export function findGroup(scim: ScimClient, identity: string, isName = false): Promise<Group> {
  return find(scim, identity, isName, { get: (id) => getGroup(scim, id), of: (group) => group });
}

/**
 * Like findGroup, for a group whose members are parsed in parts.
 * @throws as findGroup
 */
export function findGroupInParts(
  scim: ScimClient,
  identity: string,
  isName = false,
): Promise<PartitionedGroup> {
  return find(scim, identity, isName, {
    get: (id) => getGroupInParts(scim, id),
    of: ({ resource }) => partitionGroup(resource),
  });
}

/** How to read a group by ID, and how to convert a group that a look-up found. */
interface Reading<T> {
  readonly get: (id: GroupId) => Promise<T>;
  readonly of: (group: Group) => T;
}

async function find<T>(
  scim: ScimClient,
  identity: string,
  isName: boolean,
  { get, of }: Reading<T>,
): Promise<T> {
  const byId = !isName && GROUP_ID.test(identity) ? await getOrUndefined(get, groupId(identity)) : undefined;
  if (byId !== undefined) return byId;
  const found = await findGroupsByName(scim, identity);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new Failure('usage', `${found.length} groups are named "${identity}": ${ids}`, {
      hint: 'use the ID of one of them',
    });
  }
  const [group] = found;
  // Read the group again, because the look-up may have been answered in the other version.
  if (group !== undefined) return scim.dialect.version === '1.1' ? of(group) : get(group.id);
  // IDs of other servers may have another format.
  const other =
    !isName && !GROUP_ID.test(identity) && mayBeId(identity)
      ? await getOrUndefined(get, groupId(identity))
      : undefined;
  if (other !== undefined) return other;
  const code: ScimErrorCode = 'no_such_group';
  throw new Failure('refused', `no group has the ${isName ? '' : 'ID or the '}name "${identity}"`, {
    code,
    hint: 'orgctl scim groups list',
  });
}

/**
 * Returns the groups with this name. Letter case and Unicode composition are ignored unless a group has
 * exactly this name.
 */
export async function findGroupsByName(scim: ScimClient, name: string): Promise<readonly Group[]> {
  const key = comparisonKey(name);
  const groups = await lookUp(
    scim,
    { path: '/Groups', attribute: 'displayname', standardName: 'displayName', value: name },
    (resource) => {
      const group = readGroup(resource);
      return comparisonKey(group.displayName) === key ? group : undefined;
    },
  );
  const exact = groups.filter(({ displayName }) => displayName === name);
  return exact.length > 0 ? exact : groups;
}

async function getOrUndefined<T>(get: (id: GroupId) => Promise<T>, id: GroupId): Promise<T | undefined> {
  try {
    return await get(id);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
