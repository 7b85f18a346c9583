import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';

/** Attributes that are always returned (RFC 7643 §3, `returned` always). */
const ALWAYS = ['schemas', 'id'];

/**
 * Returns the attributes of a resource that a query selects with `attributes` or `excludedAttributes` (RFC
 * 7644 §3.9; assumption `shown-attributes`). Names are case-insensitive, unknown names are ignored, and
 * `attributes` takes precedence.
 */
export function projectAttributes(resource: JsonObject, query: URLSearchParams): JsonObject {
  const wanted = pathsIn(query, 'attributes');
  if (wanted.length > 0) return pickPaths(resource, wanted);
  const unwanted = pathsIn(query, 'excludedAttributes');
  return unwanted.length === 0 ? resource : without(resource, unwanted);
}

function pathsIn(query: URLSearchParams, name: string): readonly string[] {
  return (query.get(name) ?? '')
    .split(',')
    .map((path) => path.trim().toLowerCase())
    .filter((path) => path !== '');
}

function pickPaths(resource: JsonObject, paths: readonly string[]): JsonObject {
  const shown = Object.entries(resource).flatMap(([name, value]): readonly [string, Json][] => {
    const [core = ''] = schemaOf(resource);
    if (ALWAYS.includes(name) || paths.some((path) => isOf(path, name, core))) return [[name, value]];
    const subs = subPaths(name, core, paths);
    return subs.length === 0 ? [] : [[name, filterSubAttributes(value, (sub) => subs.includes(sub))]];
  });
  return Object.fromEntries(shown);
}

function without(resource: JsonObject, paths: readonly string[]): JsonObject {
  const [core = ''] = schemaOf(resource);
  const shown = Object.entries(resource).flatMap(([name, value]): readonly [string, Json][] => {
    if (ALWAYS.includes(name)) return [[name, value]];
    if (paths.some((path) => isOf(path, name, core))) return [];
    const subs = subPaths(name, core, paths);
    return [[name, subs.length === 0 ? value : filterSubAttributes(value, (sub) => !subs.includes(sub))]];
  });
  return Object.fromEntries(shown);
}

function schemaOf({ schemas }: JsonObject): readonly string[] {
  return Array.isArray(schemas) ? schemas.filter((uri) => typeof uri === 'string') : [];
}

/** Whether a path refers to a whole attribute, with or without the schema URN as a prefix. */
function isOf(path: string, name: string, core: string): boolean {
  const lower = name.toLowerCase();
  return path === lower || path === `${core.toLowerCase()}:${lower}`;
}

/**
 * Returns the sub-attributes of an attribute that the paths select, after a period, or after a colon in an
 * extension.
 */
function subPaths(name: string, core: string, paths: readonly string[]): readonly string[] {
  const lower = name.toLowerCase();
  const prefixes = [`${lower}.`, `${lower}:`, `${core.toLowerCase()}:${lower}.`];
  return paths.flatMap((path) =>
    prefixes.filter((prefix) => path.startsWith(prefix)).map((prefix) => path.slice(prefix.length)),
  );
}

function filterSubAttributes(value: Json | undefined, isShown: (sub: string) => boolean): Json {
  if (Array.isArray(value)) return value.map((element) => filterSubAttributes(element, isShown));
  if (!isJsonObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).filter(([name]) => isShown(name.toLowerCase())));
}
