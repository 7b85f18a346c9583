import { suggest } from '../../values/suggest.ts';
import { columnOf, HEADINGS, type UserColumn } from './columns.ts';
import { headingMeaning } from './heading-terms.ts';
import { HEADING_WORDS, headingWord } from './heading-words.ts';

/**
 * Returns the column that an unknown heading probably stands for: by a name from HR systems and directories,
 * such as "surname", or else by its spelling. Undefined if there is none.
 * @param isFree whether the file does not have the column yet
 */
export function meantColumn(
  heading: string,
  isFree: (column: UserColumn) => boolean,
): UserColumn | undefined {
  const word = headingWord(heading);
  for (const [column, words] of HEADING_WORDS) {
    if (!words.includes(word)) continue;
    return column !== 'fullName' && isFree(column) ? column : undefined;
  }
  const meaning = columnOf(headingMeaning(heading) ?? '');
  if (meaning !== undefined) return isFree(meaning) ? meaning : undefined;
  const free = HEADINGS.filter((one) => {
    const column = columnOf(one);
    return column !== undefined && isFree(column);
  });
  return columnOf(suggest(heading, free) ?? '');
}
