import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';

/** An attribute or a sub-attribute of an announced schema. */
export interface SchemaAttribute {
  /** For example `name.givenName`. */
  readonly path: string;
  readonly type: string;
  readonly isMultiValued: boolean;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly description: string;
}

/** A schema that a service announces, read leniently. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly SchemaAttribute[];
  readonly resource: JsonObject;
}

/**
 * Reads a schema of either version. Services mix scalars into lists of attributes, return one attribute
 * instead of a list, and spell `subAttributes` in two ways (OBSERVED §4). Anything that is not an attribute
 * is skipped.
 */
export function readSchema(resource: JsonObject): Schema {
  return {
    id: text(resource['id']) || text(resource['schema']),
    name: text(resource['name']),
    description: text(resource['description']),
    attributes: attributesIn(resource['attributes'], ''),
    resource,
  };
}

function attributesIn(value: Json | undefined, prefix: string): readonly SchemaAttribute[] {
  return candidatesIn(value).flatMap((attribute) => {
    const name = text(attribute['name']);
    if (name === '') return [];
    const path = `${prefix}${name}`;
    const own: SchemaAttribute = {
      path,
      type: text(attribute['type']),
      isMultiValued: attribute['multiValued'] === true,
      isRequired: attribute['required'] === true,
      // v1 has `readOnly`, v2 has `mutability`.
      isReadOnly:
        attribute['readOnly'] === true ||
        attribute['mutability'] === 'readOnly' ||
        attribute['mutability'] === 'immutable',
      description: text(attribute['description']),
    };
    const separator = name.startsWith('urn:') ? ':' : '.';
    const sub = attribute['subAttributes'] ?? attribute['subattributes'];
    return [own, ...attributesIn(sub, `${path}${separator}`)];
  });
}

/** Returns the attributes of an array, of an object that maps names to attributes, or a single attribute. */
function candidatesIn(value: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject);
  if (!isJsonObject(value)) return [];
  return typeof value['name'] === 'string' ? [value] : Object.values(value).filter(isJsonObject);
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
