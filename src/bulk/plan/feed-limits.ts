import { pluralize, withCommas } from '../../output/pluralize.ts';
import { allowance, type LimitValue } from '../../profiles/plan-limits.ts';
import { foldedText } from '../../values/folded-text.ts';
import type { Feed } from '../input/feed.ts';

/** How much less a feed may bring than the one before. */
export interface FeedLimits {
  /** Rows that it has at least: a count, or a share of those of last time. */
  readonly minRows?: LimitValue | undefined;
  /** Rows in which a column may be blank that was not last time. */
  readonly maxBlanked?: LimitValue | undefined;
}

/** A feed as it was applied last. */
export interface LastFeed {
  readonly feed: Feed;
  /** In words: a run, or a time. */
  readonly when: string;
}

/** A limit that a feed exceeds, and what allows it. */
export interface FeedExcess {
  readonly message: string;
  readonly way: string;
  /** The column that is not there any more. */
  readonly gone?: string;
}

/** A file of a single row cannot be truncated. */
const SHORTEST = 2;
/**
 * People write short lists by hand and call them alike: they are compared within a folder, one row of them
 * may be missing, and their columns count where a map or a given name says that it is a feed.
 */
export const SHORT = 10;
const USUAL_ROWS = '80%';
const USUAL_BLANKED = '5%';

/** Judges a feed by the one before: rows that are gone, columns that are gone or suddenly blank. Pure. */
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

/**
 * Whether it is judged how many rows a feed has: by the one before, or by a count that somebody expects.
 * Pure.
 */
export function isRowCountJudged(
  now: Feed,
  last: LastFeed | undefined,
  { minRows }: Pick<FeedLimits, 'minRows'>,
): boolean {
  if (typeof minRows === 'number') return true;
  return last !== undefined && (minRows !== undefined || isCompared(now, last));
}

/** Whether a feed is compared where no flag asks for it. */
function isCompared(now: Feed, { feed }: LastFeed): boolean {
  return feed.rows > SHORT || (feed.rows >= SHORTEST && feed.folder === now.folder);
}

/** Whether the columns of a feed are compared where no flag asks for it. */
function hasUsualColumns(now: Feed, last: LastFeed): boolean {
  const isShort = last.feed.rows <= SHORT;
  return isCompared(now, last) && (!isShort || now.folder === undefined || now.isMapped === true);
}

function usualRows(last: number): LimitValue {
  return last > SHORT ? USUAL_ROWS : Math.min(last - 1, Math.ceil((last * 80) / 100));
}

function rowsMissing(now: Feed, last: LastFeed | undefined, limit: LimitValue): readonly FeedExcess[] {
  // A share is rounded up: 80% of 12 rows are 10.
  const least =
    typeof limit === 'number'
      ? limit
      : Math.ceil(((last?.feed.rows ?? 0) * Number(limit.slice(0, -1))) / 100);
  if (now.rows >= least) return [];
  const before = last === undefined ? '' : `, last time ${withCommas(last.feed.rows)} (${last.when})`;
  const message = `${now.name} has ${pluralize(now.rows, 'row')}${before}; at least ${withCommas(least)} are expected`;
  return [{ message, way: `--min-rows ${now.rows}` }];
}

/**
 * Returns the columns that the last feed had and this one has not, however many limits hold for the rows.
 * Pure.
 */
export function columnsGone(
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
  const allowed = limit === undefined ? usuallyBlanked(now.rows) : allowance(limit, now.rows);
  const filledNow = new Map(Object.entries(now.columns).map(([name, count]) => [foldedText(name), count]));
  return Object.entries(feed.columns).flatMap(([name, before]): FeedExcess[] => {
    const filled = filledNow.get(foldedText(name));
    const expected = Math.round((before / Math.max(1, feed.rows)) * now.rows);
    const isGone = filled === undefined && before > 0 && allowed < now.rows;
    const lost = expected - (filled ?? 0);
    if (!isGone && lost <= allowed) return [];
    const what =
      filled === undefined ? 'is gone' : `is blank in ${pluralize(now.rows - filled, 'row')} of ${now.rows}`;
    const message = `column "${name}" of ${now.name} ${what}; last time ${withCommas(before)} of ${pluralize(feed.rows, 'row')} had it (${when})`;
    if (filled === undefined) return [{ message, way: '--max-blanked 100%', gone: name }];
    return [{ message, way: `--max-blanked ${lost}` }];
  });
}

/** The larger of 5% and 10 rows, and at most half of them. */
function usuallyBlanked(rows: number): number {
  return Math.max(allowance(USUAL_BLANKED, rows), Math.min(10, Math.floor(rows / 2)));
}
