import { openInYaml, unclosedWords } from '../json/open-in-yaml.ts';
import { syntaxFault, type TextProblem } from './manifest-source.ts';

/** Messages for authors, by message of the parser; and a hint. */
const WORDS: readonly (readonly [RegExp, string, string?])[] = [
  [/maxDepth/, 'nested deeper than 64 levels'],
  [/tab characters/, 'the indentation contains a tab', 'YAML is indented with spaces'],
  [/non-printable/, 'there is a character here that YAML does not allow'],
  [
    /bad indentation of a mapping entry/,
    'this line is indented differently from the lines around it, or a value needs quotes',
  ],
  [/bad indentation of a sequence entry/, 'this item is indented differently from the items around it'],
  [/deficient indentation/, 'this line is not indented far enough: something before it is not closed'],
  [/multiline key/, 'a colon is missing after this key', 'KEY: VALUE'],
  [/single quoted scalar/, "a string in '…' is not closed"],
  [/double quoted scalar/, 'a string in "…" is not closed'],
  [/flow collection$/, 'a [ or { is not closed'],
  [/missed comma/, 'a comma is missing between two entries'],
  [/unknown escape/, 'unknown escape', "in '…' a backslash is just a backslash"],
  [/unidentified alias/, 'no anchor of this name is defined before'],
  [/whitespace character is expected after the key-value/, 'a space is missing after the colon'],
  [
    /document separator is expected/,
    'this does not belong to the text before it',
    'a text with ": " or " #" in it needs quotes',
  ],
];

/** Errors caused by a bracket or quote that is not closed. */
const OF_SOMETHING_OPEN = /deficient indentation|(?:single|double) quoted scalar|flow collection$/;

/** Returns the fault for an error of the YAML parser. @param position UTF-16 offset of the error */
export function describeYamlFault(text: string, reason: string, position: number): TextProblem {
  const noticed = Math.min(position, text.length);
  const open = OF_SOMETHING_OPEN.test(reason) ? openInYaml(text, noticed) : undefined;
  if (open !== undefined) return syntaxFault([open.at, open.at + 1], unclosedWords(open));
  const found = WORDS.find(([pattern]) => pattern.test(reason));
  const at = placeOf(text, noticed);
  return syntaxFault([at, at + 1], found?.[1] ?? reason, found?.[2]);
}

/** Returns the position of the last text before an error noticed only at the end of a line or file. */
function placeOf(text: string, position: number): number {
  if (text[position] === '\n' || position === text.length) {
    const before = text.slice(0, position).trimEnd().length;
    const lineStart = text.lastIndexOf('\n', position - 1) + 1;
    return before >= lineStart ? Math.max(before - 1, 0) : Math.max(position - 1, 0);
  }
  return position;
}
