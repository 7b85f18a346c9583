const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;
/** Where a key ends, or a text that looks like it. */
const END_OF_KEY = /"\s*:/g;

/** Returns a key that an object of a JSON text has twice, of which readers keep the last; undefined when there is none. @param value what was read of it */
export function repeatedKey(text: string, value: unknown): string | undefined {
  const ends = text.match(END_OF_KEY)?.length ?? 0;
  return ends === keysIn(value) ? undefined : firstRepeated(text);
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, one) => sum + keysIn(one), Array.isArray(value) ? 0 : inner.length);
}

function firstRepeated(text: string): string | undefined {
  // Of each open object its keys; undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let isKeyNext = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const keys = open.at(-1);
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ',' && isKeyNext && keys !== undefined) {
      const key = String(JSON.parse(token));
      if (keys.has(key)) return key;
      keys.add(key);
    }
    isKeyNext = token === '{' || token === ',';
  }
  return undefined;
}
