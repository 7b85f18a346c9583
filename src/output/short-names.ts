import { isObject } from '../json/is-object.ts';
import type { Json } from '../spec/protocol-types.ts';
import type { Column, View } from './view.ts';

/**
 * Returns a view whose JSON also has the columns that a query names: `[?department=='Product']` finds a value
 * deep in the resource. A member that the JSON itself has by that name takes precedence. The added members
 * are not printed with a whole element.
 * @param fields all member names in the query
 */
export function withShortNames<Row>(view: View<Row>, fields: ReadonlySet<string>): View<Row> {
  const columns = shortNamesIn(view, fields);
  if (columns.length === 0) return view;
  const json = (row: Row): Json => {
    const whole = view.json(row);
    if (!isObject(whole)) return whole;
    const named: Json = { ...whole };
    for (const { name, value } of columns)
      if (!Object.hasOwn(whole, name))
        Object.defineProperty(named, name, { enumerable: false, get: () => value(row) });
    return named;
  };
  return { columns: view.columns, json };
}

/** Returns the columns that a query names, except those that are a member of the JSON by the same name. */
function shortNamesIn<Row>(
  { columns }: Pick<View<Row>, 'columns'>,
  fields: ReadonlySet<string>,
): readonly Column<Row>[] {
  return columns.filter(({ name, members }) => {
    const isMember = members?.length === 1 && members[0] === name;
    return fields.has(name) && !isMember;
  });
}

/**
 * Returns the members of a resource that a query reads, including those behind the columns it names.
 * @param read member names in the query; undefined if it reads whole elements
 */
export function withMembersOf<Row>(
  view: View<Row>,
  read: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (read === undefined) return undefined;
  const short = shortNamesIn(view, read);
  if (short.some(({ members }) => members === undefined)) return undefined;
  return new Set([...read, ...short.flatMap(({ members = [] }) => members)]);
}
