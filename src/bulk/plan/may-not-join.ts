import type { GuestKind } from '../../scim/user-state.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { type Change, isUserUpdate, type PlannedMember } from './change.ts';
import type { Plan } from './plan-file.ts';

/** Error code for a member who is deactivated or a guest (SCIM §7). */
export const MAY_NOT_JOIN: ScimErrorCode = 'unable_to_add_deleted_or_guest_to_group';

/** A user who joins a group, as far as the state is known. */
export interface Joining {
  readonly name: string;
  readonly isDeactivated?: boolean;
  readonly guest?: GuestKind | undefined;
}

/** Maximum number of candidates to name; if there are more, none are named. */
const MAX_NAMED = 10;

/** Returns who may be the reason that a group was refused; empty if nobody can be named. */
export function describeRefused(joining: readonly Joining[]): string {
  const names = (users: readonly Joining[]) => users.map(({ name }) => name).join(', ');
  const deactivated = joining.filter(({ isDeactivated }) => isDeactivated === true);
  const active = joining.filter(({ isDeactivated }) => isDeactivated !== true);
  // Multi-channel guests may join (SCIM §4.6), so they are named only if nothing else explains the refusal.
  const single = active.filter(({ guest }) => guest === 'single');
  const multi = active.filter(({ guest }) => guest === 'multi');
  const guests = single.length > 0 ? single : deactivated.length > 0 ? [] : multi;
  const who = [
    ...(deactivated.length === 0 ? [] : [`deactivated: ${names(deactivated)}`]),
    ...(guests.length === 0 ? [] : [`guest: ${names(guests)}`]),
  ];
  if (who.length > 0) return who.join('; ');
  // Some services do not show who is a guest.
  if (joining.length > MAX_NAMED) return '';
  return `${joining.length > 1 ? 'one of ' : ''}${names(joining)}`;
}

/**
 * Returns a function that names the members that may be why the service refused a change of a group,
 * as far as the plan knows them.
 */
export function refusedMembersOf(
  plan: Pick<Plan, 'changes' | 'people'>,
): (change: Change) => string | undefined {
  let guests: ReadonlyMap<string, GuestKind> | undefined;
  return (change) => {
    // Built on demand: few runs have such a refusal.
    guests ??= guestsOf(plan);
    const known = guests;
    const keyOf = (member: PlannedMember) => ('id' in member ? member.id : member.createdBy);
    const joining = joiningOf(change).map((member) => ({
      name: member.name,
      guest: known.get(keyOf(member)),
    }));
    const who = describeRefused(joining);
    return who === '' ? undefined : who;
  };
}

/** Returns the guests after the changes of users, by ID or by the change that creates them. */
function guestsOf({
  changes,
  people = {},
}: Pick<Plan, 'changes' | 'people'>): ReadonlyMap<string, GuestKind> {
  const guests = new Map<string, GuestKind>();
  for (const [id, { guestKind }] of Object.entries(people))
    if (guestKind !== undefined) guests.set(id, guestKind);
  for (const change of changes) {
    if (change.kind === 'createUser' && change.user.guest === true) guests.set(change.id, 'multi');
    if (!isUserUpdate(change) || !('id' in change.target) || change.set.guest === undefined) continue;
    if (change.set.guest) guests.set(change.target.id, 'multi');
    else guests.delete(change.target.id);
  }
  return guests;
}

function joiningOf(change: Change): readonly PlannedMember[] {
  if (change.kind === 'addMembers') return change.members;
  return change.kind === 'replaceGroup' ? change.joining : [];
}
