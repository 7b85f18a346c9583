import type { Change, ChangeId, ChangeOf, GroupChange, Member } from '../plan/change.ts';
import { isGroupChange } from '../plan/change.ts';
import type { GroupSnapshot } from '../plan/group-snapshot.ts';
import { membershipChanges } from '../plan/membership-changes.ts';
import type { Recognition } from '../plan/people.ts';
import type { Snapshot } from '../plan/snapshot.ts';
import type { Outcome } from '../run/journal-record.ts';
import type { WhatWasDone } from './what-was-done.ts';

/** What a run did to one group, over all of its changes. */
interface DoneToGroup {
  readonly change: GroupChange;
  wasCreated: boolean;
  /** IDs of users whom the run put in or took out. */
  readonly added: Set<string>;
  readonly removed: Set<string>;
  renamed?: { readonly before: string; readonly after: string };
}

/**
 * Plans how the memberships of a run are undone: who joined leaves, who left joins, a group that the run made and in which
 * nobody else is goes. Pure.
 */
export function planGroupUndo(
  done: WhatWasDone,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { users: userChanges, stranger }: { readonly users: readonly Change[] } & Recognition,
  keep: (change: Change, code: string, message: string) => void,
): { readonly changes: readonly GroupChange[]; readonly unchanged: number } {
  const reactivations = new Map<string, ChangeId>();
  for (const change of userChanges)
    if (change.kind === 'reactivateUser' && 'id' in change.target)
      reactivations.set(change.target.id, change.id);
  const conditionsOf = (members: readonly Member[]) =>
    members.flatMap((member) => ('id' in member ? (reactivations.get(member.id) ?? []) : []));
  const changes: GroupChange[] = [];
  let unchanged = 0;
  for (const [id, { change, wasCreated, added, removed, renamed }] of whatWasDoneToGroups(done, keep)) {
    const { line } = change;
    const group = groups.groups.get(id);
    if (group === undefined) {
      if (wasCreated) unchanged += 1;
      else keep(change, 'no_such_group', `there is no group ${id} any more`);
      continue;
    }
    const name = group.displayName;
    const others = [...group.members].filter((user) => !added.has(user));
    const isRenamed = wasCreated && name !== change.name;
    if (isRenamed) keep(change, 'edited_since', `the group is called ${name} now; it stays`);
    if (wasCreated && others.length === 0 && !isRenamed) {
      const members = [...group.members];
      const base = { id: `U${change.id}`, line, name, after: [], target: { id } } as const;
      changes.push({ ...base, kind: 'deleteGroup', members, implies: ['losesGroup'] });
      continue;
    }
    if (wasCreated && others.length > 0)
      keep(change, 'edited_since', `${others.length} others are in the group now; it stays`);
    const named = (user: string): Member => ({
      id: user,
      name: snapshot.users.get(user)?.values.userName ?? user,
      line,
    });
    const isStranger = (user: string) => {
      const now = snapshot.users.get(user);
      const other = now === undefined ? undefined : stranger(now);
      if (other !== undefined) keep(change, 'other_person', `membership left unchanged: ${other}`);
      return other !== undefined;
    };
    const joining = [...removed].filter((user) => {
      if (group.members.has(user) || isStranger(user)) return false;
      const mayJoin = snapshot.users.get(user)?.values.active === true || reactivations.has(user);
      if (!mayJoin)
        keep(change, 'cannot_be_undone', `${named(user).name} is deactivated and cannot join again`);
      return mayJoin;
    });
    const leaving = [...added].filter((user) => group.members.has(user) && !isStranger(user));
    const former = renamed !== undefined && name !== renamed.before ? renamed : undefined;
    if (former !== undefined && name !== former.after)
      keep(change, 'edited_since', `its name is "${name}" now; the run had made it "${former.after}"`);
    const takesNameBack = former !== undefined && name === former.after;
    if (joining.length + leaving.length === 0 && !takesNameBack) unchanged += 1;
    if (takesNameBack)
      changes.push({
        id: `U${change.id}n`,
        line,
        name,
        after: [],
        kind: 'renameGroup',
        target: { id },
        formerName: former.after,
        displayName: former.before,
      });
    changes.push(
      ...membershipChanges(
        { id: `U${change.id}`, line, name, existing: id },
        joining.map(named),
        leaving.map(named),
        conditionsOf,
      ),
    );
  }
  return { changes, unchanged };
}

function whatWasDoneToGroups(
  { changes, outcomes, inDoubt }: WhatWasDone,
  keep: (change: Change, code: string, message: string) => void,
): readonly (readonly [string, DoneToGroup])[] {
  const byGroup = new Map<string, DoneToGroup>();
  const idOf = (id: ChangeId): string | undefined => {
    const outcome = outcomes.get(id);
    return outcome?.state === 'succeeded' ? outcome.id : undefined;
  };
  for (const change of changes) {
    if (!isGroupChange(change)) continue;
    const outcome = outcomes.get(change.id);
    if (outcome?.state !== 'succeeded' && !inDoubt.has(change.id)) continue;
    const id =
      change.kind === 'createGroup'
        ? idOf(change.id)
        : 'id' in change.target
          ? change.target.id
          : idOf(change.target.createdBy);
    if (id === undefined) continue;
    if (change.kind === 'deleteGroup') {
      if (!isUntouched(outcome))
        keep(change, 'cannot_be_undone', 'a group that was deleted is gone; another one has another ID');
      continue;
    }
    const what = byGroup.get(id) ?? { change, wasCreated: false, added: new Set(), removed: new Set() };
    byGroup.set(id, what);
    if (change.kind === 'createGroup') what.wasCreated = !isUntouched(outcome);
    else if (change.kind === 'addMembers' || change.kind === 'removeMembers')
      addMembers(what, change, outcome, idOf);
    else addRewrite(what, change, outcome, keep);
  }
  return [...byGroup].reverse();
}

function isUntouched(outcome: Outcome | undefined): boolean {
  return outcome?.state === 'succeeded' && outcome.how === 'already';
}

/** What a rename, a replacement or operations of a person's own wording made of the group. */
function addRewrite(
  what: DoneToGroup,
  change: ChangeOf<'renameGroup' | 'replaceGroup' | 'sendGroupPatch'>,
  outcome: Outcome | undefined,
  keep: (change: Change, code: string, message: string) => void,
): void {
  if (isUntouched(outcome)) return;
  const seen = outcome?.state === 'succeeded' ? outcome.regrouped : plannedRegrouping(change);
  if (seen === undefined) {
    keep(change, 'cannot_be_undone', 'no answer says what the operations changed');
    return;
  }
  const { added, removed } = what;
  for (const user of seen.added) if (!removed.delete(user)) added.add(user);
  for (const user of seen.removed) if (!added.delete(user)) removed.add(user);
  if (seen.renamed !== undefined)
    what.renamed = { before: what.renamed?.before ?? seen.renamed.before, after: seen.renamed.after };
}

function plannedRegrouping(
  change: ChangeOf<'renameGroup' | 'replaceGroup' | 'sendGroupPatch'>,
): Extract<Outcome, { state: 'succeeded' }>['regrouped'] {
  if (change.kind === 'sendGroupPatch') return undefined;
  const before = change.kind === 'renameGroup' ? change.formerName : change.before.displayName;
  const ids = (members: readonly Member[]) => members.flatMap((one) => ('id' in one ? [one.id] : []));
  return {
    added: change.kind === 'renameGroup' ? [] : ids(change.joining),
    removed: change.kind === 'renameGroup' ? [] : ids(change.leaving),
    ...(before === change.displayName ? {} : { renamed: { before, after: change.displayName } }),
  };
}

function addMembers(
  { added, removed }: DoneToGroup,
  { kind, members }: Extract<GroupChange, { members: readonly Member[] }>,
  outcome: Outcome | undefined,
  idOf: (id: ChangeId) => string | undefined,
): void {
  const untouched = new Set(outcome?.state === 'succeeded' ? outcome.untouched : []);
  for (const member of members) {
    const user = 'id' in member ? member.id : idOf(member.createdBy);
    if (user === undefined || untouched.has(user)) continue;
    const [mine, other] = kind === 'addMembers' ? [added, removed] : [removed, added];
    if (!other.delete(user)) mine.add(user);
  }
}
