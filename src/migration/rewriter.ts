import { type DumpFormat, WORD_BYTES } from './dump-format.ts';
import type { IdTable } from './id-table.ts';
import type { UnknownIds } from './unknown-ids.ts';

/** Replaces IDs in bytes as they pass. Whatever is not a replaced ID comes out as it went in. */
export interface Rewriter {
  /** @returns the bytes that are settled, valid until the next call; a word that may go on is kept for it. */
  push(chunk: Buffer): Buffer;
  /** @returns what was kept. */
  end(): Buffer;
  /** IDs replaced so far. */
  replaced(): number;
}

const NOTHING = Buffer.alloc(0);

/** Makes a rewriter for one input. An ID is replaced where it is a whole word (letters, digits, underscore) that the format selects. */
export function createRewriter(table: IdTable, format: DumpFormat, unknown: UnknownIds): Rewriter {
  const firstBytes = Uint8Array.from(table.firstBytes);
  for (const byte of unknown.firstBytes) firstBytes[byte] = 1;
  /** Everything between two of these bytes is skipped. */
  const stops = firstBytes.map((isFirst, byte) => (isFirst === 1 || format.special[byte] === 1 ? 1 : 0));
  const longest = Math.max(table.longest, unknown.longest);
  let kept: Buffer = NOTHING;
  /** Whether what came before the first byte of the next call belongs to the same word. */
  let isInWord = false;
  /** The last byte that was settled. */
  let before: number | undefined;
  let replaced = 0;
  /** Taken again and again: a new one for each piece would keep the collector of garbage busy. */
  let spare: Buffer = NOTHING;

  const settle = (input: Buffer, isLast: boolean): Buffer => {
    const end = input.length;
    let output: Buffer | undefined;
    let written = 0;
    let copied = 0;
    let at = 0;
    /** Where a format's own bytes ended last: what precedes this place is not told by the byte in front of it. */
    let joint = 0;
    let isJoined = isInWord;
    const isInside = (place: number) =>
      place === joint ? isJoined : WORD_BYTES[input[place - 1] ?? 0] === 1;
    const putReplacement = (entry: number, from: number, to: number) => {
      const needed = written + (end - copied) + table.longestReplacement;
      if (output === undefined || output.length < needed) {
        const larger = spare.length < needed ? Buffer.allocUnsafe(needed * 2) : spare;
        output?.copy(larger, 0, 0, written);
        output = larger;
        spare = larger;
      }
      written += copyBytes(input, copied, from, output, written);
      written += table.writeReplacement(entry, output, written);
      copied = to;
      replaced += 1;
    };

    for (;;) {
      while (at < end && stops[input[at] ?? 0] === 0) at += 1;
      if (at === end) break;
      const start = at;
      if (firstBytes[input[start] ?? 0] === 0) {
        const taken = format.see(input, start, end, isLast, start === 0 ? before : input[start - 1]);
        if (taken === 0) break;
        at += taken;
        joint = at;
        isJoined = format.isGlue();
        continue;
      }
      do at += 1;
      while (at < end && WORD_BYTES[input[at] ?? 0] === 1);
      if (at - start > longest || isInside(start)) continue;
      if (at === end && !isLast) {
        at = start;
        break;
      }
      if (!format.isSelected()) continue;
      if (at < end && format.special[input[at] ?? 0] === 1) {
        const goesOn = format.goesOn(input, at, end, isLast);
        if (goesOn === undefined) {
          at = start;
          break;
        }
        if (goesOn) continue;
      }
      const entry = table.find(input, start, at);
      if (entry < 0) unknown.consider(input, start, at);
      else if (table.hasReplacement(entry)) putReplacement(entry, start, at);
    }

    isInWord = isInside(at);
    if (at > 0) before = input[at - 1];
    kept = at === end ? NOTHING : Buffer.from(input.subarray(at));
    if (output === undefined) return input.subarray(0, at);
    written += copyBytes(input, copied, at, output, written);
    return output.subarray(0, written);
  };

  return {
    push: (chunk) => settle(kept.length === 0 ? chunk : Buffer.concat([kept, chunk]), false),
    end: () => settle(kept, true),
    replaced: () => replaced,
  };
}

/** Below this many bytes a loop is faster than a call into the runtime. */
const SHORT_COPY = 48;

function copyBytes(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  const length = end - start;
  if (length > SHORT_COPY) return from.copy(to, at, start, end);
  for (let offset = 0; offset < length; offset += 1) to[at + offset] = from[start + offset] ?? 0;
  return length;
}
