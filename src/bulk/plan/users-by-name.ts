import { lookupKey } from '../input/lookup.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';

/** Candidates that a finding names. */
const MOST_NAMED = 4;

/** The one user that a name means, or why it means none. */
export type UserByName = { readonly user: SnapshotUser } | { readonly problem: string };

/** Returns what finds an active user by name: as displayed, or the given and the family name in either order. */
export function usersByName({ users }: Snapshot): (name: string) => UserByName {
  let known: ReadonlyMap<string, readonly SnapshotUser[]> | undefined;
  return (name) => {
    known ??= byName(users.values());
    const found = known.get(lookupKey(name)) ?? [];
    const [user, other] = found;
    if (user === undefined)
      return { problem: `no row has "${name}", and no active user of the organization is called so` };
    if (other === undefined) return { user };
    const named = found.slice(0, MOST_NAMED).map(({ id, values }) => values.userName ?? id);
    const more = found.length > named.length ? ', …' : '';
    return { problem: `"${name}" is more than one user: ${named.join(', ')}${more}` };
  };
}

function byName(users: Iterable<SnapshotUser>): ReadonlyMap<string, readonly SnapshotUser[]> {
  const known = new Map<string, SnapshotUser[]>();
  for (const user of users) {
    const { active, displayName, givenName = '', familyName = '' } = user.values;
    if (!active) continue;
    const isWhole = givenName !== '' && familyName !== '';
    const names = isWhole
      ? [`${givenName} ${familyName}`, `${familyName} ${givenName}`, `${familyName}, ${givenName}`]
      : [];
    for (const key of new Set([displayName ?? '', ...names].map(lookupKey)))
      if (key !== '') known.set(key, [...(known.get(key) ?? []), user]);
  }
  return known;
}
