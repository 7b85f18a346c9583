import type { Issue } from '../failure/issue.ts';
import { customProfileNames } from '../rules/custom-profile.ts';
import { storedUserName } from '../rules/user-name.ts';
import { findManager } from './find-manager.ts';
import { identifier, pacificTime } from './identifiers.ts';
import type { Organisation } from './organisation.ts';
import type { SandboxToken, StoredGroup, StoredUser } from './organisation-data.ts';
import type { Seed, SeedGroup, SeedUser } from './read-seed.ts';

/**
 * Sets up what a seed describes: settings take the place of those that are there, a user with the same userName and a group of the same name
 * are changed, others are added. The rules of the service are not asked.
 * @returns what could not be found; where there is any, the organization is half set up and must not be kept.
 */
export function applySeed(seed: Seed, organisation: Organisation, now: number): readonly Issue[] {
  const issues: Issue[] = [];
  const created = pacificTime(now);
  const idOf = (name: string, path: string): string => {
    const id = findManager(organisation, name)?.id;
    if (id === undefined)
      issues.push({
        code: 'no_such_user',
        path,
        message: `nobody is "${name}"`,
        expected: 'an ID, a userName or an e-mail',
      });
    return id ?? '';
  };
  if (Object.keys(seed.settings).length > 0)
    organisation.change({ settings: { ...organisation.settings, ...seed.settings } });
  for (const user of seed.users) organisation.change({ user: seededUser(user, organisation, created) });
  for (const [index, { values }] of seed.users.entries()) {
    const user = organisation.userByUserName(storedUserName(values.userName));
    if (user === undefined || values.manager === undefined) continue;
    const manager = idOf(values.manager, `users[${index}].manager`);
    organisation.change({ user: { ...user, values: { ...user.values, manager } } });
  }
  for (const [index, group] of seed.groups.entries()) {
    const members = group.members.map((name, at) => idOf(name, `groups[${index}].members[${at}]`));
    organisation.change({ group: seededGroup(group, members, organisation, created) });
  }
  const tokens = seed.tokens.map(({ token, user }, index) =>
    user === undefined ? token : { ...token, userId: idOf(user, `tokens[${index}].user`) },
  );
  if (tokens.length > 0) addTokens(tokens, organisation);
  return issues;
}

/** A token takes the place of one of the same word. */
function addTokens(tokens: readonly SandboxToken[], organisation: Organisation): void {
  const words = new Set(tokens.map(({ token }) => token));
  const others = organisation.settings.tokens.filter(({ token }) => !words.has(token));
  organisation.change({ settings: { ...organisation.settings, tokens: [...others, ...tokens] } });
}

function seededUser({ values, traits }: SeedUser, organisation: Organisation, created: string): StoredUser {
  const userName = storedUserName(values.userName);
  const before = organisation.userByUserName(userName) ?? {
    id: identifier('W', organisation.userCount + 1),
    created,
    values: { email: `${userName}@${new URL(organisation.settings.url).hostname}`, userName, active: true },
    rank: 'member',
    hasCustomProfile: false,
  };
  const kept = { ...before.values, ...values, userName };
  return {
    ...before,
    ...traits,
    values: kept,
    hasCustomProfile: before.hasCustomProfile || customProfileNames(kept).length > 0,
  };
}

function seededGroup(
  { displayName, traits }: SeedGroup,
  members: readonly string[],
  organisation: Organisation,
  created: string,
): StoredGroup {
  const before = [...organisation.groups()].find((group) => group.displayName === displayName);
  const number = organisation.groupCount + organisation.deletedGroups().size + 1;
  return { id: before?.id ?? identifier('S', number), created, displayName, ...traits, members };
}
