import { suggest } from '../../values/suggest.ts';
import { columnOf, HEADINGS, type UserColumn } from './columns.ts';
import { headingMeaning } from './heading-terms.ts';
import { HEADING_WORDS, headingWord } from './heading-words.ts';

type IsFree = (column: UserColumn) => boolean;
/** A way to find the column that a heading probably stands for. */
type GuessMethod = (heading: string, isFree: IsFree) => UserColumn | undefined;

/**
 * Returns the columns that unknown headings probably stand for: by a name from HR systems and directories,
 * such as "surname", or else by spelling. Of two headings for one column the surer one gets it.
 * @param isFree whether the file does not have the column yet
 */
export function guessColumns(headings: readonly string[], isFree: IsFree): ReadonlyMap<string, UserColumn> {
  const meant = new Map<string, UserColumn>();
  const taken = new Set<UserColumn>();
  for (const way of GUESS_METHODS) {
    for (const heading of headings) {
      if (meant.has(heading)) continue;
      const column = way(heading, (one) => isFree(one) && !taken.has(one));
      if (column === undefined) continue;
      meant.set(heading, column);
      taken.add(column);
    }
  }
  return meant;
}

const byName: GuessMethod = (heading, isFree) =>
  namedColumns(heading).find((column): column is UserColumn => column !== 'fullName' && isFree(column));

const byOneTypo: GuessMethod = (heading, isFree) =>
  namedColumns(heading).length > 0 ? undefined : similarColumn(heading, isFree, 1);

const byMeaning: GuessMethod = (heading, isFree) => {
  const column = columnOf(headingMeaning(heading) ?? '');
  return column !== undefined && isFree(column) ? column : undefined;
};

/** A heading that is named or understood stands for nothing else, even if its column is taken. */
const bySpelling: GuessMethod = (heading, isFree) =>
  namedColumns(heading).length > 0 || headingMeaning(heading) !== undefined
    ? undefined
    : similarColumn(heading, isFree);

const GUESS_METHODS = [byOneTypo, byName, byMeaning, bySpelling] as const;

/** Returns the columns that systems call by this heading. */
function namedColumns(heading: string): readonly (UserColumn | 'fullName')[] {
  const word = headingWord(heading);
  return [...HEADING_WORDS].flatMap(([column, words]) => (words.includes(word) ? [column] : []));
}

function similarColumn(heading: string, isFree: IsFree, mostEdits?: number): UserColumn | undefined {
  const free = HEADINGS.filter((one) => {
    const column = columnOf(one);
    return column !== undefined && isFree(column);
  });
  return columnOf(suggest(heading, free, mostEdits) ?? '');
}
