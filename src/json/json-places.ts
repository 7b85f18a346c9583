import { type JsonContainer, walkJson } from './walk-json.ts';

/** Offsets of one JSON value in its text: where its key starts, and where the value starts. */
export interface JsonPlace {
  readonly key: number;
  readonly value: number;
}

/** Cache of the last text: findings for 2,000 columns of one row would otherwise parse it 2,000 times. */
let last: { readonly text: string; readonly places: ReadonlyMap<string, JsonPlace> } | undefined;

/**
 * Finds the offset of every value in a JSON text, by its path in column notation: `name.givenName`,
 * `emails[0].value`. An array item has the key of its array.
 * @param text text known to be valid JSON; otherwise the result is empty or partial
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
