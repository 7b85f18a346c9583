import { defined } from '../values/defined.ts';
import { demoOrganization } from './demo-organization.ts';
import type { OrganizationChange, StoredUser } from './organization-data.ts';
import type { SeedUser } from './read-seed.ts';

/**
 * Returns an organization in which invented users take over the built-in accounts with their tokens and
 * workspaces, so that the number of users equals that of the live organization. Each account is given to a
 * user in the same state if there is one. The seed must be applied afterward: it sets the remaining values of
 * these accounts and adds the other users.
 */
export function* inventedBaseOrganization(people: readonly SeedUser[]): Generator<OrganizationChange> {
  const free = new Set(people);
  for (const change of demoOrganization()) {
    if ('group' in change) continue;
    if (!('user' in change)) {
      yield change;
      continue;
    }
    const person = take(free, (one) => isInState(one, change.user)) ?? take(free, () => true);
    if (person !== undefined) yield { user: accountOf(person, change.user) };
  }
}

function take(free: Set<SeedUser>, isFit: (user: SeedUser) => boolean): SeedUser | undefined {
  for (const user of free) {
    if (!isFit(user)) continue;
    free.delete(user);
    return user;
  }
  return undefined;
}

function isInState({ values: { active, guest }, traits }: SeedUser, stored: StoredUser): boolean {
  return (
    (active !== false) === stored.values.active &&
    (guest === true) === (stored.values.guest === true) &&
    traits.isSingleChannelGuest === stored.isSingleChannelGuest
  );
}

/**
 * Returns the account without the special properties of a demo account, such as being a bot. They would cause
 * refusals that the live organization does not have.
 */
function accountOf(
  { values: { userName, email } }: SeedUser,
  { id, created, rank, ownsWorkspace }: StoredUser,
): StoredUser {
  return {
    id,
    created,
    rank,
    ...defined({ ownsWorkspace }),
    hasCustomProfile: false,
    values: { userName, active: true, email: email ?? `${userName}@invented.example` },
  };
}
