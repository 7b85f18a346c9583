// cspell:ignore aeiouyáéíóúäöüâîôë aeiouáéíóúäöüâîôë aeouyáéíóúäöüâîôë bcdfglmnprstvz aeiouáéíóú aeiou äöüßáéíóúëâôç äöüéáí áéíóú Juárez Adrián Diáz aeiouäöü
/** The neighbors that a letter must have in a word, in lower case; `$` is the boundary of the word. */
interface Place {
  readonly before?: RegExp;
  readonly after?: RegExp;
}

const CONSONANT = /[^aeiouyáéíóúäöüâîôë$]/u;

/**
 * Letters that share their byte with a letter of another Windows encoding (č ć ř ę ń ő ğ ı), and their
 * position in Western European names. Any letter missing here and in `SHARED` rules out a guess: the encoding
 * must be set.
 */
const PLACES: Readonly<Record<string, Place>> = {
  à: {},
  å: {},
  æ: { before: CONSONANT, after: /^[^aeiouyáéíóúäöüâîôë$]/u },
  ø: { before: CONSONANT, after: /^[^aeiouáéíóúäöüâîôë$]/u },
  è: { before: /[^aeouyáéíóúäöüâîôë]/u, after: /^[bcdfglmnprstvz]{1,2}e/u },
  ê: { after: /^s\$/u },
  ã: { after: /^[oe]/u },
  õ: { after: /^e/u },
  ñ: { before: /[aeiouáéíóú$]/u, after: /^[aeiouáéíóú]/u },
  ï: { before: /[aeiou]/u, after: /^[bcdfglmnprstvz]/u },
  ò: { before: /l/u, after: /^\$/u },
  î: { before: /[aio]/u, after: /^[^aeiou]/u },
  œ: { after: /^u/u },
};

/**
 * In DOS encodings the byte of á is ß, which follows a vowel. Of Western European names only these have á
 * there: Juárez, Adrián, Diáz.
 */
const VOWEL_OR_UMLAUT = /[aeiouäöü]/u;
const ACUTE_AFTER = /^(?:[iu]n$|ur[ei]|iz$)/u;

/** Letters with the same byte in the encodings for Central and Western Europe and for Turkish. */
const SHARED = /[äöüßáéíóúëâôç]/u;

/** Valid pairs of letters beyond ASCII; words in other scripts consist only of such letters. */
const PAIRS = /^(?:[äöüéáí]ß|ç[ãõ]|[áéíóú]ñ)$/u;

/** Symbols that are next to a space or a digit; in DOS encodings their bytes are letters. */
const MARKS = /[‚„…†‡ˆ‰‹›•™˜–—¡¿ªº°·«»±²³¹¼½¾§©®µ×]/u;

/**
 * Whether every character beyond ASCII is in a position that it has in Western European names, which makes
 * other encodings unlikely.
 */
export function isWestern(text: string): boolean {
  const isQuoted = text.split('“').length === text.split('”').length;
  for (const { index, 0: character } of text.matchAll(/[^\0-\x7f]/gu)) {
    const before = text[index - 1] ?? ' ';
    const after = text[index + 1] ?? ' ';
    if (/\p{L}/u.test(character)) {
      if (!isWesternLetter(text, index, character.toLowerCase(), before.toLowerCase())) return false;
    } else if (!isWesternMark(character, before, after, isQuoted)) return false;
  }
  return true;
}

function isWesternLetter(text: string, index: number, letter: string, before: string): boolean {
  if (/[^\0-\x7f]/u.test(before) && /\p{L}/u.test(before) && !PAIRS.test(before + letter)) return false;
  if (letter === 'ß') return /\p{L}/u.test(before);
  if (letter === 'á' && VOWEL_OR_UMLAUT.test(before))
    return ACUTE_AFTER.test(before + lettersAfter(text, index));
  if (SHARED.test(letter)) return true;
  const place = PLACES[letter];
  if (place === undefined) return false;
  const rest = lettersAfter(text, index);
  const start = /\p{L}/u.test(before) ? before : '$';
  const isStart = start === '$';
  return (
    (isStart || (place.before?.test(start) ?? true)) && (place.after?.test(`${rest}$`.slice(0, 3)) ?? true)
  );
}

/** Up to three letters after a letter. */
function lettersAfter(text: string, index: number): string {
  return /^\p{L}*/u.exec(text.slice(index + 1, index + 4))?.[0].toLowerCase() ?? '';
}

function isWesternMark(character: string, before: string, after: string, isQuoted: boolean): boolean {
  const isBeside = /\p{L}/u.test(before) || /\p{L}/u.test(after);
  if (character === '\u00a0') return !(/\p{L}/u.test(before) && /\p{Ll}/u.test(after));
  if (character === '“' || character === '”') return isQuoted || !isBeside;
  return !MARKS.test(character) || !isBeside;
}
