import { Option } from '@commander-js/extra-typings';
import { withCommas } from '../../output/pluralize.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { Context } from '../context.ts';
import { countUpTo } from './parse-values.ts';

/** Creates the option for the number of users in one call (SCIM §8). */
export const batchSizeOption = () =>
  new Option(
    '--batch-size <count>',
    `maximum number of users in one request; at most ${LIMITS.groupUsersPerCall}`,
  )
    .default(LIMITS.groupUsersRecommended)
    .argParser(countUpTo(LIMITS.groupUsersPerCall, 'a call with more is too_many_users'));

/** Prints the number of calls for a change of members, if it is more than one. */
export async function noteCalls({ messages }: Context, total: number, batchSize: number): Promise<void> {
  if (total <= batchSize) return;
  await messages.note(`${withCommas(total)} users in ${Math.ceil(total / batchSize)} calls`);
}

/** Returns "1 member" or "1,204 members". */
export function membersIn(count: number): string {
  return count === 1 ? '1 member' : `${withCommas(count)} members`;
}

/** Creates the flag equivalent of `@FILE` among the users. */
export const membersFileOption = () =>
  new Option(
    '--members-file <file>',
    'the same as @FILE, for example members.txt: users, one on a line, CSV or NDJSON; - is stdin',
  );
