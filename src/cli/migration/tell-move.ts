import { counted } from '../../output/counted.ts';
import type { Context } from '../context.ts';

/** Says what the next plan makes, because users have to be there first. */
export async function tellDeferred({ messages }: Context, deferred: number): Promise<void> {
  if (deferred === 0) return;
  await messages.note(
    `${counted(deferred, 'value')} left for the next plan: managers and members who are not in B yet`,
  );
}
