import { foldedText } from '../../values/folded-text.ts';
/**
 * Texts and what they stand for; blanks around them do not count, and letter case only between two that
 * differ in nothing else.
 */
export interface Lookup {
  readonly name: string;
  /** By the text as it is written. */
  readonly exact: ReadonlyMap<string, string>;
  /** In lower case; without those that stand for different things in different letter case. */
  readonly values: ReadonlyMap<string, string>;
  /** The texts as they are written. */
  readonly words: readonly string[];
}

/** Returns a lookup of texts and what they stand for. */
export function lookupOf(name: string, entries: Iterable<readonly [string, unknown]>): Lookup {
  const exact = new Map<string, string>();
  const values = new Map<string, string>();
  const different = new Set<string>();
  const words: string[] = [];
  for (const [word, value] of entries) {
    const [key, text] = [foldedText(word), scalarText(value) ?? ''];
    words.push(word);
    if ((values.get(key) ?? text) !== text) different.add(key);
    exact.set(word.trim().normalize('NFC'), text);
    values.set(key, text);
  }
  for (const key of different) values.delete(key);
  return { name, exact, values, words };
}

/** Returns a scalar of YAML as it is written: numbers and booleans are texts; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
