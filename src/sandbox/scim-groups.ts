import { isScimErrorCode } from '../rules/error-code.ts';
import type { ValuesOf } from '../rules/filter.ts';
import { type GroupOperation, type GroupRequest, parseGroupRequest } from '../rules/group-request.ts';
import { GROUP_FILTER_ATTRIBUTES } from '../spec/filter-grammar.ts';
import { LIMITS } from '../spec/limits.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { REQUEST_BOUNDS } from './bounds.ts';
import { changeMembers, type MemberStep } from './change-members.ts';
import { filterNameOf } from './filter-names.ts';
import { type GroupPatchSteps, patchOfAttributes, patchOfOperation } from './group-patch.ts';
import { pacificTime } from './identifiers.ts';
import type { Organization } from './organization.ts';
import type { OrganizationChange, StoredGroup } from './organization-data.ts';
import { readPatchOperations } from './patch-op.ts';
import { groupResource, listBody, memberDisplay } from './scim-bodies.ts';
import { ScimError } from './scim-error.ts';
import { listPage } from './scim-list.ts';
import type { ScimCall } from './scim-users.ts';

/** GET /Groups (SCIM §4.6). */
export function listGroups(call: ScimCall): JsonObject {
  const page = listPage(
    {
      resources: () => call.organization.groups(),
      idOf: ({ id }) => id,
      filterAttributes: GROUP_FILTER_ATTRIBUTES,
      filterNameOf: (written) => filterNameOf(written, call.dialect),
      valuesOf: filterValues,
    },
    call.query,
  );
  const resources = page.items.map((group) => groupResource(group, call));
  return listBody(resources, page, call.dialect);
}

/** GET /Groups/<id>. */
export function getGroup(call: ScimCall, id: string): JsonObject {
  return groupResource(requireGroup(call.organization, id), call);
}

/** POST /Groups; members are optional (SCIM §4.6; assumption `group-without-members`). */
export function createGroup(call: ScimCall): JsonObject {
  const { organization } = call;
  const { displayName = '', members = [] } = readRequest(call.body, 'create');
  const change = new GroupChange({
    id: organization.newGroupId(),
    created: pacificTime(call.now),
    displayName,
    members: [],
  });
  change.apply({ steps: [{ kind: 'add', users: members.map(({ value }) => value) }] }, organization);
  return store(call, change);
}

/** PUT /Groups/<id>: replaces all members; without members the group becomes empty (SCIM §4.6). */
export function replaceGroup(call: ScimCall, id: string): JsonObject {
  const change = new GroupChange(requireChangeable(call.organization, id));
  const { members = [], ...request } = readRequest(call.body, 'replace');
  const step: MemberStep = { kind: 'set', users: members.map(({ value }) => value) };
  change.apply({ ...request, steps: [step] }, call.organization);
  return store(call, change);
}

/**
 * PATCH /Groups/<id>: attributes and an empty response body on v1, operations on v2 (SCIM §4.6; OBSERVED §4).
 * Applies all of the request or nothing.
 */
export function patchGroup(call: ScimCall, id: string): JsonObject | undefined {
  const { organization, dialect } = call;
  const change = new GroupChange(requireChangeable(organization, id));
  if (dialect.version === '1.1') {
    change.apply(patchOfAttributes(readRequest(call.body, 'patch')), organization);
    store(call, change);
    return undefined;
  }
  const operations = readPatchOperations(call.body, REQUEST_BOUNDS.groupOperations);
  if (operations === undefined) throw new ScimError('invalid_request_payload');
  const displayOf = (user: string) => memberDisplay(user, organization);
  for (const operation of operations) {
    change.apply(patchOfOperation(operation, dialect, { members: change.members, displayOf }), organization);
  }
  return store(call, change);
}

/**
 * DELETE /Groups/<id>: the members' accounts are not affected (SCIM §3, §4.6). @throws ScimError
 * idp_group_linked_to_channels
 */
export function deleteGroup(call: ScimCall, id: string): undefined {
  const { channels = [] } = requireChangeable(call.organization, id);
  if (channels.length > 0) throw new ScimError('idp_group_linked_to_channels');
  call.organization.change({ deletedGroup: id });
}

/** State of a group while one call changes it. */
class GroupChange {
  readonly members: Set<string>;
  private readonly before: StoredGroup;
  private displayName: string;
  private usersNamed = 0;

  constructor(before: StoredGroup) {
    this.before = before;
    this.displayName = before.displayName;
    this.members = new Set(before.members);
  }

  /** @throws ScimError too_many_users if the call has more users than allowed (SCIM §8) */
  apply({ displayName, steps }: GroupPatchSteps, organization: Organization): void {
    if (displayName !== undefined) this.displayName = displayName;
    for (const { users } of steps) this.usersNamed += users.length;
    if (this.usersNamed > LIMITS.groupUsersPerCall) throw new ScimError('too_many_users');
    for (const step of steps) changeMembers(this.members, step, this.before, organization);
  }

  /**
   * The change to store: the whole group if it is new or renamed, otherwise only the members removed and
   * added.
   */
  get change(): OrganizationChange {
    const { id, displayName, members } = this.before;
    const isNew = this.displayName !== displayName || members.length === 0;
    if (isNew)
      return { group: { ...this.before, displayName: this.displayName, members: [...this.members] } };
    const removed = members.filter((member) => !this.members.has(member));
    const known = new Set(members);
    const added = [...this.members].filter((member) => !known.has(member));
    return { membership: { group: id, removed, added } };
  }

  get id(): string {
    return this.before.id;
  }
}

function store(call: ScimCall, { id, change }: GroupChange): JsonObject {
  call.organization.change(change);
  return getGroup(call, id);
}

/** @throws ScimError with the code of the first issue, and its attribute as context */
function readRequest(body: unknown, operation: GroupOperation): GroupRequest {
  const { request, issues } = parseGroupRequest(body, operation);
  const [issue] = issues;
  if (issue === undefined) return request;
  const code = isScimErrorCode(issue.code) ? issue.code : 'invalid_request_payload';
  const isBare = issue.path === '' || code === 'missing_schema_element';
  throw new ScimError(code, isBare ? {} : { context: `attribute=${issue.path}` });
}

function requireGroup(organization: Organization, id: string): StoredGroup {
  const group = organization.group(id);
  if (group === undefined) throw new ScimError('no_such_group');
  return group;
}

/**
 * @throws ScimError group_members_create_failed for a group that the service itself manages (assumption
 * `automatic-groups`)
 */
function requireChangeable(organization: Organization, id: string): StoredGroup {
  const group = requireGroup(organization, id);
  if (group.isAutomatic === true) throw new ScimError('group_members_create_failed');
  return group;
}

/** Returns the values of a group that a filter compares (OBSERVED §4.5; assumption `filter-attributes`). */
function filterValues({ id, displayName, members }: StoredGroup): ValuesOf {
  const seen: Readonly<Record<string, readonly string[]>> = {
    id: [id],
    displayname: [displayName],
    members,
    'members.value': members,
  };
  return (attribute) => seen[attribute] ?? [];
}
