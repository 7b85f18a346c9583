/**
 * Characters of one block of Unicode, so that an invented one takes as many bytes and columns as the real
 * one.
 */
const BLOCK = 128;

/** Scripts that share a block with another one; in every other block the block is enough. */
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

/**
 * Kinds of characters that stand for something of a person; marks, punctuation and blanks are part of the
 * shape.
 */
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

/** Returns the small letter of a capital one that has exactly one; undefined for every other character. */
export function smallLetterOf(character: string): string | undefined {
  const small = character.toLowerCase();
  return small !== character && isOne(small) && small.toUpperCase() === character ? small : undefined;
}

/** Whether a letter has exactly one capital letter. */
function hasCapital(character: string): boolean {
  const capital = character.toUpperCase();
  return capital !== character && isOne(capital) && capital.toLowerCase() === character;
}

function isOne(text: string): boolean {
  return String.fromCodePoint(text.codePointAt(0) ?? 0) === text;
}

const known = new Map<string, readonly string[]>();

/**
 * Returns every character that may stand for this one: of the same block, script and category, and with a
 * capital letter if it has one. A character that stands for nothing is alone.
 */
export function alphabetOf(character: string): readonly string[] {
  const kind = kindOf(character);
  if (kind === undefined) return [character];
  const start = (character.codePointAt(0) ?? 0) & ~(BLOCK - 1);
  const key = `${start} ${kind}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const alphabet = Array.from({ length: BLOCK }, (_, at) => start + at)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((other) => kindOf(other) === kind);
  known.set(key, alphabet);
  return alphabet;
}

/** A capital letter is never asked for where its small letter stands for it. */
function kindOf(character: string): string | undefined {
  const category = CATEGORIES.findIndex((pattern) => pattern.test(character));
  if (category < 0) return undefined;
  const script = SCRIPTS.findIndex((pattern) => pattern.test(character));
  const cased =
    smallLetterOf(character) !== undefined ? 'capital' : hasCapital(character) ? 'small' : 'plain';
  return `${category} ${script} ${cased}`;
}
