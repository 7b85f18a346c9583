import { changeId } from '../../values/ids.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import type { Change } from './change.ts';
import type { SnapshotUser } from './snapshot.ts';

/** Returns the members that every change of a row of an existing user has. */
export function baseOf(
  row: DesiredUser,
  found: SnapshotUser,
): Pick<Change, 'id' | 'line' | 'after' | 'name'> {
  return {
    id: changeId(`L${row.line}`),
    line: row.line,
    after: [],
    name: found.values.userName ?? rowName(row),
  };
}

/** Returns the column by which the user was looked up first. */
export function keyOf({ set, id }: DesiredUser): string {
  if (id !== undefined) return 'id';
  if (set.email === undefined && set.userName === undefined) return 'employeeNumber';
  return set.email === undefined ? 'userName' : 'email';
}

/** Returns the name of a row in findings. */
export function rowName({ set, id }: DesiredUser): string {
  return set.userName ?? set.email ?? id ?? set.employeeNumber ?? '';
}
