import stringWidth from 'string-width';

/** ASCII, and what a cut text ends with: each takes one column. */
const NARROW = /^[\x20-\x7e…]*$/;

/** Whether every character takes one column, as in most texts. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** Columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

let graphemes: Intl.Segmenter | undefined;

/** Cuts a text to a width, with … where something is missing. A character is never cut in two. */
export function fitted(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 1) return '…'.slice(0, Math.max(0, width));
  return `${startOf(text, width - 1)}…`;
}

/**
 * Breaks a text into lines of a width: between words where it can, else between the parts of an address, a
 * path or a name, and within a part only where that is longer than a line. Nothing is lost but the blank at a
 * break, so that a person can copy the parts.
 */
export function broken(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (textWidth(rest) > width) {
    const start = startOf(rest, width);
    const isBlankNext = rest[start.length] === ' ';
    const blank = start.lastIndexOf(' ');
    const line = isBlankNext ? start : blank > 0 ? start.slice(0, blank) : wholeParts(start);
    // A character wider than the line stands alone.
    if (line === '') break;
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return rest === '' ? lines : [...lines, rest];
}

/**
 * Returns the parts of a word that are whole at its start; the start itself where nothing tells parts, or too
 * little would be left.
 */
function wholeParts(start: string): string {
  const domain = start.lastIndexOf('@');
  if (domain > 0) return start.slice(0, domain);
  const end = start.search(/[^./?&=,;:_-]*$/);
  return end >= start.length * SHORTEST_START ? start.slice(0, end) : start;
}

/** How much of a line is filled at least, where it ends in front of a whole part. */
const SHORTEST_START = 1 / 3;

/** The longest start of a text that fits a width; a character is never cut in two. */
function startOf(text: string, width: number): string {
  if (isNarrow(text)) return text.slice(0, width);
  // Made when it is first needed: making one takes longer than most commands.
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
