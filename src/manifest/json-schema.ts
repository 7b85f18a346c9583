import type { ManifestField, ObjectField, TextField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import { MAX_CALLBACK_ID_LENGTH, PARAMETER } from '../spec/manifest-function-fields.ts';
import { MANIFEST_PATTERNS } from '../spec/manifest-patterns.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import { offerReference, schemaDefinitions } from './schema-definitions.ts';
import { usualLimits } from './usual-limits.ts';

export type SchemaVersion = 1 | 2 | 'all';

/**
 * Returns the JSON Schema (draft-07) of a manifest, generated from the table of fields, for completion and
 * checks in editors. It refuses what the document forbids; other limits are in the descriptions. With `all`,
 * the schema depends on `_metadata.major_version`, so that one mistake gives only one error.
 */
export function manifestSchema(version: SchemaVersion, vendor: string): JsonObject {
  const head = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: version === 'all' ? 'App manifest' : `App manifest, version ${version}`,
    description: MANIFEST.description,
  };
  const definitions = schemaDefinitions(vendor);
  if (version !== 'all') return { ...head, ...rootSchema({ version, vendor }), definitions };
  return {
    ...head,
    type: 'object',
    if: {
      type: 'object',
      required: ['_metadata'],
      properties: {
        _metadata: {
          type: 'object',
          required: ['major_version'],
          properties: { major_version: { const: 2 } },
        },
      },
    },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: rootSchema({ version: 2, vendor }),
    else: rootSchema({ version: 1, vendor }),
    definitions,
  };
}

interface SchemaOptions {
  readonly version: 1 | 2;
  readonly vendor: string;
}

/**
 * Returns the schema of a whole manifest, with the dependencies between its sections (WEB §2.6: settings for
 * functions).
 */
function rootSchema(options: SchemaOptions): JsonObject {
  return {
    ...objectSchema(MANIFEST, options),
    if: {
      type: 'object',
      required: ['functions'],
      properties: { functions: { type: 'object', minProperties: 1 } },
    },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: {
      type: 'object',
      required: ['settings'],
      properties: {
        settings: {
          type: 'object',
          required: ['function_runtime', 'org_deploy_enabled'],
          properties: { org_deploy_enabled: { const: true } },
        },
      },
    },
  };
}

function schemaOf(field: ManifestField, options: SchemaOptions): JsonObject {
  const description = describedBy(field);
  const usual = field.defaultValue === undefined ? {} : { default: field.defaultValue };
  switch (field.kind) {
    case 'text':
      return { ...textSchema(field, description, options), ...usual };
    case 'boolean':
      return { type: 'boolean', description, ...usual };
    case 'integer':
      return {
        type: 'integer',
        description,
        ...defined({ enum: field.values }),
        ...usual,
      };
    case 'list':
      return {
        type: 'array',
        description,
        items: schemaOf(field.items, options),
        ...defined({ maxItems: field.maxItems }),
      };
    case 'object':
      return objectSchema(field, options);
    case 'map':
      return mapSchema(field, description, options);
    case 'parameters':
      return parametersSchema(description, options);
    case 'listOrMap': {
      const entries = schemaOf(field.entries, options);
      return { type: ['array', 'object'], description, items: entries, additionalProperties: entries };
    }
    case 'any':
      return field.isValue === true
        ? { type: ['string', 'number', 'boolean', 'object', 'array'], description }
        : { description };
  }
}

/** Returns the description of a field, including limits that are not in the document. */
function describedBy(field: ManifestField): string {
  const limits = usualLimits(field);
  return limits.length === 0 ? field.description : `${field.description} Usually ${limits.join(', ')}.`;
}

function objectSchema(field: ObjectField, options: SchemaOptions): JsonObject {
  const fields = Object.entries(field.fields).filter(
    ([, child]) => child.version !== 2 || options.version === 2,
  );
  return {
    type: 'object',
    description: field.description,
    properties: Object.fromEntries(fields.map(([key, child]) => [key, schemaOf(child, options)])),
    ...defined({ required: field.required }),
    ...(field.isOpen === true ? {} : { additionalProperties: false }),
  };
}

function mapSchema(
  { entries, hasCallbackIds }: ManifestField & { kind: 'map' },
  description: string,
  options: SchemaOptions,
): JsonObject {
  const names = {
    type: 'string',
    pattern: '^[a-z0-9]+(?:_+[a-z0-9]+)*$',
    maxLength: MAX_CALLBACK_ID_LENGTH,
  };
  return {
    type: 'object',
    description,
    additionalProperties: schemaOf(entries, options),
    ...(hasCallbackIds === true ? { propertyNames: names } : {}),
  };
}

function textSchema(field: TextField, description: string, { vendor }: SchemaOptions): JsonObject {
  const pattern = patternSource(field);
  if (field.offers === 'runtimes') return { description, type: 'string', enum: ['remote', vendor] };
  if (field.offers !== undefined) return { description, ...offerReference(field.offers) };
  return {
    description,
    type: 'string',
    ...defined({ minLength: field.minLength, maxLength: field.maxLength, pattern, enum: field.values }),
  };
}

/** Hosts have the pattern of the published schema, in either letter case. Bot names are not restricted. */
function patternSource({ pattern, usualPattern }: TextField): string | undefined {
  if (usualPattern === 'host') return MANIFEST_PATTERNS.host.source.replaceAll('a-z', 'a-zA-Z');
  return pattern === undefined || pattern === 'botName' ? undefined : MANIFEST_PATTERNS[pattern].source;
}

function parametersSchema(description: string, options: SchemaOptions): JsonObject {
  const each = { type: 'object', additionalProperties: objectSchema(PARAMETER, options) };
  if (options.version === 1) return { ...each, description };
  return {
    type: 'object',
    description,
    required: ['properties'],
    additionalProperties: false,
    properties: {
      properties: { ...each, description: 'Parameters by name.' },
      required: {
        type: 'array',
        description: 'Names of the required parameters.',
        items: { type: 'string' },
        uniqueItems: true,
      },
    },
  };
}
