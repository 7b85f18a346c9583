import { Failure } from '../../failure/failure.ts';
import { readComplete } from '../../scim/read-complete.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import { getUser, listUsers } from '../../scim/users.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { withoutMarks } from '../../values/without-marks.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import { nameWithPlace } from '../identity/identity.ts';
import { isListWord, namedPeople } from '../identity/named-people.ts';
import { describeOne } from '../writes/describe-failures.ts';
import { findNamedUsers, type NamedUsers } from '../writes/named-users.ts';
import { personName } from './describe-person.ts';

/** The users that a command line names. */
export interface NamedPeople {
  readonly words: readonly string[];
  readonly where: string | undefined;
  /** Whether a single word may also be part of a name, such as a first name. */
  readonly isSearched?: boolean;
}

/**
 * Reads the users that a command line names, in its order.
 * @param show receives the users, and the single user if exactly one is given by name rather than by a list
 * or expression
 * @throws Failure `itemsFailed` at the end if some names match no user
 */
export async function readNamedUsers(
  context: Context,
  { words, where, isSearched = false }: NamedPeople,
  show: (users: readonly User[], only: User | undefined) => Promise<void>,
): Promise<void> {
  const { scim } = await context.connection();
  const names = await namedPeople(context, words, where, 'read');
  const find = () =>
    findNamedUsers(scim, names, (user, name) =>
      context.messages.note(`"${name}" is the display name of ${personName(user)}`),
    );
  const [only] = names;
  const { users: named, missing } =
    isSearched && only !== undefined && names.length === 1
      ? await findByNameWord(context, only.name, find)
      : await find();
  const users = named.map(({ user }) => user);
  const isOne = where === undefined && words.length === 1 && !words.some(isListWord);
  await show(users, isOne ? users[0] : undefined);
  for (const { identity, failure } of missing) await describeOne(context, nameWithPlace(identity), failure);
  if (missing.length > 0)
    throw new Failure('itemsFailed', `${missing.length} of ${names.length} users failed`);
}

/**
 * Finds a user; if no user has the name, falls back to the only user with that word among their names.
 * @throws Failure `usage` that lists the candidates if there are several
 */
async function findByNameWord(
  context: Context,
  name: string,
  find: () => Promise<NamedUsers>,
): Promise<NamedUsers> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== NO_SUCH_USER || !isPartOfName(name)) throw error;
    const { scim } = await context.connection();
    const called = await usersCalled(scim, name);
    const [user] = called;
    if (user === undefined) throw error;
    if (called.length === 1) {
      await context.messages.note(`"${name}" is ${personName(user)}`);
      return { users: [{ user: await getUser(scim, user.id), position: 1 }], missing: [] };
    }
    const shown = called.slice(0, MAX_CANDIDATES).map(personName);
    const more = called.length > shown.length ? `, and ${called.length - shown.length} more` : '';
    throw new Failure('usage', `"${name}" matches ${called.length} users: ${shown.join(', ')}${more}`, {
      code: NO_SUCH_USER,
      hint: `orgctl who ${quoted(user.values.userName ?? user.id)}`,
      cause: error,
    });
  }
}

const NO_SUCH_USER: ScimErrorCode = 'no_such_user';
/** Candidates listed in full; the rest are only counted. */
const MAX_CANDIDATES = 10;

/** Whether a word may be part of a name: it consists of letters. */
function isPartOfName(word: string): boolean {
  return /^[\p{L}\p{M}'’-]{2,}$/u.test(word);
}

/**
 * Returns the users who have a word among their names, ignoring accents. Reads the complete list of users.
 */
function usersCalled(scim: ScimClient, word: string): Promise<readonly User[]> {
  const wanted = folded(word);
  return readComplete(
    'users',
    () => listUsers(scim, {}),
    async ({ items }) => {
      const found: User[] = [];
      for await (const user of items) if (wordsOf(user).has(wanted)) found.push(user);
      return found;
    },
  );
}

/** Returns the words of all names of a user; for a hyphenated name such as Jean-Luc also its parts. */
function wordsOf({ values }: User): ReadonlySet<string> {
  const { displayName = '', givenName = '', familyName = '', userName = '' } = values;
  const words = folded([displayName, givenName, familyName, userName].join(' ')).split(/[\s._]+/);
  return new Set(words.flatMap((word) => [word, ...word.split('-')]));
}

function folded(text: string): string {
  return withoutMarks(text).toLowerCase();
}
