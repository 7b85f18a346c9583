import { indexPieces } from './piece-index.ts';

/** Replaces pieces of text that are known beforehand, in bytes. */
export interface PieceHider {
  /** Returns the bytes with a mark for each piece, or the very same bytes when there is none. */
  hide(bytes: Uint8Array): Uint8Array;
  /** Returns where the pieces stand: begin and end of each, or of some that touch. */
  find(bytes: Uint8Array): readonly ByteRange[];
}

/** From the first byte up to the one behind the last. */
export type ByteRange = readonly [start: number, end: number];

/** Stands where something was hidden. */
export const MARK = '«redacted»';
const MARK_BYTES = Buffer.from(MARK);

/**
 * Blocks of four bytes are looked up in a table of that many entries. Of three bytes too many blocks of
 * ordinary text, such as digits, are also in a piece: the bytes of a list then pass six times as slowly
 * (bench/listing.mjs).
 */
const BLOCK = 4;
const TABLE_BITS = 16;

/**
 * Looks for many pieces at once and skips what cannot be part of one, as Wu and Manber do: of a gigabyte it
 * reads about a sixth for pieces of 8 bytes, a tenth for 16. Pieces that overlap get one mark.
 * @param pieces each of at least four bytes
 */
export function createPieceHider(pieces: readonly Uint8Array[]): PieceHider {
  if (pieces.length === 0) return { hide: (bytes) => bytes, find: () => [] };
  const shortest = pieces.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const skips = skipTable(pieces, shortest);
  const byLength = indexPieces(pieces);
  /** Returns where the longest piece that begins here ends; undefined when none does. */
  const endAt = (bytes: Uint8Array, start: number): number | undefined => {
    for (const alike of byLength)
      for (const piece of alike.candidates(bytes, start))
        if (standsAt(bytes, start, piece)) return start + alike.length;
    return undefined;
  };
  const find = (bytes: Uint8Array): readonly ByteRange[] => {
    const view = viewOf(bytes);
    const found: [start: number, end: number][] = [];
    let last = shortest - 1;
    while (last < bytes.length) {
      const skip = skips[blockAt(view, last)] ?? 0;
      if (skip > 0) {
        last += skip;
        continue;
      }
      const start = last - shortest + 1;
      const end = endAt(bytes, start);
      if (end !== undefined) note(found, start, end);
      last += 1;
    }
    return found;
  };
  return { find, hide: (bytes) => marked(bytes, find(bytes)) };
}

/**
 * How far one may go on when a block ends here: to where it would be the end of the next piece that has it.
 */
function skipTable(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const skips = new Uint8Array(1 << TABLE_BITS).fill(Math.min(length - BLOCK + 1, 255));
  for (const piece of pieces) {
    const view = viewOf(piece);
    for (let last = BLOCK - 1; last < length; last += 1) {
      const block = blockAt(view, last);
      skips[block] = Math.min(skips[block] ?? 0, length - 1 - last);
    }
  }
  return skips;
}

/**
 * A number for the four bytes that end here; the multiplier spreads what is alike over the table (2^32 over
 * the golden ratio).
 */
function blockAt(view: DataView, last: number): number {
  return Math.imul(view.getInt32(last - BLOCK + 1, true), 0x9e3779b1) >>> (32 - TABLE_BITS);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Adds what was found, or lengthens the last one that it touches. */
function note(found: [start: number, end: number][], start: number, end: number): void {
  const before = found.at(-1);
  if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
  else found.push([start, end]);
}

/**
 * Returns the bytes with a mark at each place, or the very same bytes when there is none. @param found in
 * their order, and apart
 */
export function marked(bytes: Uint8Array, found: readonly ByteRange[]): Uint8Array {
  if (found.length === 0) return bytes;
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

function standsAt(bytes: Uint8Array, start: number, piece: Uint8Array): boolean {
  for (let index = 0; index < piece.length; index += 1) {
    if (bytes[start + index] !== piece[index]) return false;
  }
  return true;
}
