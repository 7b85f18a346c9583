import { isSecretName } from '../../http/secret-members.ts';
import type { ExchangeInventor } from '../../recording/invent-exchange.ts';
import type { Inventor } from '../../recording/invent-text.ts';
import { isEnumerated, isKnownName } from '../../recording/structure.ts';
import { PLACE_HEADING } from '../../spec/own-headings.ts';
import { isKnownHeading } from './own-words.ts';

/** Columns, attributes of LDIF, and values that the program interprets. */
const COLUMNS = new Set(
  'group groups member members action line change_type dn objectclass changetype version search result'.split(
    ' ',
  ),
);
const CELLS = new Set('add remove delete yes no'.split(' '));

/**
 * Returns an input file with its values replaced: JSON and NDJSON by their structure, any other file as text
 * whose first line may name columns.
 */
export function inventInput(
  content: string,
  { value, exchange }: { readonly value: Inventor; readonly exchange: ExchangeInventor },
): string {
  const start = content.trimStart().charAt(0);
  if (start === '{' || start === '[') return jsonLines(content, exchange);
  return table(content, { value, exchange });
}

const SEPARATORS = [',', ';', '\t', '|'] as const;

/**
 * Rewrites the cells of a file by column. Text that is not a table is treated as columns with unknown names.
 */
function table(
  content: string,
  { value, exchange }: { readonly value: Inventor; readonly exchange: ExchangeInventor },
): string {
  const header = content.slice(0, content.search(/[\r\n]|$/));
  const count = (separator: string) => header.split(separator).length;
  const separator = SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
  const end = String.raw`(${separator === '|' ? '\\|' : separator}|\r\n|\r|\n|$)`;
  const bare = `[^\\r\\n${separator}]*`;
  const cells = new RegExp(`("(?:[^"]|"")*"|${bare})${end}`, 'g');
  const names: string[] = [];
  let at = 0;
  let isHeader = true;
  return content.replace(cells, (_, cell: string, behind: string) => {
    const made = isHeader
      ? inventColumn(cell, value)
      : inventCell(cell, names[at] ?? '', { value, exchange });
    if (isHeader) names.push(isKnownName(nameIn(cell)) ? nameIn(cell) : '');
    at = behind === separator ? at + 1 : 0;
    if (behind !== separator) isHeader = false;
    return made + behind;
  });
}

/** Replaces a cell; a documented value of the column is kept, and a secret is removed. */
export function inventCell(
  cell: string,
  name: string,
  { value, exchange }: { readonly value: Inventor; readonly exchange: ExchangeInventor },
): string {
  const plain = nameIn(cell);
  if (isSecretName(name)) return plain === '' ? cell : exchange.value(plain, name);
  if (isEnumerated(name, plain)) return cell;
  if (name === PLACE_HEADING) return exchange.value(cell, name);
  return value.textExcept(cell, (word) => CELLS.has(word.toLowerCase()));
}

/** Replaces the name of a column, unless the program interprets it, in any language. */
export function inventColumn(cell: string, invent: Inventor): string {
  const name = nameIn(cell);
  const isKnown = isKnownName(name) || COLUMNS.has(name.toLowerCase()) || isKnownHeading(name);
  return isKnown ? cell : invent.text(cell);
}

/** Returns the content of a cell without surrounding quotes. */
function nameIn(cell: string): string {
  return cell.trim().replace(/^\ufeff?"?|"$/g, '');
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
