import { basename, dirname } from 'node:path';
import type { ColumnMap } from '../../bulk/input/column-map.ts';
import { startsLikeFailedRows } from '../../bulk/input/columns.ts';
import type { Feed } from '../../bulk/input/feed.ts';
import { decodeStart } from '../../bulk/input/wide-encodings.ts';
import { SHORT } from '../../bulk/plan/feed-limits.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { ComparedFeed } from './input-options.ts';
import { namelessFeedFailure } from './judge-feed.ts';

/**
 * Returns the summary of a file for the next comparison; undefined for a pipe without --feed, which has no
 * name, and for a file of rejected rows, whose contents are arbitrary.
 * @throws Failure `usage` if a map has limits for an input without a name
 */
export async function feedSummary(
  { messages }: Context,
  file: string,
  start: Buffer,
  facts: Omit<Feed, 'name'>,
  { feed: given }: ComparedFeed,
): Promise<Feed | undefined> {
  if (startsLikeFailedRows(decodeStart(start))) return undefined;
  if (given !== undefined) return { name: given, ...facts };
  if (file !== '-') return { name: basename(file), folder: dirname(file), ...facts };
  const { minRows, maxBlanked } = facts.limits ?? {};
  if ((minRows ?? maxBlanked) !== undefined)
    throw namelessFeedFailure(inputName(file), 'the limits of the map');
  // A file with an ID in each row was listed from the service and is not a feed.
  const isListed = facts.columns['id'] === facts.rows;
  if (facts.rows > SHORT && !isListed)
    await messages.note(
      'stdin has no name, so it is not compared with the last feed; to name it: --feed NAME',
    );
  return undefined;
}

/** Returns the feed settings of a map. */
export function feedSettings(map: ColumnMap | undefined): Pick<Feed, 'isMapped' | 'limits'> {
  return map === undefined ? {} : { isMapped: true, ...defined({ limits: map.limits }) };
}
