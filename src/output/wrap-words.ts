import { textWidth } from './text-width.ts';
import { wordLines } from './word-lines.ts';

/**
 * What is to be copied, up to the next part of the sentence: a command, a flag with its value, and a quoted
 * expression. A line break in it would be copied too. A command is in quotes, at the start, or after a colon,
 * "(", "&&", "or" or "mean"; elsewhere "orgctl" is a word of the sentence.
 */
const TO_COPY =
  /(?<=")orgctl [^"]+|(?<=^|:(?:\u001b\[\d+m)? |&& |\(|\b(?:or|mean) )orgctl (?:(?![;,] | or orgctl ).)+|--[a-z][a-z-]*[ =](?:"[^"]*"|'[^']*'|[^\s"']\S*)|`[^`]*`/g;

/** Stands for a space at which no line is broken; a terminal shows it in one column, as it does a space. */
const HELD_SPACE = '\ue000';

/** A label such as "error:" at the start of a line, perhaps colored. */
const LABEL = /^(?:\u001b\[\d+m)?[a-z]+:(?:\u001b\[\d+m)?$/;

/**
 * Breaks the lines of a message between words, where a terminal would break them within words. What is to be
 * copied stays whole, on a line of its own if it must, and so do indented lines, which quote an input. Only
 * the space at a break is lost.
 * @param text may have colors. Secrets must have been removed, because one with a space could be broken
 * @param width columns of the terminal; undefined if there is none, and nothing is broken
 */
export function wrapWords(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  return text
    .split('\n')
    .map((line) => (mayBreak(line, width) ? brokenLine(line, width) : line))
    .join('\n');
}

function mayBreak(line: string, width: number): boolean {
  return textWidth(line) > width && !line.startsWith(' ');
}

function brokenLine(line: string, width: number): string {
  const held = line.replace(TO_COPY, (text) => text.replaceAll(' ', HELD_SPACE));
  const words = labeled(held.split(' '));
  return wordLines(words, width, textWidth).join('\n').replaceAll(HELD_SPACE, ' ');
}

/** Joins a label to the first word: it does not stand alone, but before a command with a line of its own. */
function labeled(words: readonly string[]): readonly string[] {
  const [label = '', first, ...rest] = words;
  const isJoined = first !== undefined && LABEL.test(label) && !first.includes(HELD_SPACE);
  return isJoined ? [`${label} ${first}`, ...rest] : words;
}
