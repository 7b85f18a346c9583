import type { Issue } from '../../failure/issue.ts';

/** What stands between cells where there is no comma, as spreadsheets of some countries and tools write it. */
const OTHERS: readonly { readonly character: string; readonly words: string }[] = [
  { character: ';', words: 'semicolons' },
  { character: '\t', words: 'tabs' },
  { character: '|', words: 'vertical bars' },
];

/** A line by which a spreadsheet is told that cells are separated by commas; it is no heading. */
export function isSeparatorLine(raw: string): boolean {
  return /^"?sep=,"?$/i.test(raw);
}

/** Returns what is wrong when the first line of a text is separated by something else than commas. */
export function wrongSeparator(start: string, file: string): Issue | undefined {
  const [first = ''] = start.split(/[\r\n]/, 1);
  const named = /^"?sep=([^,])/i.exec(first)?.[1];
  const found = first.includes(',')
    ? undefined
    : OTHERS.find(({ character }) => character === named || first.includes(character));
  if (found === undefined) return undefined;
  const column = [...first.slice(0, first.indexOf(found.character))].length + 1;
  return {
    code: 'wrong_separator',
    path: '',
    message: `the cells are separated by ${found.words}`,
    expected: 'commas: save it as "CSV UTF-8 (comma delimited)"',
    at: { file, line: 1, column },
  };
}
