import { Failure } from '../failure/failure.ts';
import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import { extensionOfUri, schemaUriSpellings } from '../rules/schema-uris.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { EXTENSIONS, type Extension } from '../spec/scim-schemas.ts';
import { listResourceTypes } from './discovery.ts';
import type { ScimClient, ScimRequest } from './scim-client.ts';

/** Schema URIs of extensions as announced by a service. */
export type DiscoveredSchemaUris = { readonly [Name in Extension]?: string };

/**
 * Returns the schema URIs that a service announces: v2 in its resource types, v1 in its schema of users (SCIM
 * §4). Returns none if it announces nothing; the documented URIs then apply.
 */
export async function readDiscoveredSchemaUris(scim: ScimClient): Promise<DiscoveredSchemaUris> {
  const found: { [Name in Extension]?: string } = {};
  for (const uri of await announcedUris(scim)) {
    const extension = extensionOfUri(uri);
    if (extension !== undefined) found[extension] ??= uri;
  }
  return found;
}

async function announcedUris(scim: ScimClient): Promise<readonly string[]> {
  try {
    if (scim.dialect.version === '2.0') {
      const types = await listResourceTypes(scim);
      return types.flatMap(({ extensions }) => extensions);
    }
    const { resource = {} } = await scim.send({ method: 'GET', path: '/Schemas/Users' });
    const { schema, attributes } = resource;
    const named = objectsIn(attributes).map((attribute) => attribute['schema']);
    return [...(Array.isArray(schema) ? schema : [schema]), ...named].filter(
      (uri) => typeof uri === 'string',
    );
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/**
 * Creates a client that replaces schema URIs of extensions with those that the service announces (assumption
 * `announced-identifiers`). They are read once, and only if a request contains a URI with the vendor name.
 */
export function withDiscoveredSchemaUris(scim: ScimClient): ScimClient {
  const withVendor = WITH_VENDOR.flatMap((name) => schemaUriSpellings(scim.dialect, name));
  let announced: Promise<DiscoveredSchemaUris> | undefined;
  const rewriting = async (request: ScimRequest, body: JsonObject, signal: AbortSignal | undefined) => {
    announced ??= readDiscoveredSchemaUris(scim);
    return scim.send({ ...request, body: rewritten(body, scim, await announced) }, signal);
  };
  return {
    ...scim,
    send: (request, signal) => {
      const { body } = request;
      return body === undefined || !containsAnyUri(body, withVendor)
        ? scim.send(request, signal)
        : rewriting(request, body, signal);
    },
  };
}

const WITH_VENDOR = ['guest', 'profile'] as const satisfies readonly Extension[];

function containsAnyUri(body: JsonObject, uris: readonly string[]): boolean {
  const isAnyIn = (text: string) => uris.some((uri) => text.includes(uri));
  if ('Operations' in body || 'meta' in body) return isAnyIn(JSON.stringify(body));
  // Cheap path for whole users, which are sent in large numbers: their URIs are only in keys and `schemas`.
  const { schemas = [] } = body;
  return Object.keys(body).some(isAnyIn) || isAnyIn(textOf(schemas));
}

/** Returns the URIs as text. A list with one URI, as in most users, is not serialized. */
function textOf(schemas: Json): string {
  const [only, second] = Array.isArray(schemas) ? schemas : [];
  return typeof only === 'string' && second === undefined ? only : JSON.stringify(schemas);
}

/** Replaces URIs in keys, `schemas` and paths. Values of users are not changed. */
function rewritten(body: JsonObject, { dialect }: ScimClient, announced: DiscoveredSchemaUris): JsonObject {
  const ours = EXTENSIONS.flatMap((name) => {
    const theirs = announced[name];
    return theirs === undefined ? [] : schemaUriSpellings(dialect, name).map((uri) => [uri, theirs] as const);
  });
  const replace = (text: string) => {
    const [from, to] = ours.find(([uri]) => text.startsWith(uri)) ?? ['', ''];
    return to + text.slice(from.length);
  };
  const inList = (value: Json) =>
    Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? replace(item) : item)) : value;
  const keys = (object: JsonObject) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [replace(name), value]));
  const operation = (item: Json): Json => {
    if (!isJsonObject(item)) return item;
    const { path, value } = item;
    return {
      ...item,
      ...(typeof path === 'string' ? { path: replace(path) } : {}),
      ...(isJsonObject(value) ? { value: keys(value) } : {}),
    };
  };
  return Object.fromEntries(
    Object.entries(keys(body)).map(([name, value]): [string, Json] => {
      if (name === 'schemas') return [name, inList(value)];
      if (name === 'Operations' && Array.isArray(value)) return [name, value.map(operation)];
      if (name === 'meta' && isJsonObject(value) && value['attributes'] !== undefined)
        return [name, { ...value, attributes: inList(value['attributes']) }];
      return [name, value];
    }),
  );
}
