import type { Issue } from '../failure/issue.ts';
import { customProfileNames } from '../rules/custom-profile.ts';
import { expirationFrom, startDateFrom } from '../rules/date-time.ts';
import { storedUserName } from '../rules/user-name.ts';
import { USER_ATTRIBUTE_NAMES } from '../spec/user-attributes.ts';
import { defined } from '../values/defined.ts';
import { findManager } from './find-manager.ts';
import { pacificTime } from './identifiers.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken, StoredGroup, StoredUser } from './organization-data.ts';
import type { Seed, SeedGroup, SeedUser } from './read-seed.ts';

/**
 * Applies a seed. Its settings replace the present ones; a user with the same userName and a group with the
 * same name are changed, others are added. The rules of the service are not checked.
 * @returns references that could not be resolved. If there are any, the organization is incomplete and must
 * not be kept.
 */
export function applySeed(seed: Seed, organization: Organization, now: number): readonly Issue[] {
  const issues: Issue[] = [];
  const created = pacificTime(now);
  const idOf = (name: string, path: string): string => {
    const id = findManager(organization, name)?.id;
    if (id === undefined)
      issues.push({
        code: 'no_such_user',
        path,
        message: `there is no user "${name}"`,
        expected: 'an ID, a userName or an e-mail',
      });
    return id ?? '';
  };
  if (Object.keys(seed.settings).length > 0)
    organization.change({ settings: { ...organization.settings, ...seed.settings } });
  for (const user of seed.users) organization.change({ user: seededUser(user, organization, created) });
  for (const [index, { values }] of seed.users.entries()) {
    const user = organization.userByUserName(storedUserName(values.userName));
    if (user === undefined || values.manager === undefined) continue;
    const manager = idOf(values.manager, `users[${index}].manager`);
    organization.change({ user: { ...user, values: { ...user.values, manager } } });
  }
  const known = groupsByName(organization);
  for (const [index, group] of seed.groups.entries()) {
    const members = group.members.map((name, at) => idOf(name, `groups[${index}].members[${at}]`));
    organization.change({ group: seededGroup(group, members, { organization, known, created }) });
  }
  const tokens = seed.tokens.map(({ token, user }, index) =>
    user === undefined ? token : { ...token, userId: idOf(user, `tokens[${index}].user`) },
  );
  if (tokens.length > 0) addTokens(tokens, organization);
  return issues;
}

/** Adds tokens; a token with the same value is replaced. */
function addTokens(tokens: readonly SandboxToken[], organization: Organization): void {
  const words = new Set(tokens.map(({ token }) => token));
  const others = organization.settings.tokens.filter(({ token }) => !words.has(token));
  organization.change({ settings: { ...organization.settings, tokens: [...others, ...tokens] } });
}

function seededUser({ values, traits }: SeedUser, organization: Organization, created: string): StoredUser {
  const userName = storedUserName(values.userName);
  const before = organization.userByUserName(userName) ?? {
    id: organization.newUserId(),
    created,
    values: { email: `${userName}@${new URL(organization.settings.url).hostname}`, userName, active: true },
    rank: 'member',
    hasCustomProfile: false,
  };
  const kept = storedForm({ ...before.values, ...values, userName });
  return {
    ...before,
    ...traits,
    values: kept,
    hasCustomProfile: before.hasCustomProfile || customProfileNames(kept).length > 0,
  };
}

/**
 * Returns values in the form in which the service stores them: dates in its own format, and no blank ones
 * (SCIM §2.1).
 */
function storedForm(values: StoredUser['values']): StoredUser['values'] {
  const stored = { ...values };
  for (const name of USER_ATTRIBUTE_NAMES) {
    const value = stored[name];
    if (typeof value === 'string' && value.trim() === '' && name !== 'userName') delete stored[name];
  }
  const { startDate, guestExpiration } = stored;
  return {
    ...stored,
    ...defined({
      startDate: startDate && (startDateFrom(startDate) ?? startDate),
      guestExpiration: guestExpiration && (expirationFrom(guestExpiration) ?? guestExpiration),
    }),
  };
}

interface SeededGroups {
  readonly organization: Organization;
  readonly known: Map<string, StoredGroup>;
  readonly created: string;
}

/** Returns the groups by name; of several with one name, the first. */
function groupsByName(organization: Organization): Map<string, StoredGroup> {
  const known = new Map<string, StoredGroup>();
  for (const group of organization.groups())
    if (!known.has(group.displayName)) known.set(group.displayName, group);
  return known;
}

/** @param known the groups of the organization by name; receives the group */
function seededGroup(
  { displayName, traits }: SeedGroup,
  members: readonly string[],
  { organization, known, created }: SeededGroups,
): StoredGroup {
  const before = known.get(displayName) ?? { id: organization.newGroupId(), created, displayName };
  const group = { ...before, ...traits, members };
  known.set(displayName, group);
  return group;
}
