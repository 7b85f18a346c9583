import { isObject } from '../json/is-object.ts';
import type { JsonObject } from '../spec/wire.ts';

/** Whether a value that was read from JSON or YAML is an object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** Returns the objects of a list; none where the value is no list. What is not an object is left out. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
