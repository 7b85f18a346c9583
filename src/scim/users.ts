import { Failure } from '../failure/failure.ts';
import { isUserId } from '../rules/user-id.ts';
import type { JsonObject, ScimVersion } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import type { UserId } from '../values/ids.ts';
import {
  mergedBody,
  patchWithoutPaths,
  userPatchForm,
  withLearnedClearForm,
  withoutFilterPaths,
} from './adapt-patch.ts';
import { emptyResponse, mismatchedResponse, readAfterWrite } from './answered-for.ts';
import { listResources, type ResourceList, type ResourceQuery } from './list-resources.ts';
import { resourcePath, type ScimAnswer, type ScimClient } from './scim-client.ts';
import type { UserPatch } from './user.ts';
import { readUser, type User } from './user.ts';
import { filterValuesOf } from './user-filter.ts';
import { patchBodies } from './user-patch.ts';

/** Lists users (SCIM §4.1). */
export function listUsers(scim: ScimClient, query: ResourceQuery): ResourceList<User> {
  const read = (resource: JsonObject) => readUser(resource, scim.dialect);
  return listResources(scim, { path: '/Users', read, filterValuesOf }, query);
}

/**
 * Reads a user by ID (SCIM §4.1).
 * @throws Failure `refused` with no_such_user; `unreachable` if the response has no user or another user.
 */
export async function getUser(scim: ScimClient, id: UserId): Promise<User> {
  const { resource } = await scim.send({ method: 'GET', path: resourcePath('Users', id) });
  if (resource === undefined) throw emptyResponse(`user ${id}`);
  const user = readUser(resource, scim.dialect);
  if (user.id !== id) throw mismatchedResponse('unreachable', 'a user', user.id, id);
  return user;
}

/** Creates a user (SCIM §4.2). */
export async function createUser(scim: ScimClient, body: JsonObject): Promise<User> {
  return userOf(scim, await scim.send({ method: 'POST', path: '/Users', body }));
}

/**
 * Changes attributes of a user (SCIM §4.3).
 * @param onAnswer called with the user after each request but the last, because a later one may be refused.
 * @returns the user after the change; `current` if there is nothing to change.
 */
export async function patchUser(
  scim: ScimClient,
  current: User,
  patch: UserPatch,
  onAnswer: (user: User) => void = () => {},
): Promise<User> {
  const { dialect, learned } = scim;
  const form = userPatchForm(dialect, learned?.writes);
  if (form === 'put') return replaceUser(scim, current.id, mergedBody(patch, current.values, dialect));
  const bodies =
    form === 'value'
      ? [patchWithoutPaths(patch, current.values, dialect)]
      : patchBodies(patch, current.values, dialect);
  let user = current;
  for (const body of bodies) {
    if (user !== current) onAnswer(user);
    const plain = withoutFilterPaths(body, patch, current.values, learned?.writes);
    user = await sendPatch(scim, current.id, withLearnedClearForm(plain, learned?.writes));
  }
  return user;
}

/**
 * Sends a PATCH body unchanged.
 * @param version overrides the version of the client.
 */
export async function sendPatch(
  scim: ScimClient,
  id: UserId,
  body: JsonObject,
  version?: ScimVersion,
): Promise<User> {
  const path = resourcePath('Users', id);
  const answer = await scim.send({ method: 'PATCH', path, body, ...defined({ version }) });
  return userOf(scim, answer, id);
}

/** Replaces all attributes of a user (SCIM §4.4). */
export async function replaceUser(scim: ScimClient, id: UserId, body: JsonObject): Promise<User> {
  const answer = await scim.send({ method: 'PUT', path: resourcePath('Users', id), body: { ...body, id } });
  return userOf(scim, answer, id);
}

/**
 * Deactivates a user; the account remains (SCIM §3, §4.4). On a server with other IDs than the service's,
 * DELETE may remove the account permanently, so the user is patched with `active: false` instead.
 */
export async function deactivateUser(scim: ScimClient, user: User): Promise<void> {
  const { id } = user;
  if (isUserId(id)) await scim.send({ method: 'DELETE', path: resourcePath('Users', id) });
  else await patchUser(scim, user, { set: { active: false }, clear: [] });
}

/**
 * Returns the user in the response to a write. If the response has no body, reads the user.
 * @throws Failure `unknownOutcome` if the response contains another user or none, or if reading the user
 * fails.
 */
function userOf(scim: ScimClient, { resource }: ScimAnswer, id?: UserId): User | Promise<User> {
  if (resource === undefined) {
    if (id !== undefined) return readAfterWrite(() => getUser(scim, id));
    throw new Failure('unknownOutcome', 'the service created a user but returned no ID');
  }
  const user = readUser(resource, scim.dialect);
  if (user.id === '' || (id !== undefined && user.id !== id))
    throw mismatchedResponse('unknownOutcome', 'a user', user.id, id);
  return user;
}
