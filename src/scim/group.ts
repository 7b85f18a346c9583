import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { type GroupId, groupId, type UserId, userId } from '../values/ids.ts';

/** Somebody in a group, by user ID and by the name that the service shows. */
export interface GroupMember {
  readonly id: UserId;
  readonly name: string;
}

/** A group as the service answers it, read leniently (SCIM §2.2). */
export interface Group {
  readonly id: GroupId;
  readonly displayName: string;
  readonly members: readonly GroupMember[];
  /** `meta.created`, as the service writes it. */
  readonly created: string | undefined;
  /** The resource as it came. */
  readonly resource: JsonObject;
}

/** Reads a group resource of either version; a member without an ID is left out. */
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

/** Reads what stands in `members`; an entry without an ID is left out. */
export function readMembers(entries: readonly JsonObject[]): readonly GroupMember[] {
  const members: GroupMember[] = [];
  for (const { value, display } of entries)
    if (typeof value === 'string' && value !== '')
      members.push({ id: userId(value), name: typeof display === 'string' ? display : '' });
  return members;
}
