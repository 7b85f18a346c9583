import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';
import { holdsParameters, readParameters } from './read-parameters.ts';
import { valueAt } from './repairs.ts';

/** The parameters of a function or workflow before a conversion. */
export interface Container {
  readonly path: Path;
  /** Whether they have the form of version 2: properties and required. */
  readonly isV2: boolean;
  readonly names: readonly string[];
  /** Names of the required parameters. */
  readonly required: readonly string[];
  /** Whether any parameter is explicitly marked as required or optional. */
  readonly saysRequired: boolean;
}

/** Returns all parameters of a manifest, including those behind an alias. */
export function containersOf(data: Json): readonly Container[] {
  return ['functions', 'workflows'].flatMap((section) => {
    const entries = valueAt(data, [section]);
    if (!isJsonObject(entries)) return [];
    return Object.keys(entries).flatMap((name) =>
      ['input_parameters', 'output_parameters'].flatMap((side) => containerAt(data, [section, name, side])),
    );
  });
}

function containerAt(data: Json, path: Path): readonly Container[] {
  const value = valueAt(data, path);
  if (!isJsonObject(value)) return [];
  const { properties } = value;
  const isV2 = holdsParameters(properties);
  const parameters = [...readParameters(value, path)];
  return [
    {
      path,
      isV2,
      names: parameters.map(([name]) => name),
      required: parameters.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
      saysRequired: isV2
        ? Object.hasOwn(value, 'required')
        : parameters.some(([, one]) => isJsonObject(one.value) && Object.hasOwn(one.value, 'is_required')),
    },
  ];
}

/** Returns the paths of all steps. */
export function stepPaths(data: Json): readonly Path[] {
  const workflows = valueAt(data, ['workflows']);
  if (!isJsonObject(workflows)) return [];
  return Object.entries(workflows).flatMap(([name, workflow]) => {
    const steps = isJsonObject(workflow) ? workflow['steps'] : undefined;
    return Array.isArray(steps)
      ? steps.flatMap((step, index) => (isJsonObject(step) ? [['workflows', name, 'steps', index]] : []))
      : [];
  });
}

/**
 * Returns the data of a manifest in the form of another version (WEB §9), without `_metadata`: the expected
 * result of the text edits.
 */
export function convertedData(data: Json, to: 1 | 2): Json {
  if (!isJsonObject(data)) return data;
  const { _metadata: _, ...rest } = data;
  const containers = new Map(containersOf(data).map((one) => [one.path.join('\u0000'), one]));
  return mapEntries(rest, (section, entries) => {
    if ((section !== 'functions' && section !== 'workflows') || !isJsonObject(entries)) return entries;
    return mapEntries(entries, (name, entry) => {
      if (!isJsonObject(entry)) return entry;
      return mapEntries(entry, (key, value) => {
        const container = containers.get([section, name, key].join('\u0000'));
        if (container !== undefined && isJsonObject(value)) return converted(value, container, to);
        return section === 'workflows' && key === 'steps' && Array.isArray(value)
          ? value.map((step: Json) => convertedStep(step, to))
          : value;
      });
    });
  });
}

function converted(value: JsonObject, container: Container, to: 1 | 2): JsonObject {
  const { isV2, required, saysRequired } = container;
  if (isV2 === (to === 2)) return value;
  if (to === 2) {
    const properties = mapEntries(value, (_, parameter) => withoutKey(parameter, 'is_required'));
    return { properties, ...(saysRequired ? { required } : {}) };
  }
  const { properties } = value;
  return mapEntries(isJsonObject(properties) ? properties : {}, (name, parameter) => {
    const rest = withoutKey(parameter, 'is_required');
    return saysRequired && isJsonObject(rest) ? { ...rest, is_required: required.includes(name) } : rest;
  });
}

function convertedStep(step: Json, to: 1 | 2): Json {
  if (!isJsonObject(step)) return step;
  return to === 1 ? withoutKey(step, 'type') : { type: 'function', ...step };
}

function withoutKey(value: Json, key: string): Json {
  if (!isJsonObject(value)) return value;
  const { [key]: _, ...rest } = value;
  return rest;
}

function mapEntries(object: JsonObject, map: (key: string, value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(key, value)]));
}
