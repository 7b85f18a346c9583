import { isJsonObject } from '../rules/json-value.ts';
import { BUILTIN_TYPES, PRIMITIVE_TYPES } from '../spec/manifest-builtins.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { nearestKey } from './known-keys.ts';
import type { Path } from './path.ts';
import { placeholderIn } from './placeholders.ts';
import { readParameters } from './read-parameters.ts';
import { didYouMean, replaceFix } from './suggestion.ts';
import type { ManifestView } from './view.ts';

/** Checks types of parameters, attributes and custom types, and keys of datastores (WEB §2.6). */
export function checkTypes(view: ManifestView): void {
  for (const section of ['functions', 'workflows']) {
    for (const name of Object.keys(view.object([section]) ?? {})) {
      for (const side of ['input_parameters', 'output_parameters']) {
        const path = [section, name, side];
        for (const parameter of readParameters(view.object(path), path).values()) {
          checkTyped(view, parameter.value, parameter.path);
        }
      }
    }
  }
  for (const [name, type] of Object.entries(view.object(['types']) ?? {}))
    checkTyped(view, type, ['types', name]);
  for (const [name, store] of Object.entries(view.object(['datastores']) ?? {})) {
    if (isJsonObject(store)) checkDatastore(view, store, ['datastores', name]);
  }
}

/** Checks a type with the types nested in it: items of an array, properties of an object. */
function checkTyped(view: ManifestView, value: Json, path: Path): void {
  if (!isJsonObject(value)) return;
  const { type, items, properties } = value;
  if (typeof type === 'string') checkType(view, type, [...path, 'type']);
  if (items !== undefined) checkTyped(view, items, [...path, 'items']);
  if (isJsonObject(properties)) {
    for (const [name, child] of Object.entries(properties))
      checkTyped(view, child, [...path, 'properties', name]);
  }
}

function checkType(view: ManifestView, type: string, path: Path): void {
  const { vendor } = view.options;
  const own = /^#\/types\/(.+)$/.exec(type)?.[1];
  if (own !== undefined) {
    checkOwnType(view, own, path);
    return;
  }
  if (type === '' || placeholderIn(type, 'address') !== undefined) return;
  if (PRIMITIVE_TYPES.some((known) => known === type) || /^A[A-Z0-9]{2,}#\/types\/./.test(type)) return;
  const builtin = type.startsWith(`${vendor}#/types/`) ? type.slice(`${vendor}#/types/`.length) : undefined;
  if (builtin !== undefined && BUILTIN_TYPES.includes(builtin)) return;
  const known = [...PRIMITIVE_TYPES, ...BUILTIN_TYPES.map((name) => `${vendor}#/types/${name}`)];
  const bare = BUILTIN_TYPES.includes(type) ? `${vendor}#/types/${type}` : undefined;
  const suggestion = bare ?? nearestKey(type, known) ?? nearestOwn(view, type);
  // A built-in type may be newer than the list; a name without a prefix cannot exist.
  const mayBeNewer = type.startsWith(`${vendor}#/types/`);
  view.report({
    rule: 'unknown-type',
    severity: mayBeNewer ? 'warning' : 'error',
    path,
    at: 'value',
    message: `"${type}" is not a known type${didYouMean(suggestion)}`,
    ...(suggestion === undefined
      ? { hint: `primitive types, ${vendor}#/types/NAME, or #/types/NAME of this manifest` }
      : replaceFix(suggestion, path)),
  });
}

/** Returns a custom type that was named without its prefix. */
function nearestOwn(view: ManifestView, type: string): string | undefined {
  const own = nearestKey(type, Object.keys(view.object(['types']) ?? {}));
  return own === undefined ? undefined : `#/types/${own}`;
}

function checkOwnType(view: ManifestView, name: string, path: Path): void {
  const types = view.object(['types']) ?? {};
  if (Object.hasOwn(types, name) || view.isUnclear(['types', name])) return;
  const suggestion = nearestKey(name, Object.keys(types));
  view.report({
    rule: 'unresolved-type',
    path,
    at: 'value',
    message: `there is no type "${name}" in this manifest${didYouMean(suggestion)}`,
    ...(suggestion === undefined
      ? { hint: 'declare it in types' }
      : replaceFix(`#/types/${suggestion}`, path)),
  });
}

function checkDatastore(view: ManifestView, store: JsonObject, path: Path): void {
  const attributes = view.object([...path, 'attributes']);
  if (attributes === undefined) return;
  for (const [name, attribute] of Object.entries(attributes))
    checkTyped(view, attribute, [...path, 'attributes', name]);
  for (const key of ['primary_key', 'time_to_live_attribute']) {
    const attribute = store[key];
    const here = [...path, key];
    if (typeof attribute !== 'string' || attribute === '' || Object.hasOwn(attributes, attribute)) continue;
    if (view.isUnclear([...path, 'attributes', attribute])) continue;
    const suggestion = nearestKey(attribute, Object.keys(attributes));
    view.report({
      rule: 'primary-key-missing',
      path: here,
      at: 'value',
      message: `${key} names "${attribute}", which is not an attribute${didYouMean(suggestion)}`,
      hint: `the attributes are ${Object.keys(attributes).slice(0, 8).join(', ') || 'none'}`,
      ...replaceFix(suggestion, here),
    });
  }
}
