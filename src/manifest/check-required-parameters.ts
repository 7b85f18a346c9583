import { isJsonObject } from '../rules/json-value.ts';
import { LISTED_PARAMETER } from '../spec/manifest-function-fields.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { isRequiredFlag } from './check-required-flag.ts';
import { nearestKey } from './known-keys.ts';
import { type Path, pathText } from './path.ts';
import type { Fix, ManifestChange } from './problem.ts';
import type { StructureWalk } from './structure-walk.ts';
import { didYouMean, replaceFix } from './suggestion.ts';
import { describeJson } from './wrong-type.ts';

/** The keys of version 2 parameters, as spelled in the manifest. */
interface KeysOfV2 {
  readonly path: Path;
  readonly propertiesKey: string;
  readonly requiredKey: string | undefined;
}

/**
 * Reports keys of single parameters that say whether they are required: `is_required`, which belongs to
 * version 1, and `required`, which belongs to no parameter.
 */
export function checkIsRequired(walk: StructureWalk, parameters: JsonObject, keys: KeysOfV2): void {
  const properties = parameters[keys.propertiesKey];
  if (!isJsonObject(properties)) return;
  const required = keys.requiredKey === undefined ? [] : (parameters[keys.requiredKey] ?? null);
  for (const [name, parameter] of Object.entries(properties)) {
    if (!isJsonObject(parameter)) continue;
    for (const [key, value] of Object.entries(parameter)) {
      if (key === 'is_required' || isRequiredFlag(LISTED_PARAMETER, key, value))
        reportFlag(walk, { name, key, value }, required, keys);
    }
  }
}

interface Flag {
  /** Name of the parameter. */
  readonly name: string;
  readonly key: string;
  readonly value: Json;
}

function reportFlag(walk: StructureWalk, { name, key, value }: Flag, required: Json, keys: KeysOfV2): void {
  const isListed = Array.isArray(required) && required.includes(name);
  const listed = `the list "required" ${isListed ? 'names' : 'does not name'} "${name}"`;
  const holder = [...keys.path, keys.propertiesKey, name];
  const path = [...holder, key];
  walk.report({
    path,
    at: 'key',
    ...(key === 'is_required'
      ? { rule: 'is-required-in-v2', message: `is_required is ignored in version 2; ${listed}` }
      : { rule: 'unknown-key', message: `unknown key "${key}" in ${pathText(holder)}; ${listed}` }),
    ...(typeof value === 'boolean' && Array.isArray(required)
      ? { fix: isRequiredFix(value, isListed, name, path, keys) }
      : { hint: 'the list "required" beside properties has the names of the required parameters' }),
  });
}

/** Returns a fix that keeps the intent of `is_required: true`: the name is added to "required". */
function isRequiredFix(
  value: boolean,
  isListed: boolean,
  name: string,
  path: Path,
  { path: container, requiredKey }: KeysOfV2,
): Fix {
  const removal: ManifestChange = { do: 'remove', path };
  if (!value || isListed) {
    const isSaid = value === isListed;
    return { kind: isSaid ? 'safe' : 'suggest', title: 'remove it', change: removal };
  }
  const listing: ManifestChange =
    requiredKey === undefined
      ? { do: 'add', path: container, key: 'required', value: [name] }
      : { do: 'append', path: [...container, requiredKey], value: name };
  return {
    kind: 'suggest',
    title: `list ${name} in required instead`,
    change: { do: 'all', changes: [removal, listing] },
  };
}

/** Checks the list of required parameters. */
export function checkRequired(
  walk: StructureWalk,
  required: Json,
  properties: Json | undefined,
  path: Path,
): void {
  if (!Array.isArray(required)) {
    walk.markInvalid(path);
    walk.report({
      rule: 'type',
      path,
      at: 'value',
      message: `required is ${describeJson(required)}; expected a list of names`,
    });
    return;
  }
  const seen = new Set<Json>();
  required.forEach((name: Json, index) => {
    const here = [...path, index];
    if (typeof name !== 'string') {
      walk.report({
        rule: 'type',
        path: here,
        at: 'value',
        message: `required[${index}] is ${describeJson(name)}; expected a string`,
      });
      return;
    }
    if (seen.has(name)) {
      walk.report({
        rule: 'duplicate-item',
        path: here,
        at: 'value',
        message: `"${name}" is in required twice`,
        fix: { kind: 'safe', title: 'remove the second one', change: { do: 'remove', path: here } },
      });
    }
    seen.add(name);
    if (!isJsonObject(properties) || Object.hasOwn(properties, name)) return;
    const suggestion = nearestKey(name, Object.keys(properties));
    walk.report({
      rule: 'required-unknown',
      path: here,
      at: 'value',
      message: `required names "${name}", which is not in properties${didYouMean(suggestion)}`,
      ...replaceFix(suggestion, here),
    });
  });
}
