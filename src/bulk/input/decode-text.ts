import { isUtf8 } from 'node:buffer';
import { countLineEnds } from '../../csv/text-places.ts';
import type { Issue } from '../../failure/issue.ts';
import { guessEncoding } from './guess-encoding.ts';
import { incompleteTail, notTextIssue } from './not-text.ts';
import { decoderOf } from './text-decoders.ts';
import { isUtf32, utf16Form, utf32Issue } from './wide-encodings.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Bytes decoded at a time. With larger pieces many rows survive a scavenge, and V8 enlarges the young
 * generation.
 */
const PIECE = 16 * 1024;

/** Bytes examined to detect an encoding other than UTF-8. */
const EVIDENCE = 1024 * 1024;

export interface DecodeOptions {
  /** A label of the WHATWG Encoding Standard; detected if absent. */
  readonly encoding?: string | undefined;
  /** Called with the name of the encoding if it is not UTF-8. */
  readonly onEncoding?: ((name: string) => void) | undefined;
}

/**
 * Decodes a stream of bytes: UTF-8, without its byte order mark, which overrides a label; UTF-16, detected by
 * its mark or its zero bytes; Windows-1252 or Mac Roman if only one of them fits. The first byte that is not
 * text is reported with its place and ends the output.
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
  if (encoding !== undefined && !isUtf8Name(encoding) && !hasUtf8Mark(start))
    yield* decodeAs({ label: encoding, begun: [start], rest }, file, report);
  else if (encoding === undefined && form !== undefined) {
    onEncoding?.(form.name);
    yield* decodeAs({ label: form.label, begun: [start], rest }, file, report);
  } else {
    const isOpen = encoding === undefined;
    yield* decodeUtf8(start, rest, file, report, isOpen ? (onEncoding ?? (() => {})) : undefined);
  }
}

function hasUtf8Mark(start: Buffer): boolean {
  return start.indexOf(BYTE_ORDER_MARK) === 0;
}

/** Whether a text starts with the byte order mark of UTF-8 or UTF-16. */
export function hasByteOrderMark(start: Buffer): boolean {
  return hasUtf8Mark(start) || utf16Form(start)?.name === 'UTF-16';
}

/** Whether a label of the WHATWG Encoding Standard stands for UTF-8. */
export function isUtf8Name(encoding: string): boolean {
  return new TextDecoder(encoding).encoding === 'utf-8';
}

/**
 * Reads enough bytes to detect a byte order mark or the zero bytes of UTF-16; fewer if the input is shorter.
 */
async function firstBytes(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < 4) {
    const next = await pieces.next();
    if (next.done === true) break;
    start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
  }
  return start;
}

/** @param onEncoding undefined if the text must be UTF-8 */
async function* decodeUtf8(
  start: Buffer,
  rest: AsyncIterable<Buffer>,
  file: string,
  report: (issue: Issue) => void,
  onEncoding: ((name: string) => void) | undefined,
): AsyncGenerator<string> {
  const hasMark = hasUtf8Mark(start);
  let carried: Buffer = hasMark ? start.subarray(BYTE_ORDER_MARK.length) : start;
  let mayGuess = !hasMark && onEncoding !== undefined;
  const position = { line: 1, column: 1 };
  for await (const piece of withEndMarker(rest)) {
    const chunk = piece === undefined ? carried : Buffer.concat([carried, piece]);
    const whole = piece === undefined ? chunk : chunk.subarray(0, chunk.length - heldBackByteCount(chunk));
    carried = chunk.subarray(whole.length);
    if (!isText(whole)) {
      const found = mayGuess ? await decodeGuessed([whole, carried], rest) : undefined;
      if (found === undefined) return report(notTextIssue(whole, file, position));
      onEncoding?.(found.name);
      return yield* decodeAs({ ...found, begun: [found.bytes] }, file, report, position);
    }
    const text = whole.toString('utf8');
    // A valid UTF-8 letter beyond ASCII settles the encoding.
    mayGuess &&= text.length === whole.length;
    advance(position, text);
    if (text !== '') yield text;
  }
}

/**
 * Guesses the encoding of a text that starts with these pieces.
 * @returns undefined if it is uncertain
 */
async function decodeGuessed(begun: readonly Buffer[], rest: AsyncIterable<Buffer>) {
  const evidence = await collect(begun, rest);
  const found = evidence.bytes.includes(0) ? undefined : guessEncoding(evidence.bytes);
  return found === undefined ? undefined : { ...found, ...evidence };
}

/** Yields the pieces, then undefined. */
async function* withEndMarker(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  yield* pieces;
  yield undefined;
}

/** Reads more pieces until there is enough evidence. */
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

/** Bytes of a known encoding. */
interface EncodedText {
  /** The label that `TextDecoder` takes. */
  readonly label: string;
  readonly begun: readonly Buffer[];
  readonly rest: AsyncIterable<Buffer>;
}

/** Decodes bytes of a known encoding. The first byte without a character is reported and ends the output. */
async function* decodeAs(
  { label, begun, rest }: EncodedText,
  file: string,
  report: (issue: Issue) => void,
  position = { line: 1, column: 1 },
): AsyncGenerator<string> {
  const decode = decoderOf(label);
  const pieces = concatPieces(begun, rest);
  let held = '';
  for await (const piece of withEndMarker(pieces)) {
    const decoded = held + decode(piece);
    // A CRLF in two texts would count as two line ends.
    held = piece !== undefined && decoded.endsWith('\r') ? '\r' : '';
    const text = held === '' ? decoded : decoded.slice(0, -1);
    const wrong = text.search(/[\0\u0080-\u009f\ufffd]/);
    if (wrong >= 0) {
      advance(position, text.slice(0, wrong));
      const message = `this is not text in ${label}; set the encoding with --encoding`;
      return report({ code: 'not_utf8', path: '', message, at: { file, ...position } });
    }
    advance(position, text);
    if (text !== '') yield text;
  }
}

async function* concatPieces(begun: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

/** Moves a position to the end of a text. */
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

/**
 * Counts the bytes at the end of a piece that must wait for the next piece: part of a character, or the CR of
 * a CRLF.
 */
function heldBackByteCount(chunk: Buffer): number {
  return chunk.at(-1) === 0x0d ? 1 : incompleteTail(chunk);
}
