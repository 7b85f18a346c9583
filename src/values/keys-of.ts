/**
 * Returns the names of the rows of a table. Its type has to list every row: an object may have more
 * properties than its type says.
 */
export function keysOf<Name extends string>(table: { readonly [Row in Name]?: unknown }): Name[] {
  return Object.keys(table) as Name[];
}
