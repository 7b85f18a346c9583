import { objectsIn } from '../rules/json-value.ts';
import { extensionOfUri, type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import { readSchema, type SchemaAttribute } from '../scim/read-schema.ts';
import { type AnnouncedAttribute, EXTENSION_SCHEMAS, USER_SCHEMA } from '../spec/announced-schemas.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { EXTENSIONS } from '../spec/scim-schemas.ts';
import { isSuccess, type ProbeAnswer } from './answers.ts';

/**
 * Compares the user schemas that a service announces with the documented attributes (SCIM §2.1). Returns one
 * line per difference, such as `missing: nickName`, `unknown: shoeSize`, `read-only: title`, `active: string
 * instead of boolean`; undefined if the service announces no schema.
 */
export function schemaDifferences(asked: ProbeAnswer, dialect: SchemaDialect): readonly string[] | undefined {
  const { body } = asked;
  if (!isSuccess(asked) || body === undefined) return undefined;
  const announced = announcedAttributes(body, dialect);
  if (announced.size === 0) return undefined;
  const documented = documentedAttributes();
  const lines: string[] = [];
  for (const [path, attribute] of documented) {
    const found = announced.get(path);
    if (found === undefined) {
      // Report a missing extension once, not once per attribute.
      const [extension] = path.split(':');
      if (path === extension || announced.has(extension ?? '')) lines.push(`missing: ${path}`);
      continue;
    }
    lines.push(...differencesOf(path, found, attribute));
  }
  const isOfKnown = (path: string) => documented.has(path.split(/[.:]/)[0] ?? '');
  for (const path of announced.keys())
    if (!documented.has(path) && (!/[.:]/.test(path) || isOfKnown(path))) lines.push(`unknown: ${path}`);
  return lines;
}

function differencesOf(
  path: string,
  found: SchemaAttribute,
  { type, mutability }: AnnouncedAttribute,
): string[] {
  // Skip references: v1 has no such type. All other types have the same names in both versions.
  const isSameType = found.type.toLowerCase() === type.toLowerCase() || type === 'reference';
  const isReadOnly = mutability === 'readOnly' || mutability === 'immutable';
  return [
    ...(isSameType || found.type === '' ? [] : [`${path}: ${found.type} instead of ${type}`]),
    ...(found.isReadOnly && !isReadOnly ? [`read-only: ${path}`] : []),
  ];
}

function documentedAttributes(): ReadonlyMap<string, AnnouncedAttribute> {
  const rows = new Map<string, AnnouncedAttribute>();
  const add = (attributes: readonly AnnouncedAttribute[], prefix: string, separator: string) => {
    for (const attribute of attributes) {
      const path = `${prefix}${prefix === '' ? '' : separator}${attribute.name}`;
      rows.set(path, attribute);
      add(attribute.subAttributes ?? [], path, '.');
    }
  };
  add(USER_SCHEMA, '', '.');
  for (const name of EXTENSIONS) {
    const extension: AnnouncedAttribute = { name, type: 'complex', description: name };
    rows.set(name, extension);
    add(EXTENSION_SCHEMAS[name], name, ':');
  }
  return rows;
}

/**
 * Returns the announced attributes by path. Attributes of an extension are prefixed with its name, wherever
 * the service lists them.
 */
function announcedAttributes(body: JsonObject, dialect: SchemaDialect): ReadonlyMap<string, SchemaAttribute> {
  const schemas = Array.isArray(body['Resources']) ? objectsIn(body['Resources']) : [body];
  const core = schemaUri(dialect, 'user').toLowerCase();
  const found = new Map<string, SchemaAttribute>();
  for (const resource of schemas) {
    const { id, name, attributes } = readSchema(resource);
    const extension = extensionOfUri(id);
    if (extension !== undefined) found.set(extension, { ...HOLDER, path: extension });
    const isUser = id.toLowerCase().startsWith(core) || name.toLowerCase() === 'user';
    if (!isUser && extension === undefined) continue;
    for (const attribute of attributes) {
      const path = extension === undefined ? shortened(attribute.path) : `${extension}:${attribute.path}`;
      found.set(path, attribute);
    }
  }
  return found;
}

const HOLDER = {
  type: 'complex',
  isMultiValued: false,
  isRequired: false,
  isReadOnly: false,
  description: '',
};

/** Replaces the URN of an extension inside the user schema with its short name. */
function shortened(path: string): string {
  const [, uri = '', rest = ''] = /^(urn:.+?:(?:1\.0|2\.0)(?::User)?)(?::(.*))?$/i.exec(path) ?? [];
  const extension = uri === '' ? undefined : extensionOfUri(uri);
  if (extension === undefined) return path;
  return rest === '' ? extension : `${extension}:${rest}`;
}
