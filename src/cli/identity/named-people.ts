import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { listGroups } from '../../scim/groups.ts';
import { readComplete } from '../../scim/read-complete.ts';
import { asMember, type ResolvedMember } from '../../scim/resolve-members.ts';
import { listUsers } from '../../scim/users.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import { listed } from '../../values/listed.ts';
import type { Context } from '../context.ts';
import { type Identity, uniqueByName } from './identity.ts';
import type { NamedKind } from './list-columns.ts';
import { readNameList, readUserList } from './read-name-list.ts';
import { matcherOf, readGroupWhere, readUserWhere } from './read-where.ts';

/** Whether a command reads or changes the users or groups that it names. */
export type NameUse = 'read' | 'write';

/** Description of an argument that accepts many users. */
export const MANY_USERS = 'IDs, userNames or e-mails; @FILE or - (stdin) reads a list';

/** Description of a repeatable flag that accepts a user or a list. */
export const ONE_OR_LIST = 'ID, userName or e-mail; @FILE or - (stdin) reads a list';

/** Creates the option that selects users by expression. */
export const whereOption = () =>
  new Option('--where <expression>', 'also every user that matches, such as \'department eq "Sales"\'');

/**
 * Returns the users that a command line names, each once: from arguments, from the lists in `@FILE` and on
 * stdin for `-`, and by expression.
 * @param use purpose of the names; only `read` accepts a file with the members of several groups
 * @returns empty only if an expression matches no user
 * @throws Failure `usage` if no user is named; `invalidInput` for a list without rows, and for a list or
 * expression that cannot be read
 */
export async function namedPeople(
  context: Context,
  words: readonly string[],
  where?: string,
  use: NameUse = 'write',
): Promise<readonly Identity[]> {
  const named = await namesIn(context, words, 'users', use);
  if (named.length === 0 && where === undefined) throw noneNamedFailure('users');
  return withMatches(named, where === undefined ? undefined : usersMatchingWhere(context, where));
}

/** Adds the matches of an expression to names, each once. */
export async function withMatches(
  named: readonly Identity[],
  matches: Promise<readonly Identity[]> | undefined,
): Promise<readonly Identity[]> {
  return uniqueByName([...named, ...((await matches) ?? [])]);
}

/**
 * Returns the failure for a command line that names nobody.
 * @param hint what to do
 */
export function noneNamedFailure(
  noun: NamedKind,
  hint = `name ${noun}, or @FILE, - for stdin, or --where EXPRESSION`,
): Failure {
  return new Failure('usage', `no ${noun} given`, { hint });
}

/**
 * Refuses lists without rows, also beside other names: a file that is empty by mistake must not lead to a
 * partial change.
 * @param files the empty lists; - for stdin
 * @param use a command that only reads says nothing about what it sent
 * @throws Failure `invalidInput` that names all of them
 */
export function refuseEmptyLists(
  files: readonly string[],
  noun: NamedKind | 'IDs',
  use: NameUse = 'write',
): void {
  if (files.length === 0) return;
  const have = files.length === 1 ? 'has' : 'have';
  throw new Failure(
    'invalidInput',
    `${listed(files.map(inputName), 'and')} ${have} no rows that name ${noun}${use === 'read' ? '' : '; nothing was sent'}`,
    { code: 'empty_file', hint: 'orgctl help lists' },
  );
}

/** Whether an argument stands for a list. */
export function isListWord(word: string): boolean {
  return word === '-' || (word.startsWith('@') && word.length > 1);
}

/** Returns the file of an argument that stands for a list; - for stdin. */
export function listOf(word: string): string {
  return word === '-' ? '-' : word.slice(1);
}

/**
 * Returns the names that arguments stand for: the argument itself, or the list in `@FILE` or on stdin for
 * `-`.
 * @throws Failure `invalidInput` for lists without rows
 */
export async function namesIn(
  context: Context,
  words: readonly string[],
  kind: NamedKind,
  use: NameUse,
): Promise<readonly Identity[]> {
  const named: Identity[] = [];
  const empty: string[] = [];
  for (const word of words) {
    if (!isListWord(word)) named.push({ name: word });
    else {
      // Not spread into push: a list may be longer than the maximum number of arguments of a call.
      const rows =
        kind === 'users' && use === 'write'
          ? await readUserList(context, listOf(word), 'keep the rows of one group in the file')
          : await readNameList(context, listOf(word), kind, use);
      for (const { name, at, failure, isDisplayName, lastDay } of rows)
        named.push({ name, at, ...defined({ failure, isDisplayName, lastDay }) });
      if (rows.length === 0) empty.push(listOf(word));
    }
  }
  refuseEmptyLists(empty, kind, use);
  return named;
}

/** Returns the IDs of the groups that match an expression, from a complete list. */
export async function groupsMatching(context: Context, text: string): Promise<readonly Identity[]> {
  const where = readGroupWhere(text, context.host.now());
  const { scim } = await context.connection();
  const isMatch = await matcherOf(context, where);
  const found = await readComplete(
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

/** Returns the IDs of all users that match an expression, from a complete list: no user may be missed. */
export async function usersMatchingWhere(context: Context, text: string): Promise<readonly Identity[]> {
  return (await usersMatching(context, text)).map(({ id }) => ({ name: id }));
}

/** Returns all users that match an expression, with whether each is deactivated. */
export async function usersMatching(context: Context, text: string): Promise<readonly ResolvedMember[]> {
  const where = readUserWhere(text, context.host.now());
  const { scim } = await context.connection();
  const isSent = scim.dialect.version === '1.1' && where.sendable !== undefined;
  const isMatch = await matcherOf(context, where);
  const found = await readComplete(
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
