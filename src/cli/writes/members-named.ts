import type { MemberName } from '../../bulk/single/plan-group-writes.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { Context } from '../context.ts';
import { findMembers, type NamedMember, readMemberNames } from '../identity/member-names.ts';
import { noneNamedFailure, usersMatching } from '../identity/named-people.ts';

/**
 * Returns the users given as arguments, in a file or by an expression, without duplicates, by ID and given
 * name.
 * @returns empty only if an expression matches no user
 * @throws Failure `usage` if no users were given; `invalidInput` for a list without rows; `refused` that
 * names all users who do not exist
 */
export async function readNamedMembers(
  context: Context,
  scim: ScimClient,
  words: readonly string[],
  {
    file,
    where,
    isJoining,
  }: {
    readonly file?: string | undefined;
    readonly where?: string | undefined;
    readonly isJoining: boolean;
  },
): Promise<readonly MemberName[]> {
  // An empty file does not mean "remove all members", which `clear` does: it is refused.
  const named = [
    ...(await readMemberNames(context, words, file)),
    ...(await membersMatching(context, where)),
  ];
  if (named.length === 0 && where === undefined)
    throw noneNamedFailure('users', 'name users, or @FILE with one on a line; - is stdin');
  return membersNamed(scim, named, isJoining);
}

/** Returns the users that match an expression; none without an expression. */
export async function membersMatching(
  context: Context,
  where: string | undefined,
): Promise<readonly NamedMember[]> {
  const users = where === undefined ? [] : await usersMatching(context, where);
  return users.map((known) => ({ name: known.userName ?? known.id, known }));
}

/**
 * Returns members without duplicates, by ID and given name; by userName if an ID was given.
 * @param isJoining whether the members join a group; if so, the result tells which of them are deactivated
 * @throws Failure `refused` for a user who does not exist
 */
export async function membersNamed(
  scim: ScimClient,
  named: readonly NamedMember[],
  isJoining: boolean,
): Promise<readonly MemberName[]> {
  const members = new Map<string, MemberName>();
  const found = await findMembers(scim, named, isJoining);
  for (const [index, { id, userName, ...state }] of found.entries()) {
    const given = named[index]?.name ?? id;
    const name = given === id ? (userName ?? id) : given;
    if (!members.has(id)) members.set(id, { id, name, ...state });
  }
  return [...members.values()];
}
