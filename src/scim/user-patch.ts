import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import {
  BLANK,
  type ENTERPRISE_STRINGS,
  MESSAGE_URIS,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
  type SchemaName,
} from '../spec/scim-schemas.ts';
import { USER_ATTRIBUTES, type UserValues } from '../spec/user-attributes.ts';
import { keepingEqualValues, listsV1, listsV2 } from './list-patch.ts';
import type { UserPatch } from './user.ts';
import { enterpriseObject, guestObject } from './user-body.ts';

/**
 * Returns the bodies of the PATCH requests for a change, in order. There is one body, but two on v2 if the
 * start date changes together with other attributes: its only documented form has no Operations (SCIM §4.3
 * rule 14).
 * @param current the stored values: a lone secondary address or a part of an address can only be sent
 * together with the rest.
 */
export function patchBodies(
  wanted: UserPatch,
  current: UserValues,
  dialect: SchemaDialect,
): readonly JsonObject[] {
  const patch = keepingEqualValues(wanted, current);
  return dialect.version === '1.1'
    ? [patchBodyV1(patch, current, dialect)]
    : patchBodiesV2(patch, current, dialect);
}

/** Returns the body of a v1 PATCH, which contains attributes (SCIM §4.3). */
export function patchBodyV1(patch: UserPatch, current: UserValues, dialect: SchemaDialect): JsonObject {
  const { set } = patch;
  const clear = new Set(patch.clear);
  const body: { [name: string]: Json } = {};
  const schemas: SchemaName[] = ['user'];
  const remove: string[] = [];

  for (const name of ['userName', 'nickName', ...PLAIN_STRINGS] as const) {
    const value = clear.has(name) ? BLANK : set[name];
    if (value !== undefined) body[name] = value;
  }
  if (set.active !== undefined) body['active'] = set.active;
  const name = partsIn(set, NAME_SUB_ATTRIBUTES);
  if (name !== undefined) body['name'] = name;
  for (const part of NAME_SUB_ATTRIBUTES) if (clear.has(part)) remove.push(`name.${part}`);

  Object.assign(body, listsV1(patch, current));

  const extend = (extension: SchemaName, object: JsonObject | undefined) => {
    if (object === undefined) return;
    schemas.push(extension);
    body[schemaUri(dialect, extension)] = object;
  };
  extend('enterprise', enterpriseObject(set));
  extend('guest', changedGuest(patch, current));
  extend('profile', set.startDate === undefined ? undefined : { startDate: set.startDate });
  remove.push(...removedExtensionPaths(patch, dialect));
  return {
    schemas: schemas.map((schema) => schemaUri(dialect, schema)),
    ...body,
    ...(remove.length === 0 ? {} : { meta: { attributes: remove } }),
  };
}

function patchBodiesV2(patch: UserPatch, current: UserValues, dialect: SchemaDialect): readonly JsonObject[] {
  const { set } = patch;
  const clear = new Set(patch.clear);
  const operations: JsonObject[] = [];
  const replace = (path: string, value: Json | undefined) => {
    if (value !== undefined) operations.push({ op: 'replace', path, value });
  };
  const remove = (path: string) => operations.push({ op: 'remove', path });

  for (const name of ['userName', 'nickName', ...PLAIN_STRINGS] as const) {
    replace(name, clear.has(name) ? BLANK : set[name]);
  }
  for (const part of NAME_SUB_ATTRIBUTES) {
    if (clear.has(part)) remove(`name.${part}`);
    else replace(`name.${part}`, set[part]);
  }
  operations.push(...listsV2(patch, current));

  const enterprise = schemaUri(dialect, 'enterprise');
  for (const [name, value] of Object.entries(enterpriseObject(set) ?? {}))
    replace(`${enterprise}:${name}`, value);
  const guest = changedGuest(patch, current);
  if (guest !== undefined) operations.push({ op: 'add', path: schemaUri(dialect, 'guest'), value: guest });
  for (const path of removedExtensionPaths(patch, dialect)) remove(path);
  // Last, because some servers refuse to change other attributes of a deactivated user.
  replace('active', set.active);

  const bodies: JsonObject[] =
    operations.length === 0 ? [] : [{ schemas: [MESSAGE_URIS.patchOp], Operations: operations }];
  if (set.startDate !== undefined) {
    const profile = schemaUri(dialect, 'profile');
    bodies.push({ schemas: [profile], [profile]: { startDate: set.startDate } });
  }
  return bodies;
}

function changedGuest(patch: UserPatch, current: UserValues): JsonObject | undefined {
  const { guest, guestExpiration } = patch.set;
  if (guest === true) return guestObject(patch.set);
  return guestExpiration !== undefined && current.guest === true
    ? guestObject({ guest: true, guestExpiration })
    : undefined;
}

/**
 * Paths of extension attributes to remove. After the schema URI, v1 has a period. The samples of v2 show a
 * period before `manager.managerId` and `expiration` and a colon before the others (OBSERVED §4.3).
 */
function removedExtensionPaths(patch: UserPatch, dialect: SchemaDialect): readonly string[] {
  const paths = patch.clear.flatMap((name) => {
    const { part, path } = USER_ATTRIBUTES[name];
    if (part !== 'enterprise' && part !== 'guest' && part !== 'profile') return [];
    const separator =
      dialect.version === '1.1' || name === 'manager' || name === 'guestExpiration' ? '.' : ':';
    return [`${schemaUri(dialect, part)}${separator}${path.slice(path.indexOf('.') + 1)}`];
  });
  return patch.set.guest === false ? [...paths, schemaUri(dialect, 'guest')] : paths;
}

function partsIn(
  set: UserValues,
  names: typeof NAME_SUB_ATTRIBUTES | typeof ENTERPRISE_STRINGS,
): JsonObject | undefined {
  const parts = names.flatMap((name) => (set[name] === undefined ? [] : [[name, set[name]] as const]));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}
