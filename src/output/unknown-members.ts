import type { Json } from '../spec/protocol-types.ts';
import { keysIn, membersNamed } from './query.ts';
import { isComparedWith } from './query-mistakes.ts';
import type { View } from './view.ts';

/** A member that a query names and no row has, and the members that rows have. */
export interface UnknownMember {
  readonly name: string;
  readonly known: ReadonlySet<string>;
  /** Whether it is the operand of a comparison: probably a text without its quotes. */
  readonly isCompared: boolean;
}

/** A view that observes the members of its rows. */
export interface WatchedRows<Row> {
  readonly view: View<Row>;
  /** Returns the members named by the query that no row had; none if there were no rows. */
  unknown(): readonly UnknownMember[];
}

/**
 * Observes the rows of a view for the members that a query names. A member that no row has is probably
 * mistyped, and JMESPath silently returns null for it. Columns, and the members they are made from, always
 * count as known.
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
