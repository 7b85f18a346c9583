import { knownHeadings } from '../../bulk/input/known-headings.ts';
import { columnOfTables } from '../explain-elsewhere.ts';

/** Functions of a query, and members of printed JSON that no table has. */
const QUERY_WORDS = new Set(
  'length contains starts_with ends_with sort sort_by reverse keys values join map max max_by min min_by sum avg to_string to_number not_null type merge sessions account deniedBy standing answer expected evidence assumptions'.split(
    ' ',
  ),
);

/** Whether the program interprets a heading of an input file, such as "Last day". */
export const isKnownHeading = knownHeadings(undefined);

/** Whether a word is defined by the program: a table column, a query function, or a known heading. */
export function isOwnWord(word: string): boolean {
  return (
    QUERY_WORDS.has(word) ||
    columnOfTables(word)?.name.toLowerCase() === word.toLowerCase() ||
    isKnownHeading(word)
  );
}
