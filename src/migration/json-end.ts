/** Watches where JSON begins and ends. */
export interface JsonEnd {
  see(chunk: Uint8Array): void;
  /** Whether the text begins an object or array, and ends without closing one. */
  isCut(): boolean;
}

const OPENING: ReadonlySet<number> = new Set(Buffer.from('{['));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from('}]'));
/** Blanks, line breaks, and the bytes of a UTF-8 byte order mark. */
const SKIPPED: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n\ufeff'));

/**
 * Only the first and the last character are examined, because counting brackets would slow down the rewriting
 * of large dumps; so a document that ends right behind an inner object is not found.
 */
export function watchJsonEnd(): JsonEnd {
  let first: number | undefined;
  let last: number | undefined;
  return {
    see(chunk) {
      first ??= chunk.find((byte) => !SKIPPED.has(byte));
      last = chunk.findLast((byte) => !SKIPPED.has(byte)) ?? last;
    },
    isCut: () => first !== undefined && OPENING.has(first) && last !== undefined && !CLOSING.has(last),
  };
}
