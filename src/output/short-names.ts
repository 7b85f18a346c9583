import { isObject } from '../json/is-object.ts';
import type { Json } from '../spec/protocol-types.ts';
import type { Column, View } from './view.ts';

/**
 * Returns a view whose JSON knows the columns that a query names, too: `[?department=='Product']` finds what
 * stands deep in the resource. What the JSON has itself under such a name counts first, and nothing of this
 * is printed with a whole element.
 * @param fields every member that the query names
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

/** Returns the columns that a query names and the JSON does not have by that name. */
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
 * Returns the members of a resource that a query looks at, by their own names and by those of columns.
 * @param read what it names; undefined when it looks at whole elements
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
