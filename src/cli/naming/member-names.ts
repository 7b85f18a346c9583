import { Failure } from '../../failure/failure.ts';
import type { Issue, Place } from '../../failure/issue.ts';
import { resolveMembers } from '../../scim/resolve-members.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { inputName, readText } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';

/** A member as somebody named it, by ID, userName or e-mail, and where. */
export interface NamedMember {
  readonly name: string;
  readonly at?: Place;
}

/** More than a group can have, however long the names. */
const LARGEST_FILE = 8 * 1024 * 1024;

/** Returns the members that were named as arguments, and those in a file: one on a line; blank lines and # are left out. */
export async function readMemberNames(
  { world }: Context,
  words: readonly string[],
  file: string | undefined,
): Promise<readonly NamedMember[]> {
  const named: NamedMember[] = words.map((name) => ({ name: name.trim() }));
  if (file === undefined) return named;
  const text = await readText(file, world.streams.stdin, LARGEST_FILE);
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const name = line.trim();
    if (name !== '' && !name.startsWith('#'))
      named.push({ name, at: { file: inputName(file), line: index + 1 } });
  }
  return named;
}

/**
 * Returns the user ID of each, in their order.
 * @throws Failure `invalidInput` with every name that nobody has; nothing was sent.
 */
export async function memberIds(scim: ScimClient, named: readonly NamedMember[]): Promise<readonly string[]> {
  const resolved = await resolveMembers(
    scim,
    named.map(({ name }) => name),
  );
  const issues = named.flatMap((member, index) => (resolved[index] === undefined ? [nobody(member)] : []));
  if (issues.length > 0) {
    const count = issues.length === 1 ? 'a member is' : `${issues.length} members are`;
    throw new Failure('invalidInput', `${count} not in the organization; nothing was sent`, {
      issues,
      hint: 'orgctl scim users list --columns id,userName,email',
    });
  }
  return resolved.filter((id) => id !== undefined);
}

function nobody({ name, at }: NamedMember): Issue {
  const code: ScimErrorCode = 'no_such_user';
  const message = `no user has the ${name.includes('@') ? 'e-mail' : 'userName'} "${name}"`;
  return { code, path: '', message, ...(at === undefined ? {} : { at }) };
}
