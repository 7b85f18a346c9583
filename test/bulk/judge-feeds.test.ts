import { expect, it } from 'vitest';
import type { Feed } from '../../src/bulk/input/feed.ts';
import { feedExcesses, isRowCountJudged } from '../../src/bulk/plan/feed-limits.ts';
import { inWords } from '../../src/bulk/plan/forecast.ts';

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
  ['a count is expected', undefined, 5, true],
  ['a share of no earlier file is expected', undefined, '80%' as const, false],
  ['a share of an earlier file is expected', lastOf(1), '80%' as const, true],
  ['nothing is expected, of a long file', lastOf(11, {}, 'it'), undefined, true],
  ['nothing is expected, of a short file in its folder', lastOf(2), undefined, true],
  ['nothing is expected, of a short file in another folder', lastOf(10, {}, 'it'), undefined, false],
  ['nothing is expected, of a single row', lastOf(1), undefined, false],
])('the rows of a file are counted against the last one: %s', (_, last, minRows, isJudged) => {
  expect(isRowCountJudged(feed(5), last, { minRows })).toBe(isJudged);
});

it.each<[string, Feed['columns'], Feed['columns'], readonly (string | undefined)[]]>([
  ['as it was', { title: 20 }, { title: 20 }, []],
  ['blank in as many rows as are usual', { title: 20 }, { title: 10 }, []],
  ['blank in one row more', { title: 20 }, { title: 9 }, [undefined]],
  ['gone', { title: 20 }, {}, ['title']],
  ['gone, and of a single row', { title: 1 }, {}, ['title']],
  ['gone, and of no row', { title: 0 }, {}, []],
])('a column of a file of 20 rows is compared with the last one: %s', (_, before, after, gone) => {
  expect(feedExcesses(feed(20, after), lastOf(20, before), {}).map((excess) => excess.gone)).toEqual(gone);
});

it.each([
  [89, '89 s'],
  [90, '2 min'],
  [5399, '90 min'],
  [5400, '1.5 h'],
])('%i seconds are told as %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});
