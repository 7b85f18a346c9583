import { type FeedExcess, type FeedLimits, feedExcesses } from '../../bulk/plan/feed-limits.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import { Failure } from '../../failure/failure.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { runsFolder } from './runs-folder.ts';

/** The failure of limits for what has no name, or is no feed. */
export function namelessFeed(file: string, limits: string): Failure {
  if (file === inputName('-'))
    return new Failure('usage', `${limits} need a name to compare by, and stdin has none`, {
      hint: 'add --feed NAME',
    });
  return new Failure('usage', `${limits} compare a feed with the last one; ${file} has rejected rows`);
}

/**
 * Compares the file of a plan with the one of the same name that was applied last.
 * @returns what it has less than it may
 * @throws Failure `usage` where limits are given for what has no name
 */
export function judgeFeed(
  context: Context,
  { origin, source: { feed, file } }: Plan,
  limits: FeedLimits,
): readonly FeedExcess[] {
  if (feed === undefined) {
    if ((limits.minRows ?? limits.maxBlanked) === undefined) return [];
    throw namelessFeed(file, '--min-rows and --max-blanked');
  }
  const all = { ...feed.limits, ...defined({ minRows: limits.minRows, maxBlanked: limits.maxBlanked }) };
  return feedExcesses(feed, lastFeed(runsFolder(context), origin, feed.name), all);
}
