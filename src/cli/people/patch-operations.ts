import { isJsonObject } from '../../rules/json-value.ts';
import { parseUserRequest } from '../../rules/parse-user-request.ts';
import { type Dialect, schemaUri } from '../../rules/schema-uris.ts';
import { MESSAGE_URIS, MULTI_VALUED } from '../../spec/scim-schemas.ts';
import type { Json, JsonObject } from '../../spec/wire.ts';

/**
 * Returns the v2 bodies that do what the attributes of a v1 patch say (SCIM §2.3, §4.3; paths: service-facts): one of operations, and
 * one for the profile extension, of which only a form without operations is documented.
 */
export function patchOpBodies(body: JsonObject, dialect: Dialect): readonly JsonObject[] {
  const { schemas: _, meta, id: __, ...attributes } = body;
  const { request } = parseUserRequest(body, dialect, 'patch');
  const profile = schemaUri(dialect, 'profile');
  const operations: JsonObject[] = request.remove.map((path) => ({ op: 'remove', path }));
  for (const [name, value] of Object.entries(attributes)) {
    if (name === profile || value === null) continue;
    if (Object.hasOwn(MULTI_VALUED, name) && Array.isArray(value))
      operations.push(...entryOperations(name, value));
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

/** What is deleted of a list goes first, value by value; then what is kept of it. */
function entryOperations(name: string, entries: readonly Json[]): readonly JsonObject[] {
  const deletions = entries.filter((entry) => isDeletion(entry));
  const kept = entries.filter((entry) => !isDeletion(entry));
  return [
    ...deletions.map((entry) => ({ op: 'remove', path: pathOf(name, entry) })),
    ...(kept.length === 0 ? [] : [{ op: 'replace', path: name, value: kept }]),
  ];
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
