import {
  type FeedExcess,
  type FeedLimits,
  feedExcesses,
  isRowCountChecked,
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
import { warnOfUnfinished } from './warn-of-unfinished.ts';

/** Returns the failure for limits on an input that has no name or is not a feed. */
export function namelessFeedFailure(file: string, limits: string): Failure {
  if (file === inputName('-'))
    return new Failure('usage', `${limits} need a feed name, and stdin has none`, {
      hint: 'add --feed NAME',
    });
  return new Failure('usage', `${limits} compare whole feeds; ${file} contains only rejected rows`);
}

/** Prints a note if a limit has no effect because this is the first feed of its name. */
async function noteFirstFeed(
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
    `no earlier feed named ${name} to compare with, so ${words.join(' and ')} ${words.length === 1 ? 'has' : 'have'} no effect; --min-rows also accepts a number`,
  );
}

/**
 * Warns about new users without an employeeNumber: such a row may be an existing user whose email and
 * userName have changed.
 */
async function noteUsersWithoutNumber({ messages }: Context, changes: Plan['changes']): Promise<void> {
  const count = changes.filter(
    (change) => change.kind === 'createUser' && change.user.employeeNumber === undefined,
  ).length;
  if (count === 0) return;
  await messages.note(
    `${pluralize(count, 'new user')} without an employeeNumber; a person whose email and userName both changed gets a second account`,
  );
}

/** The result of the comparison with the last feed. */
export interface JudgedFeed {
  /** Limits that the feed exceeds. */
  readonly excesses: readonly FeedExcess[];
  /** Whether the number of its rows was compared. */
  readonly isCompared: boolean;
}

/**
 * Compares the file of a plan with the last applied feed of the same name.
 * @throws Failure `usage` if limits are given for an input without a name
 */
export async function judgeFeed(
  context: Context,
  { origin, changes, source }: Plan,
  limits: FeedLimits,
): Promise<JudgedFeed> {
  const { feed, file } = source;
  if (feed === undefined) {
    if ((limits.minRows ?? limits.maxBlanked) === undefined) return { excesses: [], isCompared: false };
    throw namelessFeedFailure(file, '--min-rows and --max-blanked');
  }
  const all = { ...feed.limits, ...defined({ minRows: limits.minRows, maxBlanked: limits.maxBlanked }) };
  const last = lastFeed(runsFolder(context), origin, feed.name);
  if (last !== undefined) await warnOfUnfinished(context, source, last);
  if (last === undefined) await noteFirstFeed(context, feed.name, all);
  else if (last.feed.rows > SHORT) await noteUsersWithoutNumber(context, changes);
  return { excesses: feedExcesses(feed, last, all), isCompared: isRowCountChecked(feed, last, all) };
}
