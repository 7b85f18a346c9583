import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
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

/** Does something with members, and shows how far it is when it takes several calls. */
export async function withProgress<T>(
  { messages }: Context,
  total: number,
  batchSize: number,
  act: (calls: MemberCalls) => Promise<T>,
): Promise<T> {
  if (total <= batchSize) return act({ batchSize });
  const calls = Math.ceil(total / batchSize);
  await messages.note(`${total.toLocaleString('en-US')} users in ${calls} calls`);
  const progress = messages.progress();
  try {
    return await act({
      batchSize,
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
