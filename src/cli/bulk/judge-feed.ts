import { type FeedExcess, type FeedLimits, feedExcesses } from '../../bulk/plan/feed-limits.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import type { Context } from '../context.ts';
import { runsFolder } from './runs-folder.ts';

/** Compares the file of a plan with the one of the same name that was applied last. @returns what it has less than it may */
export function judgeFeed(
  context: Context,
  { origin, source: { feed } }: Plan,
  limits: FeedLimits,
): readonly FeedExcess[] {
  if (feed === undefined) return [];
  return feedExcesses(feed, lastFeed(runsFolder(context), origin, feed.name), limits);
}
