import { columnOfTables } from '../explain-elsewhere.ts';

/** Functions of a query, and members of printed JSON that no table has. */
const QUERY_WORDS = new Set(
  'length contains starts_with ends_with sort sort_by reverse keys values join map max max_by min min_by sum avg to_string to_number not_null type merge sessions account deniedBy standing answer expected evidence assumptions'.split(
    ' ',
  ),
);

/** Whether a word is defined by the program: a table column or a query function. */
export function isOwnWord(word: string): boolean {
  return QUERY_WORDS.has(word) || columnOfTables(word)?.name.toLowerCase() === word.toLowerCase();
}
