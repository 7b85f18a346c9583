import { forTerminal } from './sanitize.ts';
import { textWidth } from './text-width.ts';
import type { Column } from './view.ts';

/** Which columns are drawn, and how wide. */
export interface TableLayout<Row> {
  readonly columns: readonly Column<Row>[];
  readonly widths: readonly number[];
}

/** Columns of the screen between two columns of a table. */
export const GAP = 2;

/** A column that is cut to less says too little; rather, one that matters less goes. */
const READABLE = 16;
/** The same of a column that was asked for. */
const CHOSEN_READABLE = 8;

/**
 * Decides which columns fit a terminal. As long as a column would be cut below what is readable, one leaves:
 * an empty one, then the least important; what matters most stays. Then the widest give up what is still too
 * much.
 * @param texts the cells of each column.
 * @param available columns of the terminal; infinite where nothing needs to fit.
 */
export function layOut<Row>(
  texts: ReadonlyMap<Column<Row>, readonly string[]>,
  columns: readonly Column<Row>[],
  hasHeader: boolean,
  available: number,
): TableLayout<Row> {
  const sized = columns.map((column) => ({
    column,
    isEmpty: (texts.get(column) ?? []).every((text) => text === ''),
    natural: naturalWidth(texts.get(column) ?? [], hasHeader ? column.heading : '', available),
  }));
  const shown = withoutWhatIsTooMuch(sized, available);
  const floors = [shown.map(floorOf), shown.map(narrowFloorOf)].find((each) => totalWidth(each) <= available);
  const widths = shrunk(
    shown.map(({ natural }) => natural),
    floors ?? shown.map(() => 1),
    available,
  );
  return { columns: shown.map(({ column }) => column), widths };
}

interface Sized<Row> {
  readonly column: Column<Row>;
  readonly natural: number;
  /** Whether no row has a value in this column; such a column is dropped before the others. */
  readonly isEmpty: boolean;
}

/** A time or a name without its end is useless; it is shown whole or not at all. */
function floorOf<Row>({ column, natural }: Sized<Row>): number {
  const readable = column.isChosen === true ? CHOSEN_READABLE : READABLE;
  return column.isTime === true || column.isWhole === true ? natural : Math.min(natural, readable);
}

/** On a screen that is narrow even so: what is shown whole stays whole, and the others say what they can. */
function narrowFloorOf<Row>({ column, natural }: Sized<Row>): number {
  return column.isTime === true || column.isWhole === true ? natural : 1;
}

/** What the widest cell takes, but never more than the whole terminal. */
function naturalWidth(texts: readonly string[], heading: string, available: number): number {
  let widest = Math.max(1, textWidth(forTerminal(heading)));
  for (const text of texts) widest = Math.max(widest, textWidth(text));
  return Math.min(widest, Math.max(READABLE, available));
}

function withoutWhatIsTooMuch<Row>(all: readonly Sized<Row>[], available: number): readonly Sized<Row>[] {
  let shown = all;
  for (;;) {
    const floors = shown.map(floorOf);
    const least = Math.max(...shown.map(({ column }) => column.importance ?? 1));
    if (totalWidth(floors) <= available || least === 1) return shown;
    const empty = shown.findLastIndex((one) => one.isEmpty && (one.column.importance ?? 1) > 1);
    const leaving = empty >= 0 ? empty : shown.findLastIndex(({ column }) => column.importance === least);
    shown = shown.filter((_, index) => index !== leaving);
  }
}

/** Takes from the widest column, again and again, until all fit; none goes below its floor. */
function shrunk(natural: readonly number[], floors: readonly number[], available: number): readonly number[] {
  const widths = [...natural];
  while (totalWidth(widths) > available) {
    const spare = widths.map((width, index) => (width > (floors[index] ?? 1) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    const width = widths[widest] ?? 0;
    if (spare[widest] === 0) return widths;
    widths[widest] = width - 1;
  }
  return widths;
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, widths.length - 1);
}
