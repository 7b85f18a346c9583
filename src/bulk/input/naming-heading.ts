import { columnOf } from './columns.ts';
import { headingMeaning } from './heading-terms.ts';
import { HEADING_WORDS, headingWord } from './heading-words.ts';

/** Columns that say which user a row is about, best first. */
const NAMING = ['id', 'userName', 'email'] as const;

/**
 * Returns by what a heading names a user: a column of its own name, or as people systems call it; undefined
 * for other text.
 */
export function namingColumnOf(heading: string): (typeof NAMING)[number] | undefined {
  // An address may be made of the words of a heading.
  if (heading.includes('@')) return undefined;
  const own = columnOf(heading);
  const word = headingWord(heading);
  return NAMING.find((column) =>
    own === undefined
      ? HEADING_WORDS.get(column)?.includes(word) === true || headingMeaning(heading) === column
      : own === column,
  );
}
