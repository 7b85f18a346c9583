import type { Issue } from '../failure/issue.ts';
import type { CsvRow } from './csv-row.ts';
import { DELIMITERS } from './delimiters.ts';
import { cellsOf, offsetOfCell } from './read-cell.ts';
import { placeInText } from './text-places.ts';

/** What separates the cells of a heading, and how many there are. */
interface HeadingCells {
  readonly count: number;
  readonly delimiter: string;
}

/**
 * Returns the finding about a row that has as many cells as its heading once another character separates
 * them: a file that was put together from two has such rows. Undefined of any other row.
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
    message: `this row is separated by ${other.words}, the heading by ${words}`,
    expected: 'the same character in every row',
    at: { file, ...placeInText(row.raw, offsetOfCell(row.raw, 1, other.character) - 1, row.line) },
  };
}

/** Lines that are named of those that have the same finding. */
const MOST_LINES = 5;

/** Leaves one finding of those about rows with a separator of their own: it names the other lines. */
export function withMixedOnce(issues: readonly Issue[]): readonly Issue[] {
  const [first, ...others] = issues.filter(({ code }) => code === 'wrong_separator');
  if (first === undefined || others.length === 0) return issues;
  const lines = others.map(({ at }) => at?.line ?? 0);
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : '';
  const named = `line${lines.length === 1 ? '' : 's'} ${lines.slice(0, MOST_LINES).join(', ')}${more}`;
  const whole = { ...first, message: `${first.message}; ${named} as well` };
  return issues.flatMap((issue) => (issue === first ? [whole] : others.includes(issue) ? [] : [issue]));
}

/**
 * Returns the character that the first line names as what separates cells (`sep=;`), as spreadsheets write
 * it; it is no heading.
 */
export function namedSeparator(text: string): string | undefined {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return /^"?sep=([^\w"])"?$/i.exec(first)?.[1];
}

/**
 * Returns what is wrong when the first line of a text is separated by something else than commas, where
 * nothing else is read.
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
