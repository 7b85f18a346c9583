import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { UserId } from '../values/ids.ts';

/** Returns the body of a create or replace request (SCIM §4.6). */
export function groupBody(
  displayName: string,
  memberIds: readonly UserId[],
  dialect: SchemaDialect,
): JsonObject {
  return { schemas: [schemaUri(dialect, 'group')], displayName, members: memberIds.map(groupMember) };
}

/** Returns a member in the form of a request (SCIM §2.2). */
export function groupMember(id: UserId): JsonObject {
  return { value: id };
}
