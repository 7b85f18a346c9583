import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  type AddressSubAttribute,
  ENTERPRISE_STRINGS,
  GUEST_TYPE,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
  type SchemaName,
} from '../spec/scim-schemas.ts';
import type { StringAttributeName, UserValues } from '../spec/user-attributes.ts';
import { LIST_SLOTS, VALUE_LISTS, type ValueList } from '../spec/user-slots.ts';

const TEXTS = ['userName', 'nickName', 'profileUrl', 'password', ...PLAIN_STRINGS] as const;

/**
 * Returns the body of a create or replace request (SCIM §4.2, §4.4). Entries are marked so that each value is
 * stored in its slot regardless of the other stored values (SCIM §4.3 rules 6–10).
 */
export function userBody(values: UserValues, dialect: SchemaDialect): JsonObject {
  const body: { [name: string]: Json } = {};
  const schemas: SchemaName[] = ['user'];
  for (const name of TEXTS) setIfDefined(body, name, values[name]);
  setIfDefined(body, 'active', values.active);
  setIfDefined(body, 'name', partsOf(values, NAME_SUB_ATTRIBUTES));
  for (const list of VALUE_LISTS) setIfDefined(body, list, listEntries(list, values));
  const address = partsOf(values, ADDRESS_SUB_ATTRIBUTES);
  if (address !== undefined) body['addresses'] = [{ ...address, primary: true }];

  const extend = (extension: SchemaName, object: JsonObject | undefined) => {
    if (object === undefined) return;
    schemas.push(extension);
    body[schemaUri(dialect, extension)] = object;
  };
  extend('enterprise', enterpriseObject(values));
  extend('guest', guestObject(values));
  extend('profile', values.startDate === undefined ? undefined : { startDate: values.startDate });
  return { schemas: schemas.map((name) => schemaUri(dialect, name)), ...body };
}

/** Returns the entries for all slots of a multi-valued attribute; undefined if no value is given. */
export function listEntries(list: ValueList, values: UserValues): readonly JsonObject[] | undefined {
  const { names, ranked, typed } = LIST_SLOTS[list];
  if (names.every((name) => values[name] === undefined)) return undefined;
  const entries = [
    ...entriesByPlace(
      list,
      ranked.map((name) => values[name] ?? ''),
    ),
    ...typed.flatMap(({ name, type }) => {
      const value = values[name];
      return isFilled(value) ? [typedEntry(value, type)] : [];
    }),
  ];
  return entries.length > 0 || list === 'emails' ? entries : undefined;
}

/**
 * Returns the entries of positional slots; an empty entry represents a missing value before another. A lone
 * second phone number needs `type` work (OBSERVED §4.3).
 */
function entriesByPlace(list: ValueList, [first = '', ...behind]: readonly string[]): readonly JsonObject[] {
  const others = behind.slice(0, behind.findLastIndex(isFilled) + 1);
  const isLonePhone = list === 'phoneNumbers' && !isFilled(first) && others.length === 1;
  const mark = isLonePhone ? { type: 'work' } : { primary: false };
  return [
    ...(isFilled(first) ? [{ value: first, primary: true }] : []),
    ...others.map((value) => ({ value, ...mark })),
  ];
}

/** Returns the entry of a value that is identified by its type. */
export function typedEntry(value: string, type: string): JsonObject {
  return { value, type, primary: false };
}

export function enterpriseObject(values: UserValues): JsonObject | undefined {
  const plain = partsOf(values, ENTERPRISE_STRINGS);
  if (values.manager === undefined) return plain;
  return { ...plain, manager: { managerId: values.manager } };
}

export function guestObject(values: UserValues): JsonObject | undefined {
  if (values.guest !== true) return undefined;
  return {
    type: GUEST_TYPE,
    ...(isFilled(values.guestExpiration) ? { expiration: values.guestExpiration } : {}),
  };
}

/** Returns the values with these names; undefined if there are none. */
function partsOf<Name extends StringAttributeName & AddressOrPart>(
  values: UserValues,
  names: readonly Name[],
): JsonObject | undefined {
  const parts: { [name: string]: Json } = {};
  for (const name of names) setIfDefined(parts, name, values[name]);
  return Object.keys(parts).length === 0 ? undefined : parts;
}
type AddressOrPart =
  | AddressSubAttribute
  | (typeof NAME_SUB_ATTRIBUTES)[number]
  | (typeof ENTERPRISE_STRINGS)[number];

function setIfDefined(holder: { [name: string]: Json }, name: string, value: Json | undefined): void {
  if (value !== undefined) holder[name] = value;
}

function isFilled(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
