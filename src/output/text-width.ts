import stringWidth from 'string-width';

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
}

let graphemes: Intl.Segmenter | undefined;

/** Cuts a text to a width, with … where something is missing. A character is never cut in two. */
export function fitted(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 1) return '…'.slice(0, Math.max(0, width));
  // Made when it is first needed: making one takes longer than most commands.
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let result = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = textWidth(segment);
    if (used + next > width - 1) break;
    result += segment;
    used += next;
  }
  return `${result}…`;
}
