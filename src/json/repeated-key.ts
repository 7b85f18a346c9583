import { type JsonContainer, walkJson } from './walk-json.ts';

/** The end of a key. It may also occur inside a string: then the key comparison runs needlessly. */
const END_OF_KEY = /"\s*:/g;

/**
 * Returns a key that occurs twice in one object of a JSON text (parsers keep the last one), if there is one.
 * @param value the value parsed from the text
 */
export function repeatedKey(text: string, value: unknown): string | undefined {
  const ends = text.match(END_OF_KEY)?.length ?? 0;
  return ends === countKeys(value) ? undefined : firstRepeated(text);
}

/** Counts the keys of all objects in a value. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, one) => sum + countKeys(one), Array.isArray(value) ? 0 : inner.length);
}

function firstRepeated(text: string): string | undefined {
  const keysOf = new Map<JsonContainer, Set<string>>();
  let repeated: string | undefined;
  walkJson(text, ({ isName, inside, written }) => {
    if (!isName || inside === undefined || repeated !== undefined) return;
    const keys = keysOf.get(inside) ?? new Set();
    const key = String(JSON.parse(written));
    if (keys.has(key)) repeated = key;
    keysOf.set(inside, keys.add(key));
  });
  return repeated;
}
