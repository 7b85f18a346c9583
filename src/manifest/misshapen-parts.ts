import { isJsonObject } from '../rules/json-value.ts';
import type { Json } from '../spec/protocol-types.ts';
import { type ManifestVersion, manifestVersion } from './manifest-version.ts';
import { type Path, pathText } from './path.ts';
import { holdsParameters } from './read-parameters.ts';

/**
 * Describes the first function, workflow, parameter or step that is valid in neither version; undefined if
 * there is none. A conversion could not change such a part, and the result would be wrong.
 */
export function malformedPart(data: Json): string | undefined {
  for (const { path, value, expected } of partsIn(data)) {
    if (value === undefined || value === null) continue;
    const isRight = expected === 'a list' ? Array.isArray(value) : isJsonObject(value);
    if (!isRight) return `${pathText(path)} is ${shapeOf(value)}; expected ${expected}`;
  }
  return undefined;
}

/** A part that a conversion rewrites, and the shape it needs. */
interface Part {
  readonly path: Path;
  readonly value: Json | undefined;
  readonly expected: 'an object' | 'a list';
}

function* partsIn(data: Json): Generator<Part> {
  const version = manifestVersion(data);
  for (const section of ['functions', 'workflows']) {
    const entries = member(data, section);
    yield { path: [section], value: entries, expected: 'an object' };
    for (const [name, entry] of entriesOf(entries)) {
      const path = [section, name];
      yield { path, value: entry, expected: 'an object' };
      for (const side of ['input_parameters', 'output_parameters'])
        yield* parameters(member(entry, side), [...path, side], version);
      if (section === 'workflows') yield* steps(member(entry, 'steps'), [...path, 'steps']);
    }
  }
}

/**
 * Yields the parameters. In version 2 they are in `properties`; siblings such as `required` are skipped. In
 * version 1 a parameter may have that name.
 */
function* parameters(value: Json | undefined, path: Path, version: ManifestVersion): Generator<Part> {
  yield { path, value, expected: 'an object' };
  const properties = member(value, 'properties');
  const isV2 = version === 2 ? properties !== undefined : holdsParameters(properties);
  if (isV2) yield { path: [...path, 'properties'], value: properties, expected: 'an object' };
  const at = isV2 ? [...path, 'properties'] : path;
  for (const [name, parameter] of entriesOf(isV2 ? properties : value)) {
    const isList = name === 'required' && Array.isArray(parameter);
    if (!isList) yield { path: [...at, name], value: parameter, expected: 'an object' };
  }
}

function* steps(value: Json | undefined, path: Path): Generator<Part> {
  yield { path, value, expected: 'a list' };
  for (const [index, step] of Array.isArray(value) ? value.entries() : [])
    yield { path: [...path, index], value: step, expected: 'an object' };
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

function shapeOf(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  return isJsonObject(value) ? 'an object' : `a ${typeof value}`;
}
