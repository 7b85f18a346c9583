import { columnOf, HEADINGS, USER_COLUMNS } from './columns.ts';
import type { DesiredUser } from './desired-state.ts';
import { GROUP_COLUMNS, type GroupColumn } from './group-columns.ts';
import { type InputRow, textOfCell } from './input-row.ts';
import type { SelectableRow } from './row-expression.ts';
import { expressionWordOf } from './row-selection.ts';

/** Returns the values of a user row for expressions, by columns and by other headings. */
export function selectableUser(row: InputRow, wanted: DesiredUser): SelectableRow {
  return {
    names: () => [...HEADINGS, ...row.headings.names.map(expressionWordOf)],
    shown: () => [
      ...USER_COLUMNS.filter((column) => column !== 'password'),
      ...row.headings.names.filter((name) => columnOf(name) === undefined).map(expressionWordOf),
    ],
    valuesOf: (name) => valuesOf(name, row, wanted),
  };
}

/** The desired value of a column, empty if it is cleared, otherwise the cell under the heading. */
function valuesOf(name: string, row: InputRow, { id, set, clear, groups }: DesiredUser): readonly string[] {
  const column = columnOf(name);
  if (column === 'groups') return groups ?? [];
  if (clear.some((cleared) => cleared === column)) return [''];
  const wanted = column === 'id' ? id : column === undefined ? undefined : set[column];
  if (wanted !== undefined) return [String(wanted)];
  const index = row.headings.names.findIndex((heading) => expressionWordOf(heading) === name);
  return index < 0 ? [] : [textOfCell(row, index).trim()];
}

/** Returns the values of a group file row for expressions. */
export function selectableMembership(cells: Readonly<Record<GroupColumn, string>>): SelectableRow {
  const values = new Map<string, string>(Object.entries(cells));
  // `add` is the default action.
  if (cells.action === '') values.set('action', 'add');
  return {
    names: () => GROUP_COLUMNS,
    shown: () => GROUP_COLUMNS,
    valuesOf: (name) => {
      const value = values.get(name) ?? '';
      return value === '' ? [] : [value];
    },
  };
}
