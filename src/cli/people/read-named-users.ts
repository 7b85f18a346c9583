import { Failure } from '../../failure/failure.ts';
import type { User } from '../../scim/user.ts';
import type { Context } from '../context.ts';
import { isListWord, namedPeople } from '../naming/named-people.ts';
import { describeOne } from '../writes/describe-failures.ts';
import { findNamedUsers } from '../writes/named-users.ts';
import { nameOf } from './describe-person.ts';

/** The users that a command line names. */
export interface NamedPeople {
  readonly words: readonly string[];
  readonly where: string | undefined;
}

/**
 * Reads the users that a command line names, in its order.
 * @param show receives them; and the one user where one is named by itself, not in a list or by an expression
 * @throws Failure `itemsFailed` at the end, for names that nobody has
 */
export async function readNamedUsers(
  context: Context,
  { words, where }: NamedPeople,
  show: (users: readonly User[], only: User | undefined) => Promise<void>,
): Promise<void> {
  const { scim } = await context.connection();
  const names = await namedPeople(context, words, where);
  const { users: named, missing } = await findNamedUsers(scim, names, (user, name) =>
    context.messages.note(`"${name}" is the display name of ${nameOf(user)}`),
  );
  const users = named.map(({ user }) => user);
  const isOne = where === undefined && words.length === 1 && !words.some(isListWord);
  await show(users, isOne ? users[0] : undefined);
  for (const { identity, failure } of missing) await describeOne(context, identity, failure);
  if (missing.length > 0)
    throw new Failure('itemsFailed', `${missing.length} of ${names.length} users failed`);
}
