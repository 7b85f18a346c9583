import { Failure } from '../failure/failure.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { GroupId } from '../values/ids.ts';
import { emptyResponse, mismatchedResponse, readAfterWrite } from './answered-for.ts';
import { type Group, readGroup } from './group.ts';
import { filterValuesOfGroup } from './group-filter.ts';
import { listResources, type ResourceList, type ResourceQuery } from './list-resources.ts';
import { resourcePath, type ScimAnswer, type ScimClient } from './scim-client.ts';
import { isNotFound, isUnknownOutcome } from './service-error.ts';

/** Lists groups, each with its members (SCIM §4.6). */
export function listGroups(scim: ScimClient, query: ResourceQuery): ResourceList<Group> {
  return listResources(
    scim,
    { path: '/Groups', read: readGroup, filterValuesOf: filterValuesOfGroup },
    query,
  );
}

/**
 * Reads a group by ID (SCIM §4.6).
 * @throws Failure `refused` with no_such_group; `unreachable` if the response has no group or another group.
 */
export async function getGroup(scim: ScimClient, id: GroupId): Promise<Group> {
  const { resource } = await scim.send({ method: 'GET', path: resourcePath('Groups', id) });
  return groupAnswered(resource, id);
}

/**
 * Reads the response to a GET of a group.
 * @throws Failure `unreachable` if it has no group or another group.
 */
export function groupAnswered(resource: JsonObject | undefined, id: GroupId): Group {
  if (resource === undefined) throw emptyResponse(`group ${id}`);
  const group = readGroup(resource);
  if (group.id !== id) throw mismatchedResponse('unreachable', 'a group', group.id, id);
  return group;
}

/**
 * Creates a group (SCIM §4.6).
 * @throws Failure `unknownOutcome` if there was no response: nothing distinguishes the new group from another
 * one of the same name.
 */
export async function createGroup(scim: ScimClient, body: JsonObject): Promise<Group> {
  const answer = await scim.send({ method: 'POST', path: '/Groups', body });
  if (answer.resource === undefined)
    throw new Failure('unknownOutcome', 'the service created a group but returned no ID');
  return groupOf(scim, answer);
}

/**
 * Sends a PATCH body unchanged.
 * @returns the group after the change; undefined if the response has no body, as in v1 (OBSERVED §4).
 */
export async function sendGroupPatch(
  scim: ScimClient,
  id: GroupId,
  body: JsonObject,
): Promise<Group | undefined> {
  const answer = await scim.send({ method: 'PATCH', path: resourcePath('Groups', id), body });
  return answer.resource === undefined ? undefined : groupOf(scim, answer, id);
}

/** Replaces the name and the members of a group (SCIM §4.6). */
export async function replaceGroup(scim: ScimClient, id: GroupId, body: JsonObject): Promise<Group> {
  const answer = await scim.send({ method: 'PUT', path: resourcePath('Groups', id), body: { ...body, id } });
  return groupOf(scim, answer, id);
}

/**
 * Deletes a group permanently; its members remain as users (SCIM §3, §4.6). Reads the group afterwards: the
 * response to a deletion has no body, so it cannot be distinguished from the empty response of a gateway.
 * @returns `found gone` if the response was lost and the group no longer exists.
 * @throws Failure `unknownOutcome` if the group still exists, or if reading it fails.
 */
export async function deleteGroup(scim: ScimClient, id: GroupId): Promise<'deleted' | 'found gone'> {
  try {
    await scim.send({ method: 'DELETE', path: resourcePath('Groups', id) });
  } catch (error) {
    if (!isUnknownOutcome(error) || !(await isDeleted(scim, id))) throw error;
    return 'found gone';
  }
  if (await isDeleted(scim, id)) return 'deleted';
  throw new Failure('unknownOutcome', 'the service reported the group as deleted, but it still exists');
}

/** @throws Failure `unknownOutcome` if reading the group fails. */
async function isDeleted(scim: ScimClient, id: GroupId): Promise<boolean> {
  try {
    await getGroup(scim, id);
    return false;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isNotFound(error)) return true;
    throw new Failure('unknownOutcome', `whether the group was deleted is unknown: ${error.message}`, {
      cause: error,
    });
  }
}

/** Returns the group in the response to a write. If the response has no body, reads the group. */
async function groupOf(scim: ScimClient, { resource }: ScimAnswer, id?: GroupId): Promise<Group> {
  if (resource === undefined && id !== undefined) return readAfterWrite(() => getGroup(scim, id));
  const group = readGroup(resource ?? {});
  if (group.id === '' || (id !== undefined && group.id !== id))
    throw mismatchedResponse('unknownOutcome', 'a group', group.id, id);
  return group;
}
