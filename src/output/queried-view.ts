import { isObject } from '../json/is-object.ts';
import type { Json } from '../spec/protocol-types.ts';
import type { View } from './view.ts';

/** The view of whatever a query made: a column for each key, or one for plain values. */
export function viewOf(items: readonly Json[]): View<Json> {
  const keys = [...new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))];
  const isPlain = keys.length === 0;
  const names = isPlain ? ['value'] : keys;
  return {
    json: (item) => item,
    columns: names.map((name) => ({
      name,
      heading: name,
      importance: 1,
      value: (item) => cellOf(isPlain ? item : isObject(item) ? item[name] : undefined),
    })),
  };
}

/** Returns a value as a cell holds it. */
export function cellOf(value: Json | undefined): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
