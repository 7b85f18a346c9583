/** Offsets in the text of one JSON value: where its key begins, and where the value does. */
export interface JsonPlace {
  readonly key: number;
  readonly value: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

const OPENING: ReadonlySet<string> = new Set(['{', '[']);
const CLOSING: ReadonlySet<string> = new Set(['}', ']']);

interface OpenValue {
  readonly isArray: boolean;
  readonly path: string;
  index: number;
  key: string;
  keyAt: number;
  isKeyNext: boolean;
}

/** The text that was read last: a finding for each of 2,000 columns of one row would read it 2,000 times. */
let last: { readonly text: string; readonly places: ReadonlyMap<string, JsonPlace> } | undefined;

/**
 * Finds where every value inside a JSON text stands, by its path as columns are written: `name.givenName`, `emails[0].value`.
 * @param text JSON that was parsed before; of anything else the result is empty or partial.
 */
export function placesInJson(text: string): ReadonlyMap<string, JsonPlace> {
  if (last?.text !== text) last = { text, places: readPlaces(text) };
  return last.places;
}

function readPlaces(text: string): ReadonlyMap<string, JsonPlace> {
  const places = new Map<string, JsonPlace>();
  const open: OpenValue[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const parent = open.at(-1);
    if (parent?.isKeyNext === true && token.startsWith('"')) readKey(parent, token, index);
    else if (CLOSING.has(token)) open.pop();
    else if (token === ',') expectNext(parent);
    else if (token !== ':') {
      const path = pathIn(parent);
      if (!places.has(path)) places.set(path, { key: parent?.keyAt ?? 0, value: index });
      if (OPENING.has(token)) open.push(opened(token, path, index));
    }
  }
  return places;
}

function opened(token: string, path: string, keyAt: number): OpenValue {
  const isArray = token === '[';
  return { isArray, path, index: 0, key: '', keyAt, isKeyNext: !isArray };
}

function readKey(parent: OpenValue, token: string, keyAt: number): void {
  parent.key = String(JSON.parse(token));
  parent.keyAt = keyAt;
  parent.isKeyNext = false;
}

/** A comma is followed by the next item of an array, or by the next key of an object. */
function expectNext(parent: OpenValue | undefined): void {
  if (parent?.isArray === true) parent.index += 1;
  else if (parent !== undefined) parent.isKeyNext = true;
}

function pathIn(parent: OpenValue | undefined): string {
  if (parent === undefined) return '';
  if (parent.isArray) return `${parent.path}[${parent.index}]`;
  return parent.path === '' ? parent.key : `${parent.path}.${parent.key}`;
}
