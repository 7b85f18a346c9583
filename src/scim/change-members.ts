import { Failure } from '../failure/failure.ts';
import type { Group } from './group.ts';
import { groupBody } from './group-body.ts';
import {
  changeTo,
  clearMembersBody,
  groupPatchBody,
  leftOf,
  type MemberChange,
  memberBatches,
  replaceMembersBody,
} from './group-patch.ts';
import { getGroup, isUnknown, replaceGroup, sendGroupPatch } from './groups.ts';
import type { ScimClient } from './scim-client.ts';

export interface MemberCalls {
  /** Users that one call names at most (SCIM §8). */
  readonly batchSize: number;
  /** Is told after each call how many users it and those before it named. */
  readonly onProgress?: (done: number) => void;
  /** Is handed each call, to make it or not. */
  readonly around?: (call: () => Promise<void>) => Promise<void>;
  /** Is told what a look has shown after a lost answer: how many users still are as before. */
  readonly onLost?: (left: number) => Promise<void>;
}

/** A lost answer is looked up and the rest sent again so often: putting somebody in twice is the same as once. */
const ATTEMPTS = 3;

/**
 * Puts users into a group and takes others out, in as many calls as it needs (SCIM §4.6).
 * @returns the group as it is afterwards.
 */
export async function changeMembers(
  scim: ScimClient,
  group: Group,
  change: MemberChange,
  { batchSize, onProgress, around = (call) => call(), onLost }: MemberCalls,
): Promise<Group> {
  let done = 0;
  for (const batch of memberBatches(change, batchSize)) {
    await around(() => sendUntilSeen(scim, group.id, batch, onLost));
    done += batch.add.length + batch.remove.length;
    onProgress?.(done);
  }
  return getGroup(scim, group.id);
}

/**
 * Makes exactly these users the members. v2 has one operation for that, which is used as long as one call may name them all;
 * otherwise only the difference is sent (SCIM §4.6).
 */
export async function setMembers(
  scim: ScimClient,
  group: Group,
  wanted: readonly string[],
  calls: MemberCalls,
): Promise<Group> {
  if (wanted.length === 0 && scim.dialect.version === '1.1') return clearMembers(scim, group, calls);
  if (scim.dialect.version === '1.1' || wanted.length > calls.batchSize) {
    const now = group.members.map(({ id }) => id);
    return changeMembers(scim, group, changeTo(wanted, now), calls);
  }
  const body = wanted.length === 0 ? clearMembersBody() : replaceMembersBody(wanted);
  return sendWhole(scim, group, wanted, calls, () => sendGroupPatch(scim, group.id, body));
}

/** A PUT without members leaves none, in one call; of a PATCH v1 documents no form that does (SCIM §4.6). */
function clearMembers(scim: ScimClient, group: Group, calls: MemberCalls): Promise<Group> {
  const body = groupBody(group.displayName, [], scim.dialect);
  return sendWhole(scim, group, [], calls, async () => void (await replaceGroup(scim, group.id, body)));
}

/** Sends what has the same effect however often it is sent; not again when it is found to be done. */
async function sendWhole(
  scim: ScimClient,
  { id }: Group,
  wanted: readonly string[],
  { around = (call) => call(), onLost }: MemberCalls,
  send: () => Promise<void>,
): Promise<Group> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await around(send);
      return await getGroup(scim, id);
    } catch (error) {
      const now = await lookAfter(scim, id, error);
      const left = changeTo(wanted, idsOf(now));
      await onLost?.(countOf(left));
      if (countOf(left) === 0) return now;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function sendUntilSeen(
  scim: ScimClient,
  id: string,
  batch: MemberChange,
  onLost: MemberCalls['onLost'],
): Promise<void> {
  let left = batch;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendGroupPatch(scim, id, groupPatchBody(left, scim.dialect));
    } catch (error) {
      left = leftOf(left, idsOf(await lookAfter(scim, id, error)));
      await onLost?.(countOf(left));
      if (countOf(left) === 0) return;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Reads the group after an answer was lost. @throws any other error as it is, and the first one when the look fails, too. */
async function lookAfter(scim: ScimClient, id: string, error: unknown): Promise<Group> {
  if (!isUnknown(error)) throw error;
  return getGroup(scim, id).catch((lookUp: unknown) => {
    throw lookUp instanceof Failure ? error : lookUp;
  });
}

function idsOf({ members }: Group): readonly string[] {
  return members.map((member) => member.id);
}

function countOf({ add, remove }: MemberChange): number {
  return add.length + remove.length;
}
