import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';

/** An attribute or a sub-attribute that a schema announces. */
export interface SchemaAttribute {
  /** Such as `name.givenName`. */
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
 * Reads a schema of either version. Services mix scalars into lists of attributes, give one attribute where a
 * list is due, and spell `subAttributes` in two ways (OBSERVED §4); whatever is no attribute is left out.
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
      // v1 says `readOnly`, v2 `mutability`.
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

/** The attributes of a list, of an object that maps names to them, or one alone. */
function candidatesIn(value: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject);
  if (!isJsonObject(value)) return [];
  return typeof value['name'] === 'string' ? [value] : Object.values(value).filter(isJsonObject);
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
