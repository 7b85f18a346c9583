import { isUtf8 } from 'node:buffer';
import type { Issue } from '../../failure/issue.ts';
import { countLineEnds, placeInText } from './csv-row.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Bytes that become text at once: so few that hardly any row of them outlives a scavenge, or V8 makes the young generation large. */
const PIECE = 16 * 1024;

/**
 * Turns bytes into text as they come: UTF-8, with or without a byte order mark, which is left out. The first byte that is no text
 * is reported with its place and ends the text.
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  file: string,
  report: (issue: Issue) => void,
): AsyncGenerator<string> {
  let carried: Buffer = Buffer.alloc(0);
  let isStart = true;
  const position = { line: 1, column: 1 };
  for await (const piece of inPieces(bytes)) {
    let chunk = carried.length === 0 ? piece : Buffer.concat([carried, piece]);
    if (isStart) {
      if (chunk.length < BYTE_ORDER_MARK.length) {
        carried = chunk;
        continue;
      }
      isStart = false;
      const form = utf16Form(chunk);
      if (form !== undefined) return report(utf16Issue(file, form));
      if (chunk.indexOf(BYTE_ORDER_MARK) === 0) chunk = chunk.subarray(BYTE_ORDER_MARK.length);
    }
    const whole = chunk.subarray(0, chunk.length - heldBack(chunk));
    carried = chunk.subarray(whole.length);
    if (!isText(whole)) return report(notTextIssue(whole, file, position));
    const text = whole.toString('utf8');
    advance(position, text);
    yield text;
  }
  if (carried.length === 0) return;
  const form = utf16Form(carried);
  if (form !== undefined) return report(utf16Issue(file, form));
  if (!isText(carried)) return report(notTextIssue(carried, file, position));
  yield carried.toString('utf8');
}

async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

/** What a text is that begins with the mark of UTF-16, or has zero in every other byte of its first two characters. */
function utf16Form([first, second, third, fourth]: Buffer): string | undefined {
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return 'UTF-16';
  if (first === 0 && third === 0) return 'UTF-16BE';
  return second === 0 && fourth === 0 ? 'UTF-16LE' : undefined;
}

function utf16Issue(file: string, form: string): Issue {
  const message = `the file is UTF-16; save it as UTF-8, or: iconv -f ${form} -t UTF-8 ${file} > utf8.csv`;
  return { code: 'not_utf8', path: '', message, at: { file, line: 1, column: 1 } };
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
      : `byte 0x${byte} is not UTF-8 text; save it as UTF-8, or: iconv -f WINDOWS-1252 -t UTF-8 ${file} > utf8.csv`;
  return { code: 'not_utf8', path: '', message, at: { file, line: inChunk.line, column } };
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
