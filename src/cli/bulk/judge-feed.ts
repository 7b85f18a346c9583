import {
  type FeedExcess,
  type FeedLimits,
  feedExcesses,
  isRowCountJudged,
  SHORT,
} from '../../bulk/plan/feed-limits.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
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
 * A limit that somebody set is not without effect in silence: the first feed of a name has nothing before it.
 */
async function tellNothingToCompare(
  { messages }: Context,
  name: string,
  { minRows, maxBlanked }: FeedLimits,
): Promise<void> {
  const words = [
    ...(typeof minRows === 'string' ? [`--min-rows ${minRows}`] : []),
    ...(maxBlanked === undefined ? [] : [`--max-blanked ${maxBlanked}`]),
  ];
  if (words.length === 0) return;
  await messages.note(
    `no feed called ${name} was applied before, so that ${words.join(' and ')} ${words.length === 1 ? 'has' : 'have'} nothing to compare with; --min-rows takes a number, too`,
  );
}

/**
 * Who is new in a feed and has no number may be somebody who is there under another name: nothing else stays
 * the same.
 */
async function tellNumberless({ messages }: Context, changes: Plan['changes']): Promise<void> {
  const count = changes.filter(
    (change) => change.kind === 'createUser' && change.user.employeeNumber === undefined,
  ).length;
  if (count === 0) return;
  await messages.note(
    `${pluralize(count, 'new user')} without an employeeNumber; a person with another email and another userName than last time gets a second account`,
  );
}

/** What a comparison with the last file says. */
export interface JudgedFeed {
  /** What the file has less than it may. */
  readonly excesses: readonly FeedExcess[];
  /** Whether the number of its rows was held against anything. */
  readonly isCompared: boolean;
}

/**
 * Compares the file of a plan with the one of the same name that was applied last.
 * @throws Failure `usage` where limits are given for what has no name
 */
export async function judgeFeed(
  context: Context,
  { origin, changes, source: { feed, file } }: Plan,
  limits: FeedLimits,
): Promise<JudgedFeed> {
  if (feed === undefined) {
    if ((limits.minRows ?? limits.maxBlanked) === undefined) return { excesses: [], isCompared: false };
    throw namelessFeed(file, '--min-rows and --max-blanked');
  }
  const all = { ...feed.limits, ...defined({ minRows: limits.minRows, maxBlanked: limits.maxBlanked }) };
  const last = lastFeed(runsFolder(context), origin, feed.name);
  if (last === undefined) await tellNothingToCompare(context, feed.name, all);
  else if (last.feed.rows > SHORT) await tellNumberless(context, changes);
  return { excesses: feedExcesses(feed, last, all), isCompared: isRowCountJudged(feed, last, all) };
}
