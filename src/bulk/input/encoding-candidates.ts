// cspell:ignore Šimon äimon
import { decoderOf } from './text-decoders.ts';

/** Encodings of one byte a character that a file is likely to have, the most usual first. */
const LIKELY = ['windows-1252', 'windows-1250', 'windows-1254', 'macintosh'] as const;

/** More of a word does not help anybody to choose. */
const LONGEST = 30;

/**
 * Returns how the word around a byte reads in each of the encodings that make letters of it, in words: `windows-1252 reads "Šimon",
 * macintosh "äimon"`; undefined where none of them does.
 * @param at offset of the first byte that is not UTF-8
 */
export function candidateWords(bytes: Uint8Array, at: number): string | undefined {
  const word = wordAround(bytes, at);
  const readings = LIKELY.flatMap((label): string[] => {
    const text = decoderOf(label)(word);
    return /^[\p{L}'’-]+$/u.test(text) ? [`${label} "${text}"`] : [];
  });
  const [first = '', ...others] = readings;
  if (first === '') return undefined;
  return [first.replace(' "', ' reads "'), ...others].join(', ');
}

function wordAround(bytes: Uint8Array, at: number): Uint8Array {
  let [from, to] = [at, at + 1];
  while (from > 0 && at - from < LONGEST && isOfWord(bytes[from - 1])) from -= 1;
  while (to < bytes.length && to - at < LONGEST && isOfWord(bytes[to])) to += 1;
  return bytes.subarray(from, to);
}

/** Letters of ASCII, and every byte beyond it. */
function isOfWord(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || /[a-z'-]/i.test(String.fromCharCode(byte)));
}
