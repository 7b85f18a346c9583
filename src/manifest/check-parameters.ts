import { isJsonObject } from '../rules/json-value.ts';
import type { ObjectField } from '../spec/manifest-field-types.ts';
import {
  INNER_PARAMETER,
  LISTED_PARAMETER,
  MAX_PARAMETERS,
  PARAMETER,
} from '../spec/manifest-function-fields.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { checkIsRequired, checkRequired } from './check-required-parameters.ts';
import { nearestKey } from './known-keys.ts';
import { lastKeyOf, type Path } from './path.ts';
import { holdsParameters } from './read-parameters.ts';
import { reportMisspelledKey } from './report-misspelled-key.ts';
import type { StructureWalk } from './structure-walk.ts';

/** Checks the parameters of a function or workflow in the form of the manifest version (WEB §9). */
export function checkParameters(walk: StructureWalk, parameters: JsonObject, path: Path): void {
  // Parameters of an unknown version are not checked.
  if (walk.version === 1) checkV1(walk, parameters, path);
  if (walk.version === 2) checkV2(walk, parameters, path);
}

function checkV1(walk: StructureWalk, parameters: JsonObject, path: Path): void {
  if (isV2Form(parameters)) {
    walk.report({
      rule: 'v2-parameters-in-v1',
      path,
      at: 'key',
      message: `${lastKeyOf(path)} has the form of version 2 (properties and required); this manifest is version 1`,
      hint: 'set _metadata.major_version to 2, or list the parameters directly, each with is_required',
    });
    const properties = parameters['properties'];
    if (isJsonObject(properties)) checkEach(walk, properties, [...path, 'properties'], INNER_PARAMETER);
    return;
  }
  checkEach(walk, parameters, path, PARAMETER);
}

function checkV2(walk: StructureWalk, parameters: JsonObject, path: Path): void {
  const keys = Object.keys(parameters);
  const propertiesKey = keyFor(walk, parameters, 'properties', path);
  if (propertiesKey === undefined && reportNoProperties(walk, parameters, path)) return;
  const requiredKey = keyFor(walk, parameters, 'required', path);
  const properties = propertiesKey === undefined ? undefined : parameters[propertiesKey];
  for (const key of keys) {
    if (key !== propertiesKey && key !== requiredKey) reportSibling(walk, parameters[key], [...path, key]);
  }
  if (propertiesKey !== undefined) {
    if (isJsonObject(properties)) {
      checkEach(walk, properties, [...path, propertiesKey], LISTED_PARAMETER);
      checkIsRequired(walk, parameters, { path, propertiesKey, requiredKey });
    } else
      walk.check({ kind: 'map', description: '', entries: PARAMETER }, properties ?? null, [
        ...path,
        propertiesKey,
      ]);
  }
  if (requiredKey !== undefined) {
    checkRequired(walk, parameters[requiredKey] ?? null, properties, [...path, requiredKey]);
  }
}

/** @returns whether the parameters are listed directly, and were therefore checked */
function reportNoProperties(walk: StructureWalk, parameters: JsonObject, path: Path): boolean {
  if (!Object.values(parameters).some(looksLikeParameter)) {
    walk.markInvalid([...path, 'properties']);
    walk.report({
      rule: 'required',
      path,
      at: 'key',
      message: `${lastKeyOf(path)} has no "properties"`,
      hint: 'version 2 has parameters in properties, and the names of the required ones in required',
      fix: {
        kind: 'suggest',
        title: 'add empty properties',
        change: { do: 'add', path, key: 'properties', value: {} },
      },
    });
    return false;
  }
  walk.report({
    rule: 'v1-parameters-in-v2',
    path,
    at: 'key',
    message: `${lastKeyOf(path)} lists parameters directly, as version 1 does; this manifest is version 2`,
    hint: 'move them into properties, and the names of the required ones into required',
  });
  for (const [key, value] of Object.entries(parameters))
    if (key !== 'required') walk.check(INNER_PARAMETER, value, [...path, key]);
  return true;
}

/** Returns the key for `name`: the same, or a misspelled one, which is reported. */
function keyFor(walk: StructureWalk, parameters: JsonObject, name: string, path: Path): string | undefined {
  if (Object.hasOwn(parameters, name)) return name;
  const mistyped = Object.keys(parameters).find(
    (key) =>
      key !== 'properties' &&
      key !== 'required' &&
      nearestKey(key, [name]) === name &&
      !looksLikeParameter(parameters[key]) &&
      (name === 'properties' ? isJsonObject(parameters[key]) : Array.isArray(parameters[key])),
  );
  if (mistyped === undefined) return undefined;
  const hint = 'known here: properties, required';
  reportMisspelledKey(walk, path, { key: mistyped, known: name, holder: lastKeyOf(path), hint });
  return mistyped;
}

function reportSibling(walk: StructureWalk, value: Json | undefined, path: Path): void {
  const holder = lastKeyOf(path.slice(0, -1));
  if (looksLikeParameter(value)) {
    walk.report({
      rule: 'v1-parameters-in-v2',
      path,
      at: 'key',
      message: `"${path.at(-1)}" is next to properties; in version 2 parameters are inside it`,
      fix: {
        kind: 'suggest',
        title: 'move it into properties',
        change: { do: 'move', path, to: [...path.slice(0, -1), 'properties', String(path.at(-1))] },
      },
    });
    return;
  }
  walk.report({
    rule: 'unknown-key',
    path,
    at: 'key',
    message: `unknown key "${path.at(-1)}" in ${holder}`,
    hint: 'known here: properties, required',
  });
}

function checkEach(walk: StructureWalk, parameters: JsonObject, path: Path, field: ObjectField): void {
  const count = Object.keys(parameters).length;
  if (count > MAX_PARAMETERS) {
    walk.report({
      rule: 'max-items',
      severity: 'warning',
      path,
      at: 'key',
      message: `${lastKeyOf(path)} has ${count} entries; usually no more than ${MAX_PARAMETERS} are accepted`,
    });
  }
  for (const [name, parameter] of Object.entries(parameters)) walk.check(field, parameter, [...path, name]);
}

/** Whether parameters have the `properties` of version 2, as opposed to a parameter with that name. */
function isV2Form(parameters: JsonObject): boolean {
  const { properties, required } = parameters;
  if (!holdsParameters(properties)) return false;
  const others = Object.keys(parameters).filter((key) => key !== 'properties' && key !== 'required');
  return others.length === 0 && (required === undefined || Array.isArray(required));
}

function looksLikeParameter(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.hasOwn(value, 'type');
}
