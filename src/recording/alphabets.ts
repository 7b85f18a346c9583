/** Size of a Unicode block, so that a replacement has the same number of bytes and columns. */
const BLOCK = 128;

/** Scripts that share a block with another script; elsewhere the block determines the script. */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Hiragana}/u,
  /\p{Script=Katakana}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Lao}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Hangul}/u,
];

/** Categories of characters to replace; marks, punctuation and spaces are part of the shape. */
const CATEGORIES: readonly RegExp[] = [
  /\p{Lu}/u,
  /\p{Ll}/u,
  /\p{Lt}/u,
  /\p{Lm}/u,
  /\p{Lo}/u,
  /\p{Nd}/u,
  /\p{Nl}/u,
  /\p{No}/u,
  /\p{So}/u,
  /\p{Co}/u,
];

/**
 * Returns the lower-case form of an upper-case letter if the mapping is one-to-one; undefined for any other
 * character.
 */
export function smallLetterOf(character: string): string | undefined {
  const small = character.toLowerCase();
  return small !== character && isOne(small) && small.toUpperCase() === character ? small : undefined;
}

/** Whether a letter has exactly one upper-case form. */
function hasCapital(character: string): boolean {
  const capital = character.toUpperCase();
  return capital !== character && isOne(capital) && capital.toLowerCase() === character;
}

function isOne(text: string): boolean {
  return String.fromCodePoint(text.codePointAt(0) ?? 0) === text;
}

/**
 * Size of the smallest class of letters that are common in names: æ, ð, ø and þ. A smaller one yields few
 * words, or none.
 */
const MIN_COUNT = 4;

const known = new Map<string, readonly string[]>();

/**
 * Whether a character is one of its forms NFC and NFD, both, or neither: commands try both forms of a name,
 * and a replacement should have as many, so that its replay sends as many requests.
 */
function formsOf(character: string): string {
  return `${isComposed(character) ? 'c' : ''}${character.normalize('NFD') === character ? 'd' : ''}`;
}

function isComposed(character: string): boolean {
  return character.normalize('NFC') === character;
}

/**
 * Returns all possible replacements of a character: those of the same block, script, category, case mapping
 * and Unicode forms. If few have the same forms, such as ゔ, the only composed one among its neighbors, the
 * others are replacements, too: a replay that lacks a request is better than a name that remains. A character
 * that is not replaced has only itself, and so do the few without any such neighbors, such as ß.
 */
export function alphabetOf(character: string): readonly string[] {
  const kind = kindOf(character);
  if (kind === undefined) return [character];
  const start = (character.codePointAt(0) ?? 0) & ~(BLOCK - 1);
  const forms = formsOf(character);
  const key = `${start} ${kind} ${forms}`;
  const found = known.get(key) ?? alphabetIn(start, kind, forms);
  known.set(key, found);
  return found.length === 0 ? [character] : found;
}

/** Returns the characters of a kind in a block; none if all of them have a composed form elsewhere. */
function alphabetIn(start: number, kind: string, forms: string): readonly string[] {
  const others = Array.from({ length: BLOCK }, (_, at) => start + at)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((other) => kindOf(other) === kind);
  const alike = others.filter((other) => formsOf(other) === forms);
  return alike.length < MIN_COUNT ? others.filter(isComposed) : alike;
}

/**
 * Returns the group of a character; undefined if it is not replaced. Upper-case letters with a one-to-one
 * mapping are looked up by their lower-case form.
 */
function kindOf(character: string): string | undefined {
  const category = CATEGORIES.findIndex((pattern) => pattern.test(character));
  if (category < 0) return undefined;
  const script = SCRIPTS.findIndex((pattern) => pattern.test(character));
  const cased =
    smallLetterOf(character) !== undefined ? 'capital' : hasCapital(character) ? 'small' : 'plain';
  return `${category} ${script} ${cased}`;
}
