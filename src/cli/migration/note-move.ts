import type { Stranger } from '../../migration/move/plan-groups.ts';
import { pluralize, withCommas } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';

/** Prints how many users and groups are joined because earlier runs moved or found them. */
export async function noteRemembered(
  { messages }: Context,
  { users, groups }: { readonly users: number; readonly groups: number },
): Promise<void> {
  if (users + groups === 0) return;
  await messages.note(`joined by earlier runs: ${pluralize(users, 'user')}, ${pluralize(groups, 'group')}`);
}

/** Prints how many values are left to the next plan, because the users must exist first. */
export async function noteDeferred({ messages }: Context, deferred: number): Promise<void> {
  if (deferred === 0) return;
  await messages.note(
    `${pluralize(deferred, 'value')} left for the next plan: managers and members who are not in B yet`,
  );
}

/** Number of members that are named. */
const NAMED = 5;

/** Warns of members of groups of A who are not among its users, because a list may lack some. */
export async function warnOfStrangers({ messages }: Context, strangers: readonly Stranger[]): Promise<void> {
  if (strangers.length === 0) return;
  const named = strangers.slice(0, NAMED).map(({ member, group }) => `${member} (${group})`);
  const rest = strangers.length - named.length;
  await messages.warn(
    `${strangers.length === 1 ? '1 member of a group is not a user' : `${withCommas(strangers.length)} members of groups are not users`} of A, and not moved: ${named.join(', ')}${rest > 0 ? ` and ${withCommas(rest)} more` : ''}`,
  );
}
