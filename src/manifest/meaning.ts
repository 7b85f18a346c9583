import { isJsonObject } from '../rules/json-value.ts';
import { sortedJson } from '../rules/same-json.ts';
import type { ListField, ManifestField, ObjectField, TextField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { holdsParameters } from './read-parameters.ts';

/**
 * Returns the normal form of a manifest: two manifests mean the same if and only if their normal forms are
 * equal (WEB §2.6, §9). Defaults of the document, empty objects and empty lists are left out, colors have six
 * lower-case digits, unordered lists are sorted, and parameters of both versions look the same.
 */
export function manifestMeaning(root: Json): Json {
  if (!isJsonObject(root)) return root;
  const { $schema: _, ...rest } = root;
  return meaningOfObject(MANIFEST, rest);
}

/** Returns the normal form of one field. */
function meaningOfField(field: ManifestField | undefined, value: Json): Json {
  switch (field?.kind) {
    case 'text':
      return typeof value === 'string' ? meaningOfText(field, value) : value;
    case 'list':
      return Array.isArray(value) ? meaningOfList(field, value) : value;
    case 'object':
      return isJsonObject(value) ? meaningOfObject(field, value) : value;
    case 'map':
      return isJsonObject(value) ? meaningOfEntries(field.entries, value) : value;
    case 'listOrMap':
      if (Array.isArray(value)) return value.map((item) => meaningOfField(field.entries, item));
      return isJsonObject(value) ? meaningOfEntries(field.entries, value) : value;
    case 'parameters':
      return isJsonObject(value) ? meaningOfParameters(value) : value;
    default:
      return value;
  }
}

function meaningOfText({ pattern }: TextField, text: string): string {
  if (pattern !== 'hexColor') return text;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const long =
    short === null
      ? text
      : `#${short
          .slice(1)
          .map((digit) => digit + digit)
          .join('')}`;
  return /^#[0-9a-f]{6}$/i.test(long) ? long.toLowerCase() : text;
}

function meaningOfObject(field: ObjectField, object: JsonObject): JsonObject {
  const found: [string, Json][] = [];
  for (const [key, value] of Object.entries(object)) {
    const child = Object.hasOwn(field.fields, key) ? field.fields[key] : undefined;
    const meaning = meaningOfField(child, value);
    if (child === undefined || !isDefaultOrEmpty(child, meaning)) found.push([key, meaning]);
  }
  return Object.fromEntries(found);
}

/** Whether a value means the same as no value. */
function isDefaultOrEmpty({ defaultValue }: ManifestField, value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return defaultValue !== undefined && value === defaultValue;
}

/** Entries named by the author are kept even if empty: the name itself is a declaration. */
function meaningOfEntries(entries: ManifestField, object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, meaningOfField(entries, value)]),
  );
}

function meaningOfList({ items, isSet, itemKey }: ListField, list: readonly Json[]): Json {
  const meanings = list.map((item) => meaningOfField(items, item));
  if (isSet !== true) return meanings;
  const keyed = meanings.map((item) => [sortKey(item, itemKey), sortedJson(item), item] as const);
  // Items without an identifying key are equal if they mean the same; duplicates are dropped.
  const distinct =
    itemKey === undefined ? [...new Map(keyed.map((entry) => [entry[1], entry] as const)).values()] : keyed;
  return distinct
    .sort((one, other) => compareTexts(one[0], other[0]) || compareTexts(one[1], other[1]))
    .map(([, , item]) => item);
}

function sortKey(item: Json, itemKey: string | undefined): string {
  const key = itemKey !== undefined && isJsonObject(item) ? item[itemKey] : item;
  return typeof key === 'string' ? key : '';
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Returns parameters of either form by name, each with `is_required` (WEB §9). A value in neither form is
 * returned unchanged, so that nothing in it is lost.
 */
function meaningOfParameters(container: JsonObject): JsonObject {
  const { properties, required, ...others } = container;
  if (holdsParameters(properties)) {
    const isV2 =
      Object.keys(others).length === 0 &&
      (required === undefined ||
        (Array.isArray(required) && required.every((name) => isNameIn(properties, name))));
    if (!isV2) return container;
    const names: readonly Json[] = Array.isArray(required) ? required : [];
    return Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, withRequired(value, names.includes(name))]),
    );
  }
  const isV1 = Object.values(container).every(
    (value) =>
      isJsonObject(value) &&
      (value['is_required'] === undefined || typeof value['is_required'] === 'boolean'),
  );
  if (!isV1) return container;
  return Object.fromEntries(
    Object.entries(container).map(([name, value]) => [
      name,
      withRequired(value, isJsonObject(value) && value['is_required'] === true),
    ]),
  );
}

function isNameIn(properties: JsonObject, name: Json): boolean {
  return typeof name === 'string' && Object.hasOwn(properties, name);
}

function withRequired(parameter: Json, isRequired: boolean): Json {
  if (!isJsonObject(parameter)) return parameter;
  const { is_required: _, ...rest } = parameter;
  return { ...rest, is_required: isRequired };
}
