// cspell:ignore aeiouyáéíóúäöüâîôë aeiouáéíóúäöüâîôë aeouyáéíóúäöüâîôë bcdfglmnprstvz aeiouáéíóú aeiou äöüßáéíóúëâôç äöüéáí áéíóú Juárez Adrián Diáz aeiouäöü
/**
 * A letter, and what has to stand before and after it in a word, in lower case; `$` is where the word ends.
 */
interface Place {
  readonly before?: RegExp;
  readonly after?: RegExp;
}

const CONSONANT = /[^aeiouyáéíóúäöüâîôë$]/u;

/**
 * Letters that other encodings of Windows have other letters for (č ć ř ę ń ő ğ ı), and where Western
 * European names have them. Letters that are not here and not in `SHARED` are taken from no file that does
 * not say how it is encoded.
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
 * In the encodings of DOS the byte of á is ß, which stands behind a vowel; of such names only these are of
 * the West: Juárez, Adrián, Diáz.
 */
const VOWEL_OR_UMLAUT = /[aeiouäöü]/u;
const ACUTE_AFTER = /^(?:[iu]n$|ur[ei]|iz$)/u;

/** Letters that the encodings of Central and Western Europe and of Turkey have at the same place. */
const SHARED = /[äöüßáéíóúëâôç]/u;

/** Neighbors that are both beyond ASCII; a word of other scripts has nothing else. */
const PAIRS = /^(?:[äöüéáí]ß|ç[ãõ]|[áéíóú]ñ)$/u;

/** Marks that stand beside a blank or a digit; in the encodings of DOS their bytes are letters. */
const MARKS = /[‚„…†‡ˆ‰‹›•™˜–—¡¿ªº°·«»±²³¹¼½¾§©®µ×]/u;

/**
 * Whether every letter beyond ASCII is one that Western European names have at its place, so that no other
 * encoding is likelier.
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
  if (letter === 'á' && VOWEL_OR_UMLAUT.test(before)) return ACUTE_AFTER.test(before + restOf(text, index));
  if (SHARED.test(letter)) return true;
  const place = PLACES[letter];
  if (place === undefined) return false;
  const rest = restOf(text, index);
  const start = /\p{L}/u.test(before) ? before : '$';
  const isStart = start === '$';
  return (
    (isStart || (place.before?.test(start) ?? true)) && (place.after?.test(`${rest}$`.slice(0, 3)) ?? true)
  );
}

/** Up to three letters behind a letter. */
function restOf(text: string, index: number): string {
  return /^\p{L}*/u.exec(text.slice(index + 1, index + 4))?.[0].toLowerCase() ?? '';
}

function isWesternMark(character: string, before: string, after: string, isQuoted: boolean): boolean {
  const isBeside = /\p{L}/u.test(before) || /\p{L}/u.test(after);
  if (character === '\u00a0') return !(/\p{L}/u.test(before) && /\p{Ll}/u.test(after));
  if (character === '“' || character === '”') return isQuoted || !isBeside;
  return !MARKS.test(character) || !isBeside;
}
