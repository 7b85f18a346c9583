import { type JsonContainer, walkJson } from './walk-json.ts';

/** Offsets in the text of one JSON value: where its key begins, and where the value does. */
export interface JsonPlace {
  readonly key: number;
  readonly value: number;
}

/** The text that was read last: a finding for each of 2,000 columns of one row would read it 2,000 times. */
let last: { readonly text: string; readonly places: ReadonlyMap<string, JsonPlace> } | undefined;

/**
 * Finds where every value inside a JSON text stands, by its path as columns are written: `name.givenName`,
 * `emails[0].value`. An item of an array has the key of its array.
 * @param text JSON that was parsed before; of anything else the result is empty or partial.
 */
export function placesInJson(text: string): ReadonlyMap<string, JsonPlace> {
  if (last?.text !== text) last = { text, places: readPlaces(text) };
  return last.places;
}

function readPlaces(text: string): ReadonlyMap<string, JsonPlace> {
  const places = new Map<string, JsonPlace>();
  walkJson(text, ({ isName, inside, at }) => {
    const path = pathIn(inside);
    if (!isName && !places.has(path)) places.set(path, { key: keyOffset(inside), value: at });
  });
  return places;
}

function pathIn(inside: JsonContainer | undefined): string {
  if (inside === undefined) return '';
  const { isArray, parent, index, name = '' } = inside;
  const above = pathIn(parent);
  if (isArray) return `${above}[${index}]`;
  return above === '' ? name : `${above}.${name}`;
}

function keyOffset(inside: JsonContainer | undefined): number {
  return inside?.isArray === true ? keyOffset(inside.parent) : (inside?.nameAt ?? 0);
}
