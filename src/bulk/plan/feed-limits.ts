import { pluralize, withCommas } from '../../output/pluralize.ts';
import { allowance, type LimitValue } from '../../profiles/plan-limits.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import type { Feed } from '../input/feed.ts';

/** How much a feed may shrink compared with the previous one. */
export interface FeedLimits {
  /** Minimum number of rows: a count, or a percentage of the previous rows. */
  readonly minRows?: LimitValue | undefined;
  /** Maximum number of rows in which a column may be empty that was filled before. */
  readonly maxBlanked?: LimitValue | undefined;
}

/** The feed as it was last applied. */
export interface LastFeed {
  readonly feed: Feed;
  /** Description: a run, or a time. */
  readonly when: string;
}

/** A limit that a feed exceeds, and the flag that allows it. */
export interface FeedExcess {
  readonly message: string;
  readonly way: string;
  /** Name of the column that is missing, if one is. */
  readonly gone?: string;
}

/** Minimum number of rows that are compared: a file of one row cannot be truncated. */
const MIN_ROWS = 2;
/**
 * Lists of up to this many rows may be handwritten, and unrelated ones have the same name. They are compared
 * only within a folder and may lose one row; their columns count only if a map or a given name marks a feed.
 */
export const SHORT = 10;
const DEFAULT_ROWS = '80%';
const DEFAULT_BLANKED = '5%';

/** Compares a feed with the previous one: missing rows, and columns that are missing or newly empty. Pure. */
export function feedExcesses(
  now: Feed,
  last: LastFeed | undefined,
  limits: FeedLimits,
): readonly FeedExcess[] {
  const isUsual = last !== undefined && isCompared(now, last);
  return [
    ...rowsMissing(now, last, limits.minRows ?? (isUsual ? usualRows(last.feed.rows) : 0)),
    ...(last === undefined ? [] : columnsLost(now, last, limits.maxBlanked, hasUsualColumns(now, last))),
  ];
}

/** Whether the number of rows is checked: against the previous feed, or against an expected count. Pure. */
export function isRowCountChecked(
  now: Feed,
  last: LastFeed | undefined,
  { minRows }: Pick<FeedLimits, 'minRows'>,
): boolean {
  if (typeof minRows === 'number') return true;
  return last !== undefined && (minRows !== undefined || isCompared(now, last));
}

/** Whether a feed is compared without a flag. */
function isCompared(now: Feed, { feed }: LastFeed): boolean {
  return feed.rows > SHORT || (feed.rows >= MIN_ROWS && feed.folder === now.folder);
}

/** Whether the columns of a feed are compared without a flag. */
function hasUsualColumns(now: Feed, last: LastFeed): boolean {
  const isShort = last.feed.rows <= SHORT;
  return isCompared(now, last) && (!isShort || now.folder === undefined || now.isMapped === true);
}

function usualRows(last: number): LimitValue {
  return last > SHORT ? DEFAULT_ROWS : Math.min(last - 1, Math.ceil((last * 80) / 100));
}

function rowsMissing(now: Feed, last: LastFeed | undefined, limit: LimitValue): readonly FeedExcess[] {
  // A percentage is rounded up: 80% of 12 rows are 10.
  const least = allowance(limit, last?.feed.rows ?? 0, Math.ceil);
  if (now.rows >= least) return [];
  const before = last === undefined ? '' : `, previously ${withCommas(last.feed.rows)} (${last.when})`;
  const message = `${now.name} has ${pluralize(now.rows, 'row')}${before}; expected at least ${withCommas(least)}`;
  return [{ message, way: `--min-rows ${now.rows}` }];
}

/** Returns the columns of the previous feed that this one lacks, whatever the row limits are. Pure. */
export function missingFeedColumns(
  now: Feed,
  last: LastFeed,
  { maxBlanked }: Pick<FeedLimits, 'maxBlanked'>,
): readonly { readonly name: string; readonly message: string }[] {
  return columnsLost(now, last, maxBlanked, hasUsualColumns(now, last)).flatMap(({ message, gone: name }) =>
    name === undefined ? [] : [{ name, message }],
  );
}

function columnsLost(
  now: Feed,
  { feed, when }: LastFeed,
  limit: LimitValue | undefined,
  isUsual: boolean,
): readonly FeedExcess[] {
  if (limit === undefined && !isUsual) return [];
  const allowed = limit === undefined ? defaultMaxBlanked(now.rows) : allowance(limit, now.rows);
  const filledNow = new Map(Object.entries(now.columns).map(([name, count]) => [comparisonKey(name), count]));
  return Object.entries(feed.columns).flatMap(([name, before]): FeedExcess[] => {
    const filled = filledNow.get(comparisonKey(name));
    const expected = Math.round((before / Math.max(1, feed.rows)) * now.rows);
    const isGone = filled === undefined && before > 0 && allowed < now.rows;
    const lost = expected - (filled ?? 0);
    if (!isGone && lost <= allowed) return [];
    const what =
      filled === undefined
        ? 'is missing'
        : `is empty in ${withCommas(now.rows - filled)} of ${pluralize(now.rows, 'row')}`;
    const message = `column "${name}" of ${now.name} ${what}; previously filled in ${withCommas(before)} of ${pluralize(feed.rows, 'row')} (${when})`;
    if (filled === undefined) return [{ message, way: '--max-blanked 100%', gone: name }];
    return [{ message, way: `--max-blanked ${lost}` }];
  });
}

/** The larger of 5% and ten rows; for fewer than 20 rows, half of them instead of ten. */
function defaultMaxBlanked(rows: number): number {
  return Math.max(allowance(DEFAULT_BLANKED, rows), Math.min(10, Math.floor(rows / 2)));
}
