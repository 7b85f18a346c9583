import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';

/** Prints how many users and groups are joined because earlier runs moved or found them. */
export async function tellRemembered(
  { messages }: Context,
  { users, groups }: { readonly users: number; readonly groups: number },
): Promise<void> {
  if (users + groups === 0) return;
  await messages.note(`joined by earlier runs: ${pluralize(users, 'user')}, ${pluralize(groups, 'group')}`);
}

/** Prints how many values are left to the next plan, because the users must exist first. */
export async function tellDeferred({ messages }: Context, deferred: number): Promise<void> {
  if (deferred === 0) return;
  await messages.note(
    `${pluralize(deferred, 'value')} left for the next plan: managers and members who are not in B yet`,
  );
}
