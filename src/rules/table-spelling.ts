import type { JsonObject } from '../spec/protocol-types.ts';

/**
 * Returns an object with its names spelled as in a table, because attribute names are case-insensitive (RFC
 * 7643 §2.1; assumption `name-case`). Names that are not in the table are unchanged.
 */
export function inTableSpelling(holder: JsonObject, table: readonly string[]): JsonObject {
  const names = Object.keys(holder);
  if (names.every((name) => table.includes(name))) return holder;
  return Object.fromEntries(names.map((name) => [spelling(name, table) ?? name, holder[name] ?? null]));
}

/** Returns the spelling of a name in the table; undefined if the table lacks the name. */
export function spelling(name: string, table: readonly string[]): string | undefined {
  if (table.includes(name)) return name;
  const lower = name.toLowerCase();
  return table.find((known) => known.toLowerCase() === lower);
}
