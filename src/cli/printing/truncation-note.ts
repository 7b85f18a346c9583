import { withCommas } from '../../output/pluralize.ts';
import type { CommonOptions } from '../options/common-options.ts';

/** What is known about the rows after those printed. */
export interface RemainingRows {
  /** The total number of rows; undefined if unknown. */
  readonly total: number | undefined;
  /** Whether there are more rows, if the total is unknown; undefined if that is unknown too. */
  readonly hasMore?: boolean | undefined;
}

/**
 * Returns a note that a list was truncated, or may have been: no list is truncated silently.
 * @returns undefined if all rows were printed
 */
export function truncationNote(
  shown: number,
  { total, hasMore }: RemainingRows,
  { limit }: Pick<CommonOptions, 'limit'>,
): string | undefined {
  // An explicit limit applies to every format, the default one only to tables on a terminal.
  const flags = (most: number) => `--limit ${most}${limit === undefined ? ' or -o ndjson' : ''}`;
  if (total !== undefined) {
    if (shown >= total) return undefined;
    return `${withCommas(shown)} of ${withCommas(total)}; ${flags(total)} shows all`;
  }
  if (hasMore === false) return undefined;
  return `${withCommas(shown)} shown, and there ${hasMore === true ? 'are' : 'may be'} more: try ${flags(shown * 10)}`;
}
