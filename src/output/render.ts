import { Failure } from '../failure/failure.ts';
import type { Json } from '../spec/wire.ts';
import { csvLine, tsvLine } from './csv.ts';
import { ARRAY_END } from './json-texts.ts';
import type { Palette } from './palette.ts';
import { cellOf, isObject, viewOf } from './queried-view.ts';
import { relativeTime } from './relative-time.ts';
import { escapeJson, forTerminal } from './sanitize.ts';
import { type Column, cellText, type OutputFormat, type View } from './view.ts';

export interface RenderOptions {
  readonly format: OutputFormat;
  /** Names of columns in the order wanted; the view's own when absent. */
  readonly columns?: readonly string[];
  readonly query?: string;
  readonly hasHeader: boolean;
  readonly palette: Palette;
  readonly width: number | undefined;
  /** Whether a terminal reads it: then nothing of a cell may reach it raw. */
  readonly isTerminal: boolean;
  /** Milliseconds since 1970; given where a person reads and wants to know how long ago something was. */
  readonly now?: number;
  readonly onHidden?: (names: readonly string[]) => void;
}

/** Rows as they come: a list that is read page by page is printed page by page. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** Rows in the pages in which they come. A page is gone when the next one is asked for. */
export type Pages<Row> = AsyncIterable<Iterable<Row>>;

/** Returns a list as text, row by row. */
export async function* renderList<Row>(
  rows: Rows<Row>,
  view: View<Row>,
  options: RenderOptions,
): AsyncGenerator<string> {
  const pages: Pages<Row> | Iterable<Iterable<Row>> = Symbol.iterator in rows ? [rows] : eachAlone(rows);
  yield* renderPages(pages, view, options);
}

async function* eachAlone<Row>(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  for await (const row of rows) yield [row];
}

/**
 * Returns a list as text, page by page: to wait for each of many rows takes longer than to write it. With a query the whole list is
 * collected first, unless it looks at each element by itself and the format needs no columns.
 */
export async function* renderPages<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  view: View<Row>,
  options: RenderOptions,
): AsyncGenerator<string> {
  if (options.query !== undefined) {
    yield* renderQuery(pages, view, options.query, options);
    return;
  }
  switch (options.format) {
    case 'table': {
      const { drawTable } = await import('./table.ts');
      const columns = chosenColumns(view, options).map((column) => withAge(column, options));
      yield* drawTable(eachRow(pages), columns, options);
      return;
    }
    case 'json':
      yield* jsonArray(pages, view.json);
      return;
    case 'ndjson':
      for await (const page of pages)
        yield joined(page, (row) => `${escapeJson(JSON.stringify(view.json(row)))}\n`);
      return;
    case 'csv':
      yield* separatedLines(pages, chosenColumns(view, options), csvLine, options);
      return;
    case 'tsv':
      yield* separatedLines(pages, chosenColumns(view, options), tsvLine, options);
      return;
    case 'text':
      yield* separatedLines(pages, chosenColumns(view, options), tsvLine, { ...options, hasHeader: false });
      return;
    case 'yaml': {
      let isEmpty = true;
      for await (const page of pages) {
        for (const row of page) {
          isEmpty = false;
          yield await yamlText([view.json(row)]);
        }
      }
      if (isEmpty) yield '[]\n';
      return;
    }
  }
}

async function* renderQuery<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  view: View<Row>,
  query: string,
  options: RenderOptions,
): AsyncGenerator<string> {
  const { format } = options;
  const { applyQuery, isElementWise, queryOf } = await import('./query.ts');
  if ((format === 'json' || format === 'ndjson') && isElementWise(query)) {
    const found = eachQueried(pages, view, queryOf(query));
    const { columns: _, query: __, ...rest } = options;
    yield* renderPages(found, { json: (item) => item, columns: [] }, rest);
    return;
  }
  const all: Json[] = [];
  for await (const page of pages) for (const row of page) all.push(view.json(row));
  yield* renderQueried(applyQuery(query, all), options);
}

async function* eachRow<Row>(pages: Pages<Row> | Iterable<Iterable<Row>>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}

function joined<Row>(page: Iterable<Row>, text: (row: Row) => string): string {
  let result = '';
  for (const row of page) result += text(row);
  return result;
}

/**
 * Returns rows that come in batches over time as text, each batch at once. What would only be whole at its end is printed a row a line: JSON
 * as NDJSON.
 */
export async function* renderLive<Row>(
  batches: AsyncIterable<readonly Row[]>,
  view: View<Row>,
  options: RenderOptions,
): AsyncGenerator<string> {
  if (options.format === 'table') {
    const { drawPages } = await import('./table.ts');
    yield* drawPages(
      batches,
      chosenColumns(view, options).map((column) => withAge(column, options)),
      options,
    );
    return;
  }
  const format = options.format === 'json' ? 'ndjson' : options.format;
  let hasHeader = options.hasHeader;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield* renderList(batch, view, { ...options, format, hasHeader });
    hasHeader = false;
  }
}

/** Returns one thing as text: in a table format one line for each column that has a value. */
export async function* renderOne<Row>(
  row: Row,
  view: View<Row>,
  options: RenderOptions,
): AsyncGenerator<string> {
  const { format, query } = options;
  if (query !== undefined) {
    const { applyQuery } = await import('./query.ts');
    yield* renderQueried(applyQuery(query, view.json(row)), options);
  } else if (format === 'json') {
    yield `${prettyJson(view.json(row))}\n`;
  } else if (format === 'yaml') {
    yield await yamlText(view.json(row));
  } else if (format === 'table') {
    const { drawTable } = await import('./table.ts');
    const columns =
      options.columns === undefined
        ? view.columns.filter(({ isRedundant }) => isRedundant !== true)
        : chosenColumns(view, options);
    const { FIELD_LINE_COLUMNS, fieldLines } = await import('./field-lines.ts');
    const lines = fieldLines(row, columns, options);
    yield* drawTable(lines, FIELD_LINE_COLUMNS, { ...options, hasHeader: false });
  } else {
    yield* renderList([row], view, options);
  }
}

/** Characters of JSON that are written as YAML in 4 seconds and 200 MB; of 30,000,000 it would be minutes and gigabytes. */
const LARGEST_YAML = 2_000_000;

/** @throws Failure `usage` for what is too large. */
async function yamlText(value: Json): Promise<string> {
  const { length } = JSON.stringify(value);
  if (length > LARGEST_YAML)
    throw new Failure('usage', `a result of ${Math.ceil(length / 1_000_000)} MB is too large for YAML`, {
      hint: '-o json',
    });
  const { toYaml } = await import('./yaml.ts');
  return toYaml(value);
}

export function prettyJson(value: Json): string {
  return escapeJson(JSON.stringify(value, null, 2));
}

/** A column of times as ages, where a person reads it. */
function withAge<Row>(column: Column<Row>, { now }: RenderOptions): Column<Row> {
  if (now === undefined || column.isTime !== true) return column;
  return {
    ...column,
    value: (row) => {
      const value = column.value(row);
      return typeof value === 'string' ? relativeTime(value, now) : value;
    },
  };
}

/** Returns the columns to show: those that were asked for, else those that have an importance. */
export function chosenColumns<Row>(
  view: View<Row>,
  options: Pick<RenderOptions, 'columns' | 'now'>,
): readonly Column<Row>[] {
  const { columns, now } = options;
  if (columns === undefined)
    return view.columns.filter(
      ({ importance, isAge }) => importance !== undefined && (isAge !== true || now !== undefined),
    );
  return columns.flatMap((name) => view.columns.filter((column) => column.name === name));
}

/** An array is closed even when reading rows fails, so that the output stays valid JSON; the failure is reported on stderr. */
async function* jsonArray<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  json: (row: Row) => Json,
): AsyncGenerator<string> {
  let isOpen = false;
  try {
    for await (const page of pages) {
      let before = isOpen ? ',\n' : '[\n';
      const text: string = joined(page, (row) => {
        const item = `${before}${indented(prettyJson(json(row)))}`;
        before = ',\n';
        return item;
      });
      isOpen ||= text !== '';
      yield text;
    }
  } catch (error) {
    if (isOpen) yield ARRAY_END;
    throw error;
  }
  yield isOpen ? ARRAY_END : '[]\n';
}

function indented(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}

async function* separatedLines<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  columns: readonly Column<Row>[],
  line: (cells: readonly string[]) => string,
  { hasHeader, isTerminal }: RenderOptions,
): AsyncGenerator<string> {
  const shown = isTerminal ? forTerminal : (text: string) => text;
  if (hasHeader) yield line(columns.map(({ name }) => shown(name)));
  for await (const page of pages)
    yield joined(page, (row) => line(columns.map((column) => shown(cellText(column.value(row))))));
}

/** Elements that a query is applied to at a time: so few that hardly any outlives a scavenge. */
const PIECE = 50;

async function* eachQueried<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  view: View<Row>,
  apply: (piece: Json[]) => Json,
): AsyncGenerator<Iterable<Json>, void> {
  for await (const page of pages) yield queriedPage(page, view, apply);
}

function* queriedPage<Row>(
  page: Iterable<Row>,
  view: View<Row>,
  apply: (piece: Json[]) => Json,
): Generator<Json, void> {
  let piece: Json[] = [];
  const found = (): readonly Json[] => {
    const result = apply(piece);
    piece = [];
    return Array.isArray(result) ? result : [];
  };
  for (const row of page) {
    piece.push(view.json(row));
    if (piece.length === PIECE) yield* found();
  }
  yield* found();
}

async function* renderQueried(result: Json, options: RenderOptions): AsyncGenerator<string> {
  const { columns: _, query: __, ...rest } = options;
  if (options.format === 'text') yield* rawTexts(result, options);
  else if (Array.isArray(result)) yield* renderList(result, viewOf(result), rest);
  else if (isObject(result)) yield* renderOne(result, viewOf([result]), rest);
  else yield await scalarText(result, options);
}

/** Returns what a query made for a script: a line for each element, texts without quotes, the values of lists and objects between tabs. */
function* rawTexts(result: Json, { isTerminal }: RenderOptions): Generator<string> {
  const shown = (value: Json) => {
    const text = cellText(cellOf(value));
    return isTerminal ? forTerminal(text) : text;
  };
  for (const item of Array.isArray(result) ? result : [result]) {
    if (Array.isArray(item)) yield tsvLine(item.map(shown));
    else yield isObject(item) ? tsvLine(Object.values(item).map(shown)) : `${shown(item)}\n`;
  }
}

/** Returns a query's result that is no list and no object: as a value of the format, or as a line of text. */
async function scalarText(scalar: Json, { format, isTerminal }: RenderOptions): Promise<string> {
  const text = isTerminal ? forTerminal(cellText(cellOf(scalar))) : cellText(cellOf(scalar));
  switch (format) {
    case 'json':
    case 'ndjson':
      return `${prettyJson(scalar)}\n`;
    case 'yaml':
      return yamlText(scalar);
    case 'csv':
      return csvLine([text]);
    case 'tsv':
      return tsvLine([text]);
    case 'text':
    case 'table':
      return `${forTerminal(text)}\n`;
  }
}
