import stringWidth from 'string-width';

/** ASCII and the ellipsis: each character takes one terminal column. */
const NARROW = /^[\x20-\x7e…]*$/;

/** Whether every character takes one terminal column, as in most texts. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** Returns the number of terminal columns that a text takes. */
export function textWidth(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

let graphemes: Intl.Segmenter | undefined;

/** Truncates a text to a width, with … at the end. A character is never split. */
export function truncateToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 1) return '…'.slice(0, Math.max(0, width));
  return `${startOf(text, width - 1)}…`;
}

/**
 * Wraps a text to a width: between words if possible, else between the parts of an address, path or name, and
 * within a part only if it is longer than a line. Only the space at a break is lost, so that users can copy
 * the parts.
 */
export function breakLines(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (textWidth(rest) > width) {
    const start = startOf(rest, width);
    const isBlankNext = rest[start.length] === ' ';
    const blank = start.lastIndexOf(' ');
    const line = isBlankNext ? start : blank > 0 ? start.slice(0, blank) : wholeParts(start);
    // A character wider than the line is kept on a line of its own.
    if (line === '') break;
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return rest === '' ? lines : [...lines, rest];
}

/**
 * Returns the complete parts at the start of a word; all of it if it has no separators, or if too little
 * would be left.
 */
function wholeParts(start: string): string {
  const domain = start.lastIndexOf('@');
  if (domain > 0) return start.slice(0, domain);
  const end = start.search(/[^./?&=,;:_-]*$/);
  return end >= start.length * MIN_START_SHARE ? start.slice(0, end) : start;
}

/** Smallest share of a line that must be filled to end it before a complete part. */
const MIN_START_SHARE = 1 / 3;

/** Returns the longest start of a text that fits a width. A character is never split. */
function startOf(text: string, width: number): string {
  if (isNarrow(text)) return text.slice(0, width);
  // Created on first use: creating it takes longer than most commands.
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let result = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = textWidth(segment);
    if (used + next > width) break;
    result += segment;
    used += next;
  }
  return result;
}
