import { fitted, textWidth } from '../output/text-width.ts';

/** The spinner, the blank behind it, and the last column, in which a terminal would begin a new line. */
const BESIDE_TEXT = 3;
const BAR_CELLS = 16;
const SHORT_BAR_CELLS = 8;
/** Columns from which there is room for the long bar whatever stands behind it. */
const WIDE = 72;
/** Used where the width of a terminal is not known. */
const USUAL_COLUMNS = 80;

/**
 * Returns what stands behind the spinner, in one line of a terminal; its bar keeps its length while the text
 * changes. Where there is no room the bar goes first, then the end of the text.
 */
export function progressLine(text: string, share: number | undefined, columns = USUAL_COLUMNS): string {
  const room = columns - BESIDE_TEXT;
  const cells = columns < WIDE ? SHORT_BAR_CELLS : BAR_CELLS;
  const hasBar = share !== undefined && cells + 1 + textWidth(text) <= room;
  return fitted(hasBar ? `${bar(share, cells)} ${text}` : text, room);
}

function bar(share: number, cells: number): string {
  const full = Math.floor(Math.min(1, Math.max(0, share)) * cells);
  return '█'.repeat(full) + '░'.repeat(cells - full);
}
