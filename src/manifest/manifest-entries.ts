import { sortedJson } from '../rules/same-json.ts';
import type { ManifestField } from '../spec/manifest-field-types.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';

/** Separates what the author wrote from the names that items without one get here. */
export const MARK = '\u0000';

/** The field of one key of an object or a map; undefined where nothing is documented. */
export function childField(field: ManifestField | undefined, key: string): ManifestField | undefined {
  if (field?.kind === 'object') return Object.hasOwn(field.fields, key) ? field.fields[key] : undefined;
  return field?.kind === 'map' || field?.kind === 'listOrMap' ? field.entries : undefined;
}

/** The entries of an object, by their names. */
export const entriesOf = (object: JsonObject): Entries => new Map(Object.entries(object));

export type Entries = ReadonlyMap<string, Json>;

/** Texts stand for themselves; what is no text cannot be taken for one. */
export function asSet(list: readonly Json[]): Entries {
  return new Map(list.map((item) => [typeof item === 'string' ? item : `${MARK}${sortedJson(item)}`, item]));
}
