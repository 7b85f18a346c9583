import { Failure } from '../failure/failure.ts';
import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { readSchema, type Schema } from './read-schema.ts';
import type { ScimClient, ScimRequest } from './scim-client.ts';

/** A feature that a service may support. */
export interface ServiceFeature {
  readonly name: string;
  /** Undefined if the service does not report it. */
  readonly supported: boolean | undefined;
}

/** The configuration that a service announces (SCIM §4), read leniently. */
export interface ServiceConfig {
  readonly features: readonly ServiceFeature[];
  /** Names of the authentication schemes. */
  readonly authentication: readonly string[];
  readonly resource: JsonObject;
}

/** A resource type that a service announces (SCIM §4; v2 only). */
export interface ResourceType {
  readonly name: string;
  readonly endpoint: string;
  readonly schema: string;
  readonly extensions: readonly string[];
  readonly resource: JsonObject;
}

/** Reads the configuration. v2 has it at the singular path, some services at the plural one as well. */
export async function getServiceConfig(scim: ScimClient): Promise<ServiceConfig> {
  const plural = { method: 'GET', path: '/ServiceProviderConfigs' } as const;
  const resource =
    scim.dialect.version === '1.1'
      ? await read(scim, plural)
      : ((await readOrUndefined(scim, { method: 'GET', path: '/ServiceProviderConfig' })) ??
        (await read(scim, plural)));
  const features = Object.entries(resource).flatMap(([name, value]) => {
    if (!isJsonObject(value) || !('supported' in value)) return [];
    const { supported } = value;
    return [{ name, supported: typeof supported === 'boolean' ? supported : undefined }];
  });
  if (features.length === 0) throw unexpectedResponse('a configuration');
  const authentication = objectsIn(resource['authenticationSchemes']).map((scheme) =>
    textIn(scheme, 'name', 'type'),
  );
  return { features, authentication, resource };
}

/** @throws Failure `usage` on v1, which has no such endpoint (SCIM §4). */
export async function listResourceTypes(scim: ScimClient): Promise<readonly ResourceType[]> {
  if (scim.dialect.version === '1.1') {
    throw new Failure('usage', 'SCIM 1.1 announces no resource types', { hint: 'add --scim-version 2.0' });
  }
  const { Resources: types } = await read(scim, { method: 'GET', path: '/ResourceTypes' });
  if (!Array.isArray(types)) throw unexpectedResponse('a list of resource types');
  return objectsIn(types).map((resource) => ({
    name: textIn(resource, 'name', 'id'),
    endpoint: textIn(resource, 'endpoint'),
    schema: textIn(resource, 'schema'),
    extensions: objectsIn(resource['schemaExtensions'])
      .map((extension) => textIn(extension, 'schema'))
      .filter((uri) => uri !== ''),
    resource,
  }));
}

/** Reads all schemas; v1 has two (SCIM §4). */
export async function listSchemas(scim: ScimClient): Promise<readonly Schema[]> {
  if (scim.dialect.version === '1.1')
    return [await getSchema(scim, 'users'), await getSchema(scim, 'groups')];
  const { Resources: schemas } = await read(scim, { method: 'GET', path: '/Schemas' });
  if (!Array.isArray(schemas)) throw unexpectedResponse('a list of schemas');
  return objectsIn(schemas).map(readSchema);
}

export const SCHEMA_KINDS = ['users', 'groups'] as const;
export type SchemaKind = (typeof SCHEMA_KINDS)[number];

const SCHEMA_PATHS = { users: '/Schemas/Users', groups: '/Schemas/Groups' } as const;
const SCHEMA_NAMES = { users: 'user', groups: 'group' } as const;

/** Reads the schema of users or groups. If the server lacks that path, reads all schemas (SCIM §4). */
export async function getSchema(scim: ScimClient, kind: SchemaKind): Promise<Schema> {
  const resource = await readOrUndefined(scim, { method: 'GET', path: SCHEMA_PATHS[kind] });
  if (resource !== undefined) return announcedSchema(resource);
  const all = scim.dialect.version === '1.1' ? [] : await listSchemas(scim);
  const found = all.find(({ name }) => name.toLowerCase() === SCHEMA_NAMES[kind]);
  if (found !== undefined) return found;
  throw new Failure('refused', `the service announces no schema of ${kind}`, { status: 404 });
}

/** @throws Failure `unreachable` if the object has no attributes and so is not a schema. */
function announcedSchema(resource: JsonObject): Schema {
  const schema = readSchema(resource);
  if (schema.attributes.length === 0) throw unexpectedResponse('a schema');
  return schema;
}

async function read(scim: ScimClient, request: ScimRequest): Promise<JsonObject> {
  const { resource } = await scim.send(request);
  if (resource === undefined) throw new Failure('unreachable', `${request.path}: the answer is empty`);
  return resource;
}

function unexpectedResponse(what: string): Failure {
  return new Failure('unreachable', `the answer is not ${what}`, {
    hint: 'usually caused by a proxy or a wrong base URL; run: orgctl profile check',
  });
}

async function readOrUndefined(scim: ScimClient, request: ScimRequest): Promise<JsonObject | undefined> {
  try {
    return await read(scim, request);
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}

function textIn(resource: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const value = resource[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}
