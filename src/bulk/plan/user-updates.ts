import { isSingleChannelGuest } from '../../scim/user-state.ts';
import { changeId } from '../../values/ids.ts';
import type { UserChange, UserUpdate } from './change.ts';
import type { Consequence } from './consequences.ts';
import type { SnapshotUser } from './snapshot.ts';

type Base = Pick<UserChange, 'id' | 'line' | 'after' | 'name'>;

/**
 * Returns the changes that set values of a user: one, or two if a conversion reactivates a user who must be
 * deactivated (SCIM §3). Side effects at the service are part of the change, so that they are verified and
 * can be undone.
 * @param isActiveAfter whether the user is active in the end; undefined to leave it as it is
 */
export function userUpdates(
  base: Base,
  { before, set, clear }: Pick<UserUpdate, 'before' | 'set' | 'clear'>,
  user: SnapshotUser,
  isActiveAfter: boolean | undefined,
): readonly UserChange[] {
  const { id, line, after, name } = base;
  const target = { id: user.id };
  const implies: Consequence[] = [];
  if (set.userName !== undefined) implies.push('renamesNickName');
  if (set.photo !== undefined) implies.push('keepsPhoto');
  if (set.guest === undefined) {
    const kind = set.active === undefined ? 'patchUser' : set.active ? 'reactivateUser' : 'deactivateUser';
    // `{ ...base, target, … }` would take 0.4 KB more: the V8 of Node 20 would give each change a hidden
    // class of its own (bench/bulk.mjs).
    return [{ id, line, after, name, target, before, set, clear, ...withConsequences(implies), kind }];
  }
  const { active: _, ...values } = set;
  const old = { ...before };
  delete old.active;
  if (!user.values.active) {
    old.active = false;
    implies.push('reactivates');
  }
  if (set.guest && isSingleChannelGuest(user.values)) implies.push('endsSingleChannel');
  if (set.guest === false && user.values.guestExpiration !== undefined) {
    old.guestExpiration = user.values.guestExpiration;
    implies.push('endsGuestExpiration');
  }
  const conversion: UserChange = {
    ...base,
    target,
    before: old,
    set: user.values.active ? values : { ...values, active: true },
    // The expiration ends with the guest status.
    clear: set.guest === false ? clear.filter((name) => name !== 'guestExpiration') : clear,
    ...withConsequences(implies),
    kind: user.values.active ? 'patchUser' : 'reactivateUser',
  };
  if (isActiveAfter !== false) return [conversion];
  const deactivation: UserChange = {
    ...base,
    id: changeId(`${base.id}d`),
    after: [base.id],
    target,
    before: { active: true },
    set: { active: false },
    clear: [],
    kind: 'deactivateUser',
  };
  return [conversion, deactivation];
}

function withConsequences(implies: readonly Consequence[]): { readonly implies?: readonly Consequence[] } {
  return implies.length === 0 ? {} : { implies };
}
