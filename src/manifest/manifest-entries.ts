import { sortedJson } from '../rules/same-json.ts';
import type { ManifestField } from '../spec/manifest-field-types.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';

/** Starts generated names of unnamed items; it cannot occur in names written by the author. */
export const MARK = '\u0000';

/** Returns the field for a key of an object or map; undefined if it is not documented. */
export function childField(field: ManifestField | undefined, key: string): ManifestField | undefined {
  if (field?.kind === 'object') return Object.hasOwn(field.fields, key) ? field.fields[key] : undefined;
  return field?.kind === 'map' || field?.kind === 'listOrMap' ? field.entries : undefined;
}

/** Returns the entries of an object by name. */
export const entriesOf = (object: JsonObject): Entries => new Map(Object.entries(object));

export type Entries = ReadonlyMap<string, Json>;

/** Returns the items of a list by name: a text by itself, other items by a name that no text can have. */
export function asSet(list: readonly Json[]): Entries {
  return new Map(list.map((item) => [typeof item === 'string' ? item : `${MARK}${sortedJson(item)}`, item]));
}
