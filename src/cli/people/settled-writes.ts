import { Failure } from '../../failure/failure.ts';
import { findUser } from '../../scim/find-user.ts';
import type { Group } from '../../scim/group.ts';
import { deleteGroup, getGroup, isUnknown } from '../../scim/groups.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import {
  type ComparedUser,
  compareGroup,
  compareUser,
  compareWithBefore,
  type Found,
  sendAndSettle,
} from '../../scim/settle-write.ts';
import type { User } from '../../scim/user.ts';
import type { UserPatch } from '../../scim/user-patch.ts';
import { getUser } from '../../scim/users.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { Context } from '../context.ts';

/**
 * Changes a user who exists. When the answer is lost the user is looked at, and what was found is said (reliability: the rules by
 * operation).
 * @param wanted what the user is afterwards; undefined where a request alone says it.
 * @throws Failure `unknownOutcome` with what is there now.
 */
export function settledUser(
  context: Context,
  scim: ScimClient,
  user: User,
  wanted: UserPatch | undefined,
  send: () => Promise<User>,
): Promise<User> {
  const who = `${user.values.userName} (${user.id})`;
  const compare = async ({ values }: User): Promise<ComparedUser> =>
    wanted === undefined
      ? compareWithBefore(user.values, values)
      : compareUser(await withManagerId(scim, wanted), user.values, values);
  return told(`orgctl scim users get ${user.id}`, () =>
    sendAndSettle({
      send,
      look: () => getUser(scim, user.id),
      compare: async (now) => {
        const { found, foreign } = await compare(now);
        await tellFound(context, who, found, valuesInWords(foreign, now.values));
        return found;
      },
    }),
  );
}

/** The same of a group: its name and members are replaced. */
export function settledGroup(
  context: Context,
  scim: ScimClient,
  group: Group,
  wanted: { readonly displayName: string; readonly memberIds: readonly string[] } | undefined,
  send: () => Promise<Group>,
): Promise<Group> {
  const asBefore = { displayName: group.displayName, memberIds: group.members.map(({ id }) => id) };
  return told(`orgctl scim groups get ${group.id}`, () =>
    sendAndSettle({
      send,
      look: () => getGroup(scim, group.id),
      compare: async (now) => {
        const found =
          wanted === undefined ? unlessDone(asBefore, group, now) : compareGroup(wanted, group, now);
        const words = `it is called "${now.displayName}" and has ${now.members.length} members`;
        await tellFound(context, `${group.displayName} (${group.id})`, found, words);
        return found;
      },
    }),
  );
}

/** Deletes a group for good. One that is there after a lost answer is deleted again; one that is gone was. */
export async function settledDeletion(context: Context, scim: ScimClient, group: Group): Promise<void> {
  const compare = async (): Promise<Found> => {
    await tellFound(context, `${group.displayName} (${group.id})`, 'open', '');
    return 'open';
  };
  await told(`orgctl scim groups get ${group.id}`, () =>
    sendAndSettle({
      send: async () => {
        const how = await deleteGroup(scim, group.id);
        if (how === 'found gone')
          await context.messages.warn(`the answer was lost; ${group.displayName} (${group.id}) is gone`);
        return group;
      },
      look: () => getGroup(scim, group.id),
      compare,
    }),
  );
}

/** What is as before was not done; of anything else nobody knows whose it is. */
function unlessDone(
  asBefore: { readonly displayName: string; readonly memberIds: readonly string[] },
  before: Group,
  now: Group,
): Found {
  return compareGroup(asBefore, before, now) === 'done' ? 'open' : 'foreign';
}

async function tellFound({ messages }: Context, who: string, found: Found, now: string): Promise<void> {
  const words = {
    done: `${who} is as was asked for`,
    open: `${who} is as it was before`,
    foreign: `${who} is neither as before nor as was asked for: ${now}`,
  };
  await messages.warn(`the answer was lost; ${words[found]}`);
}

function valuesInWords(names: readonly UserAttributeName[], values: UserValues): string {
  const words = names.map((name) => {
    const value = values[name];
    return `${name} is ${value === undefined || value === '' ? 'blank' : JSON.stringify(value)}`;
  });
  return words.join(', ');
}

/** The service is sent a manager by any name, and shows the ID. */
async function withManagerId(scim: ScimClient, { set, clear }: UserPatch): Promise<UserPatch> {
  if (set.manager === undefined) return { set, clear };
  const manager = await findUser(scim, set.manager).catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
  return { set: { ...set, ...(manager === undefined ? {} : { manager: manager.id }) }, clear };
}

/** Says with an outcome that stays unknown where to look. */
async function told<T>(look: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const { message, code, status } = error;
    const details = { ...(code === undefined ? {} : { code }), ...(status === undefined ? {} : { status }) };
    throw new Failure('unknownOutcome', message, {
      ...details,
      hint: `look before you send it again: ${look}`,
      cause: error,
    });
  }
}
