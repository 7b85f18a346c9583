import { csvLine, tsvLine } from '../csv/csv-line.ts';
import { isObject } from '../json/is-object.ts';
import type { Json } from '../spec/protocol-types.ts';
import { cellOf } from './queried-view.ts';
import { prettyJson, yamlText } from './render-json.ts';
import type { Pages, RenderOptions } from './render-options.ts';
import { forTerminal } from './sanitize.ts';
import { cellText, type View } from './view.ts';

/** Yields the results of the query for the rows of each page, a few at a time. */
export async function* queryResults<Row>(
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

/**
 * Returns cells separated by tabs, without the guard against spreadsheet formulas: scripts read this format,
 * and phone numbers start with +.
 */
export function rawLine(cells: readonly string[]): string {
  return tsvLine(cells, { isRaw: true });
}

/**
 * Returns the result of a query as plain text for scripts, without quotes: nothing for null, a single value
 * unchanged, and one line for each element of a list, with tabs between the values of a list or object. Line
 * breaks in a list are escaped, so that its elements can be counted; other characters of a value stay.
 */
export function* rawTexts(result: Json, { isTerminal }: RenderOptions): Generator<string> {
  if (result === null) return;
  const shown = (value: Json) => {
    const text = cellText(cellOf(value));
    return isTerminal ? forTerminal(text) : text;
  };
  if (!Array.isArray(result)) {
    yield isObject(result) ? rawLine(Object.values(result).map(shown)) : `${shown(result)}\n`;
    return;
  }
  for (const item of result) {
    if (Array.isArray(item)) yield rawLine(item.map(shown));
    else yield isObject(item) ? rawLine(Object.values(item).map(shown)) : `${onOneLine(shown(item))}\n`;
  }
}

function onOneLine(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

/** Returns a result that is neither list nor object: as a value in the format, or as a line of text. */
export async function scalarText(scalar: Json, { format, isTerminal }: RenderOptions): Promise<string> {
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
      return scalar === null ? '' : `${forTerminal(text)}\n`;
  }
}

/** Elements per application of the query: so few that most are freed by a minor garbage collection. */
const PIECE = 50;
