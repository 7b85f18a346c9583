import type { Json } from '../spec/protocol-types.ts';
import { keysIn, membersNamed } from './query.ts';
import { isComparedWith } from './query-slips.ts';
import type { View } from './view.ts';

/** A member that a query names and no row has, and the members that there are. */
export interface UnknownMember {
  readonly name: string;
  readonly known: ReadonlySet<string>;
  /** Whether something is compared with it: then a text is meant that has no quotes. */
  readonly isCompared: boolean;
}

/** Rows that a query is applied to, looked at for the members that the query names. */
export interface WatchedRows<Row> {
  readonly view: View<Row>;
  /** Returns what the query names and none of the rows had; nothing where there was no row. */
  unknown(): readonly UnknownMember[];
}

/**
 * Watches the rows of a view for the members that a query names: what none of them has is most likely
 * mistyped, and JMESPath makes null of it without a word. Columns, and the members that they come from, are
 * known, whether a row has them or not.
 */
export function watchMembers<Row>(view: View<Row>, query: string): WatchedRows<Row> {
  const columns = view.columns.flatMap(({ name, members = [] }) => [name, ...members]);
  const known = new Set(columns);
  const missing = new Set([...membersNamed(query)].filter((name) => !known.has(name)));
  if (missing.size === 0) return { view, unknown: () => [] };
  let hasRows = false;
  const json = (row: Row): Json => {
    const value = view.json(row);
    hasRows = true;
    if (missing.size > 0)
      for (const key of keysIn(value)) {
        known.add(key);
        missing.delete(key);
      }
    return value;
  };
  return {
    view: { ...view, json },
    unknown: () =>
      hasRows ? [...missing].map((name) => ({ name, known, isCompared: isComparedWith(query, name) })) : [],
  };
}
