import { withCommas } from '../../output/pluralize.ts';
import type { CommonOptions } from '../options/common-options.ts';

/** What is known of the rows behind those that are shown. */
export interface RowsBehind {
  /** How many rows there are in all; undefined where nothing says it. */
  readonly total: number | undefined;
  /** Whether there are more, where no total says it; undefined where nobody knows. */
  readonly hasMore?: boolean | undefined;
}

/**
 * Says that a list goes on, or may go on, where it was cut: a list is never cut in silence.
 * @returns undefined where the rows shown are all there are
 */
export function cutWords(
  shown: number,
  { total, hasMore }: RowsBehind,
  { limit }: Pick<CommonOptions, 'limit'>,
): string | undefined {
  // A limit that was given holds for every format; the usual one holds for a table on a terminal.
  const flags = (most: number) => `--limit ${most}${limit === undefined ? ' or -o ndjson' : ''}`;
  if (total !== undefined) {
    if (shown >= total) return undefined;
    return `${withCommas(shown)} of ${withCommas(total)}; ${flags(total)} shows all`;
  }
  if (hasMore === false) return undefined;
  return `${withCommas(shown)} shown, there ${hasMore === true ? 'are' : 'may be'} more; ${flags(shown * 10)} shows them`;
}
