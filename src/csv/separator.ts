import type { Issue } from '../failure/issue.ts';
import type { CsvRow } from './csv-row.ts';
import { DELIMITERS } from './delimiters.ts';
import { cellsOf, offsetOfCell } from './read-cell.ts';
import { placeInText } from './text-places.ts';

/** The number of cells of a header row, and their delimiter. */
interface HeadingCells {
  readonly count: number;
  readonly delimiter: string;
}

/**
 * Returns the finding for a row that has as many cells as the header row if it is split at another delimiter,
 * as in a file concatenated from two. Undefined for any other row.
 */
export function mixedSeparators(
  row: CsvRow,
  { count, delimiter }: HeadingCells,
  file: string,
): Issue | undefined {
  if (row.cells.length >= count) return undefined;
  const other = DELIMITERS.find(
    ({ character }) => character !== delimiter && cellsOf(row.raw, character).length === count,
  );
  if (other === undefined) return undefined;
  const words = DELIMITERS.find(({ character }) => character === delimiter)?.words ?? `"${delimiter}"`;
  return {
    code: 'wrong_separator',
    path: '',
    message: `this row is separated by ${other.words}, the header row by ${words}`,
    expected: 'the same delimiter in every row',
    at: { file, ...placeInText(row.raw, offsetOfCell(row.raw, 1, other.character) - 1, row.line) },
  };
}

/** Maximum number of further lines that a finding lists. */
const MAX_LINES = 5;

/** Merges the findings about rows with another delimiter into the first one, which lists the other lines. */
export function mergeMixedSeparators(issues: readonly Issue[]): readonly Issue[] {
  const [first, ...others] = issues.filter(({ code }) => code === 'wrong_separator');
  if (first === undefined || others.length === 0) return issues;
  const lines = others.map(({ at }) => at?.line ?? 0);
  const more = lines.length > MAX_LINES ? ` and ${lines.length - MAX_LINES} more` : '';
  const named = `line${lines.length === 1 ? '' : 's'} ${lines.slice(0, MAX_LINES).join(', ')}${more}`;
  const whole = { ...first, message: `${first.message}; ${named} as well` };
  return issues.flatMap((issue) => (issue === first ? [whole] : others.includes(issue) ? [] : [issue]));
}

/**
 * Returns the delimiter that the first line declares (`sep=;`, as spreadsheets write it). That line is not
 * the header row.
 */
export function namedSeparator(text: string): string | undefined {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return /^"?sep=([^\w"])"?$/i.exec(first)?.[1];
}

/**
 * Returns a finding if the first line of a text is not comma-separated, for callers that read only commas.
 */
export function wrongSeparator(start: string, file: string): Issue | undefined {
  const [first = ''] = start.split(/[\r\n]/, 1);
  const named = namedSeparator(start);
  const found = first.includes(',')
    ? undefined
    : DELIMITERS.find(
        ({ character }) => character !== ',' && (character === named || first.includes(character)),
      );
  if (found === undefined) return undefined;
  return {
    code: 'wrong_separator',
    path: '',
    message: `the cells are separated by ${found.words}`,
    expected: 'commas: save it as "CSV UTF-8 (comma delimited)"',
    at: { file, line: 1, column: [...first.slice(0, first.indexOf(found.character))].length + 1 },
  };
}
