import { expect, it } from 'vitest';
import type { Feed } from '../../src/bulk/input/feed.ts';
import { feedExcesses, isRowCountChecked } from '../../src/bulk/plan/feed-limits.ts';
import { secondsInWords } from '../../src/bulk/plan/forecast.ts';

const feed = (rows: number, columns: Feed['columns'] = {}, folder = 'hr'): Feed => ({
  name: 'p.csv',
  folder,
  rows,
  columns,
});
const lastOf = (rows: number, columns: Feed['columns'] = {}, folder = 'hr') => ({
  feed: feed(rows, columns, folder),
  when: 'run 1',
});

it.each([
  ['a count as the limit', undefined, 5, true],
  ['a percentage as the limit, no earlier feed', undefined, '80%' as const, false],
  ['a percentage as the limit, an earlier feed', lastOf(1), '80%' as const, true],
  ['no limit, long file', lastOf(11, {}, 'it'), undefined, true],
  ['no limit, short file in the same folder', lastOf(2), undefined, true],
  ['no limit, short file in another folder', lastOf(10, {}, 'it'), undefined, false],
  ['no limit, single row', lastOf(1), undefined, false],
])('compares the row count with the last feed: %s', (_, last, minRows, isJudged) => {
  expect(isRowCountChecked(feed(5), last, { minRows })).toBe(isJudged);
});

it.each<[string, Feed['columns'], Feed['columns'], readonly (string | undefined)[]]>([
  ['unchanged', { title: 20 }, { title: 20 }, []],
  ['empty in as many rows as allowed', { title: 20 }, { title: 10 }, []],
  ['empty in one more row', { title: 20 }, { title: 9 }, [undefined]],
  ['missing', { title: 20 }, {}, ['title']],
  ['missing, with a value in one row before', { title: 1 }, {}, ['title']],
  ['missing, and empty before', { title: 0 }, {}, []],
])('compares a column of 20 rows with the last feed: %s', (_, before, after, gone) => {
  expect(feedExcesses(feed(20, after), lastOf(20, before), {}).map((excess) => excess.gone)).toEqual(gone);
});

it.each([
  [89, '89 s'],
  [90, '2 min'],
  [5399, '90 min'],
  [5400, '1.5 h'],
])('prints %i seconds as %s', (seconds, words) => {
  expect(secondsInWords(seconds)).toBe(words);
});
