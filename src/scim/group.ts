import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { type GroupId, groupId, type UserId, userId } from '../values/ids.ts';

/** A member of a group: its user ID and the name that the service shows. */
export interface GroupMember {
  readonly id: UserId;
  readonly name: string;
}

/** A group as returned by the service, read leniently (SCIM §2.2). */
export interface Group {
  readonly id: GroupId;
  readonly displayName: string;
  readonly members: readonly GroupMember[];
  /** `meta.created` as returned by the service. */
  readonly created: string | undefined;
  /** The resource as received. */
  readonly resource: JsonObject;
}

/** Reads a group resource of either version; members without an ID are skipped. */
export function readGroup(resource: JsonObject): Group {
  const { id, displayName, members, meta } = resource;
  const created = isJsonObject(meta) ? meta['created'] : undefined;
  return {
    id: groupId(typeof id === 'string' ? id : ''),
    displayName: typeof displayName === 'string' ? displayName : '',
    members: readMembers(objectsIn(members)),
    created: typeof created === 'string' ? created : undefined,
    resource,
  };
}

/** Reads the entries of `members`; those without an ID are skipped. */
export function readMembers(entries: readonly JsonObject[]): readonly GroupMember[] {
  const members: GroupMember[] = [];
  for (const { value, display } of entries)
    if (typeof value === 'string' && value !== '')
      members.push({ id: userId(value), name: typeof display === 'string' ? display : '' });
  return members;
}
