import type { Json } from '../spec/protocol-types.ts';
import { isJsonObject } from './json-value.ts';

/** Whether two JSON values are equal. The order of keys is ignored, the order of lists is not. */
export function sameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item: Json, index) => sameJson(item, other[index] ?? null));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key] ?? null, other[key] ?? null))
  );
}

/** Returns JSON text with the keys of every object sorted, so that equal values have equal texts. */
export function sortedJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sortedJson(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}
