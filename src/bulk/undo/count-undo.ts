import type { GroupId, UserId } from '../../values/ids.ts';
import { isUserUpdate } from '../plan/change.ts';
import type { PlanCounts } from '../plan/counted-changes.ts';
import { membershipChanges } from '../plan/membership-changes.ts';
import type { ChangeResult } from '../report/summary.ts';
import type { AppliedRun } from './applied-run.ts';
import { type GroupEffect, groupEffects } from './group-effects.ts';
import { type UserEffect, userEffects } from './user-effects.ts';

/** What the limits will count in an undo. */
interface UndoCounts extends PlanCounts {
  /** The name of the user or group of each change. */
  readonly changed: readonly string[];
}

/**
 * Counts what the limits will count in the undo of changes that were made, if nobody changes the users and
 * groups in the meantime. Pure.
 */
export function countUndo(results: readonly ChangeResult[]): UndoCounts {
  const done: AppliedRun = {
    changes: results.map(({ change }) => change),
    outcomes: new Map(
      results.flatMap(({ change, outcome }) =>
        outcome === undefined ? [] : [[change.id, outcome] as const],
      ),
    ),
    inDoubt: new Set(),
  };
  const users = userEffects(done).map(([, effect]) => effect);
  const groups = groupEffects(
    done,
    () => true,
    () => {},
  );
  const namesOf = (isCounted: (effect: UserEffect) => boolean) =>
    users.filter(isCounted).map(({ change }) => change.name);
  return {
    deactivated: namesOf(wasActivated),
    reactivated: namesOf(({ before, after }) => before.active === true && after.active === false),
    deletedGroups: groups.filter(([, { wasCreated }]) => wasCreated).map(([, { change }]) => change.name),
    removed: new Map(
      groups.flatMap(([id, { wasCreated, added, change }]) =>
        wasCreated || added.size === 0
          ? []
          : [[id, { group: change.name, names: [...added.keys()] }] as const],
      ),
    ),
    changed: [
      ...users.flatMap((effect) => Array<string>(changesOfUser(effect)).fill(effect.change.name)),
      ...temporaryValuesIn(results),
      ...groups.flatMap(([id, effect]) => Array<string>(changesOfGroup(id, effect)).fill(effect.change.name)),
    ],
  };
}

/** Returns the users who took temporary values, because a swap is undone by another swap. */
function temporaryValuesIn(results: readonly ChangeResult[]): readonly string[] {
  return results
    .filter(({ outcome }) => outcome?.state === 'succeeded')
    .filter(({ change }) => isUserUpdate(change) && change.implies?.includes('takesTemporaryValue') === true)
    .map(({ change }) => change.name);
}

/** Number of changes that undo an effect on a user. */
function changesOfUser(effect: UserEffect): number {
  const { isCreation, names, before } = effect;
  if (isCreation) return wasActivated(effect) ? 1 : 0;
  if (names.size === 0) return 0;
  // A conversion reactivates a user who must be deactivated again (SCIM §3).
  return before.guest !== undefined && before.active === false ? 2 : 1;
}

/** Number of changes that undo an effect on a group. */
function changesOfGroup(existing: GroupId, { change, wasCreated, added, removed, renamed }: GroupEffect) {
  if (wasCreated) return 1;
  const { id, line, name } = change;
  const membersOf = (lines: ReadonlyMap<UserId, number>) =>
    [...lines].map(([user, ofLine]) => ({ id: user, name: user, line: ofLine }));
  const moves = membershipChanges(
    { id, line, name, existing },
    membersOf(removed),
    membersOf(added),
    () => [],
  );
  return moves.length + (renamed === undefined ? 0 : 1);
}

function wasActivated({ isCreation, change, before, after }: UserEffect): boolean {
  if (isCreation) return change.kind === 'createUser' && change.user.active !== false;
  return before.active === false && after.active === true;
}
