import { hasEscapes } from '../../csv/tsv-rows.ts';
import { Failure } from '../../failure/failure.ts';
import { forTerminal } from '../../output/sanitize.ts';
import type { NamedKind } from './list-columns.ts';
import type { Line } from './list-lines.ts';

/** Whether the name of a list says that its columns are separated by tabs. */
export function isTsv(file: string): boolean {
  return /\.tsv$/i.test(file);
}

/**
 * Whether a list with a single column could be TSV as well as CSV: both have no delimiter then, and only the
 * name of the file tells them apart.
 */
export function mayBeTsv(file: string): boolean {
  return !/\.[ct]sv$/i.test(file);
}

/** What to do with a list that may be output of `-o tsv`. */
export const IF_TSV = 'if -o tsv wrote the list, use -o ndjson, or name the file list.tsv';

/**
 * Refuses a list with a single column of names of groups, or of employee numbers of users, in which one may
 * be escaped: `a\tb` is another group if -o tsv wrote it.
 * @throws Failure `invalidInput`
 */
export function refuseUnclearEscapes(lines: readonly Line[], file: string, kind: NamedKind): void {
  if (!mayBeTsv(file)) return;
  const first = lines.find(({ line }) => line.includes('\\'));
  if (first === undefined || !lines.every(({ line }) => !line.includes('\\') || hasEscapes(line))) return;
  const word = kind === 'groups' ? 'name' : 'employee number';
  throw new Failure(
    'invalidInput',
    `${file}:${first.number}: "${forTerminal(first.line)}" could be the ${word}, or be escaped as in TSV`,
    { hint: `${IF_TSV}; if it is the ${word}, name the file list.csv` },
  );
}
