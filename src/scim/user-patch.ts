import { type Dialect, schemaUri } from '../rules/schema-uris.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  type ENTERPRISE_STRINGS,
  MESSAGE_URIS,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
  type SchemaName,
} from '../spec/scim-schemas.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../spec/user-attributes.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { defined } from '../values/defined.ts';
import { emailEntries, enterpriseObject, guestObject, phoneEntries } from './user-body.ts';

/** What is to change of a user: new values, and values to blank. `guest: false` makes a full member. */
export interface UserPatch {
  readonly set: UserValues;
  readonly clear: readonly UserAttributeName[];
}

/** Setting a value to a single space clears it (SCIM §4.3 rule 1). */
export const BLANK = ' ';

/**
 * Returns the bodies of the PATCH requests that make the change, in order: one, or on v2 two when the start date changes
 * with something else, because only its form without Operations is documented (SCIM §4.3 rule 14).
 * @param current what is stored now: a lone secondary address or a part of an address can only be sent with the rest.
 */
export function patchBodies(wanted: UserPatch, current: UserValues, dialect: Dialect): readonly JsonObject[] {
  const patch = keepingEqualPhone(wanted, current);
  return dialect.version === '1.1'
    ? [patchBodyV1(patch, current, dialect)]
    : patchBodiesV2(patch, current, dialect);
}

/** Returns the body of a PATCH that holds attributes (SCIM §4.3). */
export function patchBodyV1(patch: UserPatch, current: UserValues, dialect: Dialect): JsonObject {
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

  Object.assign(body, multiValuedV1(patch, current));

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

/** The multi-valued attributes that change; an entry is removed by itself (SCIM §4.3 rules 6–10). */
function multiValuedV1(patch: UserPatch, current: UserValues): JsonObject {
  const { set } = patch;
  const clear = new Set(patch.clear);
  const body: { [name: string]: Json } = {};
  const emails = changedEmails(patch, current);
  const deletedEmail = clear.has('secondaryEmail') ? current.secondaryEmail : undefined;
  if (emails !== undefined || deletedEmail !== undefined)
    body['emails'] = [...(emails ?? []), ...deletion(deletedEmail)];
  const phones = phoneEntries(set);
  const deletedPhones = (['phone', 'mobilePhone'] as const).flatMap((slot) =>
    clear.has(slot) ? deletion(current[slot]) : [],
  );
  if (phones !== undefined || deletedPhones.length > 0)
    body['phoneNumbers'] = [...deletedPhones, ...(phones ?? [])];
  if (set.photo !== undefined) body['photos'] = [{ value: set.photo, primary: true }];
  if (clear.has('role')) body['roles'] = deletion(current.role);
  if (set.role !== undefined) body['roles'] = [{ value: set.role, primary: true }];
  const address = changedAddress(patch, current);
  if (address !== undefined) body['addresses'] = [{ ...address, primary: true }];
  return body;
}

function patchBodiesV2(patch: UserPatch, current: UserValues, dialect: Dialect): readonly JsonObject[] {
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
  operations.push(...multiValuedV2(patch, current));

  const enterprise = schemaUri(dialect, 'enterprise');
  for (const [name, value] of Object.entries(enterpriseObject(set) ?? {}))
    replace(`${enterprise}:${name}`, value);
  const guest = changedGuest(patch, current);
  if (guest !== undefined) operations.push({ op: 'add', path: schemaUri(dialect, 'guest'), value: guest });
  for (const path of removedExtensionPaths(patch, dialect)) remove(path);
  // Last: a deactivated user whose other attributes change too is refused by some servers.
  replace('active', set.active);

  const bodies: JsonObject[] =
    operations.length === 0 ? [] : [{ schemas: [MESSAGE_URIS.patchOp], Operations: operations }];
  if (set.startDate !== undefined) {
    const profile = schemaUri(dialect, 'profile');
    bodies.push({ schemas: [profile], [profile]: { startDate: set.startDate } });
  }
  return bodies;
}

/** The operations on multi-valued attributes; an entry is removed by a filter for its value (SCIM §4.3 rules 6–10). */
function multiValuedV2(patch: UserPatch, current: UserValues): readonly JsonObject[] {
  const { set } = patch;
  const clear = new Set(patch.clear);
  const operations: JsonObject[] = [];
  const replace = (path: string, value: Json | undefined) => {
    if (value !== undefined) operations.push({ op: 'replace', path, value });
  };
  const remove = (path: string) => operations.push({ op: 'remove', path });
  const removeValue = (path: string, value: string | undefined) => {
    if (value !== undefined) remove(`${path}[value eq ${JSON.stringify(value)}]`);
  };
  if (clear.has('secondaryEmail')) removeValue('emails', current.secondaryEmail);
  replace('emails', changedEmails(patch, current));
  for (const slot of ['phone', 'mobilePhone'] as const)
    if (clear.has(slot)) removeValue('phoneNumbers', current[slot]);
  if (set.phone !== undefined || set.mobilePhone !== undefined)
    replace('phoneNumbers', phoneEntries(phonesAfter(patch, current)));
  if (set.photo !== undefined) replace('photos', [{ value: set.photo, primary: true }]);
  if (clear.has('role')) remove('roles');
  if (set.role !== undefined) replace('roles', [{ value: set.role, primary: true }]);
  const address = changedAddress(patch, current);
  if (address !== undefined) replace('addresses', [{ ...address, primary: true }]);
  return operations;
}

/** Both addresses, because a lone one would become the primary (SCIM §4.3 rule 6). */
function changedEmails({ set, clear }: UserPatch, current: UserValues): readonly JsonObject[] | undefined {
  if (set.email === undefined && set.secondaryEmail === undefined) return undefined;
  const email = set.email ?? current.email;
  const secondaryEmail =
    set.secondaryEmail ?? (clear.includes('secondaryEmail') ? undefined : current.secondaryEmail);
  return emailEntries({
    ...defined({ email, secondaryEmail }),
  });
}

/** A phone number is deleted by its value, so that one which is in both slots has to be set again in the other (SCIM §4.3 rule 7). */
export function keepingEqualPhone(patch: UserPatch, current: UserValues): UserPatch {
  const { phone, mobilePhone } = current;
  if (phone === undefined || phone !== mobilePhone) return patch;
  const isGiven = (slot: 'phone' | 'mobilePhone') =>
    patch.clear.includes(slot) || patch.set[slot] !== undefined;
  if (patch.clear.includes('phone') && !isGiven('mobilePhone'))
    return { ...patch, set: { ...patch.set, mobilePhone: phone } };
  if (patch.clear.includes('mobilePhone') && !isGiven('phone'))
    return { ...patch, set: { ...patch.set, phone } };
  return patch;
}

/** Both numbers as they will be: a list that is replaced holds what stays, too. */
function phonesAfter(patch: UserPatch, current: UserValues): UserValues {
  const after: UserValues = {};
  for (const slot of ['phone', 'mobilePhone'] as const) {
    const value = patch.set[slot] ?? (patch.clear.includes(slot) ? undefined : current[slot]);
    if (value !== undefined) after[slot] = value;
  }
  return after;
}

/** The whole address, because it is replaced as one (assumption `address-replaced`). */
function changedAddress(patch: UserPatch, current: UserValues): JsonObject | undefined {
  const isTouched = ADDRESS_SUB_ATTRIBUTES.some(
    (part) => patch.set[part] !== undefined || patch.clear.includes(part),
  );
  if (!isTouched) return undefined;
  return Object.fromEntries(
    ADDRESS_SUB_ATTRIBUTES.map((part) => [
      part,
      patch.clear.includes(part) ? BLANK : (patch.set[part] ?? current[part] ?? BLANK),
    ]),
  );
}

function changedGuest(patch: UserPatch, current: UserValues): JsonObject | undefined {
  const { guest, guestExpiration } = patch.set;
  if (guest === true) return guestObject(patch.set);
  return guestExpiration !== undefined && current.guest === true
    ? guestObject({ guest: true, guestExpiration })
    : undefined;
}

/**
 * Paths of extension attributes that are removed. Behind an identifier v1 has a period; of v2 the samples show a period
 * before `manager.managerId` and `expiration` and a colon before the others (OBSERVED §4.3).
 */
function removedExtensionPaths(patch: UserPatch, dialect: Dialect): readonly string[] {
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

/** An entry is deleted by sending it with `operation` delete (SCIM §4.3 rules 6, 7, 10). */
function deletion(value: string | undefined): readonly JsonObject[] {
  return value === undefined ? [] : [{ value, operation: 'delete' }];
}
