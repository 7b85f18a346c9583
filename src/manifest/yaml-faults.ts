import { type Fault, syntaxFault } from './manifest-source.ts';

/** The parser's words, in the words of an author; and what helps. */
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
  [/unknown escape/, 'there is no such escape', "in '…' a backslash is just a backslash"],
  [/unidentified alias/, 'there is no anchor of this name before'],
  [/whitespace character is expected after the key-value/, 'a space is missing after the colon'],
  [
    /document separator is expected/,
    'this does not belong to the text before it',
    'a text with ": " or " #" in it needs quotes',
  ],
];

/** Returns a fault for an error of the YAML parser. @param position UTF-16 offset where it was noticed. */
export function describeYamlFault(text: string, reason: string, position: number): Fault {
  const found = WORDS.find(([pattern]) => pattern.test(reason));
  const at = placeOf(text, reason, Math.min(position, text.length));
  return syntaxFault([at, at + 1], found?.[1] ?? reason, found?.[2]);
}

/** The parser notices some things at the end of a line or of the file; people look where it begins. */
function placeOf(text: string, reason: string, position: number): number {
  const opener = /single quoted/.test(reason) ? "'" : /double quoted/.test(reason) ? '"' : undefined;
  if (opener !== undefined && /unexpected end/.test(reason)) {
    const start = lastUnclosed(text, opener);
    if (start !== undefined) return start;
  }
  if (text[position] === '\n' || position === text.length) {
    const before = text.slice(0, position).trimEnd().length;
    const lineStart = text.lastIndexOf('\n', position - 1) + 1;
    return before >= lineStart ? Math.max(before - 1, 0) : Math.max(position - 1, 0);
  }
  return position;
}

/** Returns where the string begins that the end of the file cuts off: the last quote that opens a value. */
function lastUnclosed(text: string, quote: string): number | undefined {
  const opening = new RegExp(`(?:^|[\\s:,\\[{-])${quote}`, 'gm');
  let last: number | undefined;
  for (const match of text.matchAll(opening)) {
    const at = match.index + match[0].length - 1;
    const rest = text.slice(at + 1);
    const lineEnd = rest.indexOf('\n');
    const line = lineEnd < 0 ? rest : rest.slice(0, lineEnd);
    if (!line.includes(quote)) return at;
    last = at;
  }
  return last;
}
