import { textWidth, truncateToWidth } from '../output/text-width.ts';

/**
 * Columns not available to the text: the spinner, the space after it, and the last column, which would make a
 * terminal wrap.
 */
const BESIDE_TEXT = 3;
const BAR_CELLS = 16;
const SHORT_BAR_CELLS = 8;
/**
 * Minimum terminal width, in columns, for the long bar. Independent of the text, so that the bar keeps its
 * length.
 */
const WIDE = 72;
/** Used if the width of the terminal is unknown. */
const DEFAULT_COLUMNS = 80;

/**
 * Returns the text after the spinner, fitted to one terminal line. The bar keeps its length while the text
 * changes. If space is short the bar is dropped first, then the end of the text is cut.
 */
export function progressLine(text: string, share: number | undefined, columns = DEFAULT_COLUMNS): string {
  const room = columns - BESIDE_TEXT;
  const cells = columns < WIDE ? SHORT_BAR_CELLS : BAR_CELLS;
  const hasBar = share !== undefined && cells + 1 + textWidth(text) <= room;
  return truncateToWidth(hasBar ? `${bar(share, cells)} ${text}` : text, room);
}

function bar(share: number, cells: number): string {
  const full = Math.floor(Math.min(1, Math.max(0, share)) * cells);
  return '█'.repeat(full) + '░'.repeat(cells - full);
}
