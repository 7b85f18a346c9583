import { isJsonObject } from '../../rules/json-value.ts';
import { parseUserRequest } from '../../rules/parse-user-request.ts';
import { type SchemaDialect, schemaUri } from '../../rules/schema-uris.ts';
import { slotEntries } from '../../rules/stored-values.ts';
import type { Entry, UserRequest } from '../../rules/user-request.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { MESSAGE_URIS, MULTI_VALUED } from '../../spec/scim-schemas.ts';
import { LIST_SLOTS, VALUE_LISTS, type ValueList } from '../../spec/user-slots.ts';

/**
 * Translates a v1 patch into v2 bodies (SCIM §2.3, §4.3; paths: OBSERVED §4.3): one with operations, and one
 * for the profile extension, whose only documented form has no operations.
 */
export function patchOpBodies(body: JsonObject, dialect: SchemaDialect): readonly JsonObject[] {
  const { schemas: _, meta, id: __, ...attributes } = body;
  const { request } = parseUserRequest(body, dialect, 'patch');
  const profile = schemaUri(dialect, 'profile');
  const operations: JsonObject[] = request.remove.map((path) => ({ op: 'remove', path }));
  for (const [name, value] of Object.entries(attributes)) {
    if (name === profile || value === null) continue;
    if (Object.hasOwn(MULTI_VALUED, name) && Array.isArray(value))
      operations.push(...deletionsIn(name, value), ...assignments(name, value, request));
    else if (name === schemaUri(dialect, 'guest')) operations.push({ op: 'add', path: name, value });
    // A full name in one text is split: the path takes an object.
    else if (name === 'name') operations.push({ op: 'replace', path: name, value: { ...request.name } });
    else operations.push({ op: 'replace', path: name, value });
  }
  const start = attributes[profile];
  return [
    ...(operations.length === 0 ? [] : [{ schemas: [MESSAGE_URIS.patchOp], Operations: operations }]),
    ...(isJsonObject(start) ? [{ schemas: [profile], [profile]: start }] : []),
  ];
}

/** Operations that remove values of a list, one per value. */
function deletionsIn(name: string, entries: readonly Json[]): readonly JsonObject[] {
  return entries.filter(isDeletion).map((entry) => ({ op: 'remove', path: pathOf(name, entry) }));
}

/**
 * Operations for the remaining values of a list. `replace` of a list removes all other values, so a single
 * address or number is set by its path (assumptions `replaced-list`, `value-path`).
 */
function assignments(name: string, entries: readonly Json[], request: UserRequest): readonly JsonObject[] {
  const kept = entries.filter((entry) => !isDeletion(entry));
  if (kept.length === 0) return [];
  const list = LISTS.find((one) => one === name);
  const [lone, ...others] = list === undefined ? [] : placesIn(list, request);
  return lone === undefined || others.length > 0
    ? [{ op: 'replace', path: name, value: kept }]
    : [{ op: 'replace', ...lone }];
}

type Place = { readonly path: string; readonly value: Json };

/** Attributes that can have several values. */
const LISTS = VALUE_LISTS.filter((list) => LIST_SLOTS[list].names.length > 1);

/**
 * Paths of values that are identified by their position: in a request, `type` mobile means the primary phone
 * number (SCIM §4.3 rule 7).
 */
const RANKED_PATHS: { readonly [List in ValueList]?: readonly string[] } = {
  phoneNumbers: ['phoneNumbers[type eq "mobile"].value', 'phoneNumbers[type eq "work"].value'],
};

/** Returns the path and value of each entry that a request sets in a list. */
function placesIn(list: ValueList, request: UserRequest): readonly Place[] {
  const { ranked, typed } = LIST_SLOTS[list];
  const byPlace = RANKED_PATHS[list] ?? [`${list}[primary eq true].value`, `${list}[primary eq false].value`];
  const paths = new Map([
    ...ranked.map((name, place) => [name, byPlace[place] ?? list] as const),
    ...typed.map(({ name, path }) => [name, path] as const),
  ]);
  const entries = [...slotEntries(list, request[list] ?? [])];
  return entries.flatMap(([name, entry]) => placesOf(paths.get(name) ?? list, entry));
}

function placesOf(path: string, entry: Entry | undefined): readonly Place[] {
  return entry?.value === undefined ? [] : [{ path, value: entry.value === '' ? null : entry.value }];
}

function isDeletion(entry: Json): boolean {
  return isJsonObject(entry) && entry['operation'] === 'delete';
}

/** Selects a value of a multi-valued attribute by the value itself. */
function pathOf(name: string, entry: Json): string {
  const value = isJsonObject(entry) ? entry['value'] : undefined;
  const isNamed = LISTS.some((list) => list === name) && typeof value === 'string';
  return isNamed ? `${name}[value eq ${JSON.stringify(value)}]` : name;
}
