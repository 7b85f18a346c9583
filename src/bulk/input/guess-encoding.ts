import { decoderOf } from './text-decoders.ts';
import { isWestern } from './western-letters.ts';

/** Encodings of one byte a character in which spreadsheets save, with their names for people. */
const CANDIDATES = [
  { label: 'windows-1252', name: 'Windows-1252' },
  { label: 'macintosh', name: 'Mac Roman' },
] as const;

/** Characters that are no part of names, titles or places: where one is found, the encoding is another. */
const ODD = /[\u0080-\u009f\ufffd∂∑∏π∫Ω√≈∆◊≤≥≠∞ˇ˘˙˚¸˝˛˜ˆ¯¬¤¦¶†‡‰ƒ÷‹›ﬁﬂ¨´¢£¥ÿ]/u;

/** Marks that end a word, and marks that begin one. */
const CLOSING = /[”’…»]/u;
const OPENING = /[“‘«]/u;

/**
 * Finds the encoding of bytes that are not UTF-8: the only one in which every letter beyond ASCII stands
 * where such a letter can, and where the names of Western Europe have it: what Windows-1250, 1251 and 1254 or
 * the encodings of DOS may have written is not guessed.
 * @returns undefined when none or more than one of them fits.
 */
export function guessEncoding(bytes: Uint8Array): (typeof CANDIDATES)[number] | undefined {
  const fitting = CANDIDATES.filter(({ label }) => isPlausible(decoderOf(label)(bytes)));
  const [only, second] = fitting;
  if (only === undefined || second !== undefined) return undefined;
  return isWestern(decoderOf(only.label)(bytes)) ? only : undefined;
}

function isPlausible(text: string): boolean {
  for (const match of text.matchAll(/[^\0-\x7f]/gu)) {
    const [character] = match;
    const before = text[match.index - 1] ?? ' ';
    const after = text[match.index + character.length] ?? ' ';
    if (!fitsBetween(character, before, after)) return false;
  }
  return true;
}

function fitsBetween(character: string, before: string, after: string): boolean {
  if (ODD.test(character)) return false;
  // A capital stands at the beginning of a word, or among capitals.
  if (/\p{Lu}/u.test(character))
    return !/\p{Ll}/u.test(before) && !(/\p{Lu}/u.test(before) && /\p{Ll}/u.test(after));
  if (/\p{L}/u.test(character)) return true;
  const isInWord = /\p{L}/u.test(before) && /\p{L}/u.test(after);
  if (isInWord) return character === '’';
  if (CLOSING.test(character)) return !/\p{L}/u.test(after);
  return OPENING.test(character) ? !/\p{L}/u.test(before) : true;
}
