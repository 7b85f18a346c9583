import { isJsonObject } from '../rules/json-value.ts';
import type { SchemaDialect } from '../rules/schema-uris.ts';
import { schemaUri } from '../rules/schema-uris.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { BLANK, MESSAGE_URIS } from '../spec/scim-schemas.ts';
import { USER_ATTRIBUTES, type UserValues } from '../spec/user-attributes.ts';
import { LIST_SLOTS, VALUE_LISTS, type ValueList } from '../spec/user-slots.ts';
import { CLEAR_FORMS, type ClearForm, chosenForm, type LearnedWrites } from './learned-traits.ts';
import { keepingEqualValues } from './list-patch.ts';
import type { UserPatch } from './user.ts';
import { listEntries, userBody } from './user-body.ts';
import { patchBodyV1 } from './user-patch.ts';

/**
 * Returns how to change a user: by a documented PATCH, by a v2 PATCH without paths, or by a PUT, if a probe
 * found that the service accepts nothing else.
 */
export function userPatchForm(
  { version }: SchemaDialect,
  writes: LearnedWrites | undefined,
): 'documented' | 'value' | 'put' {
  if (version === '1.1') return writes?.patchV1 === false ? 'put' : 'documented';
  if (writes?.patchPath !== false) return 'documented';
  if (writes.patchValue === true) return 'value';
  return writes.patchValue === false ? 'put' : 'documented';
}

/** Returns a PatchOp with one object instead of paths (assumption `patch-without-path`). */
export function patchWithoutPaths(
  wanted: UserPatch,
  current: UserValues,
  dialect: SchemaDialect,
): JsonObject {
  const patch = keepingEqualValues(wanted, current);
  const { schemas: _, meta: __, ...attributes } = patchBodyV1(patch, current, dialect);
  const value: { [name: string]: Json } = { ...attributes };
  for (const name of patch.clear) {
    const { part, path } = USER_ATTRIBUTES[name];
    const [first = '', sub] = path.split('.');
    if (sub === undefined || path.includes('[')) continue;
    const holder =
      first === 'name' ? 'name' : schemaUri(dialect, part === 'core' ? 'user' : extensionOf(first));
    const before = value[holder];
    value[holder] = { ...(isJsonObject(before) ? before : {}), [sub]: BLANK };
  }
  return { schemas: [MESSAGE_URIS.patchOp], Operations: [{ op: 'replace', value }] };
}

function extensionOf(first: string): 'enterprise' | 'guest' | 'profile' {
  return first === 'guest' || first === 'profile' ? first : 'enterprise';
}

/** Returns the body of a PUT that applies the change and keeps all other values (SCIM §4.4). */
export function mergedBody(
  { set, clear }: UserPatch,
  current: UserValues,
  dialect: SchemaDialect,
): JsonObject {
  const values: UserValues = { ...current, ...set };
  // A PUT with both names would rename the user to the old nickName (assumption `nick-name`).
  if (set.userName !== undefined && set.nickName === undefined) delete values.nickName;
  // profileUrl is read-only, and the URL read for a photo differs from the one that was sent.
  delete values.profileUrl;
  for (const name of clear) delete values[name];
  return userBody(values, dialect);
}

/**
 * Returns a PATCH body without filters in paths, if the service accepts none: lists are replaced by their
 * remaining values.
 */
export function withoutFilterPaths(
  body: JsonObject,
  wanted: UserPatch,
  current: UserValues,
  writes: LearnedWrites | undefined,
): JsonObject {
  const operations = body['Operations'];
  if (writes?.patchFilterPath !== false || !Array.isArray(operations)) return body;
  const left = operations.filter((one: Json) => !targetsList(one));
  if (left.length === operations.length) return body;
  const { set, clear } = keepingEqualValues(wanted, current);
  const after: UserValues = { ...current, ...set };
  for (const name of clear) delete after[name];
  const replaced = LISTS.filter((name) => operations.some((one: Json) => targetsList(one, name))).map(
    (path) => {
      const value = listEntries(path, after);
      return value === undefined ? { op: 'remove', path } : { op: 'replace', path, value };
    },
  );
  return { ...body, Operations: [...replaced, ...left] };
}

/** Lists with several values, where a path needs a filter to select one. */
const LISTS = VALUE_LISTS.filter((list) => LIST_SLOTS[list].names.length > 1);

function targetsList(operation: Json, name?: ValueList): boolean {
  const path = isJsonObject(operation) ? operation['path'] : undefined;
  if (typeof path !== 'string') return false;
  return (name === undefined ? LISTS : [name]).some((list) => path === list || path.startsWith(`${list}[`));
}

/**
 * Returns a PATCH body that clears values in the way the service accepts; the body unchanged if that is the
 * documented way.
 */
export function withLearnedClearForm(body: JsonObject, writes: LearnedWrites | undefined): JsonObject {
  const form = chosenForm(CLEAR_FORMS, writes?.clears);
  if (form === 'space') return body;
  const operations = body['Operations'];
  if (!Array.isArray(operations)) return withClearForm(body, form);
  return { ...body, Operations: operations.map((one: Json) => clearingOperation(one, form)) };
}

function clearingOperation(operation: Json, form: ClearForm): Json {
  if (!isJsonObject(operation)) return operation;
  const { op: _, value, ...rest } = operation;
  if (value !== BLANK)
    return isJsonObject(value) ? { ...operation, value: withClearForm(value, form) } : operation;
  return form === 'remove' ? { op: 'remove', ...rest } : { ...operation, value: clearValueFor(form) };
}

function withClearForm(values: JsonObject, form: ClearForm): JsonObject {
  const changed = (value: Json | undefined): Json => {
    if (value === BLANK) return clearValueFor(form);
    return isJsonObject(value) ? withClearForm(value, form) : (value ?? null);
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, changed(value)]));
}

/**
 * The value that clears an attribute. An object without a path cannot remove an attribute, so null is sent
 * instead.
 */
function clearValueFor(form: ClearForm): string | null {
  return form === 'empty' ? '' : null;
}
