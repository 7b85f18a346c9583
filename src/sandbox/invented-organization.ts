import { defined } from '../values/defined.ts';
import { demoOrganization } from './demo-organization.ts';
import type { OrganizationChange, StoredUser } from './organization-data.ts';
import type { SeedUser } from './read-seed.ts';

/**
 * Returns an organization in which invented people hold the built-in accounts, with their tokens and
 * workspaces, so that it has as many people as the one they were invented for. Each account goes to somebody
 * in the same state where there is one. The seed of the people is to be applied to it: it gives these
 * accounts the rest of their values, and adds everybody else.
 */
export function* inventedBeginning(people: readonly SeedUser[]): Generator<OrganizationChange> {
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
 * What makes a demo account special, such as being a bot, would refuse changes that the live organization
 * takes.
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
