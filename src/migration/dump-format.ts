/** What the rewriter must know of a format beside where words begin and end: where IDs may be replaced. */
export interface DumpFormat {
  /** Bytes that the format wants to see; never a letter, a digit or an underscore. */
  readonly special: Uint8Array;
  /** Whether an ID at this place may be replaced. */
  isSelected(): boolean;
  /**
   * Sees a special byte.
   * @param before the byte in front of it; undefined at the beginning.
   * @returns how many bytes it took, at least one; 0 when that depends on bytes that are not there yet.
   */
  consume(bytes: Uint8Array, at: number, end: number, isLast: boolean, before: number | undefined): number;
  /** Whether the special bytes that were taken last stand for a letter, a digit or an underscore. */
  isWordEscape(): boolean;
  /**
   * Whether a word that ends at a special byte goes on behind it; undefined when that cannot be known yet.
   */
  wordContinues(bytes: Uint8Array, at: number, end: number, isLast: boolean): boolean | undefined;
  /** Properties that were asked for and not met so far; absent where none are asked for. */
  absentProperties?(): readonly string[];
}

/** Returns a table that marks these characters. */
export function marked(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters, 'latin1')) table[byte] = 1;
  return table;
}

/** Letters, digits and the underscore: an ID ends where none of them follows. */
export const WORD_BYTES: Uint8Array = marked(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_',
);
