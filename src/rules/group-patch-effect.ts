import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { matchesFilter } from './filter.ts';
import { readRequestedMembers } from './group-request.ts';
import { parseFilter } from './parse-filter.ts';
import { pathParts, readWrittenPatch, type WrittenOperation } from './patch-operations.ts';

/** The effect of a user-written PATCH on a group; `unclear` lists what cannot be determined. */
export interface GroupPatchEffect {
  /** IDs of users who are added by any operation. */
  readonly joining: readonly string[];
  /** IDs of members who are removed by any operation. */
  readonly leaving: readonly string[];
  /** Whether all former members leave the group. */
  readonly isEmptied: boolean;
  /** New names of the group. */
  readonly names: readonly string[];
  /** Why parts of the effect are unknown. */
  readonly unclear: readonly string[];
}

/**
 * Returns the effect of a PATCH on a group with these members (SCIM §4.6).
 * @param members the display name of each member by ID; empty if unknown.
 */
export function groupPatchEffect(body: JsonObject, members: ReadonlyMap<string, string>): GroupPatchEffect {
  const { operations, unclear } = readWrittenPatch(body);
  const group: Group = {
    names: members,
    now: new Set(members.keys()),
    joining: new Set(),
    leaving: new Set(),
    taken: [],
    unclear: [...unclear],
  };
  for (const operation of operations)
    if (!apply(operation, group)) group.unclear.push(`"${operation.path}" cannot be read`);
  return {
    joining: [...group.joining],
    leaving: [...group.leaving],
    isEmptied: members.size > 0 && group.now.size === 0,
    names: group.taken,
    unclear: group.unclear,
  };
}

interface Group {
  readonly names: ReadonlyMap<string, string>;
  readonly now: Set<string>;
  readonly joining: Set<string>;
  readonly leaving: Set<string>;
  readonly taken: string[];
  readonly unclear: string[];
}

/** @returns whether the operation could be read. */
function apply({ op, path, value }: WrittenOperation, group: Group): boolean {
  const parts = pathParts(path);
  if (parts === undefined || parts.sub !== undefined) return false;
  const { name, filter } = parts;
  if (READ_ONLY.includes(name)) return true;
  if (name === 'displayname' && filter === undefined) return takeName(value, group);
  if (name !== 'members') return false;
  if (filter !== undefined) return op === 'remove' && removeSelected(filter, group);
  // A null list is cleared by any operation (assumption `null-clears`).
  if (value === null) return removeAllMembers(group);
  if (value === undefined) return op !== 'add' && removeAllMembers(group);
  const users = usersIn(value);
  if (users === undefined) return false;
  if (op === 'remove') removeMembers(users, group);
  if (op === 'replace')
    removeMembers(
      [...group.now].filter((id) => !users.includes(id)),
      group,
    );
  if (op !== 'remove') addMembers(users, group);
  return true;
}

function takeName(value: Json | undefined, { taken }: Group): boolean {
  if (typeof value !== 'string') return false;
  taken.push(value);
  return true;
}

function removeAllMembers(group: Group): true {
  removeMembers([...group.now], group);
  return true;
}

function removeMembers(ids: readonly string[], { now, leaving }: Group): void {
  for (const id of ids) if (now.delete(id)) leaving.add(id);
}

function addMembers(ids: readonly string[], { now, joining }: Group): void {
  for (const id of ids) {
    if (!now.has(id)) joining.add(id);
    now.add(id);
  }
}

/** Removes the members that a filter selects. A filter by display name is unreliable if a name is unknown. */
function removeSelected(text: string, group: Group): boolean {
  const parsed = parseFilter(text, ['value', 'display']);
  if ('problem' in parsed) return false;
  const isNameless = [...group.now].some((id) => (group.names.get(id) ?? '') === '');
  if (isNameless && /\bdisplay\b/i.test(text)) return false;
  const selected = [...group.now].filter((id) =>
    matchesFilter(parsed.filter, (name) => [name === 'value' ? id : (group.names.get(id) ?? '')]),
  );
  removeMembers(selected, group);
  return true;
}

function usersIn(value: Json): readonly string[] | undefined {
  let isReadable = true;
  const entries = readRequestedMembers(
    Array.isArray(value) ? value : [value],
    'members',
    () => {
      isReadable = false;
    },
    false,
  );
  return isReadable ? entries?.map((entry) => entry.value) : undefined;
}

const READ_ONLY = ['schemas', 'id', 'externalid'];
