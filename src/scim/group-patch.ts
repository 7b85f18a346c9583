import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import { isUserId } from '../rules/user-id.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { MESSAGE_URIS } from '../spec/scim-schemas.ts';
import { defined } from '../values/defined.ts';
import type { UserId } from '../values/ids.ts';
import { groupMember } from './group-body.ts';
import { chosenForm, type LearnedWrites, REMOVAL_FORMS, type RemovalForm } from './learned-traits.ts';

/** Members to take out of a group and to put into it, by user ID. */
export interface MemberChange {
  readonly add: readonly UserId[];
  readonly remove: readonly UserId[];
}

/** What is to change of a group in one call. */
export interface GroupPatch extends Partial<MemberChange> {
  readonly displayName?: string;
}

/**
 * Returns the body of a PATCH (SCIM §4.6; assumption `group-members-added`): v1 names members with an
 * operation, v2 has operations. Removals come first, so that a full group has room.
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

/** Returns the operations that take members out, in one of the forms. */
export function removalOperations(ids: readonly UserId[], form: RemovalForm): readonly JsonObject[] {
  if (form === 'value')
    return ids.length === 0 ? [] : [{ op: 'remove', path: 'members', value: ids.map(groupMember) }];
  const written = (id: UserId) => (form === 'quoted' ? JSON.stringify(id) : inPath(id));
  return ids.map((id) => ({ op: 'remove', path: `members[value eq ${written(id)}]` }));
}

/**
 * The service's own IDs stand bare, as the document writes them; those of other servers in quotes (SCIM §4.6;
 * RFC 7644 §3.5.2).
 */
function inPath(id: UserId): string {
  return isUserId(id) ? id : JSON.stringify(id);
}

/** Returns the v2 body that takes everybody out of a group (SCIM §4.6). */
export function clearMembersBody(): JsonObject {
  return patchOp([{ op: 'remove', path: 'members' }]);
}

/** Returns what must change so that exactly these are members. */
export function changeTo(wanted: readonly UserId[], now: readonly UserId[]): MemberChange {
  const wantedIds = new Set(wanted);
  const nowIds = new Set(now);
  return {
    add: [...wantedIds].filter((id) => !nowIds.has(id)),
    remove: [...nowIds].filter((id) => !wantedIds.has(id)),
  };
}

/** Returns what of a change is still to be done. */
export function leftOf({ add, remove }: MemberChange, now: readonly UserId[]): MemberChange {
  const nowIds = new Set(now);
  return { add: add.filter((id) => !nowIds.has(id)), remove: remove.filter((id) => nowIds.has(id)) };
}

function patchOp(operations: readonly JsonObject[]): JsonObject {
  return { schemas: [MESSAGE_URIS.patchOp], Operations: operations };
}
