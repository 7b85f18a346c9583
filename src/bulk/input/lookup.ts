/** Texts and what they stand for; letter case and blanks around them do not count. */
export interface Lookup {
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
  /** The texts as they are written. */
  readonly words: readonly string[];
}

/** Returns a lookup of texts and what they stand for. */
export function lookupOf(name: string, entries: Iterable<readonly [string, unknown]>): Lookup {
  const values = new Map<string, string>();
  const words: string[] = [];
  for (const [key, value] of entries) {
    words.push(key);
    values.set(lookupKey(key), scalarText(value) ?? '');
  }
  return { name, values, words };
}

/** What of a text counts in a lookup. */
export function lookupKey(text: string): string {
  return text.trim().toLowerCase();
}

/** Returns a scalar of YAML as it is written: numbers and booleans are texts; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
