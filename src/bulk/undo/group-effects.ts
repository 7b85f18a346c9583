import { type ChangeId, type GroupId, groupId, type UserId, userId } from '../../values/ids.ts';
import {
  type Change,
  type ChangeOf,
  type GroupChange,
  type GroupTarget,
  isGroupChange,
  type PlannedMember,
} from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';
import type { AppliedRun } from './applied-run.ts';

/** The combined effect of a run's changes on one group. */
export interface GroupEffect {
  readonly change: GroupChange;
  wasCreated: boolean;
  /** IDs of users that the run added or removed, each with the input line that led to it. */
  readonly added: Map<UserId, number>;
  readonly removed: Map<UserId, number>;
  renamed?: { readonly before: string; readonly after: string };
}

/** Reports why a part of a run is left unchanged. */
export type ReportUnchanged = (change: Change, code: string, message: string) => void;

type RewriteChange = ChangeOf<'renameGroup' | 'replaceGroup' | 'sendGroupPatch'>;

/**
 * Returns the effect of a run on each group, by ID, the newest first.
 * @param isThere whether a group exists now
 * @param keep receives changes that cannot be undone because the earlier state is unknown
 */
export function groupEffects(
  { changes, outcomes, inDoubt }: AppliedRun,
  isThere: (id: GroupId) => boolean,
  keep: ReportUnchanged,
): readonly (readonly [GroupId, GroupEffect])[] {
  const byGroup = new Map<GroupId, GroupEffect>();
  const idOf = (id: ChangeId): string | undefined => {
    const outcome = outcomes.get(id);
    return outcome?.state === 'succeeded' ? outcome.id : undefined;
  };
  for (const change of changes) {
    const outcome = outcomes.get(change.id);
    const wasMade = outcome?.state === 'succeeded' || inDoubt.has(change.id);
    if (!wasMade || !isGroupChange(change)) continue;
    const id = groupOf(change, idOf);
    if (id === undefined) continue;
    if (change.kind === 'deleteGroup') {
      // A group that still exists was not deleted, whatever happened to the request.
      if (!isThere(id)) reportDeletedGroup(change, outcome, keep);
    } else addChange(entryOf(byGroup, id, change), change, outcome, idOf, keep);
  }
  return [...byGroup].reverse();
}

/** The ID of the group of a change; undefined if the group was not created. */
function groupOf(change: GroupChange, idOf: (id: ChangeId) => string | undefined): GroupId | undefined {
  const target: GroupTarget = change.kind === 'createGroup' ? { createdBy: change.id } : change.target;
  if ('id' in target) return target.id;
  const made = idOf(target.createdBy);
  return made === undefined ? undefined : groupId(made);
}

function entryOf(byGroup: Map<GroupId, GroupEffect>, id: GroupId, change: GroupChange): GroupEffect {
  const known = byGroup.get(id);
  if (known !== undefined) return known;
  const entry: GroupEffect = { change, wasCreated: false, added: new Map(), removed: new Map() };
  byGroup.set(id, entry);
  return entry;
}

function reportDeletedGroup(change: GroupChange, outcome: Outcome | undefined, keep: ReportUnchanged): void {
  if (!isUntouched(outcome))
    keep(change, 'cannot_be_undone', 'a deleted group cannot be restored; a new one has a new ID');
}

function addChange(
  done: GroupEffect,
  change: Exclude<GroupChange, ChangeOf<'deleteGroup'>>,
  outcome: Outcome | undefined,
  idOf: (id: ChangeId) => string | undefined,
  keep: ReportUnchanged,
): void {
  if (change.kind === 'createGroup') done.wasCreated = !isUntouched(outcome);
  else if (change.kind === 'addMembers' || change.kind === 'removeMembers')
    addMembers(done, change, outcome, idOf);
  else addRewrite(done, change, outcome, keep);
}

function isUntouched(outcome: Outcome | undefined): boolean {
  return outcome?.state === 'succeeded' && outcome.how === 'already';
}

/** Adds the effect of a rename, a replacement or a PATCH written by the user. */
function addRewrite(
  what: GroupEffect,
  change: RewriteChange,
  outcome: Outcome | undefined,
  keep: ReportUnchanged,
): void {
  if (isUntouched(outcome)) return;
  // Without a response the effect is assumed to be as planned.
  const seen = (outcome?.state === 'succeeded' ? outcome.regrouped : undefined) ?? plannedRegrouping(change);
  if (seen === undefined) {
    keep(change, 'cannot_be_undone', 'no response shows what the operations changed');
    return;
  }
  const { added, removed } = what;
  for (const user of seen.added) if (!removed.delete(user)) added.set(user, change.line);
  for (const user of seen.removed) if (!added.delete(user)) removed.set(user, change.line);
  if (seen.renamed !== undefined)
    what.renamed = { before: what.renamed?.before ?? seen.renamed.before, after: seen.renamed.after };
}

function plannedRegrouping(change: RewriteChange): Extract<Outcome, { state: 'succeeded' }>['regrouped'] {
  if (change.kind === 'sendGroupPatch') return undefined;
  const before = change.kind === 'renameGroup' ? change.formerName : change.before.displayName;
  const ids = (members: readonly PlannedMember[]) => members.flatMap((one) => ('id' in one ? [one.id] : []));
  return {
    added: change.kind === 'renameGroup' ? [] : ids(change.joining),
    removed: change.kind === 'renameGroup' ? [] : ids(change.leaving),
    ...(before === change.displayName ? {} : { renamed: { before, after: change.displayName } }),
  };
}

function addMembers(
  { added, removed }: GroupEffect,
  { kind, members }: Extract<GroupChange, { members: readonly PlannedMember[] }>,
  outcome: Outcome | undefined,
  idOf: (id: ChangeId) => string | undefined,
): void {
  const untouched: ReadonlySet<string> = new Set(outcome?.state === 'succeeded' ? outcome.untouched : []);
  for (const member of members) {
    const made = 'id' in member ? member.id : idOf(member.createdBy);
    if (made === undefined || untouched.has(made)) continue;
    const user = userId(made);
    const [mine, other] = kind === 'addMembers' ? [added, removed] : [removed, added];
    // A change in doubt may already have reverted an earlier change of the same run.
    if (outcome === undefined && other.has(user)) continue;
    if (!other.delete(user)) mine.set(user, member.line);
  }
}
