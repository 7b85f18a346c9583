import { comparisonKey } from '../../values/comparison-key.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';

/** Maximum number of candidates that a finding lists. */
const MAX_NAMED = 4;

/** The one user with a name, or why there is none. */
export type UserByName = { readonly user: SnapshotUser } | { readonly problem: string };

/**
 * Returns a function that finds an active user by display name, or by given and family name in either order.
 * A deactivated user of the same name makes it ambiguous: the file may be older than the deactivation.
 */
export function usersByName({ users }: Snapshot): (name: string) => UserByName {
  let known: ReadonlyMap<string, readonly SnapshotUser[]> | undefined;
  return (name) => {
    known ??= byName(users.values());
    const found = known.get(comparisonKey(name)) ?? [];
    const [user, other] = found;
    if (user === undefined || found.every(({ values }) => values.active !== true))
      return { problem: `no row and no active user is named "${name}"` };
    if (other === undefined) return { user };
    const named = found.slice(0, MAX_NAMED).map(userLabel);
    const more = found.length > named.length ? ', …' : '';
    return {
      problem: `"${name}" matches ${found.length} users: ${named.join(', ')}${more}; use the userName`,
    };
  };
}

function userLabel({ id, values }: SnapshotUser): string {
  return `${values.userName ?? id}${values.active === true ? '' : ' (deactivated)'}`;
}

function byName(users: Iterable<SnapshotUser>): ReadonlyMap<string, readonly SnapshotUser[]> {
  const known = new Map<string, SnapshotUser[]>();
  for (const user of users) {
    const { displayName, givenName = '', familyName = '' } = user.values;
    const isWhole = givenName !== '' && familyName !== '';
    const names = isWhole
      ? [`${givenName} ${familyName}`, `${familyName} ${givenName}`, `${familyName}, ${givenName}`]
      : [];
    for (const key of new Set([displayName ?? '', ...names].map(comparisonKey)))
      if (key !== '') known.set(key, [...(known.get(key) ?? []), user]);
  }
  return known;
}
