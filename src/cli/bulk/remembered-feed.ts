import { basename, dirname } from 'node:path';
import type { ColumnMap } from '../../bulk/input/column-map.ts';
import { isOfFailedRows } from '../../bulk/input/columns.ts';
import type { Feed } from '../../bulk/input/feed.ts';
import { decodeStart } from '../../bulk/input/wide-encodings.ts';
import { SHORT } from '../../bulk/plan/feed-limits.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { ComparedFeed } from './input-options.ts';
import { namelessFeed } from './judge-feed.ts';

/**
 * What is remembered of a file. What comes through a pipe has no name by which it could be known again,
 * unless it is given one; a file of rejected rows has whatever was left out that night.
 * @throws Failure `usage` where a map has limits for what has no name
 */
export async function feedOf(
  { messages }: Context,
  file: string,
  start: Buffer,
  facts: Omit<Feed, 'name'>,
  { feed: given }: ComparedFeed,
): Promise<Feed | undefined> {
  if (isOfFailedRows(decodeStart(start))) return undefined;
  if (given !== undefined) return { name: given, ...facts };
  if (file !== '-') return { name: basename(file), folder: dirname(file), ...facts };
  const { minRows, maxBlanked } = facts.limits ?? {};
  if ((minRows ?? maxBlanked) !== undefined) throw namelessFeed(inputName(file), 'the limits of the map');
  // What names accounts by their IDs was listed from the service and is no feed.
  const isListed = facts.columns['id'] === facts.rows;
  if (facts.rows > SHORT && !isListed)
    await messages.note(
      'stdin has no name, so that it is not compared with the last feed; give it one with --feed NAME',
    );
  return undefined;
}

/** What a map says about a feed. */
export function ofMap(map: ColumnMap | undefined): Pick<Feed, 'isMapped' | 'limits'> {
  return map === undefined ? {} : { isMapped: true, ...defined({ limits: map.limits }) };
}
