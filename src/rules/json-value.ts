import { isObject } from '../json/is-object.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';

/**
 * Parses JSON text.
 * @throws SyntaxError
 */
export function parseJson(text: string): Json {
  return JSON.parse(text) as Json;
}

/** Returns a copy of an object as JSON would store it. */
export function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** Whether a value from JSON or YAML is an object and neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** Returns the objects in a list; none if the value is not a list. Other elements are skipped. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
