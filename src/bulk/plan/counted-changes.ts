import type { Change, ChangeOf } from './change.ts';
import { unclearEffects } from './unclear-changes.ts';

/** How the limits of a plan count one change. */
export type LimitCount =
  | { readonly as: 'nothing' | 'deactivation' | 'reactivation' | 'groupDeletion' }
  /** Names of the members who leave an existing group; at least one. */
  | { readonly as: 'removal'; readonly group: string; readonly members: readonly string[] };

/** What the limits count in a plan, with names. */
export interface PlanCounts {
  readonly deactivated: readonly string[];
  readonly reactivated: readonly string[];
  readonly deletedGroups: readonly string[];
  /** Members that each group loses, by the ID of the group. */
  readonly removed: ReadonlyMap<string, { readonly group: string; readonly names: readonly string[] }>;
}

/** Counts what the limits of a plan apply to, in the order of its changes. */
export function countChanges(changes: readonly Change[]): PlanCounts {
  const deactivated: string[] = [];
  const reactivated: string[] = [];
  const deletedGroups: string[] = [];
  const removed = new Map<string, { readonly group: string; readonly names: string[] }>();
  for (const change of changes) {
    const counted = limitCountOf(change);
    if (counted.as === 'deactivation') deactivated.push(change.name);
    else if (counted.as === 'reactivation') reactivated.push(change.name);
    else if (counted.as === 'groupDeletion') deletedGroups.push(change.name);
    const removal = removalIn(change, counted);
    if (removal.as !== 'removal') continue;
    const known = removed.get(removal.group);
    if (known === undefined) removed.set(removal.group, { group: change.name, names: [...removal.members] });
    else for (const name of removal.members) known.names.push(name);
  }
  return { deactivated, reactivated, deletedGroups, removed };
}

/** Returns the removal of a change; a deletion because of the file counts as one as well. */
function removalIn(change: Change, counted: LimitCount): LimitCount {
  if (change.kind !== 'deleteGroup') return counted;
  return removal(change.target.id, namesOf(change.leaving ?? []));
}

const NOTHING: LimitCount = { as: 'nothing' };

/** Returns how the limits count a change. */
export function limitCountOf(change: Change): LimitCount {
  switch (change.kind) {
    case 'deactivateUser':
      return { as: 'deactivation' };
    case 'reactivateUser':
      return { as: 'reactivation' };
    case 'removeMembers':
      return 'id' in change.target ? removal(change.target.id, namesOf(change.members)) : NOTHING;
    case 'replaceUser':
      return stateChange(change.before.active, change.set.active);
    case 'sendUserPatch':
      return writtenStateChange(change);
    case 'replaceGroup':
      return removal(change.target.id, namesOf(change.leaving));
    case 'sendGroupPatch':
      // Operations that cannot be interpreted are assumed to remove every member.
      return removal(
        change.target.id,
        change.asks.unclear.length > 0 ? change.before.memberIds : change.asks.leaving,
      );
    case 'deleteGroup':
      return { as: 'groupDeletion' };
    case 'createUser':
    case 'patchUser':
    case 'createGroup':
    case 'addMembers':
    case 'renameGroup':
    case 'callMethod':
      return NOTHING;
  }
}

function removal(group: string, members: readonly string[]): LimitCount {
  return members.length === 0 ? NOTHING : { as: 'removal', group, members };
}

function namesOf(members: readonly { readonly name: string }[]): readonly string[] {
  return members.map(({ name }) => name);
}

function stateChange(before: boolean | undefined, after: boolean | undefined): LimitCount {
  if (before === true && after === false) return { as: 'deactivation' };
  return before === false && after === true ? { as: 'reactivation' } : NOTHING;
}

/** A conversion to guest or full member reactivates a deactivated user (SCIM §3). */
function writtenStateChange({ before, set, asks }: ChangeOf<'sendUserPatch'>): LimitCount {
  if (asks.unclear.length > 0) return stateChange(before.active, before.active !== true);
  const isConverted = asks.guest !== undefined && asks.guest !== (before.guest ?? false);
  return stateChange(before.active, set.active ?? asks.active ?? (isConverted ? true : undefined));
}

/** Whether a change certainly deactivates a user. */
export function deactivates(change: Change): boolean {
  return limitCountOf(change).as === 'deactivation' && unclearEffects(change).length === 0;
}
