/** Offsets in the text of one JSON value: where its key begins, and where the value does. */
export interface JsonPlace {
  readonly key: number;
  readonly value: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

interface OpenValue {
  readonly isArray: boolean;
  readonly path: string;
  index: number;
  key: string;
  keyAt: number;
}

/**
 * Finds where every value inside a JSON text stands, by its path as columns are written: `name.givenName`, `emails[0].value`.
 * @param text JSON that was parsed before; of anything else the result is empty or partial.
 */
export function placesInJson(text: string): ReadonlyMap<string, JsonPlace> {
  const places = new Map<string, JsonPlace>();
  const open: OpenValue[] = [];
  let isKeyNext = false;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const parent = open.at(-1);
    if (isKeyNext && parent !== undefined && token.startsWith('"')) {
      parent.key = String(JSON.parse(token));
      parent.keyAt = match.index;
      continue;
    }
    isKeyNext = token === '{' || (token === ',' && parent?.isArray === false);
    if (token === '}' || token === ']') open.pop();
    else if (token === ',') countItem(parent);
    else if (token !== ':') {
      const path = parent === undefined ? '' : pathIn(parent);
      if (!places.has(path)) places.set(path, { key: parent?.keyAt ?? 0, value: match.index });
      if (token === '{' || token === '[')
        open.push({ isArray: token === '[', path, index: 0, key: '', keyAt: match.index });
    }
  }
  return places;
}

function countItem(parent: OpenValue | undefined): void {
  if (parent?.isArray === true) parent.index += 1;
}

function pathIn(parent: OpenValue): string {
  if (parent.isArray) return `${parent.path}[${parent.index}]`;
  return parent.path === '' ? parent.key : `${parent.path}.${parent.key}`;
}
