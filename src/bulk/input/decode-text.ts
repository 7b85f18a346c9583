import { isUtf8 } from 'node:buffer';
import type { Issue } from '../../failure/issue.ts';
import { countLineEnds, placeInText } from './csv-row.ts';
import { candidateWords } from './encoding-candidates.ts';
import { guessEncoding } from './guess-encoding.ts';
import { decoderOf } from './text-decoders.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Bytes that become text at once: so few that hardly any row of them outlives a scavenge, or V8 makes the young generation large. */
const PIECE = 16 * 1024;

/** Bytes that are looked at to find an encoding that is not UTF-8. */
const EVIDENCE = 1024 * 1024;

export interface DecodeOptions {
  /** A name that the WHATWG Encoding Standard knows; found out when absent. */
  readonly encoding?: string | undefined;
  /** Called with the name of the encoding when it is not UTF-8. */
  readonly onEncoding?: ((name: string) => void) | undefined;
}

/**
 * Turns bytes into text as they come: UTF-8, with or without a byte order mark, which is left out; UTF-16 by its mark or its zeros;
 * Windows-1252 or Mac Roman when only one of them fits. The first byte that is no text is reported with its place and ends the text.
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  file: string,
  report: (issue: Issue) => void,
  { encoding, onEncoding }: DecodeOptions = {},
): AsyncGenerator<string> {
  const pieces = inPieces(bytes)[Symbol.asyncIterator]();
  const rest = { [Symbol.asyncIterator]: () => pieces };
  const start = await firstBytes(pieces);
  if (isUtf32(start)) return report(utf32Issue(file));
  const form = utf16Form(start);
  if (encoding !== undefined && !isUtf8Name(encoding)) yield* decodeAs(encoding, [start], rest, file, report);
  else if (encoding === undefined && form !== undefined) {
    onEncoding?.(form.name);
    yield* decodeAs(form.label, [start], rest, file, report);
  } else {
    const isOpen = encoding === undefined;
    yield* decodeUtf8(start, rest, file, report, isOpen ? (onEncoding ?? (() => {})) : undefined);
  }
}

function isUtf8Name(encoding: string): boolean {
  return new TextDecoder(encoding).encoding === 'utf-8';
}

/** The first bytes, enough for a byte order mark or the zeros of UTF-16; fewer when there are no more. */
async function firstBytes(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < 4) {
    const next = await pieces.next();
    if (next.done === true) break;
    start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
  }
  return start;
}

/** @param onEncoding undefined where the text has to be UTF-8 */
async function* decodeUtf8(
  start: Buffer,
  rest: AsyncIterable<Buffer>,
  file: string,
  report: (issue: Issue) => void,
  onEncoding: ((name: string) => void) | undefined,
): AsyncGenerator<string> {
  const hasMark = start.indexOf(BYTE_ORDER_MARK) === 0;
  let carried: Buffer = hasMark ? start.subarray(BYTE_ORDER_MARK.length) : start;
  let mayGuess = !hasMark && onEncoding !== undefined;
  const position = { line: 1, column: 1 };
  for await (const piece of withEnd(rest)) {
    const chunk = piece === undefined ? carried : Buffer.concat([carried, piece]);
    const whole = piece === undefined ? chunk : chunk.subarray(0, chunk.length - heldBack(chunk));
    carried = chunk.subarray(whole.length);
    if (!isText(whole)) {
      const found = mayGuess ? await guessedFrom([whole, carried], rest) : undefined;
      if (found === undefined) return report(notTextIssue(whole, file, position));
      onEncoding?.(found.name);
      return yield* decodeAs(found.label, [found.bytes], found.rest, file, report, position);
    }
    const text = whole.toString('utf8');
    // What has letters of UTF-8 is nothing else further on.
    mayGuess &&= text.length === whole.length;
    advance(position, text);
    if (text !== '') yield text;
  }
}

/** Guesses the encoding of what begins with these pieces. @returns undefined when it is not certain */
async function guessedFrom(begun: readonly Buffer[], rest: AsyncIterable<Buffer>) {
  const evidence = await collect(begun, rest);
  const found = evidence.bytes.includes(0) ? undefined : guessEncoding(evidence.bytes);
  return found === undefined ? undefined : { ...found, ...evidence };
}

/** The pieces, and undefined behind the last one. */
async function* withEnd(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  yield* pieces;
  yield undefined;
}

/** Reads on until there is enough evidence. */
async function collect(
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<{ readonly bytes: Buffer; readonly rest: AsyncIterable<Buffer> }> {
  const pieces = [...begun];
  let size = pieces.reduce((sum, { length }) => sum + length, 0);
  const more = rest[Symbol.asyncIterator]();
  while (size < EVIDENCE) {
    const next = await more.next();
    if (next.done === true) break;
    pieces.push(next.value);
    size += next.value.length;
  }
  return { bytes: Buffer.concat(pieces), rest: { [Symbol.asyncIterator]: () => more } };
}

/** Decodes with an encoding that is known; what it has no character for is reported and ends the text. */
async function* decodeAs(
  label: string,
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
  file: string,
  report: (issue: Issue) => void,
  position = { line: 1, column: 1 },
): AsyncGenerator<string> {
  const decode = decoderOf(label);
  const pieces = chained(begun, rest);
  for await (const piece of withEnd(pieces)) {
    const text = decode(piece);
    const wrong = text.search(/[\0\u0080-\u009f\ufffd]/);
    if (wrong >= 0) {
      advance(position, text.slice(0, wrong));
      const message = `this is not text in ${label}; say how it is encoded with --encoding`;
      return report({ code: 'not_utf8', path: '', message, at: { file, ...position } });
    }
    advance(position, text);
    if (text !== '') yield text;
  }
}

async function* chained(begun: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (const buffer of begun) {
    for (let at = 0; at < buffer.length; at += PIECE) yield buffer.subarray(at, at + PIECE);
  }
  yield* rest;
}

async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

/** Whether a text begins with the mark of UTF-32, or its first character takes four bytes. */
function isUtf32(start: Buffer): boolean {
  if (start.length < 4) return false;
  const [first, second, third, fourth] = start;
  const isMark = start.indexOf(LITTLE_UTF32) === 0 || start.indexOf(BIG_UTF32) === 0;
  const isLittle = first !== 0 && second === 0 && third === 0 && fourth === 0;
  return isMark || isLittle || (first === 0 && second === 0 && third === 0 && fourth !== 0);
}

const LITTLE_UTF32 = Buffer.from([0xff, 0xfe, 0, 0]);
const BIG_UTF32 = Buffer.from([0, 0, 0xfe, 0xff]);

function utf32Issue(file: string): Issue {
  const message = `the file is UTF-32, which is not read; save it as UTF-8, or: iconv -f UTF-32 -t UTF-8 ${file} > utf8.csv`;
  return { code: 'not_utf8', path: '', message, at: { file, line: 1, column: 1 } };
}

/** The form of UTF-16 of a text that begins with its mark, or has zero in every other byte of its first two characters. */
function utf16Form([first, second, third, fourth]: Buffer):
  | { readonly label: string; readonly name: string }
  | undefined {
  if (first === 0xff && second === 0xfe) return { label: 'utf-16le', name: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be', name: 'UTF-16' };
  if (first === 0 && third === 0 && second !== 0) return { label: 'utf-16be', name: 'UTF-16BE' };
  return second === 0 && fourth === 0 && first !== 0 ? { label: 'utf-16le', name: 'UTF-16LE' } : undefined;
}

/** Returns the beginning of a file as text, where it is found out how it is encoded. */
export function decodeStart(start: Buffer): string {
  const form = utf16Form(start);
  return form === undefined ? start.toString('utf8') : new TextDecoder(form.label).decode(start);
}

/** Moves the place to the end of a text. */
function advance(position: { line: number; column: number }, text: string): void {
  const lines = countLineEnds(text);
  if (lines === 0) {
    position.column += lengthInCharacters(text);
    return;
  }
  position.line += lines;
  const lineStart = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  position.column = lengthInCharacters(text.slice(lineStart)) + 1;
}

function lengthInCharacters(text: string): number {
  return [...text].length;
}

/** Bytes at the end of a piece that only make sense with the next one: part of a character, or the CR of a CRLF. */
function heldBack(chunk: Buffer): number {
  return chunk.at(-1) === 0x0d ? 1 : incompleteTail(chunk);
}

/** Bytes at the end that begin a character which the next piece ends. */
function incompleteTail(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back += 1) {
    const byte = chunk[chunk.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

function notTextIssue(chunk: Buffer, file: string, from: { line: number; column: number }): Issue {
  const end = firstByteThatIsNoText(chunk);
  const inChunk = placeInText(chunk.subarray(0, end).toString('utf8'), end, from.line);
  const column = inChunk.line === from.line ? from.column + inChunk.column - 1 : inChunk.column;
  const byte = (chunk[end] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const message =
    chunk[end] === 0
      ? `byte 0x00 (NUL) cannot be part of a value; remove it, or: tr -d '\\000' < ${file} > clean.csv`
      : `byte 0x${byte} is not UTF-8 text; save it as UTF-8, or say how it is encoded${waysToSay(chunk, end)}`;
  return { code: 'not_utf8', path: '', message, at: { file, line: inChunk.line, column } };
}

function waysToSay(chunk: Buffer, end: number): string {
  const candidates = candidateWords(chunk, end);
  return candidates === undefined ? ', for example --encoding windows-1252' : `: --encoding ${candidates}`;
}

function firstByteThatIsNoText(chunk: Buffer): number {
  const nul = chunk.indexOf(0);
  let end = 0;
  // Half the rest each time: the longest prefix that is text.
  for (let step = chunk.length; step >= 1; step = Math.floor(step / 2)) {
    while (end + step <= chunk.length && isUtf8(withoutTail(chunk.subarray(0, end + step)))) end += step;
  }
  const invalid = Math.min(withoutTail(chunk.subarray(0, end)).length, chunk.length - 1);
  return nul >= 0 && nul < invalid ? nul : invalid;
}

function withoutTail(chunk: Buffer): Buffer {
  return chunk.subarray(0, chunk.length - incompleteTail(chunk));
}
