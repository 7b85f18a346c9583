import { isUtf8 } from 'node:buffer';
import { placeInText } from '../../csv/text-places.ts';
import type { Issue } from '../../failure/issue.ts';
import { inputName } from '../../terminal/read-input.ts';
import { shellWord } from '../../values/shell-word.ts';
import { candidateWords } from './encoding-candidates.ts';

/**
 * Returns the finding about the first byte of a chunk that is not UTF-8 text, with its place.
 * @param from place of the start of the chunk
 */
export function notTextIssue(chunk: Buffer, file: string, from: { line: number; column: number }): Issue {
  const end = firstNonTextByte(chunk);
  const inChunk = placeInText(chunk.subarray(0, end).toString('utf8'), end, from.line);
  const column = inChunk.line === from.line ? from.column + inChunk.column - 1 : inChunk.column;
  const byte = (chunk[end] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const message =
    chunk[end] === 0
      ? `byte 0x00 (NUL) is not allowed in a text; remove it: ${filterCommand("tr -d '\\000'", file, 'clean.csv')}`
      : `byte 0x${byte} is not UTF-8 text; save the file as UTF-8, or set the encoding${encodingHint(chunk, end)}`;
  return { code: 'not_utf8', path: '', message, at: { file, line: inChunk.line, column } };
}

/**
 * Returns a command line that passes a file through a filter; for stdin only the filter.
 * @param made the file to write
 */
export function filterCommand(filter: string, file: string, made: string): string {
  return file === inputName('-') ? filter : `${filter} < ${shellWord(file)} > ${made}`;
}

function encodingHint(chunk: Buffer, end: number): string {
  const candidates = candidateWords(chunk, end);
  return candidates === undefined ? ', for example --encoding windows-1252' : `: --encoding ${candidates}`;
}

function firstNonTextByte(chunk: Buffer): number {
  const nul = chunk.indexOf(0);
  let end = 0;
  // Binary search with halving steps for the longest prefix that is text.
  for (let step = chunk.length; step >= 1; step = Math.floor(step / 2)) {
    while (end + step <= chunk.length && isUtf8(withoutIncompleteTail(chunk.subarray(0, end + step))))
      end += step;
  }
  const invalid = Math.min(withoutIncompleteTail(chunk.subarray(0, end)).length, chunk.length - 1);
  return nul >= 0 && nul < invalid ? nul : invalid;
}

function withoutIncompleteTail(chunk: Buffer): Buffer {
  return chunk.subarray(0, chunk.length - incompleteTail(chunk));
}

/** Returns the number of bytes at the end that are the start of an incomplete character. */
export function incompleteTail(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back += 1) {
    const byte = chunk[chunk.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
