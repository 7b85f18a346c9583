import { isObject } from '../json/is-object.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';

/** Reads a text that is JSON as a whole. @throws SyntaxError */
export function parseJson(text: string): Json {
  return JSON.parse(text) as Json;
}

/** Returns an object as JSON has it: a copy, without what JSON cannot hold. */
export function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** Whether a value that was read from JSON or YAML is an object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** Returns the objects of a list; none where the value is no list. What is not an object is left out. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
