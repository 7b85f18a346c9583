import { BUILTIN_TYPES, PRIMITIVE_TYPES } from '../spec/manifest-builtins.ts';
import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import type { ManifestField, ObjectField, TextField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import { LONGEST_CALLBACK_ID, PARAMETER } from '../spec/manifest-function-fields.ts';
import { MANIFEST_PATTERNS } from '../spec/manifest-patterns.ts';
import { BOT_SCOPES, USER_SCOPES } from '../spec/manifest-scopes.ts';
import type { Json, JsonObject } from '../spec/wire.ts';

export type SchemaVersion = 1 | 2 | 'all';

/**
 * Returns the JSON Schema (draft-07) of a manifest, made from the table of fields: what editors complete and check by. With
 * `all` the version is chosen by `_metadata.major_version`, so that one mistake gives one error.
 */
export function manifestSchema(version: SchemaVersion, vendor: string): JsonObject {
  const head = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'App manifest',
    description: MANIFEST.description,
  };
  if (version !== 'all') return { ...head, ...objectSchema(MANIFEST, { version, vendor }) };
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
    then: objectSchema(MANIFEST, { version: 2, vendor }),
    else: objectSchema(MANIFEST, { version: 1, vendor }),
  };
}

interface SchemaOptions {
  readonly version: 1 | 2;
  readonly vendor: string;
}

function schemaOf(field: ManifestField, options: SchemaOptions): JsonObject {
  const { description } = field;
  switch (field.kind) {
    case 'text':
      return textSchema(field, options);
    case 'boolean':
      return { type: 'boolean', description };
    case 'integer':
      return { type: 'integer', description, ...(field.values === undefined ? {} : { enum: field.values }) };
    case 'list':
      return {
        type: 'array',
        description,
        items: schemaOf(field.items, options),
        ...(field.maxItems === undefined ? {} : { maxItems: field.maxItems }),
        ...(field.distinct === undefined || field.distinct === 'duplicate-scope'
          ? {}
          : { uniqueItems: true }),
      };
    case 'object':
      return objectSchema(field, options);
    case 'map':
      return {
        type: 'object',
        description,
        additionalProperties: schemaOf(field.entries, options),
        ...(field.hasCallbackIds === true
          ? {
              propertyNames: {
                type: 'string',
                pattern: '^[a-z0-9]+(?:_+[a-z0-9]+)*$',
                maxLength: LONGEST_CALLBACK_ID,
              },
            }
          : {}),
      };
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

function objectSchema(field: ObjectField, options: SchemaOptions): JsonObject {
  const fields = Object.entries(field.fields).filter(
    ([, child]) => child.version !== 2 || options.version === 2,
  );
  return {
    type: 'object',
    description: field.description,
    properties: Object.fromEntries(fields.map(([key, child]) => [key, schemaOf(child, options)])),
    ...(field.required === undefined ? {} : { required: field.required }),
    ...(field.isOpen === true ? {} : { additionalProperties: false }),
  };
}

function textSchema(field: TextField, options: SchemaOptions): JsonObject {
  const pattern =
    field.pattern === undefined || field.pattern === 'botName' ? undefined : MANIFEST_PATTERNS[field.pattern];
  const base: JsonObject = {
    type: 'string',
    ...(field.minLength === undefined ? {} : { minLength: field.minLength }),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
    ...(field.values === undefined ? {} : { enum: field.values }),
  };
  const offered = offeredBy(field, options.vendor);
  if (offered === undefined) return { description: field.description, ...base };
  if (field.offers === 'runtimes') return { description: field.description, type: 'string', enum: offered };
  // A word that is not in the list is completed away by nobody, and accepted.
  return { description: field.description, anyOf: [{ type: 'string', enum: offered }, base] };
}

function offeredBy({ offers }: TextField, vendor: string): readonly Json[] | undefined {
  switch (offers) {
    case 'events':
      return Object.keys(MANIFEST_EVENTS);
    case 'botScopes':
      return BOT_SCOPES;
    case 'userScopes':
      return USER_SCOPES;
    case 'types':
      return [...PRIMITIVE_TYPES, ...BUILTIN_TYPES.map((name) => `${vendor}#/types/${name}`)];
    case 'runtimes':
      return ['remote', vendor];
    default:
      return undefined;
  }
}

function parametersSchema(description: string, options: SchemaOptions): JsonObject {
  const each = {
    type: 'object',
    additionalProperties: objectSchema(PARAMETER, options),
  };
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
        description: 'Names of the parameters that must be given.',
        items: { type: 'string' },
        uniqueItems: true,
      },
    },
  };
}
