import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { ADDRESS_SUB_ATTRIBUTES, BLANK } from '../spec/scim-schemas.ts';
import { type StringAttributeName, USER_ATTRIBUTES, type UserValues } from '../spec/user-attributes.ts';
import { LIST_SLOTS, type ListSlots, VALUE_LISTS, type ValueList } from '../spec/user-slots.ts';
import type { UserPatch } from './user.ts';
import { listEntries, typedEntry } from './user-body.ts';

/**
 * Returns the changed multi-valued attributes in the form of v1, where entries are removed one by one (SCIM
 * §4.3 rules 6–10).
 */
export function listsV1(patch: UserPatch, current: UserValues): JsonObject {
  const body: { [name: string]: Json } = {};
  for (const list of VALUE_LISTS) {
    const { ranked, typed } = clearedSlots(list, patch);
    const removed = [
      ...ranked.flatMap((name) => deletion(current[name])),
      ...typed.map(({ type }) => typedEntry(BLANK, type)),
    ];
    const set = isAnySet(list, patch) ? entriesSet(list, patch, current) : undefined;
    if (set === undefined && removed.length === 0 && !isRoleCleared(list, patch)) continue;
    body[list] = list === 'emails' ? [...(set ?? []), ...removed] : [...removed, ...(set ?? [])];
  }
  const address = changedAddress(patch, current);
  if (address !== undefined) body['addresses'] = [address];
  return body;
}

/**
 * Returns the v2 operations on multi-valued attributes, where entries are removed by a filter (SCIM §4.3
 * rules 6–10).
 */
export function listsV2(patch: UserPatch, current: UserValues): readonly JsonObject[] {
  const operations = VALUE_LISTS.flatMap((list) => [
    ...removals(list, patch, current),
    ...replacements(list, patch, current),
  ]);
  const address = changedAddress(patch, current);
  if (address !== undefined) operations.push({ op: 'replace', path: 'addresses', value: [address] });
  return operations;
}

/** Removes a role by removing the whole list, because there is only one; removes other values by a filter. */
function removals(list: ValueList, patch: UserPatch, current: UserValues): readonly JsonObject[] {
  const { ranked, typed } = clearedSlots(list, patch);
  const values = ranked.map((name) => current[name]).filter((value) => value !== undefined);
  const byValue = values.map((value) => `${list}[value eq ${JSON.stringify(value)}]`);
  const byType = typed.map(({ type }) => `${list}[type eq ${JSON.stringify(type)}]`);
  const paths = [...(isRoleCleared(list, patch) ? [list] : byValue), ...byType];
  return paths.map((path) => ({ op: 'remove', path }));
}

/** The slots of a list that are cleared. */
function clearedSlots(list: ValueList, { clear }: UserPatch): Pick<ListSlots, 'ranked' | 'typed'> {
  const isCleared = (name: StringAttributeName) => USER_ATTRIBUTES[name].mayClear && clear.includes(name);
  const { ranked, typed } = LIST_SLOTS[list];
  return { ranked: ranked.filter(isCleared), typed: typed.filter(({ name }) => isCleared(name)) };
}

/**
 * Returns the replacements in a list. A replaced list also contains the unchanged values; a value identified
 * by its type can be replaced alone.
 */
function replacements(list: ValueList, patch: UserPatch, current: UserValues): readonly JsonObject[] {
  const { ranked, typed } = LIST_SLOTS[list];
  if (ranked.some((name) => patch.set[name] !== undefined)) {
    const value = entriesOf(list, slotsAfter(list, patch, current));
    return value === undefined ? [] : [{ op: 'replace', path: list, value }];
  }
  if (isRoleCleared(list, patch)) {
    const value = listEntries(list, slotsAfter(list, patch, current));
    return value === undefined ? [] : [{ op: 'replace', path: list, value }];
  }
  return typed.flatMap(({ name, path }) => {
    const value = patch.set[name];
    return value === undefined ? [] : [{ op: 'replace', path, value }];
  });
}

/**
 * Returns all e-mail addresses, because a lone one would become the primary (SCIM §4.3 rule 6). Returns all
 * values of a list whose third or a later value is set, because the preceding values determine its position.
 */
function entriesSet(
  list: ValueList,
  patch: UserPatch,
  current: UserValues,
): readonly JsonObject[] | undefined {
  const [, , ...behind] = LIST_SLOTS[list].ranked;
  const isWhole = list === 'emails' || behind.some((name) => patch.set[name] !== undefined);
  return entriesOf(list, isWhole ? slotsAfter(list, patch, current) : patch.set);
}

/** Returns the entries of a list. In a list with a single value, an empty value is an entry too. */
function entriesOf(list: ValueList, values: UserValues): readonly JsonObject[] | undefined {
  const isSingle = LIST_SLOTS[list].ranked.length === 1;
  return listEntries(list, values) ?? (isSingle ? [{ value: '', primary: true }] : undefined);
}

function isAnySet(list: ValueList, { set }: UserPatch): boolean {
  return LIST_SLOTS[list].names.some((name) => set[name] !== undefined);
}

function isRoleCleared(list: ValueList, { clear }: UserPatch): boolean {
  return list === 'roles' && clear.includes('role');
}

/** The values of a list after the change. */
function slotsAfter(list: ValueList, patch: UserPatch, current: UserValues): UserValues {
  const after: UserValues = {};
  for (const name of LIST_SLOTS[list].names) {
    const value = patch.set[name] ?? (patch.clear.includes(name) ? undefined : current[name]);
    if (value !== undefined) after[name] = value;
  }
  return after;
}

/**
 * Adds values to the change that would be lost: a removed entry is identified by its value, so an equal value
 * in another slot of the list must be set again (SCIM §4.3 rules 7, 10).
 */
export function keepingEqualValues(patch: UserPatch, current: UserValues): UserPatch {
  const set: UserValues = { ...patch.set };
  for (const list of VALUE_LISTS) {
    const { names, ranked } = LIST_SLOTS[list];
    const deleted = ranked.filter((name) => patch.clear.includes(name)).map((name) => current[name]);
    for (const name of names) {
      const value = current[name];
      const isGiven = patch.clear.includes(name) || patch.set[name] !== undefined;
      if (!isGiven && value !== undefined && deleted.includes(value)) set[name] = value;
    }
  }
  return { ...patch, set };
}

/** Returns the whole address, because the service replaces it as a whole (assumption `address-replaced`). */
function changedAddress(patch: UserPatch, current: UserValues): JsonObject | undefined {
  const isTouched = ADDRESS_SUB_ATTRIBUTES.some(
    (part) => patch.set[part] !== undefined || patch.clear.includes(part),
  );
  if (!isTouched) return undefined;
  const parts = ADDRESS_SUB_ATTRIBUTES.map((part) => [
    part,
    patch.clear.includes(part) ? BLANK : (patch.set[part] ?? current[part] ?? BLANK),
  ]);
  return { ...Object.fromEntries(parts), primary: true };
}

/** Returns an entry with `operation` delete, which removes the value (SCIM §4.3 rules 6, 7, 10). */
function deletion(value: string | undefined): readonly JsonObject[] {
  return value === undefined ? [] : [{ value, operation: 'delete' }];
}
