import { Failure } from '../../failure/failure.ts';
import { changeMembers, type MemberCalls } from '../../scim/change-members.ts';
import type { Group } from '../../scim/group.ts';
import { groupBody } from '../../scim/group-body.ts';
import { createGroup, isUnknown } from '../../scim/groups.ts';
import { findCreatedGroups, type SentGroup } from '../../scim/settle-group-create.ts';
import type { Connection } from '../connection/connect.ts';
import type { Context } from '../context.ts';

/**
 * Creates a group with its members: with as many as one call names, and the others in calls of their own (SCIM §4.6, §8).
 * @throws Failure that says which group is there and how many members it lacks when a later call fails.
 */
export async function createWholeGroup(
  context: Context,
  connection: Connection,
  wanted: SentGroup,
  calls: MemberCalls,
): Promise<Group> {
  const { scim } = connection;
  const first = wanted.memberIds.slice(0, calls.batchSize);
  const rest = wanted.memberIds.slice(calls.batchSize);
  const group = await createOrFind(context, connection, { ...wanted, memberIds: first });
  calls.onProgress?.(first.length);
  if (rest.length === 0) return group;
  const onProgress = (done: number) => calls.onProgress?.(first.length + done);
  return changeMembers(scim, group, { add: rest, remove: [] }, { ...calls, onProgress }).catch(
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      const { kind, code, status, message } = error;
      const details = {
        ...(code === undefined ? {} : { code }),
        ...(status === undefined ? {} : { status }),
      };
      throw new Failure(kind, `the group ${group.id} is there, and not all of its members: ${message}`, {
        ...details,
        hint: `orgctl scim groups members add ${group.id} --file FILE`,
        cause: error,
      });
    },
  );
}

/** A create without an answer is never sent again: a group has no key by which a second one would be refused. */
async function createOrFind(
  { world, messages }: Context,
  { scim, serverNow }: Connection,
  sent: SentGroup,
): Promise<Group> {
  const sentAt = serverNow();
  try {
    return await createGroup(scim, groupBody(sent.displayName, sent.memberIds, scim.dialect));
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const sleep = (milliseconds: number) => world.sleep(milliseconds);
    // A look-up that fails leaves it unknown; it must not look as if nothing had been sent.
    const found = await findCreatedGroups(scim, sent, sentAt, sleep).catch((lookUp: unknown) => {
      throw lookUp instanceof Failure ? error : lookUp;
    });
    const [only] = found;
    if (only !== undefined && found.length === 1) {
      await messages.warn(`the answer was lost; ${only.id} has the name and the members and was made since`);
      return only;
    }
    throw unsettled(sent.displayName, found, error);
  }
}

function unsettled(displayName: string, found: readonly Group[], cause: Failure): Failure {
  const { code } = cause;
  // The service may have said that it failed, though not whether all of it did (SCIM §7 group_creation_failed).
  const what = code === undefined ? 'the answer was lost' : 'creating the group failed';
  const named = code === undefined ? {} : { code };
  if (found.length === 0) {
    return new Failure('unknownOutcome', `${what}, and looked for twice no group "${displayName}" is there`, {
      ...named,
      hint: 'it can be sent again; look first: orgctl scim groups list',
      cause,
    });
  }
  const ids = found.map(({ id }) => id).join(', ');
  return new Failure(
    'unknownOutcome',
    `${what}; ${found.length} groups "${displayName}" were made since: ${ids}`,
    { ...named, hint: 'nothing tells which one is this one; look before sending it again', cause },
  );
}
