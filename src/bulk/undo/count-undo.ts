import type { PlanCounts } from '../plan/counted-changes.ts';
import type { ChangeResult } from '../report/summary.ts';
import type { AppliedRun } from './applied-run.ts';
import { groupEffects } from './done-to-groups.ts';
import { type UserEffect, userEffects } from './done-to-users.ts';

/**
 * Counts what the limits will count in the undo of changes that were made, if nobody changes the users and
 * groups in the meantime. Pure.
 */
export function countUndo(results: readonly ChangeResult[]): PlanCounts {
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
  };
}

function wasActivated({ isCreation, change, before, after }: UserEffect): boolean {
  if (isCreation) return change.kind === 'createUser' && change.user.active !== false;
  return before.active === false && after.active === true;
}
