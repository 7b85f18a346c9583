import type { Change, ChangeOf } from './change.ts';
import { unclearIn } from './unclear-changes.ts';

/** What one change counts for. */
export interface Counted {
  readonly deactivates?: boolean;
  readonly reactivates?: boolean;
  readonly deletesGroup?: boolean;
  /** Names of the members who leave a group that was there before the run. */
  readonly removes?: { readonly group: string; readonly members: readonly string[] };
}

/** Names of the members that each group loses, by its ID. */
export function removedByGroup(
  changes: readonly Change[],
): ReadonlyMap<string, { readonly group: string; readonly names: string[] }> {
  const removed = new Map<string, { readonly group: string; readonly names: string[] }>();
  for (const change of changes) {
    const { removes } = countedFor(change);
    if (removes === undefined) continue;
    const known = removed.get(removes.group);
    if (known === undefined) removed.set(removes.group, { group: change.name, names: [...removes.members] });
    else for (const name of removes.members) known.names.push(name);
  }
  return removed;
}

/** Returns what a change counts for. */
export function countedFor(change: Change): Counted {
  switch (change.kind) {
    case 'deactivateUser':
      return { deactivates: true };
    case 'reactivateUser':
      return { reactivates: true };
    case 'removeMembers':
      return 'id' in change.target
        ? { removes: { group: change.target.id, members: change.members.map(({ name }) => name) } }
        : {};
    case 'replaceUser':
      return stateChange(change.before.active, change.set.active);
    case 'sendUserPatch':
      return writtenStateChange(change);
    case 'replaceGroup':
      return { removes: { group: change.target.id, members: change.leaving.map(({ name }) => name) } };
    case 'sendGroupPatch':
      return {
        removes: {
          group: change.target.id,
          // Of operations that cannot be read, the worst is taken for granted.
          members: change.asks.unclear.length > 0 ? change.before.memberIds : change.asks.leaving,
        },
      };
    case 'deleteGroup':
      return { deletesGroup: true };
    case 'createUser':
    case 'patchUser':
    case 'createGroup':
    case 'addMembers':
    case 'renameGroup':
    case 'callMethod':
      return NOTHING;
  }
}

const NOTHING: Counted = {};

/** Whether a change counts for anything. */
export function isCounted(change: Change): boolean {
  return countedFor(change) !== NOTHING;
}

function stateChange(before: boolean | undefined, after: boolean | undefined): Counted {
  if (before === true && after === false) return { deactivates: true };
  return before === false && after === true ? { reactivates: true } : {};
}

/** Becoming a guest or a full member reactivates who is deactivated (SCIM §3). */
function writtenStateChange({ before, set, asks }: ChangeOf<'sendUserPatch'>): Counted {
  if (asks.unclear.length > 0) return stateChange(before.active, before.active !== true);
  const isConverted = asks.guest !== undefined && asks.guest !== (before.guest ?? false);
  return stateChange(before.active, set.active ?? asks.active ?? (isConverted ? true : undefined));
}

/** Whether a change deactivates a user, as far as it can be told. */
export function deactivates(change: Change): boolean {
  return countedFor(change).deactivates === true && unclearIn(change).length === 0;
}
