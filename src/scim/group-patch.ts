import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import { isUserId } from '../rules/user-id.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { MESSAGE_URIS } from '../spec/scim-schemas.ts';
import { defined } from '../values/defined.ts';
import type { UserId } from '../values/ids.ts';
import { groupMember } from './group-body.ts';
import { chosenForm, type LearnedWrites, REMOVAL_FORMS, type RemovalForm } from './learned-traits.ts';

/** Members to remove from a group and to add to it, by user ID. */
export interface MemberChange {
  readonly add: readonly UserId[];
  readonly remove: readonly UserId[];
}

/** A change of a group in one call. */
export interface GroupPatch extends Partial<MemberChange> {
  readonly displayName?: string;
}

/**
 * Returns the body of a PATCH (SCIM §4.6; assumption `group-members-added`): v1 lists members with an
 * operation, v2 lists operations. Removals come first to make room in a full group.
 */
export function groupPatchBody(
  patch: GroupPatch,
  dialect: SchemaDialect,
  removals?: LearnedWrites['removals'],
): JsonObject {
  const { displayName, add = [], remove = [] } = patch;
  if (dialect.version === '1.1') {
    const members = [...remove.map((value) => ({ value, operation: 'delete' })), ...add.map(groupMember)];
    return {
      schemas: [schemaUri(dialect, 'group')],
      ...defined({ displayName }),
      ...(members.length === 0 ? {} : { members }),
    };
  }
  return patchOp([
    ...(displayName === undefined ? [] : [{ op: 'replace', path: 'displayName', value: displayName }]),
    ...removalOperations(remove, chosenForm(REMOVAL_FORMS, removals)),
    ...(add.length === 0 ? [] : [{ op: 'add', path: 'members', value: add.map(groupMember) }]),
  ]);
}

/** Returns the operations that remove members, in one of the forms. */
export function removalOperations(ids: readonly UserId[], form: RemovalForm): readonly JsonObject[] {
  if (form === 'value')
    return ids.length === 0 ? [] : [{ op: 'remove', path: 'members', value: ids.map(groupMember) }];
  const written = (id: UserId) => (form === 'quoted' ? JSON.stringify(id) : inPath(id));
  return ids.map((id) => ({ op: 'remove', path: `members[value eq ${written(id)}]` }));
}

/**
 * Returns an ID in a path filter: the service's own IDs unquoted, as documented; those of other servers
 * quoted (SCIM §4.6; RFC 7644 §3.5.2).
 */
function inPath(id: UserId): string {
  return isUserId(id) ? id : JSON.stringify(id);
}

/** Returns the v2 body that removes all members from a group (SCIM §4.6). */
export function clearMembersBody(): JsonObject {
  return patchOp([{ op: 'remove', path: 'members' }]);
}

/** Returns the change after which exactly the wanted users are members. */
export function memberChangeTo(wanted: readonly UserId[], now: readonly UserId[]): MemberChange {
  const wantedIds = new Set(wanted);
  const nowIds = new Set(now);
  return {
    add: [...wantedIds].filter((id) => !nowIds.has(id)),
    remove: [...nowIds].filter((id) => !wantedIds.has(id)),
  };
}

/** Returns the part of a change that is not yet applied. */
export function withoutApplied({ add, remove }: MemberChange, now: readonly UserId[]): MemberChange {
  const nowIds = new Set(now);
  return { add: add.filter((id) => !nowIds.has(id)), remove: remove.filter((id) => nowIds.has(id)) };
}

function patchOp(operations: readonly JsonObject[]): JsonObject {
  return { schemas: [MESSAGE_URIS.patchOp], Operations: operations };
}
