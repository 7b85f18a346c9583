import { csvLine } from '../../csv/csv-line.ts';
import { REASON_HEADINGS } from '../../spec/own-headings.ts';
import { USER_ATTRIBUTE_NAMES } from '../../spec/user-attributes.ts';
import { GROUP_COLUMNS } from '../input/group-columns.ts';
import { cellFor } from '../input/read-desired-user.ts';
import {
  type Change,
  type ChangeOf,
  type ChangeTarget,
  isUserUpdate,
  type UserUpdateChange,
} from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';

/** The failed changes of an undo, as a file that can be corrected and applied. */
export interface FailedUndo {
  readonly text: string;
  readonly rows: number;
  /**
   * Number of failed changes that are not in the file: it contains either users or memberships, and no row
   * can delete a group.
   */
  readonly left: number;
}

type Failed<Kind extends Change> = Kind & { readonly reason: readonly [code: string, message: string] };

/**
 * Returns rows that ask for the failed changes of an undo: rows of users, or of memberships if no change is
 * about a user.
 * @returns undefined if nothing failed
 */
export function failedUndo(
  changes: readonly Change[],
  outcomes: ReadonlyMap<string, Outcome>,
): FailedUndo | undefined {
  const failed = changes.flatMap((change): Failed<Change>[] => {
    const outcome = outcomes.get(change.id);
    return outcome?.state === 'failed' ? [{ ...change, reason: [outcome.code, outcome.message] }] : [];
  });
  if (failed.length === 0) return undefined;
  const users = failed.filter((change): change is Failed<UserUpdateChange> => isUserUpdate(change));
  if (users.length > 0)
    return { text: userRows(users), rows: users.length, left: failed.length - users.length };
  const members = failed.filter(
    (change): change is Failed<ChangeOf<'addMembers' | 'removeMembers'>> =>
      change.kind === 'addMembers' || change.kind === 'removeMembers',
  );
  const lines = members.flatMap(memberRows);
  return {
    text: [[...GROUP_COLUMNS, ...REASON_HEADINGS], ...lines].map((cells) => csvLine(cells)).join(''),
    rows: lines.length,
    left: failed.length - members.length,
  };
}

/** Rows of users, with only the columns that are needed. */
function userRows(changes: readonly Failed<UserUpdateChange>[]): string {
  const names = USER_ATTRIBUTE_NAMES.filter((name) =>
    changes.some(({ set, clear }) => set[name] !== undefined || clear.includes(name)),
  );
  const rows = changes.map(({ target, set, clear, reason }) => [
    idOf(target),
    ...names.map((name) => (clear.includes(name) ? '\\clear' : cellFor(String(set[name] ?? '')))),
    ...reason,
  ]);
  return [['id', ...names, ...REASON_HEADINGS], ...rows].map((cells) => csvLine(cells)).join('');
}

function memberRows({
  kind,
  target,
  members,
  reason,
}: Failed<ChangeOf<'addMembers' | 'removeMembers'>>): readonly string[][] {
  const action = kind === 'addMembers' ? 'add' : 'remove';
  return members.map((member) => [idOf(target), idOf(member), action, ...reason]);
}

/** The ID always exists: an undo does not create users or groups. */
function idOf(target: ChangeTarget): string {
  return 'id' in target ? target.id : '';
}
