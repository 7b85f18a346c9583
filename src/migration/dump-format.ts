/** Where a format allows IDs to be replaced. Word boundaries are the task of the rewriter. */
export interface DumpFormat {
  readonly isJson?: true;
  /** Bytes that are passed to the format; never a letter, digit or underscore. */
  readonly special: Uint8Array;
  /** Whether an ID at the current position may be replaced. */
  isSelected(): boolean;
  /**
   * Consumes a special byte.
   * @param before the byte before it; undefined at the start.
   * @returns number of bytes consumed, at least 1; 0 if that depends on bytes that have not arrived yet.
   */
  consume(bytes: Uint8Array, at: number, end: number, isLast: boolean, before: number | undefined): number;
  /** Whether the last special bytes consumed represent a letter, digit or underscore. */
  isWordEscape(): boolean;
  /** Whether a word that ends at a special byte continues after it; undefined if not known yet. */
  wordContinues(bytes: Uint8Array, at: number, end: number, isLast: boolean): boolean | undefined;
  /** Requested properties not found so far; absent if none were requested. */
  absentProperties?(): readonly string[];
  /** Other properties found, with `absentProperties`. */
  otherProperties?(): readonly string[];
}

/** Returns a table that marks these characters. */
export function characterTable(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters, 'latin1')) table[byte] = 1;
  return table;
}

/** Letters, digits and the underscore: an ID ends if none of them follows. */
export const WORD_BYTES: Uint8Array = characterTable(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_',
);
