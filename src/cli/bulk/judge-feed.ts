import { type FeedExcess, type FeedLimits, feedExcesses } from '../../bulk/plan/feed-limits.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import { Failure } from '../../failure/failure.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Compares the file of a plan with the one of the same name that was applied last.
 * @returns what it has less than it may
 * @throws Failure `usage` where limits are given for what has no name
 */
export function judgeFeed(
  context: Context,
  { origin, source: { feed } }: Plan,
  limits: FeedLimits,
): readonly FeedExcess[] {
  if (feed === undefined) {
    if ((limits.minRows ?? limits.maxBlanked) === undefined) return [];
    throw new Failure('usage', '--min-rows and --max-blanked need a file: stdin has no name to compare by', {
      hint: 'save the input, and name its file',
    });
  }
  const all = { ...feed.limits, ...defined({ minRows: limits.minRows, maxBlanked: limits.maxBlanked }) };
  return feedExcesses(feed, lastFeed(runsFolder(context), origin, feed.name), all);
}
