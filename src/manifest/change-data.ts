import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';
import type { ManifestChange } from './problem.ts';
import { valueAt } from './repairs.ts';

/**
 * Returns the data of a manifest after a change: the expected result of the text edits. Undefined if the
 * change is not defined in terms of data.
 */
export function changedData(data: Json, change: ManifestChange): Json | undefined {
  switch (change.do) {
    case 'replace':
    case 'quote':
      return put(data, change.path, change.value);
    case 'remove':
      return without(data, change.path);
    case 'rename':
      return renamed(data, change.path, change.key);
    case 'add':
      return put(data, [...change.path, change.key], change.value);
    case 'append': {
      const list = valueAt(data, change.path);
      return Array.isArray(list) ? put(data, change.path, [...list, change.value]) : undefined;
    }
    case 'move': {
      const moved = valueAt(data, change.path);
      return moved === undefined ? undefined : put(without(data, change.path), change.to, moved);
    }
    case 'all':
      return change.changes.reduce<Json | undefined>(
        (current, one) => (current === undefined ? undefined : changedData(current, one)),
        data,
      );
    case 'text':
      return undefined;
  }
}

function put(data: Json | undefined, path: Path, value: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(data))
    return data.map((item: Json, index) => (index === step ? put(item, rest, value) : item));
  const object: JsonObject = isJsonObject(data) ? data : {};
  const key = String(step);
  const before = Object.hasOwn(object, key) ? object[key] : undefined;
  return Object.fromEntries([...Object.entries(object), [key, put(before, rest, value)]]);
}

function without(data: Json, path: Path): Json {
  const [step, ...rest] = path;
  if (step === undefined) return data;
  if (Array.isArray(data)) {
    if (rest.length === 0) return data.filter((_, index) => index !== step);
    return data.map((item: Json, index) => (index === step ? without(item, rest) : item));
  }
  if (!isJsonObject(data)) return data;
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, child]) => {
      if (key !== step) return [[key, child]];
      return rest.length === 0 ? [] : [[key, without(child, rest)]];
    }),
  );
}

function renamed(data: Json, path: Path, name: string): Json {
  const value = valueAt(data, path);
  return value === undefined ? data : put(without(data, path), [...path.slice(0, -1), name], value);
}
