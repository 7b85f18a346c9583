import { type Dialect, schemaUri, withVendor } from '../rules/schema-uris.ts';
import {
  type AnnouncedAttribute,
  EXTENSION_SCHEMAS,
  GROUP_SCHEMA,
  USER_SCHEMA,
} from '../spec/announced-schemas.ts';
import { DIRECTORY_SCHEMA_URI, EXTENSIONS, RESOURCE_TYPE_URI } from '../spec/scim-schemas.ts';
import type { JsonObject } from '../spec/wire.ts';
import { type BodyContext, listBody, locationOf } from './scim-bodies.ts';

/** GET /ServiceProviderConfig(s): the same body in both versions (service-facts §4, discovery bodies). */
export function serviceProviderConfig(): JsonObject {
  return {
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'Authentication by an OAuth bearer token that an administrator installed',
        specUrl: 'http://tools.ietf.org/html/draft-ietf-oauth-v2-bearer-01',
        primary: true,
      },
    ],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: false, maxResults: 0 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    xmlDataFormat: { supported: false },
  };
}

/** GET /ResourceTypes: v2 alone (SCIM §4). */
export function resourceTypes(context: BodyContext): JsonObject {
  const { dialect } = context;
  const type = (name: 'User' | 'Group', description: string, more: JsonObject) => ({
    schemas: [RESOURCE_TYPE_URI],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema: schemaUri(dialect, name === 'User' ? 'user' : 'group'),
    ...more,
    meta: { location: locationOf(context, `/ResourceTypes/${name}`), resourceType: 'ResourceType' },
  });
  const extensions = [
    schemaUri(dialect, 'enterprise'),
    schemaUri(dialect, 'guest'),
    withVendor(DIRECTORY_SCHEMA_URI, dialect.vendor),
    schemaUri(dialect, 'profile'),
  ];
  const schemaExtensions = extensions.map((schema) => ({ schema, required: false }));
  return wholeList([type('User', 'User Account', { schemaExtensions }), type('Group', 'Group', {})], dialect);
}

/** GET /Schemas: v2 alone (SCIM §4). */
export function schemas(context: BodyContext): JsonObject {
  return wholeList([schemaOfUsers(context), schemaOfGroups(context)], context.dialect);
}

/** GET /Schemas/Users: how users are formatted, with the guest extension (SCIM §4). */
export function schemaOfUsers({ dialect }: BodyContext): JsonObject {
  const extensions = EXTENSIONS.map((name) => ({
    uri: schemaUri(dialect, name),
    of: EXTENSION_SCHEMAS[name],
  }));
  if (dialect.version === '2.0') {
    // The extensions stand in the list of the user's own attributes, each under its identifier (service-facts §4).
    const extended = extensions.map(
      ({ uri, of }): AnnouncedAttribute => ({
        name: uri,
        type: 'complex',
        description: 'Extension of the user',
        subAttributes: of,
      }),
    );
    return schemaV2(schemaUri(dialect, 'user'), 'User', [...USER_SCHEMA, ...extended]);
  }
  const core = schemaUri(dialect, 'user');
  return {
    id: `${core}:User`,
    name: 'User',
    description: 'Core User',
    schema: [core, ...extensions.map(({ uri }) => uri)],
    endpoint: '/Users',
    attributes: [
      ...USER_SCHEMA.map((attribute) => attributeV1(attribute, core)),
      ...extensions.flatMap(({ uri, of }) => of.map((attribute) => attributeV1(attribute, uri))),
    ],
  };
}

/** GET /Schemas/Groups: how groups are formatted (SCIM §4). */
export function schemaOfGroups({ dialect }: BodyContext): JsonObject {
  const uri = schemaUri(dialect, 'group');
  if (dialect.version === '2.0') return schemaV2(uri, 'Group', GROUP_SCHEMA);
  return {
    name: 'Group',
    description: 'Core Group',
    schema: uri,
    endpoint: '/Groups',
    attributes: GROUP_SCHEMA.map((attribute) => attributeV1(attribute, uri)),
  };
}

function schemaV2(id: string, name: string, attributes: readonly AnnouncedAttribute[]): JsonObject {
  return {
    id,
    name,
    description: `Core ${name}`,
    attributes: attributes.map(attributeV2),
    meta: { resourceType: 'schema', location: `/v2/Schemas/${id}` },
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
    caseExact: false,
    ...(canonicalValues === undefined ? {} : { canonicalValues }),
    ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(attributeV2) }),
  };
}

function attributeV1(attribute: AnnouncedAttribute, schema: string): JsonObject {
  const { name, type, description, element, canonicalValues, subAttributes = [] } = attribute;
  return {
    name,
    type,
    multiValued: element !== undefined,
    ...(element === undefined ? {} : { multiValuedAttributeChildName: element }),
    description,
    schema,
    readOnly: attribute.mutability === 'readOnly' || attribute.mutability === 'immutable',
    required: attribute.required ?? false,
    caseExact: false,
    ...(subAttributes.length === 0 ? {} : { subAttributes: subAttributes.map(subAttributeV1) }),
    ...(canonicalValues === undefined ? {} : { canonicalValues }),
  };
}

function subAttributeV1(attribute: AnnouncedAttribute): JsonObject {
  const { schema: _, ...sub } = attributeV1(attribute, '');
  return sub;
}

/** A list that is not paged, with the totals of SCIM §2.3 (assumption `discovery-lists`). */
function wholeList(resources: readonly JsonObject[], dialect: Dialect): JsonObject {
  return listBody(resources, { totalResults: resources.length, startIndex: 1 }, dialect);
}
