import { indexPieces } from './piece-index.ts';

/** Replaces known pieces of text in bytes. */
export interface PieceHider {
  /** Returns the bytes with a mark in place of each piece, or the same array if there are none. */
  hide(bytes: Uint8Array): Uint8Array;
  /** Returns the ranges of the pieces; adjacent and overlapping pieces share a range. */
  find(bytes: Uint8Array): readonly ByteRange[];
}

/** A half-open range of bytes: `end` is exclusive. */
export type ByteRange = readonly [start: number, end: number];

/** Replaces a redacted piece. */
export const MARK = '«redacted»';
const MARK_BYTES = Buffer.from(MARK);

/**
 * Length of the blocks that are looked up in a table of 2^TABLE_BITS entries. With three bytes, too many
 * blocks of ordinary text, such as digits, occur in a piece, and scanning the bytes of a list takes six times
 * as long (bench/listing.mjs).
 */
const BLOCK = 4;
const TABLE_BITS = 16;

/**
 * Searches for many pieces at once with the Wu-Manber algorithm, which skips bytes that cannot be part of a
 * piece: it reads about a sixth of the bytes for pieces of 8 bytes, a tenth for 16. Overlapping pieces get
 * one mark.
 * @param pieces each at least four bytes long
 */
export function createPieceHider(pieces: readonly Uint8Array[]): PieceHider {
  if (pieces.length === 0) return { hide: (bytes) => bytes, find: () => [] };
  const shortest = pieces.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const skips = skipTable(pieces, shortest);
  const byLength = indexPieces(pieces);
  /** Returns the end of the longest piece that starts here; undefined if there is none. */
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
 * Returns how far to skip after each block: up to the position where the block could end the prefix of a
 * piece.
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
 * Returns the table index of the four bytes that end here. The multiplier, 2^32 divided by the golden ratio,
 * spreads similar blocks over the table.
 */
function blockAt(view: DataView, last: number): number {
  return Math.imul(view.getInt32(last - BLOCK + 1, true), 0x9e3779b1) >>> (32 - TABLE_BITS);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Adds a range, or extends the last one if they touch. */
function note(found: [start: number, end: number][], start: number, end: number): void {
  const before = found.at(-1);
  if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
  else found.push([start, end]);
}

/**
 * Returns the bytes with a mark in place of each range, or the same array if there are none.
 * @param found sorted and disjoint
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

/** Extends a range to the end of a multi-byte character; half a character would be invalid text. */
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
