import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import type { ChangeId } from '../../values/ids.ts';
import { copyValue } from '../input/copy-value.ts';
import { type Change, isGroupChange, type UserUpdateChange } from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';
import type { AppliedRun } from './applied-run.ts';

/**
 * The combined effect of a run's changes on one user. An attribute that is missing in `before` or `after` was
 * or is blank.
 */
export interface UserEffect {
  readonly change: Change;
  readonly isCreation: boolean;
  readonly names: Set<UserAttributeName>;
  readonly before: UserValues;
  readonly after: UserValues;
  /**
   * Every text that a probe sent: the service may have stored it in another attribute, and a later change may
   * be in doubt.
   */
  readonly probed: Set<string>;
  /** The values before unanswered requests written by the user. */
  readonly doubted?: UserValues;
}

/** Returns the effect of a run on each user, by ID, the newest first. */
export function userEffects({
  changes,
  outcomes,
  inDoubt,
}: AppliedRun): readonly (readonly [string, UserEffect])[] {
  const byUser = new Map<string, UserEffect>();
  for (const change of changes) {
    if (isGroupChange(change) || change.kind === 'callMethod') continue;
    const outcome = outcomes.get(change.id);
    const wasDone = outcome?.state === 'succeeded' && outcome.how !== 'already';
    if (!wasDone && !inDoubt.has(change.id)) continue;
    if (change.kind === 'createUser') {
      if (outcome?.state !== 'succeeded') continue;
      byUser.set(outcome.id, {
        change,
        isCreation: true,
        names: new Set(),
        before: {},
        after: {},
        probed: new Set(),
      });
    } else if ('id' in change.target) {
      // Later changes of a user created by this run need no undo of their own: the user is deactivated.
      const what = byUser.get(change.target.id) ?? {
        change,
        isCreation: false,
        names: new Set<UserAttributeName>(),
        before: {},
        after: {},
        probed: new Set<string>(),
      };
      const isDoubted = change.kind === 'sendUserPatch' && outcome === undefined;
      byUser.set(change.target.id, isDoubted ? { ...what, doubted: change.before } : what);
      addUpdate(what, withResponseEffect(withManager(change, outcomes), outcome));
      addProbed(what, change);
    }
  }
  return [...byUser].reverse();
}

function addProbed({ probed }: UserEffect, change: UserUpdateChange): void {
  if (change.kind !== 'patchUser' || change.asked === undefined) return;
  for (const text of Object.values(change.set)) probed.add(String(text));
}

function addUpdate({ names, before, after }: UserEffect, change: UserUpdateChange): void {
  for (const name of USER_ATTRIBUTE_NAMES) {
    const isTouched =
      change.set[name] !== undefined || change.before[name] !== undefined || change.clear.includes(name);
    if (!isTouched) continue;
    if (!names.has(name)) copyValue(name, change.before, before);
    names.add(name);
    delete after[name];
    copyValue(name, change.set, after);
  }
}

function withManager(change: UserUpdateChange, outcomes: ReadonlyMap<ChangeId, Outcome>): UserUpdateChange {
  const { managerCreatedBy, set } = change;
  const created = managerCreatedBy === undefined ? undefined : outcomes.get(managerCreatedBy);
  return created?.state === 'succeeded' ? { ...change, set: { ...set, manager: created.id } } : change;
}

/** The effect of a request written by the user is taken from its response. */
function withResponseEffect(change: UserUpdateChange, outcome: Outcome | undefined): UserUpdateChange {
  if (change.kind !== 'sendUserPatch') return change;
  const seen = outcome?.state === 'succeeded' ? outcome.changed : undefined;
  return { ...change, before: seen?.before ?? {}, set: seen?.after ?? {}, clear: [] };
}
