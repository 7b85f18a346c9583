import { Failure } from '../../failure/failure.ts';
import type { Issue, Place } from '../../failure/issue.ts';
import { listTypoHint } from '../../rules/list-typo-hint.ts';
import { isUserId, mayBeNameToo } from '../../rules/user-id.ts';
import { type ResolvedMember, resolveMembers } from '../../scim/resolve-members.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { defined } from '../../values/defined.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import type { ListedName } from './listed-name.ts';
import { isListWord, listOf, refuseEmptyLists } from './named-people.ts';
import { readUserList } from './read-name-list.ts';

/** A member as named on input, by ID, userName or e-mail, and its position. */
export interface NamedMember {
  readonly name: string;
  readonly at?: Place;
  /** The user, if already read. */
  readonly known?: ResolvedMember;
}

/**
 * Returns the named members: from arguments, from the lists in `@FILE` and on stdin for `-`, and from a file.
 * @throws Failure `invalidInput` for lists without rows, and for a file with the members of several groups
 */
export async function readMemberNames(
  context: Context,
  words: readonly string[],
  file: string | undefined,
): Promise<readonly NamedMember[]> {
  const named: NamedMember[] = [];
  const empty: string[] = [];
  const addList = async (list: string) => {
    const members = await membersOfOneGroup(context, list);
    // Not spread into push: a list may be longer than the maximum number of arguments of a call.
    for (const one of members) named.push(one);
    if (members.length === 0) empty.push(list);
  };
  for (const word of words) {
    if (isListWord(word)) await addList(listOf(word));
    else named.push({ name: word.trim() });
  }
  if (file !== undefined) await addList(file);
  refuseEmptyLists(empty, 'users');
  return named;
}

function membersOfOneGroup(context: Context, file: string): Promise<readonly ListedName[]> {
  return readUserList(context, file, `orgctl bulk plan ${quoted(file)}`);
}

/**
 * Returns the user for each name, in the given order.
 * @param isJoining whether the users are to join a group
 * @throws Failure `refused` with every unknown name; nothing was sent
 */
export async function findMembers(
  scim: ScimClient,
  named: readonly NamedMember[],
  isJoining: boolean,
): Promise<readonly ResolvedMember[]> {
  const open = named.filter(({ known }) => known === undefined);
  const names = open.map(({ name }) => name);
  const found = new Map(
    (await resolveMembers(scim, names, isJoining)).map((member, index) => [names[index], member]),
  );
  const resolved = named.map(({ name, known }) => known ?? found.get(name));
  const issues = named.flatMap((member, index) =>
    resolved[index] === undefined ? [noSuchUserIssue(member)] : [],
  );
  if (issues.length > 0) {
    const count = issues.length === 1 ? 'a member is' : `${issues.length} members are`;
    throw new Failure('refused', `${count} not in the organization; nothing was sent`, {
      code: NO_SUCH_USER,
      issues,
      hint: 'orgctl scim users list --columns id,userName,email',
    });
  }
  return resolved.filter((member) => member !== undefined);
}

const NO_SUCH_USER: ScimErrorCode = 'no_such_user';

function noSuchUserIssue({ name, at }: NamedMember): Issue {
  const message = `no user has the ${kindOf(name)} "${name}"${listTypoHint(name, at !== undefined)}`;
  return { code: NO_SUCH_USER, path: '', message, ...defined({ at }) };
}

/** What a name was looked up as, in words. */
function kindOf(name: string): string {
  if (isUserId(name)) return mayBeNameToo(name) ? 'ID or userName' : 'ID';
  return name.includes('@') ? 'e-mail' : 'userName';
}
