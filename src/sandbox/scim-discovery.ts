import { isSameUri, type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import {
  type AnnouncedAttribute,
  EXTENSION_NAMES,
  EXTENSION_SCHEMAS,
  GROUP_SCHEMA,
  USER_SCHEMA,
} from '../spec/announced-schemas.ts';
import { LIMITS } from '../spec/limits.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { DISCOVERY_URIS, EXTENSIONS, type SchemaName } from '../spec/scim-schemas.ts';
import { defined } from '../values/defined.ts';
import { type BodyContext, listBody, locationOf } from './scim-bodies.ts';
import { ScimError } from './scim-error.ts';

type DiscoveryContext = Pick<BodyContext, 'dialect' | 'origin'>;

/**
 * GET /ServiceProviderConfig(s) (OBSERVED §4). Features are announced truthfully (assumption
 * `announced-support`).
 */
export function serviceProviderConfig(context: DiscoveryContext): JsonObject {
  const isV2 = context.dialect.version === '2.0';
  const location = locationOf(context, '/ServiceProviderConfig');
  return {
    ...(isV2 ? { schemas: [DISCOVERY_URIS.config] } : {}),
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'Authentication by an OAuth bearer token that an administrator installed',
        [isV2 ? 'specUri' : 'specUrl']: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: LIMITS.largestPageSize },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    ...(isV2
      ? { meta: { location, resourceType: 'ServiceProviderConfig' } }
      : { xmlDataFormat: { supported: false } }),
  };
}

/** GET /ResourceTypes; v2 only (SCIM §4). */
export function resourceTypes(context: BodyContext): JsonObject {
  return wholeList(typesOf(context), context.dialect);
}

/** GET /ResourceTypes/<name>, the location given in the list. @throws ScimError bad_endpoint */
export function resourceType(context: BodyContext, name: string): JsonObject {
  return named(typesOf(context), name);
}

function typesOf(context: BodyContext): readonly JsonObject[] {
  const { dialect } = context;
  const type = (name: 'User' | 'Group', description: string, more: JsonObject) => ({
    schemas: [DISCOVERY_URIS.resourceType],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema: schemaUri(dialect, name === 'User' ? 'user' : 'group'),
    ...more,
    meta: { location: locationOf(context, `/ResourceTypes/${name}`), resourceType: 'ResourceType' },
  });
  const schemaExtensions = EXTENSIONS.map((name) => ({ schema: schemaUri(dialect, name), required: false }));
  return [type('User', 'User Account', { schemaExtensions }), type('Group', 'Group', {})];
}

/** GET /Schemas; v2 only (SCIM §4). Returns every schema that a resource type refers to. */
export function schemas(context: BodyContext): JsonObject {
  return wholeList(schemasOf(context), context.dialect);
}

/** GET /Schemas/<URN>, the location given in the list. @throws ScimError bad_endpoint */
export function schema(context: BodyContext, id: string): JsonObject {
  return named(schemasOf(context), id);
}

function schemasOf(context: BodyContext): readonly JsonObject[] {
  return [
    schemaV2(context, 'user', 'User', 'Core User', USER_SCHEMA),
    schemaV2(context, 'group', 'Group', 'Core Group', GROUP_SCHEMA),
    ...EXTENSIONS.map((name) => {
      const { title, description } = EXTENSION_NAMES[name];
      return schemaV2(context, name, title, description, EXTENSION_SCHEMAS[name]);
    }),
  ];
}

/**
 * Returns the resource with an ID; URNs are case-insensitive (RFC 8141 §3.1). @throws ScimError bad_endpoint
 */
function named(resources: readonly JsonObject[], id: string): JsonObject {
  const found = resources.find((resource) => isSameUri(String(resource['id']), id));
  if (found === undefined) throw new ScimError('bad_endpoint');
  return found;
}

/**
 * GET /Schemas/Users: the format of users, including the guest extension (SCIM §4). The extensions are listed
 * among the user's attributes, each under its URN (assumption `discovery-lists`).
 */
export function schemaOfUsers(context: BodyContext): JsonObject {
  const { dialect } = context;
  const extended = EXTENSIONS.map(
    (name): AnnouncedAttribute => ({
      name: schemaUri(dialect, name),
      type: 'complex',
      description: EXTENSION_NAMES[name].description,
      subAttributes: EXTENSION_SCHEMAS[name],
    }),
  );
  if (dialect.version === '2.0')
    return schemaV2(context, 'user', 'User', 'Core User', [...USER_SCHEMA, ...extended]);
  const core = schemaUri(dialect, 'user');
  return {
    id: `${core}:User`,
    name: 'User',
    description: 'Core User',
    schema: [core, ...extended.map(({ name }) => name)],
    endpoint: '/Users',
    attributes: [
      ...USER_SCHEMA.map((attribute) => attributeV1(attribute, core)),
      ...extended.map((attribute) => attributeV1(attribute, attribute.name)),
    ],
  };
}

/** GET /Schemas/Groups: the format of groups (SCIM §4). */
export function schemaOfGroups(context: BodyContext): JsonObject {
  const { dialect } = context;
  if (dialect.version === '2.0') return schemaV2(context, 'group', 'Group', 'Core Group', GROUP_SCHEMA);
  const uri = schemaUri(dialect, 'group');
  return {
    name: 'Group',
    description: 'Core Group',
    schema: uri,
    endpoint: '/Groups',
    attributes: GROUP_SCHEMA.map((attribute) => attributeV1(attribute, uri)),
  };
}

function schemaV2(
  context: BodyContext,
  schemaName: SchemaName,
  name: string,
  description: string,
  attributes: readonly AnnouncedAttribute[],
): JsonObject {
  const id = schemaUri(context.dialect, schemaName);
  return {
    schemas: [DISCOVERY_URIS.schema],
    id,
    name,
    description,
    attributes: attributes.map(attributeV2),
    meta: { resourceType: 'Schema', location: locationOf(context, `/Schemas/${id}`) },
  };
}

function attributeV2(attribute: AnnouncedAttribute): JsonObject {
  const { name, type, description, canonicalValues, subAttributes } = attribute;
  return {
    name,
    type,
    multiValued: attribute.element !== undefined,
    description,
    mutability: attribute.mutability ?? 'readWrite',
    returned: attribute.returned ?? 'default',
    uniqueness: attribute.uniqueness ?? 'none',
    required: attribute.required ?? false,
    caseExact: attribute.caseExact ?? false,
    ...(attribute.type === 'reference' ? { referenceTypes: ['external'] } : {}),
    ...defined({ canonicalValues }),
    ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(attributeV2) }),
  };
}

function attributeV1(attribute: AnnouncedAttribute, schema: string): JsonObject {
  const { name, type, description, element, canonicalValues, subAttributes = [] } = attribute;
  return {
    name,
    // SCIM 1.1 has no reference type.
    type: type === 'reference' ? 'string' : type,
    multiValued: element !== undefined,
    ...defined({ multiValuedAttributeChildName: element }),
    description,
    schema,
    readOnly: attribute.mutability === 'readOnly' || attribute.mutability === 'immutable',
    required: attribute.required ?? false,
    caseExact: attribute.caseExact ?? false,
    ...(subAttributes.length === 0 ? {} : { subAttributes: subAttributes.map(subAttributeV1) }),
    ...defined({ canonicalValues }),
  };
}

function subAttributeV1(attribute: AnnouncedAttribute): JsonObject {
  const { schema: _, ...sub } = attributeV1(attribute, '');
  return sub;
}

/** Returns an unpaginated list with the totals of SCIM §2.3 (assumption `discovery-lists`). */
function wholeList(resources: readonly JsonObject[], dialect: SchemaDialect): JsonObject {
  return listBody(resources, { totalResults: resources.length, startIndex: 1 }, dialect);
}
