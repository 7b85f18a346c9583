import { checkUser } from '../rules/check-user.ts';
import { isCustomProfile } from '../rules/custom-profile.ts';
import { isScimErrorCode } from '../rules/error-code.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { parseUserRequest } from '../rules/parse-user-request.ts';
import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import { valuesOfRequest } from '../rules/stored-values.ts';
import { hasUserIdFormat } from '../rules/user-id.ts';
import { isEmailShaped, storedUserName, userNameCandidates } from '../rules/user-name.ts';
import type { UserOperation, UserRequest } from '../rules/user-request.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { USER_ATTRIBUTE_NAMES, type UserValues } from '../spec/user-attributes.ts';
import { defined } from '../values/defined.ts';
import { applyUserPatch } from './apply-user-patch.ts';
import { REQUEST_BOUNDS } from './bounds.ts';
import { filterNameOf, withGivenNames } from './filter-names.ts';
import { filterCandidates, filterValues, USER_FILTER_ATTRIBUTES } from './filter-values.ts';
import { findManager, requireManager } from './find-manager.ts';
import { pacificTime } from './identifiers.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken, StoredUser } from './organization-data.ts';
import { patchBodyOf, readPatchOperations, splitPathNames } from './patch-op.ts';
import { type BodyContext, listBody, userResource } from './scim-bodies.ts';
import { ScimError } from './scim-error.ts';
import { listPage } from './scim-list.ts';
import {
  changedUser,
  checkDisplayNameChange,
  checkMayBeChanged,
  checkMayBeDeactivated,
  createdUser,
  type RequestedNames,
  type UserDraft,
  userNameSource,
} from './user-draft.ts';

/** A SCIM call after authentication. */
export interface ScimCall extends BodyContext {
  readonly token: SandboxToken;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined if there was no body. */
  readonly body: unknown;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** GET /Users (SCIM §4.1). */
export function listUsers(call: ScimCall): JsonObject {
  const page = listPage(
    {
      resources: (filter) => filterCandidates(filter, call.organization),
      idOf: ({ id }) => id,
      filterAttributes: USER_FILTER_ATTRIBUTES,
      filterNameOf: (written) => filterNameOf(written, call.dialect),
      meaning: withGivenNames,
      valuesOf: filterValues,
    },
    call.query,
  );
  const resources = page.items.map((user) => userResource(user, call));
  return listBody(resources, page, call.dialect);
}

/** GET /Users/<id>. */
export function getUser(call: ScimCall, id: string): JsonObject {
  return userResource(requireUser(call.organization, id), call);
}

/** POST /Users (SCIM §4.2); the user is active by default (assumption `create-default-active`). */
export function createUser(call: ScimCall): JsonObject {
  const { organization } = call;
  const request = readRequest(call, call.body, 'create');
  if (request.password !== undefined && organization.settings.hasIdentityManager) {
    throw new ScimError('password_change_not_allowed');
  }
  const given = request.userName ?? '';
  const userName = freeUserName(given, organization);
  const values = { ...valuesOfRequest(request), userName };
  const blank: StoredUser = {
    id: organization.newUserId(),
    created: pacificTime(call.now),
    values: { userName, active: true },
    rank: 'member',
    ...userNameSource(given),
    hasCustomProfile: false,
  };
  const draft = withCheckedCustomProfile(withDerivedNames(values), organization);
  const user = createdUser(draft, blank, organization, call.now);
  organization.change({ user });
  return userResource(user, call);
}

/**
 * PATCH /Users/<id>: attributes on v1, operations or attributes on v2 (SCIM §4.3; assumptions
 * `profile-in-patch-op`, `attributes-in-v2-patch`).
 */
export function patchUser(call: ScimCall, id: string): JsonObject {
  const before = requireChangeable(call.organization, id);
  const draft: UserDraft = { ...before.values };
  const operations =
    call.dialect.version === '2.0'
      ? readPatchOperations(call.body, REQUEST_BOUNDS.userOperations)
      : undefined;
  let sent: RequestedNames = {};
  const patch = (body: unknown) => {
    const request = readRequest(call, body, 'patch');
    applyUserPatch(draft, request, {
      dialect: call.dialect,
      resolveManager: (managerId) => requireManager(call.organization, managerId),
    });
    sent = wordsOf(request, sent);
  };
  if (operations === undefined) patch(call.body);
  for (const operation of (operations ?? []).flatMap((one) => splitPathNames(one, call.dialect)))
    patch(patchBodyOf(operation, draft, call.dialect));
  return store(call, before, draft, sent);
}

/** Merges name and state with those of earlier operations (assumptions `nick-name`, `active-and-guest`). */
function wordsOf({ userName, nickName, active }: UserRequest, before: RequestedNames): RequestedNames {
  return {
    userName: userName ?? before.userName,
    nickName: nickName ?? before.nickName,
    active: active ?? before.active,
  };
}

/**
 * PUT /Users/<id>: omitted attributes are cleared (SCIM §4.4; assumptions `put-without-active`,
 * `put-without-name`). Only a PATCH can turn a guest into a full member (SCIM §3; assumption
 * `put-without-guest`).
 */
export function replaceUser(call: ScimCall, id: string): JsonObject {
  const { organization } = call;
  const before = requireChangeable(organization, id);
  const request = readRequest(call, withoutSingleChannel(call.body, before, call.dialect), 'replace');
  const values = valuesOfRequest(request);
  const { guest, guestExpiration } = before.values;
  const draft: UserDraft = {
    ...defined({ guest }),
    ...(guestExpiration === undefined || values.guest === true ? {} : { guestExpiration }),
    ...trimmed(values),
  };
  if (draft.manager !== undefined) draft.manager = requireManager(organization, draft.manager);
  return store(call, before, draft, values);
}

/**
 * DELETE /Users/<id>: deactivates the user instead of removing it; idempotent (SCIM §3, §4.4; assumption
 * `delete-again`).
 */
export function deleteUser(call: ScimCall, id: string): undefined {
  const user = requireChangeable(call.organization, id);
  if (user.values.active) {
    checkMayBeDeactivated(user, call.token);
    call.organization.change({ user: { ...user, values: { ...user.values, active: false } } });
  } else {
    checkMayBeChanged(user, call.token);
  }
}

function store(call: ScimCall, before: StoredUser, draft: UserDraft, sent: RequestedNames): JsonObject {
  const { organization, token, now } = call;
  checkDisplayNameChange(draft, before, organization);
  const user = changedUser({ draft, sent, token, now }, before, organization);
  call.organization.change({ user });
  // The response to the update still contains the former photo (SCIM §4.3 rule 8; assumption `photo-lag`).
  const { photo: _, ...values } = user.values;
  const shown = before.values.photo === undefined ? values : { ...values, photo: before.values.photo };
  return userResource({ ...user, values: shown }, call);
}

/** @throws ScimError with the code of the first issue, and its attribute as context */
function readRequest(call: ScimCall, body: unknown, operation: UserOperation): UserRequest {
  const { request, issues } = parseUserRequest(body, call.dialect, operation);
  const [issue] = issues.length > 0 ? issues : checkUser(request, operation, call.dialect.vendor);
  if (issue === undefined) return request;
  const code = isScimErrorCode(issue.code) ? issue.code : 'invalid_request_payload';
  throw new ScimError(
    code,
    issue.path === '' || code === 'missing_schema_element' ? {} : { context: `attribute=${issue.path}` },
  );
}

/** Fills absent names: displayName from userName, givenName from displayName (SCIM §2.1; OBSERVED §2.1). */
function withDerivedNames(values: UserValues): UserValues {
  const displayName = hasText(values.displayName) ? values.displayName : (values.userName ?? '');
  const hasName = values.givenName !== undefined || values.familyName !== undefined;
  return trimmed({ ...values, displayName, ...(hasName ? {} : { givenName: displayName }) });
}

/**
 * Drops all custom profile values if the manager is unknown, which makes that part invalid (assumption
 * `invalid-custom-profile`).
 */
function withCheckedCustomProfile(values: UserValues, organization: Organization): UserValues {
  if (!hasText(values.manager)) return values;
  const manager = findManager(organization, values.manager);
  if (manager !== undefined) return { ...values, manager: manager.id };
  const kept = { ...values };
  for (const name of USER_ATTRIBUTE_NAMES) if (isCustomProfile(name)) delete kept[name];
  return kept;
}

function freeUserName(given: string, organization: Organization): string {
  const name = storedUserName(given);
  if (!organization.isNameTaken(name)) return name;
  if (!isEmailShaped(given)) throw new ScimError('username_taken', { context: `username=${name}` });
  for (const candidate of userNameCandidates(given))
    if (!organization.isNameTaken(candidate)) return candidate;
  throw new ScimError('truncation_error');
}

/**
 * @throws ScimError cannot_decode_user_id for a malformed ID, no_such_user for an unknown one (assumption
 * `status-of-paths`)
 */
function requireUser(organization: Organization, id: string): StoredUser {
  const user = organization.user(id);
  if (user !== undefined) return user;
  throw new ScimError(hasUserIdFormat(id) ? 'no_such_user' : 'cannot_decode_user_id');
}

/** @throws ScimError cannot_modify_gdpr for a user whose personal data was erased */
function requireChangeable(organization: Organization, id: string): StoredUser {
  const user = requireUser(organization, id);
  if (user.isErased === true) throw new ScimError('cannot_modify_gdpr');
  return user;
}

/**
 * Removes the extension that a read returns for a single-channel guest: requests may not send it (assumption
 * `single-channel-guest`).
 */
function withoutSingleChannel(body: unknown, user: StoredUser, dialect: SchemaDialect): unknown {
  if (user.isSingleChannelGuest !== true || !isJsonObject(body)) return body;
  return { ...body, [schemaUri(dialect, 'guest')]: null };
}

/** Drops values that consist only of spaces (SCIM §4.3 rule 1). */
function trimmed(values: UserValues): UserValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'boolean' || hasText(value)),
  );
}

function hasText(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}
