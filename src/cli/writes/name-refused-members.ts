import type { Change } from '../../bulk/plan/change.ts';
import { describeRefused, MAY_NOT_JOIN } from '../../bulk/plan/may-not-join.ts';
import type { SnapshotUser } from '../../bulk/plan/snapshot.ts';
import { Failure } from '../../failure/failure.ts';
import { guestKindOf } from '../../scim/user-state.ts';
import { defined } from '../../values/defined.ts';
import type { ChangeId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import type { Performed } from './performed.ts';
import { activateCommand, idsJoining } from './refuse-deactivated.ts';
import { usersNamed } from './users-named.ts';

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
  const isDeactivated = ({ values }: SnapshotUser) => values.active === false;
  const who = describeRefused(
    users.map((user) => ({
      name: nameOf(user),
      isDeactivated: isDeactivated(user),
      guest: guestKindOf(user.values),
    })),
  );
  if (who === '' || users.length === 0) return failure;
  const deactivated = users.filter(isDeactivated).map(nameOf);
  const { kind, code, status, issues, hint } = failure;
  return new Failure(kind, `${failure.message} (${who})`, {
    ...defined({ code, status, hint: deactivated.length > 0 ? activateCommand(deactivated) : hint }),
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
