import { parseUserRequest } from '../../rules/parse-user-request.ts';
import { type SchemaDialect, schemaUri } from '../../rules/schema-uris.ts';
import { valuesOfRequest } from '../../rules/stored-values.ts';
import type { UserOperation } from '../../rules/user-request.ts';
import { userBody } from '../../scim/user-body.ts';
import { jsonMemberOf } from '../../scim/user-members.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { EXTENSIONS } from '../../spec/scim-schemas.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { type Reading, withListValue } from './edited-list.ts';

/**
 * Returns a body in which flags override the attributes of a document. Of a list, a name or an extension only
 * the values of the flags are replaced: a secondary e-mail leaves the primary one, a department the manager.
 * @returns a document with wrong types unchanged; the check of the body reports them
 */
export function withFlags(
  document: JsonObject,
  flags: UserValues,
  dialect: SchemaDialect,
  operation: Exclude<UserOperation, 'patch'>,
): JsonObject {
  const given = USER_ATTRIBUTE_NAMES.filter((name) => flags[name] !== undefined);
  const body: { [name: string]: Json } = { schemas: [schemaUri(dialect, 'user')], ...document };
  // With another primary address, one that is marked as not primary stays where it is.
  const read = flags.email === undefined ? operation : 'replace';
  const { request, issues } = parseUserRequest(body, dialect, read);
  if (issues.length > 0) return document;
  const values: UserValues = { ...valuesOfRequest(request), ...flags };
  const whole = userBody(values, dialect);
  const { body: edited, others } = withLists(body, given, flags, { dialect, operation: read });
  Object.assign(body, edited);
  for (const name of others) {
    const member = memberOf(name, dialect);
    const value = whole[member];
    if (value === undefined) delete body[member];
    else body[member] = value;
  }
  const used = EXTENSIONS.map((name) => schemaUri(dialect, name)).filter((uri) => uri in body);
  return { ...body, schemas: [...new Set([...listOf(body['schemas']), ...used])] };
}

/**
 * Sets the values of lists in the entries that are written. @returns the names of flags that must be set in
 * another way
 */
function withLists(
  body: JsonObject,
  given: readonly UserAttributeName[],
  flags: UserValues,
  reading: Reading,
): { readonly body: JsonObject; readonly others: readonly UserAttributeName[] } {
  let edited = body;
  const others: UserAttributeName[] = [];
  for (const name of given) {
    const value = flags[name];
    const next = typeof value === 'string' ? withListValue(edited, name, value, reading) : undefined;
    if (next === undefined) others.push(name);
    else edited = next;
  }
  return { body: edited, others };
}

/** Returns the top-level member of a body that contains an attribute. */
function memberOf(name: UserAttributeName, dialect: SchemaDialect): string {
  const { part } = USER_ATTRIBUTES[name];
  return part === 'core' || part === 'customProfile' ? jsonMemberOf(name) : schemaUri(dialect, part);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
