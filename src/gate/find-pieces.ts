import { viewOf } from '../values/view-of.ts';
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
 * Length of the blocks that are looked up in a set of 2^SET_BITS bits, which fits in the first-level cache.
 * With three bytes, too many blocks of ordinary text, such as digits, occur in a piece.
 */
const BLOCK = 4;
const SET_BITS = 17;

/**
 * Maximum number of bytes at the start of a piece from which blocks are put into the set: long pieces would
 * fill it.
 */
const MAX_START_LENGTH = 32;

/**
 * Searches for many pieces at once. The first `stride` blocks of a piece start at consecutive positions, so
 * one of them is hit if every `stride`-th position of the bytes is looked up: every fifth for pieces of 8
 * bytes, every 13th for 16. Overlapping pieces get one mark.
 * @param pieces each at least four bytes long
 */
export function createPieceHider(pieces: readonly Uint8Array[]): PieceHider {
  if (pieces.length === 0) return { hide: (bytes) => bytes, find: () => [] };
  const startLength = pieces.reduce((least, { length }) => Math.min(least, length), MAX_START_LENGTH);
  const stride = startLength - BLOCK + 1;
  const blocks = blocksOf(pieces, stride);
  const firstBlocks = blocksOf(pieces, 1);
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
    for (let at = 0; at + BLOCK <= bytes.length; at += stride) {
      if (!hasBlock(blocks, view, at)) continue;
      for (let start = Math.max(0, at - stride + 1); start <= at; start += 1) {
        const end = hasBlock(firstBlocks, view, start) ? endAt(bytes, start) : undefined;
        if (end !== undefined) note(found, start, end);
      }
    }
    return found;
  };
  return { find, hide: (bytes) => marked(bytes, find(bytes)) };
}

/** Returns the set of the first `count` blocks of each piece. */
function blocksOf(pieces: readonly Uint8Array[], count: number): Int32Array {
  const blocks = new Int32Array((1 << SET_BITS) / 32);
  for (const piece of pieces) {
    const view = viewOf(piece);
    for (let at = 0; at < count; at += 1) {
      const hash = hashOfBlock(view, at);
      blocks[hash >>> 5] = (blocks[hash >>> 5] ?? 0) | (1 << hash);
    }
  }
  return blocks;
}

function hasBlock(blocks: Int32Array, view: DataView, at: number): boolean {
  const hash = hashOfBlock(view, at);
  return ((blocks[hash >>> 5] ?? 0) & (1 << hash)) !== 0;
}

/** The multiplier, 2^32 divided by the golden ratio, spreads similar blocks over the set. */
function hashOfBlock(view: DataView, at: number): number {
  return Math.imul(view.getInt32(at, true), 0x9e3779b1) >>> (32 - SET_BITS);
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
