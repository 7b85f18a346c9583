import { csvLine, tsvLine } from '../csv/csv-line.ts';
import { isObject } from '../json/is-object.ts';
import type { Json } from '../spec/protocol-types.ts';
import { viewOf } from './queried-view.ts';
import { queryResults, rawLine, rawTexts, scalarText } from './query-texts.ts';
import { relativeTime } from './relative-time.ts';
import { joined, jsonArray, prettyInParts, prettyJson, separatedLines, yamlText } from './render-json.ts';
import type { Pages, RenderOptions, Rows } from './render-options.ts';
import { escapeJson } from './sanitize.ts';
import { withShortNames } from './short-names.ts';
import { asInTable, type Column, FORMAT_TRAITS, type OutputFormat, type View } from './view.ts';

/** Returns a list as text, row by row. */
export async function* renderList<Row>(
  rows: Rows<Row>,
  view: View<Row>,
  options: RenderOptions,
): AsyncGenerator<string> {
  const pages: Pages<Row> | Iterable<Iterable<Row>> = Symbol.iterator in rows ? [rows] : inPagesOfOne(rows);
  yield* renderPages(pages, view, options);
}

async function* inPagesOfOne<Row>(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  for await (const row of rows) yield [row];
}

/**
 * Returns a list as text, page by page: awaiting each of many rows would take longer than writing it. With a
 * query the whole list is collected first, unless the query is element-wise and so is the format.
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
      yield* drawTable(eachRow(pages, options.onRows), columns, options);
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
      yield* separatedLines(pages, chosenColumns(view, options).map(asInTable), rawLine, {
        ...options,
        hasHeader: false,
      });
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
    default:
      // The compiler reports a new format that is not printed here.
      options.format satisfies never;
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
  const { named, unknown } = await viewForQuery(view, query);
  if (FORMAT_TRAITS[format].isPiecewise && isElementWise(query)) {
    const found = queryResults(pages, named, queryOf(query));
    const { columns: _, query: __, ...rest } = options;
    if (format === 'text') for await (const page of found) yield* rawTexts([...page], options);
    else yield* renderPages(found, { json: (item) => item, columns: [] }, rest);
    options.onUnknown?.(unknown());
    return;
  }
  const all: Json[] = [];
  for await (const page of pages) for (const row of page) all.push(named.json(row));
  yield* renderQueried(applyQuery(query, all), options);
  options.onUnknown?.(unknown());
}

/**
 * Returns the view that a query is applied to, which knows the short names of columns, and a function that
 * returns the members named by the query that no row had.
 */
async function viewForQuery<Row>(view: View<Row>, query: string) {
  const { fieldsIn } = await import('./query.ts');
  const { watchMembers } = await import('./unknown-members.ts');
  const { view: watched, unknown } = watchMembers(view, query);
  return { named: withShortNames(watched, fieldsIn(query)), unknown };
}

async function* eachRow<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  onRows: RenderOptions['onRows'],
): AsyncGenerator<Row> {
  let count = 0;
  for await (const page of pages)
    for (const row of page) {
      count += 1;
      yield row;
    }
  onRows?.(count);
}

/**
 * Returns rows that arrive in batches over time as text, each batch immediately. A format that is only
 * complete at its end is replaced by one that prints a row a line: JSON by NDJSON.
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
  const format = FORMAT_TRAITS[options.format].live;
  let hasHeader = options.hasHeader;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield* renderList(batch, view, { ...options, format, hasHeader });
    hasHeader = false;
  }
}

/**
 * Returns a single result as text. The table format prints one line for each requested column, or by default
 * for each column that has a value.
 */
export async function* renderOne<Row>(
  row: Row,
  view: View<Row>,
  options: RenderOptions,
): AsyncGenerator<string> {
  const { format, query } = options;
  if (query !== undefined) {
    const { applyQuery } = await import('./query.ts');
    const { named, unknown } = await viewForQuery(view, query);
    yield* renderQueried(applyQuery(query, named.json(row)), options);
    options.onUnknown?.(unknown());
    return;
  }
  switch (format) {
    case 'json':
      if (view.longJson === undefined) {
        yield `${prettyJson(view.json(row))}\n`;
        return;
      }
      yield* prettyInParts(view.longJson(row));
      yield '\n';
      return;
    case 'yaml':
      yield await yamlText(view.json(row));
      return;
    case 'table': {
      const { drawTable } = await import('./table.ts');
      const columns =
        options.columns === undefined
          ? view.columns.filter(({ isRedundant, readBy }) => isRedundant !== true && readBy !== 'programs')
          : chosenColumns(view, options);
      const { FIELD_LINE_COLUMNS, fieldLines } = await import('./field-lines.ts');
      const lines = fieldLines(row, columns, options, options.columns !== undefined);
      yield* drawTable(lines, FIELD_LINE_COLUMNS, { ...options, hasHeader: false });
      return;
    }
    case 'ndjson':
    case 'csv':
    case 'tsv':
    case 'text':
      yield* renderList([row], view, options);
      return;
    default:
      format satisfies never;
  }
}

/** Shows a column of times as ages if the reader is a user. */
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

/** Returns the columns to show: the requested ones, or by default those with an importance. */
export function chosenColumns<Row>(
  view: View<Row>,
  options: Pick<RenderOptions, 'columns' | 'now'> & { readonly format?: OutputFormat },
): readonly Column<Row>[] {
  const { columns, now, format = 'table' } = options;
  const reader = FORMAT_TRAITS[format].isParsed ? 'programs' : 'people';
  if (columns === undefined)
    return view.columns.filter(
      ({ importance, isAge, readBy = reader }) =>
        importance !== undefined && readBy === reader && (isAge !== true || now !== undefined),
    );
  // If the terminal is too narrow, the last ones are dropped first.
  return columns.flatMap((name, index) =>
    view.columns
      .filter((column) => column.name === name)
      .map((column) => ({ ...column, importance: index + 1, isChosen: true })),
  );
}

async function* renderQueried(result: Json, options: RenderOptions): AsyncGenerator<string> {
  const { columns: _, query: __, ...rest } = options;
  if (options.format === 'text') yield* rawTexts(result, options);
  else if (Array.isArray(result)) yield* renderList(result, viewOf(result), rest);
  else if (isObject(result)) yield* renderOne(result, viewOf([result]), rest);
  else {
    if (result !== null) options.onValue?.();
    yield await scalarText(result, options);
  }
}
