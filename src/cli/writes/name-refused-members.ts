import type { Change } from '../../bulk/plan/change.ts';
import type { SnapshotUser } from '../../bulk/plan/snapshot.ts';
import { Failure } from '../../failure/failure.ts';
import { isSingleChannelGuest } from '../../scim/user-state.ts';
import { defined } from '../../values/defined.ts';
import type { ChangeId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import type { Performed } from './performed.ts';
import { activating, idsJoining, MAY_NOT_JOIN } from './refuse-deactivated.ts';
import { usersNamed } from './users-named.ts';

/** Maximum number of candidates to name; if there are more, none are named. */
const MOST_NAMED = 10;

/** Adds the names of users who may not be members to refusals: the service does not name them. */
export async function withRefusedMembers(context: Context, performed: Performed): Promise<Performed> {
  const refusals = new Map<ChangeId, Failure>(performed.refusals);
  for (const change of performed.changes) {
    const failure = refusals.get(change.id);
    if (failure?.code === MAY_NOT_JOIN) refusals.set(change.id, await named(context, change, failure));
  }
  return { ...performed, refusals };
}

async function named(context: Context, change: Change, failure: Failure): Promise<Failure> {
  const joining = new Set(idsJoining(change));
  const users = (await joiningUsers(context, change)).filter(({ id }) => joining.has(id));
  const nameOf = ({ id, values }: SnapshotUser) => values.userName ?? id;
  const deactivated = users.filter(({ values }) => values.active === false).map(nameOf);
  const active = users.filter(({ values }) => values.active !== false);
  // Multi-channel guests may join (SCIM §4.6), so they are named only if nothing else explains the refusal.
  const single = active.filter(({ values }) => isSingleChannelGuest(values));
  const multi = active.filter(({ values }) => values.guest === true);
  const guests = (single.length > 0 ? single : deactivated.length > 0 ? [] : multi).map(nameOf);
  const who = [
    ...(deactivated.length === 0 ? [] : [`deactivated: ${deactivated.join(', ')}`]),
    ...(guests.length === 0 ? [] : [`guest: ${guests.join(', ')}`]),
    // Some services do not show who is a guest.
    ...(deactivated.length + guests.length === 0 && users.length <= MOST_NAMED
      ? [`${users.length === 1 ? '' : 'one of '}${users.map(nameOf).join(', ')}`]
      : []),
  ];
  if (who.length === 0 || users.length === 0) return failure;
  const { kind, code, status, issues, hint } = failure;
  return new Failure(kind, `${failure.message} (${who.join('; ')})`, {
    ...defined({ code, status, hint: deactivated.length > 0 ? activating(deactivated) : hint }),
    issues,
    cause: failure,
  });
}

/**
 * Returns the users that join, or none if they cannot be read; the refusal is then reported without names.
 */
async function joiningUsers(context: Context, change: Change): Promise<readonly SnapshotUser[]> {
  try {
    return (await usersNamed(context, [change], [])).users;
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
