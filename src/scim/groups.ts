import { Failure } from '../failure/failure.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { GroupId } from '../values/ids.ts';
import { emptyAnswer, foreignAnswer, readAfterWrite } from './answered-for.ts';
import { type Group, readGroup } from './group.ts';
import { filterValuesOfGroup } from './group-filter.ts';
import { listResources, type ResourceList, type ResourceQuery } from './list-resources.ts';
import { resourcePath, type ScimAnswer, type ScimClient } from './scim-client.ts';
import { isNotFound, isUnknown } from './service-error.ts';

/** Lists groups, each with its members (SCIM §4.6). */
export function listGroups(scim: ScimClient, query: ResourceQuery): ResourceList<Group> {
  return listResources(
    scim,
    { path: '/Groups', read: readGroup, filterValuesOf: filterValuesOfGroup },
    query,
  );
}

/**
 * @throws Failure `refused` with no_such_group; `unreachable` when the answer is about no group, or about
 * another one.
 */
export async function getGroup(scim: ScimClient, id: GroupId): Promise<Group> {
  const { resource } = await scim.send({ method: 'GET', path: resourcePath('Groups', id) });
  return groupAnswered(resource, id);
}

/**
 * Reads the answer to a GET of this group.
 * @throws Failure `unreachable` when it is about no group, or about another one.
 */
export function groupAnswered(resource: JsonObject | undefined, id: GroupId): Group {
  if (resource === undefined) throw emptyAnswer(`group ${id}`);
  const group = readGroup(resource);
  if (group.id !== id) throw foreignAnswer('unreachable', 'a group', group.id, id);
  return group;
}

/**
 * Creates a group (SCIM §4.6).
 * @throws Failure `unknownOutcome` when no answer came: nothing tells the new group from another one of the
 * name.
 */
export async function createGroup(scim: ScimClient, body: JsonObject): Promise<Group> {
  const answer = await scim.send({ method: 'POST', path: '/Groups', body });
  if (answer.resource === undefined)
    throw new Failure('unknownOutcome', 'the service created a group and did not say which');
  return groupOf(scim, answer);
}

/**
 * Sends a PATCH body as it is.
 * @returns the group as it is now; undefined when the answer has no body, as in v1 (OBSERVED §4).
 */
export async function sendGroupPatch(
  scim: ScimClient,
  id: GroupId,
  body: JsonObject,
): Promise<Group | undefined> {
  const answer = await scim.send({ method: 'PATCH', path: resourcePath('Groups', id), body });
  return answer.resource === undefined ? undefined : groupOf(scim, answer, id);
}

/** Replaces name and members of a group (SCIM §4.6). */
export async function replaceGroup(scim: ScimClient, id: GroupId, body: JsonObject): Promise<Group> {
  const answer = await scim.send({ method: 'PUT', path: resourcePath('Groups', id), body: { ...body, id } });
  return groupOf(scim, answer, id);
}

/**
 * Removes a group permanently; its members stay (SCIM §3, §4.6). It is looked for afterwards: a deletion is
 * answered without a body, so that nothing in the answer tells it from the empty answer of a gateway.
 * @returns whether the service said so, or the group was found to be gone after the answer was lost.
 * @throws Failure `unknownOutcome` when the group is there, or cannot be looked for.
 */
export async function deleteGroup(scim: ScimClient, id: GroupId): Promise<'deleted' | 'found gone'> {
  try {
    await scim.send({ method: 'DELETE', path: resourcePath('Groups', id) });
  } catch (error) {
    if (!isUnknown(error) || !(await isGone(scim, id))) throw error;
    return 'found gone';
  }
  if (await isGone(scim, id)) return 'deleted';
  throw new Failure('unknownOutcome', 'the service answered that the group is deleted, but it still exists');
}

/** @throws Failure `unknownOutcome` when the look itself fails. */
async function isGone(scim: ScimClient, id: GroupId): Promise<boolean> {
  try {
    await getGroup(scim, id);
    return false;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isNotFound(error)) return true;
    throw new Failure('unknownOutcome', `the group was to be deleted, and ${error.message}`, {
      cause: error,
    });
  }
}

/** The group of an answer to a write, which may have no body: then the group is read. */
async function groupOf(scim: ScimClient, { resource }: ScimAnswer, id?: GroupId): Promise<Group> {
  if (resource === undefined && id !== undefined) return readAfterWrite(() => getGroup(scim, id));
  const group = readGroup(resource ?? {});
  if (group.id === '' || (id !== undefined && group.id !== id))
    throw foreignAnswer('unknownOutcome', 'a group', group.id, id);
  return group;
}
