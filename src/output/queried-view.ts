import { isObject } from '../json/is-object.ts';
import type { Json } from '../spec/protocol-types.ts';
import type { View } from './view.ts';

/** Returns a view for the result of a query: one column for each key, or a single one for plain values. */
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

/** Returns a JSON value as a cell. */
export function cellOf(value: Json | undefined): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
