import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { listGroups } from '../../scim/groups.ts';
import { readWhole } from '../../scim/read-whole.ts';
import { asMember, type ResolvedMember } from '../../scim/resolve-members.ts';
import { listUsers } from '../../scim/users.ts';
import type { Context } from '../context.ts';
import { eachOnce, type Identity } from './identity.ts';
import type { NamedKind } from './list-columns.ts';
import { readNameList, readUserList } from './read-name-list.ts';
import { matcherOf, readGroupWhere, readUserWhere } from './read-where.ts';

/** How an argument that takes many users is explained. */
export const MANY_USERS = 'IDs, userNames or e-mails; @FILE or - (stdin) reads a list';

/** The same of a flag that may be repeated. */
export const ONE_OR_LIST = 'ID, userName or e-mail; @FILE or - (stdin) reads a list';

/** Names users by what they are. */
export const whereOption = () =>
  new Option('--where <expression>', 'also every user that matches, such as \'department eq "Sales"\'');

/**
 * Returns the users that a command line names, each once: words, the lists in `@FILE` and on stdin for `-`,
 * and every user that an expression matches.
 * @param use what they are named for: only what reads takes a file of the members of several groups
 * @returns nobody only where an expression matches nobody
 * @throws Failure `usage` when no user is named; `invalidInput` for a list or expression that cannot be read.
 */
export async function namedPeople(
  context: Context,
  words: readonly string[],
  where?: string,
  use: 'read' | 'write' = 'write',
): Promise<readonly Identity[]> {
  const named = await namesIn(context, words, use === 'write' ? 'users to change' : 'users');
  if (where !== undefined) return eachOnce([...named, ...(await peopleMatching(context, where))]);
  if (named.length === 0)
    throw new Failure('usage', 'no users given', {
      hint: 'name users, or @FILE, - for stdin, or --where EXPRESSION',
    });
  return eachOnce(named);
}

/** Whether a word stands for a list. */
export function isListWord(word: string): boolean {
  return word === '-' || (word.startsWith('@') && word.length > 1);
}

/** Returns the names that words stand for: each itself, or the list in `@FILE` or on stdin for `-`. */
export async function namesIn(
  context: Context,
  words: readonly string[],
  kind: NamedKind | 'users to change',
): Promise<readonly Identity[]> {
  const named: Identity[] = [];
  for (const word of words) {
    if (!isListWord(word)) named.push({ name: word });
    else {
      // A list may be longer than what a call takes as arguments.
      const file = word === '-' ? '-' : word.slice(1);
      const listed =
        kind === 'users to change'
          ? await readUserList(context, file, 'keep the rows of one group in the file')
          : await readNameList(context, file, kind);
      for (const { name, at } of listed) named.push({ name, at });
    }
  }
  return named;
}

/** Returns the IDs of the groups that an expression matches, from a list that is whole. */
export async function groupsMatching(context: Context, text: string): Promise<readonly Identity[]> {
  const where = readGroupWhere(text, context.host.now());
  const { scim } = await context.connection();
  const isMatch = await matcherOf(context, where);
  const found = await readWhole(
    'groups',
    () => listGroups(scim, {}),
    async ({ items }) => {
      const ids: Identity[] = [];
      for await (const group of items) if (isMatch(group)) ids.push({ name: group.id });
      return ids;
    },
  );
  if (found.length === 0) await context.messages.note(`no group matches --where ${text}`);
  return found;
}

/**
 * Returns the IDs of every user that an expression matches, from a list that is whole: no user must be
 * missed.
 */
export async function peopleMatching(context: Context, text: string): Promise<readonly Identity[]> {
  return (await usersMatching(context, text)).map(({ id }) => ({ name: id }));
}

/** Returns the same users, and who of them is deactivated. */
export async function usersMatching(context: Context, text: string): Promise<readonly ResolvedMember[]> {
  const where = readUserWhere(text, context.host.now());
  const { scim } = await context.connection();
  const isSent = scim.dialect.version === '1.1' && where.sendable !== undefined;
  const isMatch = await matcherOf(context, where);
  const found = await readWhole(
    'users',
    () => listUsers(scim, isSent && where.sendable !== undefined ? { filter: where.sendable } : {}),
    async ({ items }) => {
      const users: ResolvedMember[] = [];
      for await (const user of items) if (isMatch(user)) users.push(asMember(user));
      return users;
    },
  );
  if (found.length === 0) await context.messages.note(`no user matches --where ${text}`);
  return found;
}
