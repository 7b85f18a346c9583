import { forTerminal } from './sanitize.ts';
import { textWidth } from './text-width.ts';
import type { Column } from './view.ts';

/** The columns to draw, and their widths. */
export interface TableLayout<Row> {
  readonly columns: readonly Column<Row>[];
  readonly widths: readonly number[];
}

/** Terminal columns between two columns of a table. */
export const GAP = 2;

/** Minimum useful width of a column. Rather than truncate one further, a less important one is dropped. */
const READABLE = 16;
/** The same for a column that the user requested. */
const CHOSEN_READABLE = 8;

/**
 * Chooses the columns that fit a terminal. As long as a column would be narrower than its minimum, one column
 * is dropped: an empty one first, then the least important; the most important ones stay. After that the
 * widest columns are narrowed until all fit.
 * @param texts the cells of each column
 * @param available terminal columns; infinite if the width is not limited
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
  const shown = dropColumnsThatDoNotFit(sized, available);
  const floors = [shown.map(floorOf), shown.map(narrowFloorOf)].find((each) => totalWidth(each) <= available);
  const widths = shrinkToFit(
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

/** Minimum width of a column. A truncated time or name is useless: it is shown whole or not at all. */
function floorOf<Row>({ column, natural }: Sized<Row>): number {
  const readable = column.isChosen === true ? CHOSEN_READABLE : READABLE;
  return column.isTime === true || column.isWhole === true ? natural : Math.min(natural, readable);
}

/** Minimum width if this is still too much: whole columns stay whole, others may shrink to one character. */
function narrowFloorOf<Row>({ column, natural }: Sized<Row>): number {
  return column.isTime === true || column.isWhole === true ? natural : 1;
}

/** Width of the widest cell, but at most that of the terminal. */
function naturalWidth(texts: readonly string[], heading: string, available: number): number {
  let widest = Math.max(1, textWidth(forTerminal(heading)));
  for (const text of texts) widest = Math.max(widest, textWidth(text));
  return Math.min(widest, Math.max(READABLE, available));
}

function dropColumnsThatDoNotFit<Row>(all: readonly Sized<Row>[], available: number): readonly Sized<Row>[] {
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

/** Narrows the widest column step by step until all fit; none goes below its floor. */
function shrinkToFit(
  natural: readonly number[],
  floors: readonly number[],
  available: number,
): readonly number[] {
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
