import { isJsonObject } from '../rules/json-value.ts';
import { MOST_PARAMETERS, PARAMETER } from '../spec/manifest-function-fields.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { nearestKey } from './known-keys.ts';
import { nameOf, type Path } from './path.ts';
import type { Change, Remedy } from './problem.ts';
import type { StructureWalk } from './structure-walk.ts';
import { describeJson } from './wrong-type.ts';

/** Checks the parameters of a function or a workflow in the form of the manifest's version (WEB §9). */
export function checkParameters(walk: StructureWalk, parameters: JsonObject, path: Path): void {
  // Of an unknown version nothing can be said.
  if (walk.version === 1) checkV1(walk, parameters, path);
  if (walk.version === 2) checkV2(walk, parameters, path);
}

function checkV1(walk: StructureWalk, parameters: JsonObject, path: Path): void {
  if (isV2Form(parameters)) {
    walk.report({
      rule: 'v2-parameters-in-v1',
      path,
      at: 'key',
      message: `${nameOf(path)} has the form of version 2 (properties and required); this manifest is version 1`,
      hint: 'set _metadata.major_version to 2, or list the parameters directly, each with is_required',
    });
    const properties = parameters['properties'];
    if (isJsonObject(properties)) checkEach(walk, properties, [...path, 'properties']);
    return;
  }
  checkEach(walk, parameters, path);
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
      checkEach(walk, properties, [...path, propertiesKey]);
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

/** @returns whether the parameters are listed directly, and were checked */
function reportNoProperties(walk: StructureWalk, parameters: JsonObject, path: Path): boolean {
  if (!Object.values(parameters).some(looksLikeParameter)) {
    walk.spoil([...path, 'properties']);
    walk.report({
      rule: 'required',
      path,
      at: 'key',
      message: `${nameOf(path)} has no "properties"`,
      hint: 'version 2 holds parameters in properties, and the names of those that must be given in required',
      remedy: {
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
    message: `${nameOf(path)} lists parameters directly, as version 1 does; this manifest is version 2`,
    hint: 'put them into properties, and the names of those that must be given into required',
  });
  for (const [key, value] of Object.entries(parameters))
    if (key !== 'required') walk.check(PARAMETER, value, [...path, key]);
  return true;
}

/** Returns the key that is meant by a name; a mistyped one is reported. */
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
  const here = [...path, mistyped];
  walk.report({
    rule: 'unknown-key',
    path: here,
    at: 'key',
    message: `unknown key "${mistyped}" in ${nameOf(path)}; did you mean "${name}"?`,
    hint: 'known here: properties, required',
    remedy: { kind: 'safe', title: `rename it to ${name}`, change: { do: 'rename', path: here, key: name } },
  });
  walk.repair({ from: here, to: [...path, name] });
  return mistyped;
}

function reportSibling(walk: StructureWalk, value: Json | undefined, path: Path): void {
  const holder = nameOf(path.slice(0, -1));
  if (looksLikeParameter(value)) {
    walk.report({
      rule: 'v1-parameters-in-v2',
      path,
      at: 'key',
      message: `"${path.at(-1)}" stands beside properties; in version 2 parameters are within it`,
      remedy: {
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

/** The keys of parameters of version 2, as they are written. */
interface KeysOfV2 {
  readonly path: Path;
  readonly propertiesKey: string;
  readonly requiredKey: string | undefined;
}

function checkIsRequired(walk: StructureWalk, parameters: JsonObject, keys: KeysOfV2): void {
  const properties = parameters[keys.propertiesKey];
  if (!isJsonObject(properties)) return;
  for (const [name, parameter] of Object.entries(properties)) {
    if (!isJsonObject(parameter) || parameter['is_required'] === undefined) continue;
    const required = keys.requiredKey === undefined ? [] : parameters[keys.requiredKey];
    const isListed = Array.isArray(required) && required.includes(name);
    const value = parameter['is_required'];
    const path = [...keys.path, keys.propertiesKey, name, 'is_required'];
    walk.report({
      rule: 'is-required-in-v2',
      path,
      at: 'key',
      message: `is_required says nothing in version 2; the list "required" does, and it ${isListed ? 'names' : 'does not name'} "${name}"`,
      ...(typeof value !== 'boolean' || !Array.isArray(required)
        ? {}
        : { remedy: isRequiredRemedy(value, isListed, name, path, keys) }),
    });
  }
}

/** What `is_required: true` means is kept: the name becomes an entry of "required". */
function isRequiredRemedy(
  value: boolean,
  isListed: boolean,
  name: string,
  path: Path,
  { path: container, requiredKey }: KeysOfV2,
): Remedy {
  const removal: Change = { do: 'remove', path };
  if (!value || isListed) {
    const isSaid = value === isListed;
    return { kind: isSaid ? 'safe' : 'suggest', title: 'remove it', change: removal };
  }
  const listing: Change =
    requiredKey === undefined
      ? { do: 'add', path: container, key: 'required', value: [name] }
      : { do: 'append', path: [...container, requiredKey], value: name };
  return {
    kind: 'suggest',
    title: `list ${name} in required instead`,
    change: { do: 'all', changes: [removal, listing] },
  };
}

function checkEach(walk: StructureWalk, parameters: JsonObject, path: Path): void {
  const count = Object.keys(parameters).length;
  if (count > MOST_PARAMETERS) {
    walk.report({
      rule: 'max-items',
      severity: 'warning',
      path,
      at: 'key',
      message: `${nameOf(path)} has ${count} entries; usually no more than ${MOST_PARAMETERS} are accepted`,
    });
  }
  for (const [name, parameter] of Object.entries(parameters))
    walk.check(PARAMETER, parameter, [...path, name]);
}

function checkRequired(walk: StructureWalk, required: Json, properties: Json | undefined, path: Path): void {
  if (!Array.isArray(required)) {
    walk.spoil(path);
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
        remedy: { kind: 'safe', title: 'remove the second one', change: { do: 'remove', path: here } },
      });
    }
    seen.add(name);
    if (!isJsonObject(properties) || Object.hasOwn(properties, name)) return;
    const suggestion = nearestKey(name, Object.keys(properties));
    walk.report({
      rule: 'required-unknown',
      path: here,
      at: 'value',
      message: `required names "${name}", which is not in properties${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
      ...(suggestion === undefined
        ? {}
        : {
            remedy: {
              kind: 'suggest',
              title: `write ${suggestion}`,
              change: { do: 'replace', path: here, value: suggestion },
            },
          }),
    });
  });
}

/** Whether parameters have `properties` in the sense of version 2, and not a parameter of that name. */
function isV2Form(parameters: JsonObject): boolean {
  const { properties, required } = parameters;
  if (!isJsonObject(properties)) return false;
  const others = Object.keys(parameters).filter((key) => key !== 'properties' && key !== 'required');
  const holdsParameters = Object.values(properties).every(isJsonObject);
  return others.length === 0 && holdsParameters && (required === undefined || Array.isArray(required));
}

function looksLikeParameter(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.hasOwn(value, 'type');
}
