import { wrongCount } from '../../csv/csv-row.ts';
import { mixedSeparators } from '../../csv/separator.ts';
import type { Issue } from '../../failure/issue.ts';
import { hasValidKey } from './bad-row.ts';
import { columnOf } from './columns.ts';
import type { CellIssue, DesiredUser } from './desired-state.ts';
import { type InputRow, placeOfInput } from './input-row.ts';
import type { Layout } from './layout.ts';
import { MATCH_KEYS, type MatchKey } from './match-keys.ts';
import type { SelectableRow } from './row-expression.ts';
import { DAMAGE } from './spreadsheet-damage.ts';

/** Whether the row has a finding about the column that an expression names. */
export function isBroken(
  name: string,
  row: InputRow,
  layout: Layout,
  issues: readonly CellIssue[],
  found: readonly Issue[],
): boolean {
  const column = columnOf(name);
  if (column === undefined) return false;
  if (issues.some((issue) => issue.column === column)) return true;
  const { path } = layout.locate(row, column);
  return found.some((issue) => issue.path === path);
}

/**
 * Whether a row has no certain value under a name: the map cannot build the column, a spreadsheet has damaged
 * it, or its cell is invalid and has another heading. An invalid cell under the name itself is compared as it
 * is written.
 */
export function isDoubtful(
  name: string,
  row: SelectableRow,
  unfilled: readonly CellIssue[],
  issues: readonly CellIssue[],
): boolean {
  const column = columnOf(name);
  if (column === undefined) return false;
  if (unfilled.some((issue) => issue.column === column)) return true;
  const found = issues.filter((issue) => issue.column === column);
  return (
    found.some(({ issue }) => issue.code === DAMAGE) || (found.length > 0 && row.valuesOf(name).length === 0)
  );
}

/**
 * Returns the findings about the keys of a row that only says who has left: with a damaged key, or without a
 * valid one, the account might not be found, and would stay active. Other findings do not matter.
 */
export function findingsOfKeys(
  desired: DesiredUser,
  issues: readonly CellIssue[],
  match: readonly MatchKey[] = MATCH_KEYS,
): readonly CellIssue[] {
  const ofKeys = issues.filter(({ column }) => match.some((key) => key === column));
  if (ofKeys.length === 0) return [];
  const isSound = hasValidKey({ desired, broken: new Set(ofKeys.map(({ column }) => column)) }, match);
  return isSound ? ofKeys.filter(({ issue }) => issue.code === DAMAGE) : ofKeys;
}

/** Drops other findings about damaged cells. */
export function withDamage(issues: readonly CellIssue[], damage: readonly CellIssue[]): readonly CellIssue[] {
  if (damage.length === 0) return issues;
  const damaged = new Set(damage.map(({ column }) => column));
  return [...damage, ...issues.filter(({ column }) => !damaged.has(column))];
}

/**
 * The finding about a row identified only by a userName that gets a number if it is in use: it identifies no
 * user.
 */
export function withoutKey({ isNumbered, id, set }: DesiredUser): readonly CellIssue[] {
  if (isNumbered !== true || set.userName === undefined) return [];
  if (id !== undefined || set.email !== undefined || set.employeeNumber !== undefined) return [];
  const message = 'a userName with the step "unique" does not identify a user; add an email';
  return [{ column: 'userName', issue: { code: 'missing_key', path: 'userName', message } }];
}

/** Compares findings by their place in the file. */
export function byPlace({ at: one }: Issue, { at: other }: Issue): number {
  return (one?.line ?? 0) - (other?.line ?? 0) || (one?.column ?? 0) - (other?.column ?? 0);
}

/** Returns the finding about a CSV row with more or fewer cells than headings. */
export function wrongCellCount(row: InputRow, file: string): Issue {
  const { names, delimiter = ',' } = row.headings;
  const mixed = mixedSeparators(row, { count: names.length, delimiter }, file);
  if (mixed !== undefined) return mixed;
  const cell = row.cells.length > names.length ? names.length : Math.max(0, row.cells.length - 1);
  const message = wrongCount(row.cells.length, names.length);
  return { code: 'wrong_cell_count', path: '', message, at: { file, ...placeOfInput(row, cell) } };
}
