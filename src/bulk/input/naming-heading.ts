import { columnOf } from './columns.ts';
import { headingMeaning } from './heading-terms.ts';
import { HEADING_WORDS, headingWord } from './heading-words.ts';

/** Columns that identify the user of a row, best first. */
const NAMING = ['id', 'userName', 'email'] as const;

/**
 * Returns the identifying column that a heading stands for, by its own name or by a name from HR systems and
 * directories; undefined for any other text.
 */
export function identityColumnOf(heading: string): (typeof NAMING)[number] | undefined {
  // The words of an email address may look like a heading.
  if (heading.includes('@')) return undefined;
  const own = columnOf(heading);
  const word = headingWord(heading);
  return NAMING.find((column) =>
    own === undefined
      ? HEADING_WORDS.get(column)?.includes(word) === true || headingMeaning(heading) === column
      : own === column,
  );
}
