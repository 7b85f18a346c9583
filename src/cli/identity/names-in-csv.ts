import { unguarded } from '../../csv/csv-line.ts';
import { wrongCount } from '../../csv/csv-row.ts';
import { parseCsvText } from '../../csv/parse-csv.ts';
import { parseTsvText } from '../../csv/tsv-rows.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue, Place } from '../../failure/issue.ts';
import { forTerminal } from '../../output/sanitize.ts';
import { memberIn } from './group-member.ts';
import { IF_TSV } from './list-as-tsv.ts';
import { columnsOf, type NamedKind, type NamingColumns } from './list-columns.ts';
import { isComment, mayBeRow } from './list-comments.ts';
import type { ListedName } from './listed-name.ts';
import { refuseIssue } from './read-list-text.ts';

/**
 * Returns the names in a CSV whose heading has a column that names users or groups.
 * @throws Failure `invalidInput` for a row without a name or with too many cells, for a line that could be a
 * comment or a row, and for a quote in the wrong place
 */
export async function namesInCsv(
  text: string,
  file: string,
  kind: NamedKind,
  { delimiter, mayBeTsv = false }: { readonly delimiter: string; readonly mayBeTsv?: boolean },
): Promise<readonly ListedName[]> {
  const found: ListedName[] = [];
  let columns: NamingColumns | undefined;
  let headings: readonly string[] = [];
  const noun = kind === 'groups' ? 'group' : 'user';
  const refuse = (issue: Issue) => refuseIssue(issue, mayBeTsv ? IF_TSV : undefined);
  const batches =
    delimiter === '\t'
      ? [parseTsvText(text, file, refuse)]
      : parseCsvText(singleChunk(text), file, refuse, delimiter);
  for await (const rows of batches) {
    for (const { line, cells, raw } of rows) {
      if (isComment(raw)) {
        refuseUnclear(raw, { file, line }, columns !== undefined && mayBeRow(cells, headings, columns, kind));
        continue;
      }
      if (columns === undefined) {
        columns = columnsOf(cells, kind);
        headings = cells;
        continue;
      }
      refuseSurplus(cells, headings, { file, line }, mayBeTsv);
      const listed = nameInRow(columns, cells, { file, line }, headings) ?? {
        problem: `the row has no ${noun}`,
      };
      if ('problem' in listed) throw new Failure('invalidInput', `${file}:${line}: ${listed.problem}`);
      if (listed.name !== '') found.push(listed);
    }
  }
  return found;
}

/** Refuses a comment that could be a row: it must neither be used nor left out by mistake. */
function refuseUnclear(raw: string, { file, line }: Place, isRowToo: boolean): void {
  if (!isRowToo) return;
  const text = forTerminal(raw.trim().slice(0, MAX_PRINTED_LENGTH));
  throw new Failure('invalidInput', `${file}:${line}: "${text}" could be a comment or a row`, {
    hint: 'remove the line, or put its first cell in quotes',
  });
}

const MAX_PRINTED_LENGTH = 60;

/** Refuses a row with more cells than the heading: `Sales, West` without quotes would name another group. */
function refuseSurplus(
  cells: readonly string[],
  headings: readonly string[],
  { file, line }: Place,
  mayBeTsv: boolean,
): void {
  const surplus = cells.slice(headings.length);
  const isBlank = surplus.every((cell) => cell.trim() === '');
  // Blank cells at the end are no cells in a CSV, but part of the name in TSV.
  if (surplus.length === 0 || (isBlank && !mayBeTsv)) return;
  const hint = isBlank
    ? 'if the blank cells are no part of a name, name the file list.csv'
    : 'put a name that contains the delimiter in quotes';
  throw new Failure('invalidInput', `${file}:${line}: ${wrongCount(cells.length, headings.length)}`, {
    hint: mayBeTsv ? `${hint}; ${IF_TSV}` : hint,
  });
}

/**
 * Returns the name in a row, from the best column that has one; undefined if none has. It is empty for a row
 * of a group file that only declares a group.
 */
function nameInRow(
  { name, names, group, action, isGroupFile, keys, number, displayName, lastDay }: NamingColumns,
  cells: readonly string[],
  at: Place,
  headings: readonly string[],
): ListedName | { readonly problem: string } | undefined {
  const cell = (index: number) => unguarded(cells[index] ?? '').trim();
  if (isGroupFile) return memberIn({ member: cell(name), group: cell(group), action: cell(action) }, at);
  const best = names.find((index) => cell(index) !== '');
  if (best === undefined) return undefined;
  const keyAt = (index: number, isNumber = false) => ({
    heading: headings[index]?.trim() ?? '',
    value: cell(index),
    isNumber,
  });
  const all = [...keys.map((index) => keyAt(index)), ...(number < 0 ? [] : [keyAt(number, true)])];
  const identified = {
    name: cell(best),
    at,
    keys: all.filter(({ value }) => value !== ''),
    ...(cell(lastDay) === '' ? {} : { lastDay: { heading: keyAt(lastDay).heading, value: cell(lastDay) } }),
  };
  if (best === number) return { ...identified, isNumber: true };
  return best === displayName ? { ...identified, isDisplayName: true } : identified;
}

async function* singleChunk(text: string): AsyncGenerator<string> {
  yield text;
}
