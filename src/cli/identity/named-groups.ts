import { Option } from '@commander-js/extra-typings';
import { findGroup } from '../../scim/find-group.ts';
import type { Group } from '../../scim/group.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { inParallel } from '../../values/in-parallel.ts';
import type { Context } from '../context.ts';
import type { Identity } from './identity.ts';
import { groupsMatching, type NameUse, namesIn, noneNamedFailure, withMatches } from './named-people.ts';
import { lookUpOrCollect, refuseUnknownNames, type UnknownName } from './unknown-names.ts';

/** Description of an argument that accepts many groups. */
export const MANY_GROUPS = 'IDs or names; @FILE or - (stdin) reads a list';

/** Creates the option that selects groups by expression. */
export const groupWhereOption = () =>
  new Option('--where <expression>', 'also every group that matches, such as \'displayName sw "Project"\'');

/**
 * Returns the groups that a command line names, each once: from arguments, from the lists in `@FILE` and on
 * stdin for `-`, and by expression.
 * @returns empty only if an expression matches no group
 * @throws Failure `usage` if no group is named; `invalidInput` for a list without rows, and for a list or
 * expression that cannot be read
 */
export async function namedGroups(
  context: Context,
  words: readonly string[],
  where?: string,
  use: NameUse = 'write',
): Promise<readonly Identity[]> {
  const named = await namesIn(context, words, 'groups', use);
  if (named.length === 0 && where === undefined) throw noneNamedFailure('groups');
  return withMatches(named, where === undefined ? undefined : groupsMatching(context, where));
}

/** The groups that a command line names, in its order, and the names that match no group. */
export interface NamedGroups<T> {
  readonly groups: readonly T[];
  readonly missing: readonly UnknownName[];
}

/**
 * Finds the groups that a command line names; a group named twice counts once.
 * @param find reads one group, by its displayName only if `isName`
 * @throws the original failure if the only name is unknown, or if the failure concerns all names, such as a
 * refused token
 */
export async function findNamedGroups<T>(
  scim: ScimClient,
  identities: readonly Identity[],
  find: (name: string, isName: boolean) => Promise<T>,
  idOf: (group: T) => string,
): Promise<NamedGroups<T>> {
  const groups = new Map<string, T>();
  const missing: UnknownName[] = [];
  const found = await inParallel(identities, scim.concurrency ?? 1, (identity) =>
    lookUpOrCollect(identity, identities.length, async () => ({
      group: await find(identity.name, identity.isDisplayName === true),
    })),
  );
  for (const one of found)
    if ('failure' in one) missing.push(one);
    else if (!groups.has(idOf(one.group))) groups.set(idOf(one.group), one.group);
  return { groups: [...groups.values()], missing };
}

/**
 * Finds all groups that a command line names.
 * @throws Failure `refused` with every name that matches no group or several; for a single name, its own
 * failure
 */
export async function findEveryGroup(
  context: Context,
  identities: readonly Identity[],
): Promise<readonly Group[]> {
  const { scim } = await context.connection();
  const { groups, missing } = await findNamedGroups(
    scim,
    identities,
    (name, isName) => findGroup(scim, name, isName),
    ({ id }) => id,
  );
  refuseUnknownNames(missing, identities.length, 'group');
  return groups;
}
