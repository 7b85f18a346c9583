import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/bulk/input/feed.ts';
import { feedExcesses } from '../../src/bulk/plan/feed-limits.ts';
import type { LimitValue } from '../../src/profiles/plan-limits.ts';

const feed = (rows: number, columns: Feed['columns'] = {}): Feed => ({ name: 'hr.csv', rows, columns });
const last = (rows: number, columns: Feed['columns'] = {}) => ({ feed: feed(rows, columns), when: 'run R' });

describe('limit on the loss of rows', () => {
  it.each<[last: number | undefined, now: number, limit: LimitValue | undefined, isRefused: boolean]>([
    [100, 80, undefined, false],
    [100, 79, undefined, true],
    [100, 500, undefined, false],
    [11, 9, undefined, false],
    [11, 8, undefined, true],
    [10, 8, undefined, false],
    [10, 7, undefined, true],
    // A short list may lose one row.
    [4, 3, undefined, false],
    [4, 2, undefined, true],
    [3, 2, undefined, false],
    [3, 1, undefined, true],
    [2, 1, undefined, false],
    [2, 0, undefined, true],
    // A file of one row cannot be truncated.
    [1, 0, undefined, false],
    [10, 7, '80%', true],
    [10, 8, '80%', false],
    [undefined, 1, undefined, false],
    [undefined, 1, '80%', false],
    [undefined, 4, 5, true],
    [undefined, 5, 5, false],
    [100, 4, 5, true],
    [100, 5, 5, false],
    [100, 6, 5, false],
    [100, 1, 0, false],
    [100, 50, '50%', false],
    [100, 49, '50%', true],
    [101, 50, '50%', true],
    [1000, 160, '16.1%', true],
    [1000, 161, '16.1%', false],
  ])('last %s rows, now %s, --min-rows %s: refused %s', (before, now, minRows, isRefused) => {
    const excesses = feedExcesses(feed(now), before === undefined ? undefined : last(before), { minRows });
    expect(excesses.length > 0).toBe(isRefused);
    if (isRefused) expect(excesses[0]?.way).toBe(`--min-rows ${now}`);
  });
});

describe('limit on empty cells of a column', () => {
  it.each<[before: number, now: number, rows: number, limit: LimitValue | undefined, isRefused: boolean]>([
    [100, 90, 100, undefined, false],
    [100, 89, 100, undefined, true],
    [1000, 950, 1000, undefined, false],
    [1000, 949, 1000, undefined, true],
    // Half of a few rows may be empty.
    [12, 6, 12, undefined, false],
    [12, 5, 12, undefined, true],
    [10, 5, 10, undefined, false],
    [10, 4, 10, undefined, true],
    [2, 1, 2, undefined, false],
    [2, 0, 2, undefined, true],
    [1, 0, 1, undefined, false],
    [10, 0, 10, '50%', true],
    [100, 95, 100, '5%', false],
    [100, 94, 100, '5%', true],
    [100, 97, 100, 3, false],
    [100, 96, 100, 3, true],
    [100, 0, 100, '100%', false],
    // The column had few values before.
    [5, 0, 100, undefined, false],
    [0, 0, 100, 0, false],
  ])('%s, then %s of %s rows, --max-blanked %s: refused %s', (before, now, rows, maxBlanked, isRefused) => {
    const limits = { maxBlanked };
    const excesses = feedExcesses(feed(rows, { Status: now }), last(rows, { status: before }), limits);
    expect(excesses.length > 0).toBe(isRefused);
    const [excess] = excesses;
    if (excess === undefined) return;
    const count = Number(/--max-blanked (\d+)/.exec(excess.way)?.[1]);
    const allowed = (value: number) =>
      feedExcesses(feed(rows, { Status: now }), last(rows, { status: before }), { maxBlanked: value });
    expect(allowed(count)).toEqual([]);
    expect(allowed(count - 1)).toHaveLength(1);
  });

  it('compares shares of the rows, so that a feed may grow and shrink', () => {
    const before = last(100, { Title: 50 });
    expect(feedExcesses(feed(200, { Title: 90 }), before, {})).toEqual([]);
    expect(feedExcesses(feed(200, { Title: 89 }), before, {})).toHaveLength(1);
  });

  it('refuses a missing column unless every row may be empty', () => {
    const before = last(100, { Title: 3, Mail: 100 });
    const now = feed(100, { Mail: 100 });
    expect(feedExcesses(now, before, {})).toEqual([
      {
        message: 'column "Title" of hr.csv is missing; previously filled in 3 of 100 rows (run R)',
        way: '--max-blanked 100%',
        gone: 'Title',
      },
    ]);
    expect(feedExcesses(now, before, { maxBlanked: '99%' })).toHaveLength(1);
    expect(feedExcesses(now, before, { maxBlanked: '100%' })).toEqual([]);
    // A column that was always empty is no loss.
    expect(feedExcesses(now, last(100, { Title: 0, Mail: 100 }), {})).toEqual([]);
  });
});
