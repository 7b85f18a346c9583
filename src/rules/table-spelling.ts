import type { JsonObject } from '../spec/protocol-types.ts';

/**
 * Returns an object whose names are spelled as in a table: letter case does not count in attribute names (RFC
 * 7643 §2.1; assumption `name-case`). Names that the table lacks stay as they are.
 */
export function inTableSpelling(holder: JsonObject, table: readonly string[]): JsonObject {
  const names = Object.keys(holder);
  if (names.every((name) => table.includes(name))) return holder;
  return Object.fromEntries(names.map((name) => [spelling(name, table) ?? name, holder[name] ?? null]));
}

/** Returns a name as the table writes it; undefined for one that the table lacks. */
export function spelling(name: string, table: readonly string[]): string | undefined {
  if (table.includes(name)) return name;
  const lower = name.toLowerCase();
  return table.find((known) => known.toLowerCase() === lower);
}
