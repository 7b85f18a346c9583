import { Failure } from '../../failure/failure.ts';
import type { Change, ChangeTarget } from './change.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';

/** Whether a text names somebody or something that no plan may touch. */
export type IsProtected = (text: string) => boolean;

const NAMES_SHOWN = 10;

/** @throws Failure `limit` naming the protected users and groups that a plan would touch. */
export function refuseProtected(
  changes: readonly Change[],
  snapshot: Snapshot,
  groups: GroupSnapshot,
  isProtected: IsProtected,
): void {
  const touched = new Set(changes.flatMap((change) => protectedIn(change, snapshot, groups, isProtected)));
  if (touched.size === 0) return;
  const shown = [...touched].slice(0, NAMES_SHOWN).join(', ');
  throw new Failure(
    'limit',
    `the plan touches what this profile protects: ${shown}${touched.size > NAMES_SHOWN ? ', …' : ''}`,
    { hint: 'take it out of the file, or change the protection with orgctl profile add --force --protect' },
  );
}

/** Whether a user is protected by ID, userName or address. */
export function isProtectedUser({ id, values }: SnapshotUser, isProtected: IsProtected): boolean {
  return [id, values.userName, values.email, values.secondaryEmail].some(
    (text) => text !== undefined && isProtected(text),
  );
}

function protectedIn(
  change: Change,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  isProtected: IsProtected,
): readonly string[] {
  const users = (targets: readonly ChangeTarget[]) =>
    targets.flatMap((target) => {
      const user = 'id' in target ? snapshot.users.get(target.id) : undefined;
      return user !== undefined && isProtectedUser(user, isProtected)
        ? [user.values.userName ?? user.id]
        : [];
    });
  const group = (id: string) => {
    const name = groups.groups.get(id)?.displayName ?? id;
    return isProtected(id) || isProtected(name) ? [name] : [];
  };
  switch (change.kind) {
    case 'createUser':
      return [change.user.userName, change.user.email].filter(
        (text) => text !== undefined && isProtected(text),
      ) as string[];
    case 'patchUser':
    case 'deactivateUser':
    case 'reactivateUser':
      return users([change.target]);
    case 'createGroup':
      return isProtected(change.name) ? [change.name] : [];
    case 'addMembers':
    case 'removeMembers':
      return [...('id' in change.target ? group(change.target.id) : []), ...users(change.members)];
    case 'deleteGroup':
      return group(change.target.id);
  }
}
