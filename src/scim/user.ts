import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import { extensionOfUri, isSameUri, type SchemaDialect, schemaUriSpellings } from '../rules/schema-uris.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  type Extension,
  GUEST_TYPE,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
} from '../spec/scim-schemas.ts';
import type { StringAttributeName, UserAttributeName, UserValues } from '../spec/user-attributes.ts';
import { LIST_SLOTS, VALUE_LISTS, type ValueList } from '../spec/user-slots.ts';
import { type GroupId, groupId, type UserId, userId } from '../values/ids.ts';

/** A user as returned by the service, read leniently. */
export interface User {
  readonly id: UserId;
  /** The stored values by attribute name; empty values are absent. `active` is always present. */
  readonly values: UserValues & { readonly active: boolean };
  /** `meta.created` as returned by the service. */
  readonly created: string | undefined;
  readonly groups: readonly { readonly id: GroupId; readonly name: string }[];
  /** The resource as received. */
  readonly resource: JsonObject;
}

/**
 * A change of a user: values to set and values to clear. `guest: false` converts the user to a full member.
 */
export interface UserPatch {
  readonly set: UserValues;
  readonly clear: readonly UserAttributeName[];
}

const TEXTS = ['userName', 'nickName', 'profileUrl', ...PLAIN_STRINGS] as const;

/**
 * Reads a user resource of either version (shapes: OBSERVED §2.1). An attribute of an unexpected type counts
 * as empty.
 */
export function readUser(resource: JsonObject, dialect: SchemaDialect): User {
  const values: UserValues & { active: boolean } = { active: resource['active'] !== false };
  const set = (name: Exclude<UserAttributeName, 'active' | 'guest'>, value: Json | undefined) => {
    if (typeof value === 'string' && value.trim() !== '') values[name] = value;
  };
  for (const name of TEXTS) set(name, resource[name]);
  const name = objectOf(resource['name']);
  for (const part of NAME_SUB_ATTRIBUTES) set(part, name[part]);

  for (const list of VALUE_LISTS)
    for (const [name, entry] of slotsIn(list, objectsIn(resource[list]))) set(name, entry?.['value']);
  const address = objectOf(inOrder(objectsIn(resource['addresses']))[0]);
  for (const part of ADDRESS_SUB_ATTRIBUTES) set(part, address[part]);

  const extensionOf = extensionsOf(resource, dialect);
  const enterprise = extensionOf('enterprise') ?? {};
  for (const part of ENTERPRISE_STRINGS) set(part, enterprise[part]);
  const manager = objectOf(enterprise['manager']);
  set('manager', manager['managerId'] ?? manager['value']);

  const guest = extensionOf('guest');
  // A single-channel guest cannot be converted, so `guest` stays undefined.
  const guestType = guest?.['type'];
  if (guest === undefined || guestType === null) values.guest = false;
  else if (guestType === GUEST_TYPE) values.guest = true;
  set('guestExpiration', guest?.['expiration']);
  set('startDate', extensionOf('profile')?.['startDate']);

  const { id, meta } = resource;
  const created = objectOf(meta)['created'];
  return {
    id: userId(typeof id === 'string' ? id : ''),
    values,
    created: typeof created === 'string' ? created : undefined,
    groups: objectsIn(resource['groups']).map(({ value, display }) => ({
      id: groupId(typeof value === 'string' ? value : ''),
      name: typeof display === 'string' ? display : '',
    })),
    resource,
  };
}

/** Returns a function that finds an extension of a resource in any spelling of its URI. */
function extensionsOf(
  resource: JsonObject,
  dialect: SchemaDialect,
): (name: Extension) => JsonObject | undefined {
  // Filtered once, because three extensions are looked up for every user of a list, and most keys are not
  // URIs.
  const keys = Object.keys(resource).filter((key) => /^urn:/i.test(key));
  return (extension) => {
    if (keys.length === 0) return undefined;
    const spellings = schemaUriSpellings(dialect, extension);
    const key =
      keys.find((name) => spellings.some((uri) => isSameUri(uri, name))) ??
      keys.find((name) => extensionOfUri(name) === extension);
    const value = key === undefined ? undefined : resource[key];
    return isJsonObject(value) ? value : undefined;
  };
}

type Slot = readonly [name: StringAttributeName, entry: JsonObject | undefined];

/** Returns the entry of each slot of a list: typed slots by type, the others by position. */
function slotsIn(list: ValueList, listed: readonly JsonObject[]): readonly Slot[] {
  if (listed.length === 0) return [];
  const { ranked, typed } = LIST_SLOTS[list];
  const slots: Slot[] = [];
  let entries = listed;
  for (const { name, type } of typed) {
    const own = entries.filter((entry) => isOfType(entry, type));
    slots.push([name, own[0]]);
    entries = entries.filter((entry) => !own.includes(entry));
  }
  const byPlace = list === 'phoneNumbers' ? phonesInOrder(entries) : inOrder(entries);
  for (const [place, name] of ranked.entries()) slots.push([name, byPlace[place]]);
  return slots;
}

/** Returns the entries with the primary one first, or in the original order if none is primary. */
function inOrder(entries: readonly JsonObject[]): readonly (JsonObject | undefined)[] {
  const first = entries.find(isPrimary) ?? entries[0];
  if (first === entries[0]) return entries;
  return [first, ...entries.filter((entry) => entry !== first)];
}

/** Returns the work number, the mobile number, and then the others. */
function phonesInOrder(phones: readonly JsonObject[]): readonly (JsonObject | undefined)[] {
  // In a response, `type` mobile denotes mobilePhone, the reverse of a request (SCIM §4.3 rule 7).
  const mobile =
    phones.find((entry) => entry['type'] === 'mobile' && !isPrimary(entry)) ??
    // Other servers return `primary` as it was in the request.
    phones.find((entry) => (phones.some(isPrimary) ? !isPrimary(entry) : entry['primary'] === false));
  const [phone, ...others] = phones.filter((entry) => entry !== mobile);
  return [phone, mobile, ...others];
}

function isPrimary(entry: JsonObject): boolean {
  return entry['primary'] === true;
}

function isOfType(entry: JsonObject, type: string): boolean {
  const { type: own } = entry;
  return typeof own === 'string' && own.toLowerCase() === type && !isPrimary(entry);
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
