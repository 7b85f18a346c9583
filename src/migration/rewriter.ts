import { makesEscape } from './dump-escapes.ts';
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
const UNDERSCORE = 0x5f;
/** `___ID___`: Markdown marks a word with up to this many underscores on either side. */
const MOST_MARKS = 3;

/**
 * Makes a rewriter for one input. An ID is replaced where it is a whole word (letters, digits, underscore)
 * that the format selects, also with the marks of Markdown around it.
 */
export function createRewriter(table: IdTable, format: DumpFormat, unknown: UnknownIds): Rewriter {
  const pass = new RewritingPass(table, format, unknown);
  return {
    push: (chunk) => pass.settle(chunk, false),
    end: () => pass.settle(NOTHING, true),
    replaced: () => pass.replaced,
  };
}

/** One input as it passes; the fields say where in the bytes at hand it is. */
class RewritingPass {
  replaced = 0;
  private readonly table: IdTable;
  private readonly format: DumpFormat;
  private readonly unknown: UnknownIds;
  /** Marks the bytes with which a word begins that is looked up. */
  private readonly firstBytes: Uint8Array;
  /** Everything between two of these bytes is skipped. */
  private readonly stops: Uint8Array;
  private readonly longest: number;
  private input: Buffer = NOTHING;
  private isLast = false;
  /** What is read of the input, and what of it is in the output. */
  private at = 0;
  private copied = 0;
  private written = 0;
  private output: Buffer | undefined;
  /** What was kept of the call before. */
  private kept: Buffer = NOTHING;
  /**
   * Where a format's own bytes ended last: what precedes this place is not told by the byte in front of it.
   */
  private joint = 0;
  /** Whether what came before the joint belongs to the same word. */
  private isJoined = false;
  /** The last byte that was settled. */
  private before: number | undefined;
  /** Taken again and again: a new one for each piece would keep the collector of garbage busy. */
  private spare: Buffer = NOTHING;

  constructor(table: IdTable, format: DumpFormat, unknown: UnknownIds) {
    this.table = table;
    this.format = format;
    this.unknown = unknown;
    const firstBytes = Uint8Array.from(table.firstBytes);
    for (const byte of unknown.firstBytes) firstBytes[byte] = 1;
    firstBytes[UNDERSCORE] = 1;
    this.firstBytes = firstBytes;
    this.stops = firstBytes.map((isFirst, byte) => (isFirst === 1 || format.special[byte] === 1 ? 1 : 0));
    this.longest = Math.max(table.longest, unknown.longest) + 2 * MOST_MARKS;
  }

  /** @returns the bytes that are settled, valid until the next call */
  settle(chunk: Buffer, isLast: boolean): Buffer {
    this.input = this.kept.length === 0 ? chunk : Buffer.concat([this.kept, chunk]);
    this.isLast = isLast;
    this.at = 0;
    this.copied = 0;
    this.written = 0;
    this.output = undefined;
    this.joint = 0;
    while (this.takesNext());
    return this.settled();
  }

  /** @returns false at the end of the input, or before what depends on bytes that are not there yet */
  private takesNext(): boolean {
    const { input, stops } = this;
    const end = input.length;
    let { at } = this;
    while (at < end && stops[input[at] ?? 0] === 0) at += 1;
    this.at = at;
    if (at === end) return false;
    return this.firstBytes[input[at] ?? 0] === 0 ? this.takesSpecial() : this.takesWord();
  }

  private takesSpecial(): boolean {
    const { input, format, at } = this;
    const before = at === 0 ? this.before : input[at - 1];
    const taken = format.consume(input, at, input.length, this.isLast, before);
    if (taken === 0) return false;
    this.at = at + taken;
    this.joint = this.at;
    this.isJoined = format.isWordEscape();
    return true;
  }

  private takesWord(): boolean {
    const { input, at: start } = this;
    const end = endOfWord(input, start);
    this.at = end;
    if (end - start > this.longest || this.isInside(start)) return true;
    if (end === input.length && !this.isLast) return this.waitsAt(start);
    if (!this.format.isSelected()) return true;
    const continues = this.continuesAt(end);
    if (continues === undefined) return this.waitsAt(start);
    if (!continues) this.lookUp(start, end);
    return true;
  }

  /** The word that begins here is read again when there is more. */
  private waitsAt(start: number): false {
    this.at = start;
    return false;
  }

  private continuesAt(at: number): boolean | undefined {
    const { input, format } = this;
    if (at === input.length || format.special[input[at] ?? 0] === 0) return false;
    return format.wordContinues(input, at, input.length, this.isLast);
  }

  private lookUp(start: number, end: number): void {
    const { input, table } = this;
    const entry = table.find(input, start, end);
    if (entry >= 0) {
      if (table.hasReplacement(entry) && !this.isKept(entry, start, end)) this.replace(entry, start, end);
      return;
    }
    const marks = marksAround(input, start, end);
    if (marks === 0) this.unknown.consider(input, start, end);
    else this.lookUpMarked(start + marks, end - marks);
  }

  /**
   * An ID stays whose replacement has underscores of its own beside the marks: nobody could tell them apart
   * on the way back.
   */
  private lookUpMarked(start: number, end: number): void {
    const { input, table } = this;
    const entry = table.find(input, start, end);
    if (entry >= 0 && !table.hasReplacement(entry)) return;
    if (entry >= 0 && !hasUnderscores(table, entry)) {
      this.replace(entry, start, end);
      return;
    }
    if (entry >= 0) table.uncount(entry);
    this.unknown.consider(input, start, end);
  }

  /** Keeps an ID if its replacement would merge with the text before it; it is reported as unknown. */
  private isKept(entry: number, start: number, end: number): boolean {
    const { input, table, joint } = this;
    if (start !== joint) return false;
    const replacement = new Uint8Array(table.longestReplacement);
    table.writeReplacement(entry, replacement, 0);
    if (!makesEscape(start === 0 ? this.before : input[start - 1], replacement)) return false;
    table.uncount(entry);
    this.unknown.consider(input, start, end);
    return true;
  }

  private replace(entry: number, start: number, end: number): void {
    const { input, table } = this;
    const output = this.roomFor(this.written + (input.length - this.copied) + table.longestReplacement);
    this.written += copyBytes(input, this.copied, start, output, this.written);
    this.written += table.writeReplacement(entry, output, this.written);
    this.copied = end;
    this.replaced += 1;
  }

  /** The output, with room for this many bytes in all. */
  private roomFor(needed: number): Buffer {
    const { output, spare } = this;
    if (output !== undefined && output.length >= needed) return output;
    const larger = spare.length < needed ? Buffer.allocUnsafe(needed * 2) : spare;
    output?.copy(larger, 0, 0, this.written);
    this.output = larger;
    this.spare = larger;
    return larger;
  }

  /** Whether a letter, a digit or an underscore stands in front of a place. */
  private isInside(place: number): boolean {
    return place === this.joint ? this.isJoined : WORD_BYTES[this.input[place - 1] ?? 0] === 1;
  }

  private settled(): Buffer {
    const { input, at, output } = this;
    this.isJoined = this.isInside(at);
    if (at > 0) this.before = input[at - 1];
    this.kept = at === input.length ? NOTHING : Buffer.from(input.subarray(at));
    if (output === undefined) return input.subarray(0, at);
    this.written += copyBytes(input, this.copied, at, output, this.written);
    return output.subarray(0, this.written);
  }
}

/** Whether the replacement of an ID begins or ends with an underscore. */
function hasUnderscores(table: IdTable, entry: number): boolean {
  const replacement = new Uint8Array(table.longestReplacement);
  const length = table.writeReplacement(entry, replacement, 0);
  return replacement[0] === UNDERSCORE || replacement[length - 1] === UNDERSCORE;
}

/**
 * Returns how many underscores stand on either side of a word; 0 where there are none, other numbers of them,
 * or too many.
 */
function marksAround(input: Buffer, start: number, end: number): number {
  let before = 0;
  while (start + before < end && input[start + before] === UNDERSCORE) before += 1;
  let behind = 0;
  while (end - behind > start + before && input[end - 1 - behind] === UNDERSCORE) behind += 1;
  return before === behind && before <= MOST_MARKS ? before : 0;
}

function endOfWord(input: Buffer, start: number): number {
  let at = start + 1;
  while (at < input.length && WORD_BYTES[input[at] ?? 0] === 1) at += 1;
  return at;
}

/** Below this many bytes a loop is faster than a call into the runtime. */
const SHORT_COPY = 48;

function copyBytes(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  const length = end - start;
  if (length > SHORT_COPY) return from.copy(to, at, start, end);
  for (let offset = 0; offset < length; offset += 1) to[at + offset] = from[start + offset] ?? 0;
  return length;
}
