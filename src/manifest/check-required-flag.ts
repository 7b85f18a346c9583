import { sameJson } from '../rules/same-json.ts';
import type { BooleanField, ObjectField } from '../spec/manifest-field-types.ts';
import { OPEN_KEYS } from '../spec/manifest-function-fields.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { suggest } from '../values/suggest.ts';
import { type Path, pathText } from './path.ts';
import { reportMisspelledKey } from './report-misspelled-key.ts';
import type { StructureWalk } from './structure-walk.ts';
import { fits } from './value-fit.ts';

const FLAG: BooleanField = { kind: 'boolean', description: '' };

/**
 * Whether a key of a typed value is `required`, or a misspelling of it, with a boolean: there it is a list of
 * names (WEB §9).
 */
export function isRequiredFlag({ requiredBy, fields }: ObjectField, key: string, value: Json): boolean {
  if (requiredBy === undefined || !fits(FLAG, value)) return false;
  if (key === 'required') return true;
  if (Object.hasOwn(fields, key) || OPEN_KEYS.has(key)) return false;
  return suggest(key, [...Object.keys(fields), ...OPEN_KEYS.keys()], 2) === 'required';
}

/**
 * Reports `required: true` in a typed value, except in the parameters of version 2, which are checked with
 * their list.
 * @param path path of the typed value
 * @param isTaken whether another key was matched to is_required
 * @returns whether is_required is meant
 */
export function checkRequiredFlag(
  walk: StructureWalk,
  { requiredBy }: ObjectField,
  object: JsonObject,
  { key, path, isTaken }: { readonly key: string; readonly path: Path; readonly isTaken: boolean },
): boolean {
  if (requiredBy === 'list') return false;
  const holder = pathText(path);
  if (requiredBy === 'flag' && !isTaken && !Object.hasOwn(object, 'is_required')) {
    reportMisspelledKey(walk, path, { key, known: 'is_required', holder });
    return true;
  }
  const here = [...path, key];
  const isSaid = sameJson(object['is_required'] ?? null, object[key] ?? null);
  walk.report({
    rule: 'unknown-key',
    path: here,
    at: 'key',
    message: `unknown key "${key}" in ${holder}${requiredBy === 'flag' ? '; is_required is already there' : ''}`,
    ...(requiredBy === 'flag'
      ? {}
      : { hint: 'use is_required, or name it in the list "required" beside properties' }),
    ...(isSaid ? { fix: { kind: 'safe', title: 'remove it', change: { do: 'remove', path: here } } } : {}),
  });
  return false;
}
