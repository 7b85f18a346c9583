import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { counted } from '../../output/counted.ts';
import type { MemberCalls } from '../../scim/change-members.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { Context } from '../context.ts';

/** How many users one call may name (SCIM §8). */
export const batchSizeOption = () =>
  new Option('--batch-size <count>', `users that one call names; at most ${LIMITS.groupUsersPerCall}`)
    .default(LIMITS.groupUsersRecommended)
    .argParser(parseBatchSize);

function parseBatchSize(text: string): number {
  const count = Number(text);
  if (/^\d{1,5}$/.test(text) && count >= 1 && count <= LIMITS.groupUsersPerCall) return count;
  throw new InvalidArgumentError(
    `It is a whole number from 1 to ${LIMITS.groupUsersPerCall}; a call with more is too_many_users.`,
  );
}

/** Says what was found of members after a lost answer. */
export function tellingLost({ messages }: Context): NonNullable<MemberCalls['onLost']> {
  return (left) => {
    const who = left === 0 ? 'everybody is as was asked for' : `${counted(left, 'user')} still as before`;
    return messages.warn(`the answer was lost; ${who}`);
  };
}

/** Does something with members, and shows how far it is when it takes several calls. */
export async function withProgress<T>(
  context: Context,
  total: number,
  batchSize: number,
  act: (calls: MemberCalls) => Promise<T>,
): Promise<T> {
  const { messages } = context;
  const onLost = tellingLost(context);
  if (total <= batchSize) return act({ batchSize, onLost });
  const calls = Math.ceil(total / batchSize);
  await messages.note(`${total.toLocaleString('en-US')} users in ${calls} calls`);
  const progress = messages.progress();
  try {
    return await act({
      batchSize,
      onLost,
      onProgress: (done) =>
        progress.update(`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`),
    });
  } finally {
    progress.stop();
  }
}

/** Returns "1 member" or "1,204 members". */
export function membersIn(count: number): string {
  return count === 1 ? '1 member' : `${count.toLocaleString('en-US')} members`;
}
