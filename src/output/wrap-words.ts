import wrapAnsi from 'wrap-ansi';
import { textWidth } from './text-width.ts';

/** A line to be copied: a line break in it would be copied too. */
const HAS_COMMAND = /\borgctl \S/;

/**
 * Breaks the lines of a message between words, where a terminal would break them within words. A line with a
 * command and an indented line, which quotes an input, stay whole.
 * @param text may have colors. Secrets must have been removed, because one with a space could be broken
 * @param width columns of the terminal; undefined if there is none, and nothing is broken
 */
export function wrapWords(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  return text
    .split('\n')
    .map((line) => (mayBreak(line, width) ? wrapAnsi(line, width, { hard: false }) : line))
    .join('\n');
}

function mayBreak(line: string, width: number): boolean {
  return textWidth(line) > width && !line.startsWith(' ') && !HAS_COMMAND.test(line);
}
