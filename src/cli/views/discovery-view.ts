import type { Cell, ListView, View } from '../../output/view.ts';
import { extensionOfUri } from '../../rules/schema-uris.ts';
import type { ResourceType, ServiceConfig } from '../../scim/discovery.ts';
import type { Schema, SchemaAttribute } from '../../scim/read-schema.ts';

/** Features by their name in the standard, with a heading (SCIM §4; RFC 7643 §5). */
const FEATURES = {
  patch: 'Change attributes',
  bulk: 'Bulk requests',
  filter: 'Filter',
  changePassword: 'Change passwords',
  sort: 'Sort',
  etag: 'ETags',
  xmlDataFormat: 'XML',
} as const;

/** Prints the configuration of a service. */
export const CONFIG_VIEW: View<ServiceConfig> = {
  json: ({ resource }) => resource,
  columns: [
    ...Object.entries(FEATURES).map(([name, heading]) => ({
      name,
      heading,
      importance: 1,
      value: ({ features }: ServiceConfig): Cell =>
        yesOrNo(features.find((feature) => feature.name === name)?.supported),
    })),
    {
      name: 'authentication',
      heading: 'Authentication',
      importance: 2,
      value: ({ authentication }) => authentication.join('; '),
    },
  ],
};

/** Prints resource types. */
export const RESOURCE_TYPE_VIEW: ListView<ResourceType> = {
  noun: ['resource type', 'resource types'],
  json: ({ resource }) => resource,
  columns: [
    { name: 'name', heading: 'Name', importance: 1, value: ({ name }) => name },
    { name: 'endpoint', heading: 'Endpoint', importance: 2, value: ({ endpoint }) => endpoint },
    { name: 'schema', heading: 'Schema', importance: 1, wraps: true, value: ({ schema }) => schema },
    {
      name: 'extensions',
      heading: 'Extensions',
      importance: 3,
      value: ({ extensions }) => extensions.map(shortName).join(', '),
    },
  ],
};

/** Prints schemas. */
export const SCHEMA_VIEW: ListView<Schema> = {
  noun: ['schema', 'schemas'],
  json: ({ resource }) => resource,
  columns: [
    { name: 'name', heading: 'Name', importance: 1, value: ({ name }) => name },
    { name: 'id', heading: 'Identifier', importance: 1, wraps: true, value: ({ id }) => id },
    {
      name: 'attributes',
      heading: 'Attributes',
      importance: 2,
      align: 'right',
      value: ({ attributes }) => attributes.length,
    },
    { name: 'description', heading: 'Description', importance: 3, value: ({ description }) => description },
  ],
};

/** Prints the attributes of one schema. */
export const SCHEMA_ATTRIBUTE_VIEW: ListView<SchemaAttribute> = {
  noun: ['attribute', 'attributes'],
  json: (attribute) => ({ ...attribute }),
  columns: [
    { name: 'attribute', heading: 'Attribute', importance: 1, value: ({ path }) => shortPath(path) },
    { name: 'type', heading: 'Type', importance: 2, value: ({ type }) => type },
    {
      name: 'multiValued',
      heading: 'List?',
      importance: 4,
      value: ({ isMultiValued }) => yesOrNo(isMultiValued),
    },
    { name: 'required', heading: 'Required?', importance: 3, value: ({ isRequired }) => yesOrNo(isRequired) },
    {
      name: 'readOnly',
      heading: 'Read only?',
      importance: 4,
      value: ({ isReadOnly }) => yesOrNo(isReadOnly),
    },
    { name: 'description', heading: 'Description', importance: 5, value: ({ description }) => description },
  ],
};

function yesOrNo(value: boolean | undefined): Cell {
  return value === undefined ? undefined : value ? 'yes' : 'no';
}

/** The distinctive part of an extension URN, such as `guest`. */
function shortName(uri: string): string {
  return /:([^:]+):\d\.\d(?::User)?$/.exec(uri)?.[1] ?? uri;
}

/** Abbreviates the URNs of extensions, as elsewhere: `enterprise.department`. */
function shortPath(path: string): string {
  const [, uri = '', rest = ''] = /^(urn:.+?:User)(?::(.*))?$/.exec(path) ?? [];
  const extension = extensionOfUri(uri);
  if (extension === undefined) return path;
  return rest === '' ? extension : `${extension}.${rest}`;
}
