import type { Change, ReportRow, UserChange } from '../../bulk/plan/change.ts';
import { NO_LINE } from '../../bulk/plan/change-lines.ts';
import { linkChanges } from '../../bulk/plan/link-changes.ts';
import { findInSnapshot } from '../../bulk/plan/snapshot.ts';
import { userUpdates } from '../../bulk/plan/user-updates.ts';
import { changeId } from '../../values/ids.ts';
import { personKeysOf } from '../compare/organization-copy.ts';
import { draftUsers } from './draft-users.ts';
import type { DraftedUsers, MoveInput } from './drafted-users.ts';
import type { Reject } from './reject.ts';
import { reportSharedNames, unsharedNameOf } from './shared-names.ts';

export interface MovedUsers extends Omit<DraftedUsers, 'drafts'> {
  /** In an order in which each can be applied. */
  readonly changes: readonly UserChange[];
}

/**
 * Plans the changes that make the users of B equal to those of A: managers before reports, a user that gives
 * up an address before the one that gets it. Values that conflict with an address or userName in B are left
 * out and reported. Pure.
 */
export function planMovedUsers(input: MoveInput): MovedUsers {
  const dropped = new Map<number, Set<string>>();
  const conflicts: Reject[] = [];
  for (;;) {
    const drafted = draftUsers(input, dropped);
    const { drafts, ...rest } = drafted;
    const found: Conflict[] = [];
    const report: ReportRow = (line, code, path, message) => void found.push({ line, code, path, message });
    reportSharedNames(drafts, (line, path) => nameOfLine(input, line, path), report);
    const changes = found.length > 0 ? [] : linkChanges(drafts, input.snapshot, report);
    if (found.length === 0) return { ...rest, changes, rejects: [...rest.rejects, ...conflicts] };
    const withoutRow = found.filter(({ line }) => dropped.get(line - 2)?.has('row') !== true);
    if (withoutRow.length === 0) throw new TypeError(`the conflict stays: ${found[0]?.message}`);
    for (const conflict of withoutRow) leaveOut(conflict, input, drafted, dropped, conflicts);
  }
}

interface Conflict {
  readonly line: number;
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/**
 * Leaves out a conflicting value. The whole user is left out if it would be created and the value is
 * required, or if leaving out the value did not resolve the conflict.
 */
function leaveOut(
  { line, code, path, message }: Conflict,
  { joined, snapshot }: MoveInput,
  { created }: DraftedUsers,
  dropped: Map<number, Set<string>>,
  conflicts: Reject[],
): void {
  const position = line - 2;
  const person = joined.a.people[position];
  const known = dropped.get(position) ?? new Set<string>();
  dropped.set(position, known);
  // The user is already left out because of another value.
  if (known.has('row')) return;
  const isNeeded = created.has(position) && (path === 'email' || path === 'userName');
  const attribute = isNeeded || known.has(path) ? 'row' : path;
  if (person === undefined) throw new TypeError(`the conflict stays: ${message}`);
  known.add(attribute);
  const [, email = '', userName = ''] = personKeysOf(person);
  const value = path === 'email' ? email : path === 'userName' ? userName : '';
  // A conflicting userName does not identify the user.
  const name = unsharedNameOf(path, person);
  const owner = path === 'userName' ? findInSnapshot(snapshot, value)?.values.email : undefined;
  const whose = owner === undefined || !message.includes(' belongs to ') ? message : `${message}, ${owner}`;
  conflicts.push({ line, name, id: person.id, code, attribute, value, message: whose });
}

function nameOfLine({ joined }: MoveInput, line: number, path: string): string {
  const person = joined.a.people[line - 2];
  return person === undefined ? '' : `${unsharedNameOf(path, person)} (${person.id})`;
}

/** Deactivates the active users of B that have no counterpart in A. */
export function planPrunedUsers({ joined, snapshot }: MoveInput): readonly Change[] {
  const { b, people } = joined;
  return b.people.flatMap((person, position) => {
    const user = snapshot.users.get(person.id);
    if (people.toA[position] !== -1 || people.isUnclearInB[position] !== 0) return [];
    if (user?.values.active !== true) return [];
    const base = {
      id: changeId(`P${person.id}`),
      line: NO_LINE,
      after: [],
      name: user.values.userName ?? person.id,
    };
    return userUpdates(
      base,
      { before: { active: true }, set: { active: false }, clear: [] },
      user,
      undefined,
    );
  });
}
