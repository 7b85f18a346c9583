import { decoderOf } from './text-decoders.ts';
import { isWestern } from './western-letters.ts';

/** Single-byte encodings that spreadsheets write, with their display names. */
const CANDIDATES = [
  { label: 'windows-1252', name: 'Windows-1252' },
  { label: 'macintosh', name: 'Mac Roman' },
] as const;

/** Characters that names, titles and places do not contain: a text with one of them has another encoding. */
const ODD = /[\u0080-\u009f\ufffd∂∑∏π∫Ω√≈∆◊≤≥≠∞ˇ˘˙˚¸˝˛˜ˆ¯¬¤¦¶†‡‰ƒ÷‹›ﬁﬂ¨´¢£¥ÿ]/u;

/** Punctuation that ends a word, and punctuation that starts one. */
const CLOSING = /[”’…»]/u;
const OPENING = /[“‘«]/u;

/**
 * Detects the encoding of bytes that are not UTF-8. It is the only candidate in which every character beyond
 * ASCII is in a plausible position and occurs in Western European names. Text that may be Windows-1250, 1251,
 * 1254 or a DOS encoding is not guessed.
 * @returns undefined if no candidate fits, or more than one
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
  // A capital is at the start of a word or among capitals.
  if (/\p{Lu}/u.test(character))
    return !/\p{Ll}/u.test(before) && !(/\p{Lu}/u.test(before) && /\p{Ll}/u.test(after));
  if (/\p{L}/u.test(character)) return true;
  const isInWord = /\p{L}/u.test(before) && /\p{L}/u.test(after);
  if (isInWord) return character === '’';
  if (CLOSING.test(character)) return !/\p{L}/u.test(after);
  return OPENING.test(character) ? !/\p{L}/u.test(before) : true;
}
