import { wouldFormEscape } from './dump-escapes.ts';
import { type DumpFormat, WORD_BYTES } from './dump-format.ts';
import type { IdTable } from './id-table.ts';
import type { UnknownIds } from './unknown-ids.ts';

/** Replaces IDs in a stream of bytes. All other bytes are unchanged. */
export interface Rewriter {
  /** @returns the finished bytes, valid until the next call; an incomplete word is kept for that call. */
  push(chunk: Buffer): Buffer;
  /** @returns the remaining bytes. */
  end(): Buffer;
  /** IDs replaced so far. */
  replaced(): number;
}

const NOTHING = Buffer.alloc(0);
const UNDERSCORE = 0x5f;
/** Maximum number of underscores that Markdown puts on either side of a word: `___ID___`. */
const MAX_MARKS = 3;

/**
 * Creates a rewriter for one input. An ID is replaced if it is a whole word (letters, digits, underscore) at
 * a position that the format selects, also between Markdown underscores.
 */
export function createRewriter(table: IdTable, format: DumpFormat, unknown: UnknownIds): Rewriter {
  const pass = new RewritingPass(table, format, unknown);
  return {
    push: (chunk) => pass.settle(chunk, false),
    end: () => pass.settle(NOTHING, true),
    replaced: () => pass.replaced,
  };
}

/** State for one input; positions refer to the current buffer. */
class RewritingPass {
  replaced = 0;
  private readonly table: IdTable;
  private readonly format: DumpFormat;
  private readonly unknown: UnknownIds;
  /** Marks the first bytes of words that are looked up. */
  private readonly firstBytes: Uint8Array;
  /** Marks the bytes at which scanning stops; all others are skipped. */
  private readonly stops: Uint8Array;
  private readonly longest: number;
  private input: Buffer = NOTHING;
  private isLast = false;
  /** Number of input bytes read, and of those copied to the output. */
  private at = 0;
  private copied = 0;
  private written = 0;
  private output: Buffer | undefined;
  /** Bytes kept from the previous call. */
  private kept: Buffer = NOTHING;
  /**
   * End of the last bytes consumed by the format. At this position the preceding byte does not show whether a
   * word continues.
   */
  private joint = 0;
  /** Whether the text before the joint belongs to the same word. */
  private isJoined = false;
  /** The last finished byte. */
  private before: number | undefined;
  /** A reused buffer: a new one for each piece would burden the garbage collector. */
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
    this.longest = Math.max(table.longest, unknown.longest) + 2 * MAX_MARKS;
  }

  /** @returns the finished bytes, valid until the next call */
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

  /**
   * @returns false at the end of the input, or if the next step depends on bytes that have not arrived yet
   */
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

  /** Leaves the word at this position to be read again when more bytes arrive. */
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
   * Replaces an ID between Markdown underscores. If the replacement itself starts or ends with an underscore,
   * the ID stays, because it could not be found when mapping back.
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

  /** Whether an ID stays, as unknown, because its replacement would merge with the text before it. */
  private isKept(entry: number, start: number, end: number): boolean {
    const { input, table, joint } = this;
    if (start !== joint) return false;
    const replacement = new Uint8Array(table.longestReplacement);
    table.writeReplacement(entry, replacement, 0);
    if (!wouldFormEscape(start === 0 ? this.before : input[start - 1], replacement)) return false;
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

  /** Returns the output buffer, with room for `needed` bytes in total. */
  private roomFor(needed: number): Buffer {
    const { output, spare } = this;
    if (output !== undefined && output.length >= needed) return output;
    const larger = spare.length < needed ? Buffer.allocUnsafe(needed * 2) : spare;
    output?.copy(larger, 0, 0, this.written);
    this.output = larger;
    this.spare = larger;
    return larger;
  }

  /** Whether a letter, digit or underscore precedes a position. */
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

/** Whether the replacement of an ID starts or ends with an underscore. */
function hasUnderscores(table: IdTable, entry: number): boolean {
  const replacement = new Uint8Array(table.longestReplacement);
  const length = table.writeReplacement(entry, replacement, 0);
  return replacement[0] === UNDERSCORE || replacement[length - 1] === UNDERSCORE;
}

/**
 * Returns the number of underscores on each side of a word; 0 if there are none, if the sides differ, or if
 * there are too many.
 */
function marksAround(input: Buffer, start: number, end: number): number {
  let before = 0;
  while (start + before < end && input[start + before] === UNDERSCORE) before += 1;
  let behind = 0;
  while (end - behind > start + before && input[end - 1 - behind] === UNDERSCORE) behind += 1;
  return before === behind && before <= MAX_MARKS ? before : 0;
}

function endOfWord(input: Buffer, start: number): number {
  let at = start + 1;
  while (at < input.length && WORD_BYTES[input[at] ?? 0] === 1) at += 1;
  return at;
}

/** Below this many bytes a loop is faster than a runtime call. */
const SHORT_COPY = 48;

function copyBytes(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  const length = end - start;
  if (length > SHORT_COPY) return from.copy(to, at, start, end);
  for (let offset = 0; offset < length; offset += 1) to[at + offset] = from[start + offset] ?? 0;
  return length;
}
