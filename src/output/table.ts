import Table from 'cli-table3';
import type { Palette } from './palette.ts';
import { forTerminal } from './sanitise.ts';
import { GAP, layOut, type TableLayout } from './table-layout.ts';
import { fitted, isNarrow, textWidth } from './text-width.ts';
import { type Column, cellText } from './view.ts';

/** Rows drawn at a time: the first ones decide the widths, and are on the screen before the next are asked for. */
const ROWS_PER_DRAW = 100;

export interface TableOptions {
  readonly palette: Palette;
  /** Columns of the terminal; undefined where nothing needs to fit. */
  readonly width: number | undefined;
  readonly hasHeader: boolean;
  /** Is told which columns a narrow terminal left out. */
  readonly onHidden?: (names: readonly string[]) => void;
}

/** Draws rows as a table that fits the terminal, page by page. Draws nothing when there are none. */
export async function* drawTable<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly Column<Row>[],
  options: TableOptions,
): AsyncGenerator<string> {
  yield* drawPages(inPages(rows), columns, options);
}

/** Draws rows in the pages in which they come; the first one decides the widths. */
export async function* drawPages<Row>(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
  options: TableOptions,
): AsyncGenerator<string> {
  let layout: TableLayout<Row> | undefined;
  for await (const page of pages) {
    if (page.length === 0) continue;
    const isFirst = layout === undefined;
    // Where nothing needs to fit, nothing is cut either: each page is as wide as it needs.
    if (layout === undefined || options.width === undefined) {
      layout = notNarrower(
        layOut(page, columns, options.hasHeader, options.width ?? Number.POSITIVE_INFINITY),
        layout,
      );
    }
    if (isFirst) tellHidden(columns, layout, options);
    yield drawPage(page, layout, options, isFirst);
  }
}

/** A page is at least as wide as the one above it, so that columns stay under each other. */
function notNarrower<Row>(next: TableLayout<Row>, before: TableLayout<Row> | undefined): TableLayout<Row> {
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

function tellHidden<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout<Row>,
  { onHidden }: TableOptions,
): void {
  const hidden = columns.filter((column) => !layout.columns.includes(column));
  if (hidden.length > 0) onHidden?.(hidden.map(({ name }) => name));
}

const NO_LINES = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right'].flatMap((side) => [
    [side, ''],
    ...['mid', 'left', 'right'].map((corner) => [`${side}-${corner}`, '']),
  ]),
);

function drawPage<Row>(
  rows: readonly Row[],
  layout: TableLayout<Row>,
  options: TableOptions,
  isFirst: boolean,
): string {
  const { columns, widths } = layout;
  const standIns = new StandIns();
  const cell = (text: string, index: number) => standIns.for(fitted(forTerminal(text), widths[index] ?? 0));
  const table = new Table({
    chars: { ...NO_LINES, middle: ' '.repeat(GAP) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: [...widths],
    colAligns: columns.map(({ align }) => align ?? 'left'),
  });
  if (isFirst && options.hasHeader) {
    table.push(columns.map(({ heading }, index) => options.palette.heading(cell(heading, index))));
  }
  for (const row of rows) {
    table.push(
      columns.map(({ value, paint }, index) => {
        const text = cell(cellText(value(row)), index);
        return paint === undefined ? text : paint(text, row, options.palette);
      }),
    );
  }
  return `${standIns
    .replaceIn(table.toString())
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

/**
 * cli-table3 measures with an older table of characters than we do: it would cut or misplace new emoji and some scripts. It is given
 * characters of one column instead, which are replaced when the page is drawn.
 */
class StandIns {
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
