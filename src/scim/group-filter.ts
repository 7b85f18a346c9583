import type { ValuesOf } from '../rules/filter.ts';
import type { Group } from './group.ts';

/** Returns the values of a group that a filter compares (OBSERVED §4.5; assumption `filter-attributes`). */
export function filterValuesOfGroup({ id, displayName, members, resource }: Group): ValuesOf {
  const memberIds = members.map((member) => member.id);
  const { externalId } = resource;
  const seen: Readonly<Record<string, readonly string[]>> = {
    id: [id],
    displayname: [displayName],
    members: memberIds,
    'members.value': memberIds,
    externalid: typeof externalId === 'string' ? [externalId] : [],
  };
  return (attribute) => seen[attribute] ?? [];
}
