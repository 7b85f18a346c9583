import type { Issue } from '../../failure/issue.ts';
import { headingsOfSource } from './apply-map-rule.ts';
import type { ColumnMap, MapRule, MapVariant } from './column-map.ts';
import type { UserColumn } from './columns.ts';
import { type InputRow, placeOfInput } from './input-row.ts';
import { CONDITION, type UnreadableCell } from './provision.ts';
import { expressionWordOf } from './row-selection.ts';

/** Returns the finding about a cell that decides whether the user has an account. */
export function unreadableCellIssue(
  row: InputRow,
  { name, code, message }: UnreadableCell,
  { file, map }: { readonly file: string; readonly map?: Pick<ColumnMap, 'rules'> | undefined },
): Issue {
  const index = row.headings.names.findIndex((heading) => expressionWordOf(heading) === name);
  const path = row.headings.names[index] ?? name;
  const found = { code, path, message, at: { file, ...placeOfInput(row, index) } };
  const column = code === 'not_a_date' ? dateColumnOf(name, map?.rules ?? []) : undefined;
  if (column === undefined) return found;
  return {
    ...found,
    path: `${path} → ${CONDITION}`,
    expected: `${column} instead of ${name} in ${CONDITION}`,
  };
}

/** Returns the column whose dates a map reads from a heading, to be used in a condition instead. */
function dateColumnOf(heading: string, rules: readonly MapRule[]): UserColumn | undefined {
  const reads = ({ source, date }: MapVariant) =>
    date !== undefined && headingsOfSource(source).some((name) => expressionWordOf(name) === heading);
  return rules.find(({ variants }) => variants.some(reads))?.column;
}
