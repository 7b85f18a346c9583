import type { Issue } from '../../failure/issue.ts';
import { DELIMITERS } from './dialect.ts';

/** Returns the character that the first line names as what separates cells (`sep=;`), as spreadsheets write it; it is no heading. */
export function namedSeparator(text: string): string | undefined {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return /^"?sep=(.)"?$/i.exec(first)?.[1];
}

/** Returns what is wrong when the first line of a text is separated by something else than commas, where nothing else is read. */
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
