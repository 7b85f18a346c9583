import anyAscii from 'any-ascii';
import { RE2JS, RE2JSException } from 're2js';

/** Steps that a map can apply to a text, by their name in the map. All are pure. */
export const PLAIN_STEPS = {
  trim: (text) => text.trim(),
  squeeze: (text) => text.trim().replace(/\s+/g, ' '),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  capitalize: (text) =>
    text.toLowerCase().replace(/(^|[\s'’-])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()),
  ascii: (text) => anyAscii(withoutPictures(text).normalize('NFC')),
  slug: (text) =>
    anyAscii(withoutPictures(text).normalize('NFC'))
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  digits: (text) => text.replace(/\D/g, ''),
  localPart: (text) => text.split('@')[0] ?? '',
} as const satisfies Record<string, (text: string) => string>;

/** Pictographs are not letters of a name: the ASCII conversion would spell them out, such as `:tada:`. */
const PICTURES =
  /\s*(?:(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0e\ufe0f\u20e3])+/gu;

function withoutPictures(text: string): string {
  return text.replace(PICTURES, '');
}

/** Steps with a text as argument: `before: ","` keeps the text before the first comma. */
export const STEPS_WITH_TEXT = {
  before: (mark) => (text) => (text.includes(mark) ? text.slice(0, text.indexOf(mark)) : text),
  after: (mark) => (text) => (text.includes(mark) ? text.slice(text.indexOf(mark) + mark.length) : ''),
  prefix: (start) => (text) => (text.startsWith(start) ? text : start + text),
  suffix: (end) => (text) => (text.endsWith(end) ? text : text + end),
} as const satisfies Record<string, (argument: string) => (text: string) => string>;

export type Step = (text: string) => string;

/**
 * Returns a step that replaces texts, case-sensitive. The longest match wins, and replacements are not
 * replaced again.
 */
export function replacing(pairs: readonly (readonly [string, string])[]): Step {
  const values = new Map(pairs.filter(([from]) => from !== ''));
  const longestFirst = [...values.keys()].sort((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return (text) => text;
  const escaped = longestFirst.map((from) => from.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  const expression = new RegExp(escaped.join('|'), 'g');
  return (text) => text.replace(expression, (found) => values.get(found) ?? found);
}

/** Returns a step that keeps the first characters, counted in code points. */
export function truncating(length: number): Step {
  return (text) => (text.length <= length ? text : [...text].slice(0, length).join(''));
}

/** Maximum length of a pattern, in characters: a longer one is not a rule for cells. */
const MAX_PATTERN_LENGTH = 1000;

/**
 * Returns a step that replaces the matches of a regular expression; `$1` is the first group. The syntax is
 * RE2, with linear matching time: no cell can stall a run.
 * @returns the problem with an expression that cannot be used
 */
export function replacingPattern(
  find: string,
  replace: string,
): { readonly step: Step } | { readonly problem: string } {
  if (find.length > MAX_PATTERN_LENGTH)
    return { problem: `the pattern is longer than ${MAX_PATTERN_LENGTH} characters` };
  try {
    const pattern = RE2JS.compile(find);
    const groups = pattern.groupCount();
    const missing = [...replace.matchAll(/\$(\d+)/g)].find(([, number]) => Number(number) > groups);
    if (missing !== undefined) return { problem: `the pattern has no group for ${missing[0]}` };
    const replacement = replace.replace(/\$(?!\d)/g, '$$$$');
    return { step: (text) => pattern.matcher(text).replaceAll(replacement) };
  } catch (error) {
    if (error instanceof RE2JSException) return { problem: `invalid pattern: ${error.message}` };
    throw error;
  }
}
