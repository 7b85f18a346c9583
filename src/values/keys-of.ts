/**
 * Returns the keys of an object, typed. Its type must list every key, because an object may have more
 * properties than its type declares.
 */
export function keysOf<Name extends string>(table: { readonly [Row in Name]?: unknown }): Name[] {
  return Object.keys(table) as Name[];
}
