import { Failure } from '../../failure/failure.ts';
import { readComplete } from '../../scim/read-complete.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import { jsonMemberOf } from '../../scim/user-members.ts';
import { listUsers } from '../../scim/users.ts';
import type { Context } from '../context.ts';
import { personName } from './describe-person.ts';

const READ = new Set(['id', jsonMemberOf('userName'), jsonMemberOf('displayName')]);

/**
 * Returns the names of all users of the organization by ID. Empty if users cannot be read, because only the
 * Web API is configured or the token has no access; IDs are then shown instead.
 */
export function readUserNames(context: Context): Promise<ReadonlyMap<string, string>> {
  return readOfUsers(context, READ, personName);
}

/**
 * Returns a value for each user of the organization, by ID; empty if users cannot be read.
 * @param members the JSON members that `pick` needs
 */
export async function readOfUsers<Value>(
  context: Context,
  members: ReadonlySet<string>,
  pick: (user: User) => Value,
): Promise<ReadonlyMap<string, Value>> {
  const values = new Map<string, Value>();
  const { settings } = await context.resolved();
  if (settings.scimBaseUrl === undefined) return values;
  const progress = context.messages.progress();
  try {
    const { scim } = await context.connection();
    progress.update('reading the names of users');
    for await (const user of listUsers(scim, { members }).items) values.set(user.id, pick(user));
  } catch (error) {
    if (!areUsersUnreadable(error)) throw error;
  } finally {
    progress.stop();
  }
  return values;
}

/**
 * Whether a failure means that the profile may not read users, so that IDs are shown instead of names. Other
 * failures are reported.
 */
export function areUsersUnreadable(error: unknown): boolean {
  return error instanceof Failure && CLOSED.has(error.kind);
}

const CLOSED: ReadonlySet<string> = new Set(['usage', 'unauthorized', 'refused']);

/**
 * Returns the email of each user by ID, or else the userName, or else the ID. Reads the complete list of
 * users.
 */
export function readEmailsById(scim: ScimClient): Promise<ReadonlyMap<string, string>> {
  return readComplete(
    'users',
    () => listUsers(scim, {}),
    async ({ items }) => {
      const addresses = new Map<string, string>();
      for await (const { id, values } of items) addresses.set(id, values.email ?? values.userName ?? id);
      return addresses;
    },
  );
}
