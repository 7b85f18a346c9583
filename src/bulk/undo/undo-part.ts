import { Failure } from '../../failure/failure.ts';
import { type Change, type ChangeTarget, isGroupChange } from '../plan/change.ts';
import { linesOf } from '../plan/change-lines.ts';
import { findInSnapshot, type Snapshot } from '../plan/snapshot.ts';
import type { AppliedRun } from './applied-run.ts';
import { reassignmentOf, replacedManagers } from './reassignment-of.ts';

/** The part of a run to undo; the whole run if empty. All conditions must hold. */
export interface UndoPart {
  /** An expression over the current attributes of the users (SCIM §4.5). */
  readonly where?: string;
  /** Maximum number of users, counted from the start of the run regardless of the other conditions. */
  readonly first?: number;
  /** Lines of the input. */
  readonly lines?: readonly number[];
  /** Users, by ID, userName or email. Includes the reports that the run reassigned because the user left. */
  readonly only?: readonly string[];
}

/** Whether any condition is set. */
export function hasConditions(part: UndoPart): boolean {
  return Object.keys(part).length > 0;
}

/** The current state of a run's users. */
export interface CurrentUserState {
  readonly snapshot: Snapshot;
  /** Whether the user with an ID matches the expression of the part. */
  readonly isMatch: (id: string) => boolean;
}

/**
 * Reduces a run to the selected part. Changes of a group itself belong to no user: only `lines` alone can
 * select them. Pure.
 * @param listLines the command that lists the lines of the run
 * @throws Failure `usage` for a line or a user that is not in the run
 */
export function partOf(
  done: AppliedRun,
  part: UndoPart,
  now: CurrentUserState,
  listLines: string,
): AppliedRun {
  if (!hasConditions(part)) return done;
  const lines = part.lines === undefined ? undefined : new Set(part.lines);
  const isLine = (line: number) => lines === undefined || lines.has(line);
  refuseUnknownLines(done.changes, part.lines ?? [], listLines);
  const users = chosenUsers(done, part, now, isLine);
  const hasLeft = part.only === undefined ? [] : [...replacedManagers(done.changes, now.snapshot)];
  const managers = new Set(hasLeft.filter((id) => users.has(id)));
  const isOfLinesAlone = part.where === undefined && part.only === undefined && part.first === undefined;
  const idOf = createTargetIdLookup(done);
  const changes = done.changes.flatMap((change): readonly Change[] => {
    if (change.kind === 'addMembers' || change.kind === 'removeMembers') {
      const members = change.members.filter((member) => isLine(member.line) && users.has(idOf(member) ?? ''));
      return members.length === 0 ? [] : [{ ...change, members }];
    }
    if (!isLine(change.line)) return [];
    if (isGroupChange(change)) return isOfLinesAlone ? [change] : [];
    if (users.has(userOf(change, idOf) ?? '')) return [change];
    const taken = reassignmentOf(change, managers);
    return taken === undefined ? [] : [taken];
  });
  return { ...done, changes };
}

/** @throws Failure `usage` for a line without a change of the run */
function refuseUnknownLines(changes: readonly Change[], lines: readonly number[], listLines: string): void {
  const known = new Set(changes.flatMap(linesOf));
  const unknown = lines.find((line) => !known.has(line));
  if (unknown !== undefined)
    throw new Failure('usage', `--line: the run has no change from line ${unknown}`, {
      hint: `list the lines: ${listLines}`,
    });
}

/** Returns the IDs of the selected users, in the order of the run. */
function chosenUsers(
  done: AppliedRun,
  { first, only }: UndoPart,
  { snapshot, isMatch }: CurrentUserState,
  isLine: (line: number) => boolean,
): ReadonlySet<string> {
  const all = usersOf(done, () => true, snapshot);
  const named = only === undefined ? undefined : namedUsers(only, all, snapshot);
  const isFirst = new Set([...all].slice(0, first));
  const isChosen = (id: string) => named?.has(id) !== false && isFirst.has(id) && isMatch(id);
  return new Set([...usersOf(done, isLine, snapshot)].filter(isChosen));
}

/** @throws Failure `usage` for a user that the run did not change */
function namedUsers(
  only: readonly string[],
  touched: ReadonlySet<string>,
  snapshot: Snapshot,
): ReadonlySet<string> {
  const ids = only.map((identity) => {
    const id = findInSnapshot(snapshot, identity)?.id ?? identity;
    if (touched.has(id)) return id;
    throw new Failure('usage', `--only: the run did not change a user "${identity}"`, {
      code: 'no_such_user',
    });
  });
  return new Set(ids);
}

/** The users that a run changed on some lines, in its order; then users who only lost reports. */
function usersOf(
  done: AppliedRun,
  isLine: (line: number) => boolean,
  snapshot: Snapshot,
): ReadonlySet<string> {
  const idOf = createTargetIdLookup(done);
  const users = new Set<string>();
  for (const change of done.changes) {
    if (change.kind === 'addMembers' || change.kind === 'removeMembers') {
      for (const member of change.members) {
        const id = idOf(member);
        if (id !== undefined && isLine(member.line)) users.add(id);
      }
    } else if (!isGroupChange(change) && isLine(change.line)) {
      const id = userOf(change, idOf);
      if (id !== undefined) users.add(id);
    }
  }
  for (const id of replacedManagers(done.changes, snapshot)) users.add(id);
  return users;
}

type IdOf = (target: ChangeTarget) => string | undefined;

function createTargetIdLookup({ outcomes }: AppliedRun): IdOf {
  return (target) => {
    if ('id' in target) return target.id;
    const outcome = outcomes.get(target.createdBy);
    return outcome?.state === 'succeeded' ? outcome.id : undefined;
  };
}

function userOf(change: Change, idOf: IdOf): string | undefined {
  if (change.kind === 'createUser') return idOf({ createdBy: change.id });
  return 'target' in change ? idOf(change.target) : undefined;
}
