import { isJsonObject } from '../../rules/json-value.ts';
import { parseUserRequest } from '../../rules/parse-user-request.ts';
import { type Dialect, schemaUri } from '../../rules/schema-uris.ts';
import { emailSlots, phoneSlots } from '../../rules/stored-values.ts';
import type { Entry, UserRequest } from '../../rules/user-request.ts';
import { MESSAGE_URIS, MULTI_VALUED } from '../../spec/scim-schemas.ts';
import type { Json, JsonObject } from '../../spec/wire.ts';

/**
 * Returns the v2 bodies that do what the attributes of a v1 patch say (SCIM §2.3, §4.3; paths: OBSERVED §4.3): one of operations, and
 * one for the profile extension, whose only documented form has no operations.
 */
export function patchOpBodies(body: JsonObject, dialect: Dialect): readonly JsonObject[] {
  const { schemas: _, meta, id: __, ...attributes } = body;
  const { request } = parseUserRequest(body, dialect, 'patch');
  const profile = schemaUri(dialect, 'profile');
  const operations: JsonObject[] = request.remove.map((path) => ({ op: 'remove', path }));
  for (const [name, value] of Object.entries(attributes)) {
    if (name === profile || value === null) continue;
    if (Object.hasOwn(MULTI_VALUED, name) && Array.isArray(value))
      operations.push(...deletionsIn(name, value), ...assignments(name, value, request));
    else if (name === schemaUri(dialect, 'guest')) operations.push({ op: 'add', path: name, value });
    // A full name in one text is taken apart: the path takes an object.
    else if (name === 'name') operations.push({ op: 'replace', path: name, value: { ...request.name } });
    else operations.push({ op: 'replace', path: name, value });
  }
  const start = attributes[profile];
  return [
    ...(operations.length === 0 ? [] : [{ schemas: [MESSAGE_URIS.patchOp], Operations: operations }]),
    ...(isJsonObject(start) ? [{ schemas: [profile], [profile]: start }] : []),
  ];
}

/** What is deleted of a list goes first, value by value. */
function deletionsIn(name: string, entries: readonly Json[]): readonly JsonObject[] {
  return entries.filter(isDeletion).map((entry) => ({ op: 'remove', path: pathOf(name, entry) }));
}

/**
 * What is kept of a list. `replace` of a list takes away what is not in it, so that an address or a number that comes alone is set
 * at its place (assumptions `replaced-list`, `value-path`).
 */
function assignments(name: string, entries: readonly Json[], request: UserRequest): readonly JsonObject[] {
  const kept = entries.filter((entry) => !isDeletion(entry));
  if (kept.length === 0) return [];
  const places = PLACES.get(name)?.(request);
  const [lone] = places ?? [];
  return lone === undefined || places?.length !== 1
    ? [{ op: 'replace', path: name, value: kept }]
    : [{ op: 'replace', ...lone }];
}

type Place = { readonly path: string; readonly value: Json };

/** The places that a request sets of an attribute that keeps two values. */
const PLACES: ReadonlyMap<string, (request: UserRequest) => readonly Place[]> = new Map([
  [
    'emails',
    ({ emails = [] }: UserRequest) => {
      const { first, second } = emailSlots(emails);
      return [
        ...placesOf('emails[primary eq true].value', first),
        ...placesOf('emails[primary eq false].value', second),
      ];
    },
  ],
  [
    'phoneNumbers',
    ({ phoneNumbers = [] }: UserRequest) => {
      const { first, second } = phoneSlots(phoneNumbers);
      return [
        ...placesOf('phoneNumbers[type eq "mobile"].value', first),
        ...placesOf('phoneNumbers[type eq "work"].value', second),
      ];
    },
  ],
]);

function placesOf(path: string, entry: Entry | undefined): readonly Place[] {
  return entry?.value === undefined ? [] : [{ path, value: entry.value === '' ? null : entry.value }];
}

function isDeletion(entry: Json): boolean {
  return isJsonObject(entry) && entry['operation'] === 'delete';
}

/** E-mails and phone numbers are named by their value; of the others one is stored. */
function pathOf(name: string, entry: Json): string {
  const value = isJsonObject(entry) ? entry['value'] : undefined;
  const isNamed = (name === 'emails' || name === 'phoneNumbers') && typeof value === 'string';
  return isNamed ? `${name}[value eq ${JSON.stringify(value)}]` : name;
}
