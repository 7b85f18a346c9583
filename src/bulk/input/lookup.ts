import { comparisonKey } from '../../values/comparison-key.ts';
/**
 * A table of texts and their replacements. Surrounding spaces are ignored; letter case matters only between
 * entries that differ in nothing else.
 */
export interface Lookup {
  /** Undefined for an inline lookup. */
  readonly name: string | undefined;
  /** Replacements by exact text. */
  readonly exact: ReadonlyMap<string, string>;
  /** Replacements by text in lower case, without texts whose replacement depends on letter case. */
  readonly values: ReadonlyMap<string, string>;
  /** The texts as written. */
  readonly words: readonly string[];
}

/** Returns a lookup of texts and their replacements. */
export function lookupOf(name: string | undefined, entries: Iterable<readonly [string, unknown]>): Lookup {
  const exact = new Map<string, string>();
  const values = new Map<string, string>();
  const different = new Set<string>();
  const words: string[] = [];
  for (const [word, value] of entries) {
    const [key, text] = [comparisonKey(word), scalarText(value) ?? ''];
    words.push(word);
    if ((values.get(key) ?? text) !== text) different.add(key);
    exact.set(word.trim().normalize('NFC'), text);
    values.set(key, text);
  }
  for (const key of different) values.delete(key);
  return { name, exact, values, words };
}

/** Returns a YAML scalar as text, including numbers and booleans; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
