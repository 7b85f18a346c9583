import Table from 'cli-table3';
import type { Palette } from './palette.ts';
import { forTerminal } from './sanitize.ts';
import { GAP, layOut, type TableLayout } from './table-layout.ts';
import { breakLines, isNarrow, textWidth, truncateToWidth } from './text-width.ts';
import { type Column, tableText } from './view.ts';

/** Rows drawn at a time. The first page determines the widths, and is printed before more are requested. */
const ROWS_PER_DRAW = 100;

export interface TableOptions {
  readonly palette: Palette;
  /** Terminal columns; undefined if the width is not limited. */
  readonly width: number | undefined;
  readonly hasHeader: boolean;
  /** Called with the headings of the columns dropped on a narrow terminal. */
  readonly onHidden?: (names: readonly string[]) => void;
}

/** Draws rows as a table that fits the terminal, page by page. Draws nothing if there are no rows. */
export async function* drawTable<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly Column<Row>[],
  options: TableOptions,
): AsyncGenerator<string> {
  yield* drawPages(inPages(rows), columns, options);
}

/** Draws rows in the given pages. The first page determines the widths. */
export async function* drawPages<Row>(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
  options: TableOptions,
): AsyncGenerator<string> {
  let layout: TableLayout<Row> | undefined;
  let drawn = 0;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const page = { rows, texts: textsOf(rows, layout === undefined ? columns : layout.columns) };
    const isFirst = layout === undefined;
    // Without a width limit nothing is truncated: each page may be wider than the previous one.
    if (layout === undefined || options.width === undefined) {
      layout = atLeastAsWide(
        layOut(
          page.texts,
          layout?.columns ?? columns,
          options.hasHeader,
          options.width ?? Number.POSITIVE_INFINITY,
        ),
        layout,
      );
    }
    if (isFirst) reportHidden(columns, layout, options);
    yield drawPage(page, layout, options, isFirst, drawn >= ROWS_BY_LIBRARY);
    drawn += rows.length;
  }
}

/** Rows with the text of each of their cells. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly texts: ReadonlyMap<Column<Row>, readonly string[]>;
}

/** Characters of a cell that are examined; a table is truncated to the screen anyway. */
const MAX_CELL_LENGTH = 10_000;

function textsOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Page<Row>['texts'] {
  return new Map(columns.map((column) => [column, rows.map((row) => shownText(tableText(column, row)))]));
}

function shownText(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return isNarrow(text) ? text : forTerminal(text);
  return `${forTerminal(text.slice(0, MAX_CELL_LENGTH))}…`;
}

/** Keeps a page at least as wide as the previous one, so that columns stay aligned. */
function atLeastAsWide<Row>(next: TableLayout<Row>, before: TableLayout<Row> | undefined): TableLayout<Row> {
  if (before === undefined) return next;
  return { ...next, widths: next.widths.map((width, index) => Math.max(width, before.widths[index] ?? 0)) };
}

async function* inPages<Row>(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < ROWS_PER_DRAW) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function reportHidden<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout<Row>,
  { onHidden }: TableOptions,
): void {
  const hidden = columns.filter((column) => column.isAge !== true && !layout.columns.includes(column));
  if (hidden.length > 0) onHidden?.(hidden.map(({ heading }) => heading));
}

const NO_LINES = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right'].flatMap((side) => [
    [side, ''],
    ...['mid', 'left', 'right'].map((corner) => [`${side}-${corner}`, '']),
  ]),
);

/** Number of rows drawn by cli-table3, which is five times as slow as joining truncated cells. */
const ROWS_BY_LIBRARY = 1000;

function drawPage<Row>(
  page: Page<Row>,
  layout: TableLayout<Row>,
  options: TableOptions,
  isFirst: boolean,
  isLong: boolean,
): string {
  const { columns, widths } = layout;
  const cell = (text: string, index: number) => truncateToWidth(text, widths[index] ?? 0);
  const lines: DrawnCell[][] = [];
  if (isFirst && options.hasHeader) {
    lines.push(
      columns.map(({ heading }, index) => {
        const text = cell(forTerminal(heading), index);
        return { text, painted: options.palette.heading };
      }),
    );
  }
  const last = columns.length - 1;
  page.rows.forEach((row, at) => {
    const pieces = columns.map((column, index) => {
      const text = page.texts.get(column)?.[at] ?? '';
      const width = widths[index] ?? 0;
      return index === last || column.wraps === true
        ? wrappedCell(column, text, width)
        : [truncateToWidth(text, width)];
    });
    const painted = ({ paint }: Column<Row>): DrawnCell['painted'] =>
      paint === undefined ? unpainted : (shown) => paint(shown, row, options.palette);
    const height = Math.max(...pieces.map(({ length }) => length));
    for (let line = 0; line < height; line += 1)
      lines.push(
        columns.map((column, index) => ({ text: pieces[index]?.[line] ?? '', painted: painted(column) })),
      );
  });
  const aligns = columns.map(({ align }) => align ?? 'left');
  return (isLong ? joinCells : drawByLibrary)(lines, widths, aligns);
}

/** In fewer terminal columns a long cell is truncated instead of wrapped. */
const NARROWEST = 16;
/** The same for a column with `wraps`, whose content must stay complete. */
const NARROWEST_OF_WRAPPING = 10;
/** Maximum number of lines of a cell. */
const MAX_LINES = 12;

/**
 * Wraps the last cell of a row, which reports what happened, and cells of columns with `wraps`. A column that
 * is shown whole or not at all is never wrapped.
 */
function wrappedCell<Row>({ align, wraps }: Column<Row>, text: string, width: number): readonly string[] {
  const narrowest = wraps === true ? NARROWEST_OF_WRAPPING : NARROWEST;
  if (width < narrowest || align === 'right' || textWidth(text) <= width)
    return [truncateToWidth(text, width)];
  const lines = breakLines(text, width);
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), truncateToWidth(lines.slice(MAX_LINES - 1).join(' '), width)];
}

/** A text that fits its column, and the function that colors it. */
export interface DrawnCell {
  readonly text: string;
  readonly painted: (text: string) => string;
}

const unpainted = (text: string) => text;

type DrawLines = (
  lines: readonly (readonly DrawnCell[])[],
  widths: readonly number[],
  aligns: readonly ('left' | 'right')[],
) => string;

/** Draws lines with cli-table3. */
export const drawByLibrary: DrawLines = (lines, widths, aligns) => {
  const standIns = new PlaceholderTexts();
  const table = new Table({
    chars: { ...NO_LINES, middle: ' '.repeat(GAP) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: [...widths],
    colAligns: [...aligns],
  });
  for (const line of lines) table.push(line.map(({ text, painted }) => painted(standIns.for(text))));
  const drawn = standIns.replaceIn(table.toString()).split('\n');
  return drawn.map((line) => `${line.trimEnd()}\n`).join('');
};

/** Draws the same without the library. */
export const joinCells: DrawLines = (lines, widths, aligns) => {
  let drawn = '';
  for (const line of lines) {
    let joined = '';
    line.forEach(({ text, painted }, index) => {
      const blank = ' '.repeat(Math.max(0, (widths[index] ?? 0) - textWidth(text)));
      const shown = painted(text);
      joined += `${index === 0 ? '' : GAP_TEXT}${aligns[index] === 'right' ? blank + shown : shown + blank}`;
    });
    drawn += `${joined.trimEnd()}\n`;
  }
  return drawn;
};

const GAP_TEXT = ' '.repeat(GAP);

/**
 * cli-table3 measures text with an older character table than ours, and would truncate or misplace new emoji
 * and some scripts. It gets placeholders of width one instead, which are replaced in the drawn page.
 */
class PlaceholderTexts {
  private readonly texts: string[] = [];

  for(text: string): string {
    const width = textWidth(text);
    if (width === 0 || isNarrow(text)) return width === 0 ? '' : text;
    this.texts.push(text);
    return '\ue000'.repeat(width);
  }

  replaceIn(page: string): string {
    let next = 0;
    return page.replace(/\ue000+/g, () => this.texts[next++] ?? '');
  }
}
