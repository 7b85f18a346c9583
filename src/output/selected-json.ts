import { isObject } from '../json/is-object.ts';
import type { Json } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import type { View } from './view.ts';

/**
 * Returns a view whose JSON has only the members named by `--columns`, in that order. A member that the JSON
 * itself has by that name is used whole, as in `--query`, unless the column is reworded; otherwise the value
 * is that of the column, or null.
 */
export function withSelectedJson<Row>(view: View<Row>, names: readonly string[]): View<Row> {
  const columns = names.flatMap((name) => view.columns.filter((column) => column.name === name));
  const json = (row: Row): Json => {
    const whole = view.json(row);
    const own = isObject(whole) ? whole : {};
    return Object.fromEntries(
      columns.map(({ name, value, overridesMember }) => [
        name,
        overridesMember !== true && Object.hasOwn(own, name) ? (own[name] ?? null) : (value(row) ?? null),
      ]),
    );
  };
  const { columns: all, noun, isSummarized } = view;
  return { columns: all, json, ...defined({ noun, isSummarized }) };
}
