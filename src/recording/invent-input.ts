import type { ExchangeInventor } from './invent-exchange.ts';
import type { Inventor } from './invent-text.ts';
import { isKnownName } from './structure.ts';

/** Columns and values of CSV files that the program gives a meaning. */
const COLUMNS = new Set('group groups member members action line change_type'.split(' '));
const CELLS = new Set('add remove delete yes no'.split(' '));

/**
 * Returns a file that a command reads with inventions in the place of values: JSON and lines of JSON by their structure, everything else
 * as text whose first line may name columns.
 */
export function inventInput(
  content: string,
  { value, exchange }: { readonly value: Inventor; readonly exchange: ExchangeInventor },
): string {
  const start = content.trimStart().charAt(0);
  if (start === '{' || start === '[') return jsonLines(content, exchange);
  const end = content.search(/[\r\n]/);
  const header = end < 0 ? content : content.slice(0, end);
  const rest = end < 0 ? '' : content.slice(end);
  const columns = header
    .split(/([,;\t|])/)
    .map((cell, at) => (at % 2 === 0 ? inventColumn(cell, value) : cell));
  return columns.join('') + value.textBut(rest, (word) => CELLS.has(word.toLowerCase()));
}

/** Returns the name of a column: one that the program gives a meaning is kept. */
export function inventColumn(cell: string, invent: Inventor): string {
  const name = cell.trim().replace(/^\ufeff?"?|"$/g, '');
  return isKnownName(name) || COLUMNS.has(name.toLowerCase()) ? cell : invent.text(cell);
}

function jsonLines(content: string, exchange: ExchangeInventor): string {
  try {
    JSON.parse(content);
    return exchange.body(content, '');
  } catch {
    return content
      .split('\n')
      .map((line) => (line === '' ? line : exchange.body(line, '')))
      .join('\n');
  }
}
