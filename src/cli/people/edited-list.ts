import { isJsonObject } from '../../rules/json-value.ts';
import { parseUserRequest } from '../../rules/parse-user-request.ts';
import type { SchemaDialect } from '../../rules/schema-uris.ts';
import { addressSlot, slotEntries, valuesOfRequest } from '../../rules/stored-values.ts';
import { inTableSpelling } from '../../rules/table-spelling.ts';
import type { UserOperation } from '../../rules/user-request.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { ADDRESS_SUB_ATTRIBUTES, SUB_ATTRIBUTES } from '../../spec/scim-schemas.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { LIST_SLOTS, VALUE_LISTS, type ValueList } from '../../spec/user-slots.ts';

type EditableList = ValueList | 'addresses';

/** How a body is read. */
export interface Reading {
  readonly dialect: SchemaDialect;
  readonly operation: UserOperation;
}

/**
 * Returns a body in which one value of a list is set. Types and further entries, which the service does not
 * store, stay as they are written.
 * @returns undefined for an attribute outside lists, and if entries must be marked anew
 */
export function withListValue(
  body: JsonObject,
  name: UserAttributeName,
  value: string,
  reading: Reading,
): JsonObject | undefined {
  const list = listOf(name);
  const entries = list === undefined ? undefined : body[list];
  if (list === undefined || !Array.isArray(entries) || entries.length === 0 || value.trim() === '')
    return undefined;
  const wanted: UserValues = { ...valuesIn(body, reading), [name]: value };
  return candidates(body, list, name, value, reading)
    .map((changed): JsonObject => ({ ...body, [list]: changed }))
    .find((one) => holds(one, wanted, reading));
}

function listOf(name: UserAttributeName): EditableList | undefined {
  if (ADDRESS_SUB_ATTRIBUTES.some((part) => part === name)) return 'addresses';
  return VALUE_LISTS.find((list) => LIST_SLOTS[list].names.some((one) => one === name));
}

/** Returns the list with the value in the entry that is stored now, or in an entry of its own. */
function candidates(
  body: JsonObject,
  list: EditableList,
  name: UserAttributeName,
  value: string,
  { dialect, operation }: Reading,
): readonly (readonly Json[])[] {
  const written = body[list];
  const entries: readonly Json[] = Array.isArray(written) ? written : [];
  const { request } = parseUserRequest(body, dialect, operation);
  const read = request[list] ?? [];
  const stored =
    list === 'addresses'
      ? addressSlot(request.addresses ?? [])
      : [...slotEntries(list, read)].find(([slot]) => slot === name)?.[1];
  const place = stored === undefined ? -1 : read.indexOf(stored);
  const part = list === 'addresses' ? name : 'value';
  const edited = entries.map((entry, index): Json => {
    if (index !== place) return entry;
    return isJsonObject(entry) ? { ...inTableSpelling(entry, SUB_ATTRIBUTES[list]), [part]: value } : value;
  });
  if (place >= 0) return [edited];
  return [
    [...entries, { [part]: value, primary: false }],
    [{ [part]: value, primary: true }, ...entries],
  ];
}

function holds(body: JsonObject, wanted: UserValues, reading: Reading): boolean {
  const values = valuesIn(body, reading);
  return USER_ATTRIBUTE_NAMES.every((name) => values[name] === wanted[name]);
}

function valuesIn(body: JsonObject, { dialect, operation }: Reading): UserValues {
  return valuesOfRequest(parseUserRequest(body, dialect, operation).request);
}
