import { type Dialect, schemaUri } from '../rules/schema-uris.ts';
import type { JsonObject } from '../spec/wire.ts';
import type { UserId } from '../values/ids.ts';

/** Returns the body of a create or replace request (SCIM §4.6). */
export function groupBody(displayName: string, memberIds: readonly UserId[], dialect: Dialect): JsonObject {
  return { schemas: [schemaUri(dialect, 'group')], displayName, members: memberIds.map(memberOf) };
}

/** Returns a member as a request names it (SCIM §2.2). */
export function memberOf(id: UserId): JsonObject {
  return { value: id };
}
