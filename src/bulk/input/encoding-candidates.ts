// cspell:ignore Šimon äimon
import { decoderOf } from './text-decoders.ts';

/** Likely single-byte encodings, the most common first. */
const LIKELY = ['windows-1252', 'windows-1250', 'windows-1254', 'macintosh'] as const;

/** Maximum number of bytes shown before and after the byte; more do not help to choose. */
const MAX_LENGTH = 30;

/** Maximum number of words compared. */
const MAX_WORDS = 200;

/**
 * Returns the readings of a word with a byte that is not UTF-8, for each encoding in which the word is all
 * letters: `windows-1252 reads "Šimon", macintosh "äimon"`. The word is the one around the byte, or a later
 * one in which the encodings differ more.
 * @param at offset of the first byte that is not UTF-8
 * @returns undefined if no encoding reads it as letters
 */
export function candidateWords(bytes: Uint8Array, at: number): string | undefined {
  const first = wordAround(bytes, at);
  const labels = LIKELY.filter((label) => isWord(decoderOf(label)(first)));
  if (labels.length === 0) return undefined;
  const word = mostAmbiguousWord(bytes, at, labels);
  return labels
    .map((label, index) => `${label}${index === 0 ? ' reads' : ''} "${decoderOf(label)(word)}"`)
    .join(', ');
}

/** The first word from this offset on with the most different readings, all of them letters. */
function mostAmbiguousWord(bytes: Uint8Array, at: number, labels: readonly string[]): Uint8Array {
  let best = wordAround(bytes, at);
  let most = readingsOf(best, labels).size;
  let next = at;
  for (let looked = 0; looked < MAX_WORDS && most < labels.length; looked += 1) {
    while (next < bytes.length && isWordByte(bytes[next])) next += 1;
    while (next < bytes.length && (bytes[next] ?? 0) < 0x80) next += 1;
    if (next === bytes.length) break;
    const word = wordAround(bytes, next);
    const readings = readingsOf(word, labels);
    if (readings.size <= most || ![...readings].every(isWord)) continue;
    best = word;
    most = readings.size;
  }
  return best;
}

function readingsOf(word: Uint8Array, labels: readonly string[]): ReadonlySet<string> {
  return new Set(labels.map((label) => decoderOf(label)(word)));
}

function isWord(text: string): boolean {
  return /^[\p{L}'’-]+$/u.test(text);
}

function wordAround(bytes: Uint8Array, at: number): Uint8Array {
  let [from, to] = [at, at + 1];
  while (from > 0 && at - from < MAX_LENGTH && isWordByte(bytes[from - 1])) from -= 1;
  while (to < bytes.length && to - at < MAX_LENGTH && isWordByte(bytes[to])) to += 1;
  return bytes.subarray(from, to);
}

/** Whether a byte is an ASCII letter, an apostrophe, a hyphen or a byte beyond ASCII. */
function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || /[a-z'-]/i.test(String.fromCharCode(byte)));
}
