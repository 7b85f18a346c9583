import { isJsonObject } from '../rules/json-value.ts';
import type { ObjectField } from '../spec/manifest-field-types.ts';
import { OPEN_KEYS, type OpenKind } from '../spec/manifest-function-fields.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { suggest } from '../values/suggest.ts';
import { checkRequiredFlag, isRequiredFlag } from './check-required-flag.ts';
import { type Path, pathText } from './path.ts';
import { reportMisspelledKey } from './report-misspelled-key.ts';
import type { StructureWalk } from './structure-walk.ts';
import { fits } from './value-fit.ts';

/**
 * Reports likely misspellings in an object that accepts further keys (a parameter, an attribute, a custom
 * type, a trigger): keys that resemble a known key that is missing. Other unknown keys belong to the type of
 * the value and are accepted.
 * @returns the intended key for each misspelled one
 */
export function checkOpenKeys(
  walk: StructureWalk,
  field: ObjectField,
  object: JsonObject,
  path: Path,
): ReadonlyMap<string, string> {
  const meant = new Map<string, string>();
  const free = [...Object.keys(field.fields), ...OPEN_KEYS.keys()].filter(
    (name) => !Object.hasOwn(object, name),
  );
  for (const [key, value] of Object.entries(object)) {
    if (isRequiredFlag(field, key, value)) {
      const isTaken = [...meant.values()].includes('is_required');
      if (checkRequiredFlag(walk, field, object, { key, path, isTaken })) meant.set(key, 'is_required');
      continue;
    }
    if (Object.hasOwn(field.fields, key) || OPEN_KEYS.has(key)) continue;
    const suggestion = similarKnownKey(key, free);
    const isMeant =
      suggestion !== undefined &&
      ![...meant.values()].includes(suggestion) &&
      fitsKey(field, suggestion, value);
    if (isMeant) {
      meant.set(key, suggestion);
      reportMisspelledKey(walk, path, { key, known: suggestion, holder: pathText(path) });
    } else if (field.warnsOfUnknown === true) warnOfUnknown(walk, field, [...path, key]);
  }
  return meant;
}
/** Reports a key that the documents do not list, and do not forbid either. */
function warnOfUnknown(walk: StructureWalk, { fields }: ObjectField, path: Path): void {
  walk.report({
    rule: 'unknown-key',
    severity: 'warning',
    path,
    at: 'key',
    message: `unknown key "${path.at(-1)}" in ${pathText(path.slice(0, -1))}`,
    hint: `known here: ${Object.keys(fields).join(', ')}, and keys of JSON Schema such as items`,
  });
}

/**
 * Returns the known key that a misspelled one resembles. One letter may differ, in words of six or more
 * letters two; shorter words are often names of their own.
 */
function similarKnownKey(key: string, known: readonly string[]): string | undefined {
  return key.length < 3 ? undefined : suggest(key, known, key.length < 6 ? 1 : 2);
}

function fitsKey({ fields }: ObjectField, key: string, value: Json): boolean {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return field === undefined ? fitsOpen(OPEN_KEYS.get(key) ?? 'any', value) : fits(field, value);
}

function fitsOpen(kind: OpenKind, value: Json): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'text':
      return typeof value === 'string';
    case 'boolean':
    case 'number':
      return typeof value === kind;
  }
}
