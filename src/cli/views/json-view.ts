import { cellOf } from '../../output/queried-view.ts';
import type { ListView, View } from '../../output/view.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';

/** Prints a response unchanged. */
export const JSON_VIEW: View<JsonObject> = { json: (body) => body, columns: [] };

/** Prints objects of unknown shape, with a column for each member of the first one. */
export function jsonViewOf(first: JsonObject): ListView<JsonObject> {
  return {
    noun: ['item', 'items'],
    json: (item) => item,
    columns: Object.keys(first).map((name, index) => ({
      name,
      heading: name,
      importance: index + 1,
      value: (item: JsonObject) => cellOf(item[name]),
    })),
  };
}
