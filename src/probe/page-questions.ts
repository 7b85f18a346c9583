import { LIMITS } from '../spec/limits.ts';
import { listIn, type ProbeAnswer, refusalIn } from './answers.ts';
import type { Asker } from './asker.ts';
import { askUsers, firstPage, NO_USERS, type WholePage, wholePage } from './known-users.ts';
import type { Question, QuestionResult } from './question.ts';

/**
 * Whether the list has more users after a page, judged by the total; if the total is not greater, by reading
 * the next position.
 */
async function hasMoreUsers(asker: Asker, { list }: WholePage): Promise<boolean> {
  const { resources, ids, total } = list;
  if (resources.length === 0) return false;
  if (total !== undefined && total > resources.length) return true;
  const next = listIn(await askUsers(asker, { startIndex: String(resources.length + 1), count: '1' }));
  return next?.ids.some((id) => !ids.includes(id)) === true;
}

/**
 * Finds the maximum page size: the number of users returned if more follow, else the size that was accepted.
 */
async function largestPage(asker: Asker): Promise<QuestionResult> {
  const page = await wholePage(asker);
  if (page === undefined) return NO_USERS;
  const came = page.list.resources.length;
  return { value: came < page.count && (await hasMoreUsers(asker, page)) ? came : page.count };
}

/** Finds out whether totalResults counts all matches or the page, with a page of one user. */
async function findTotalsMeaning(asker: Asker): Promise<QuestionResult> {
  const one = listIn(await askUsers(asker, { count: '1' }));
  const page = await wholePage(asker);
  if (one === undefined || page === undefined) return NO_USERS;
  if (one.total === undefined) return { value: 'absent' };
  if (page.list.resources.length < 2) return { why: 'at least two users are needed' };
  if (one.total !== one.resources.length) return { value: 'all matches' };
  // If the service ignores count, this page also holds all users.
  const isPage =
    one.resources.length < page.list.resources.length || (await hasMoreUsers(asker, { count: 1, list: one }));
  return isPage ? { value: 'the page' } : { why: 'a count of 1 returns all users' };
}

/** Describes the response to an unusual page request. */
function pageInWords(asked: ProbeAnswer, whole: WholePage, first: readonly string[]): string {
  const list = listIn(asked);
  if (list === undefined) return refusalIn(asked);
  if (list.resources.length === 0) return 'an empty page';
  if (list.ids[0] === whole.list.ids[0])
    return list.ids.length === first.length ? 'the usual page' : 'the first users';
  return 'other users';
}

async function unusualPage(asker: Asker, query: Readonly<Record<string, string>>): Promise<QuestionResult> {
  const whole = await wholePage(asker);
  const first = await firstPage(asker);
  if (whole === undefined || whole.list.ids.length === 0) return NO_USERS;
  return { value: pageInWords(await askUsers(asker, query), whole, first?.ids ?? []) };
}

async function itemsPerPage(asker: Asker): Promise<QuestionResult> {
  const whole = await wholePage(asker);
  if (whole === undefined || whole.list.ids.length === 0) return NO_USERS;
  if ((whole.list.total ?? 0) <= whole.list.ids.length && (await hasMoreUsers(asker, whole)))
    return { why: 'how many users there are is not known' };
  const last = lastPlace(whole);
  const list = listIn(await askUsers(asker, { startIndex: String(last), count: '2' }));
  if (list === undefined) return { why: 'the last page is refused' };
  if (list.itemsPerPage === undefined) return { value: 'absent' };
  if (list.resources.length !== 1) return { why: 'the list moved' };
  return { value: list.itemsPerPage === 1 ? 'resources returned' : 'page size' };
}

/** Returns the last known position of the list. */
function lastPlace({ list: { total, ids } }: WholePage): number {
  return Math.max(total ?? 0, ids.length);
}

/** Questions about pagination (SCIM §2.3, §4.1). */
export const PAGE_QUESTIONS: readonly Question[] = [
  {
    id: 'largest-page',
    question: 'What is the maximum page size?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'documented',
    expected: LIMITS.largestPageSize,
    assumptions: ['count-over-limit'],
    ask: largestPage,
    follows: (value) => `lists are read in pages of ${String(value)}`,
  },
  {
    id: 'totals',
    question: 'What does totalResults count?',
    api: 'scim',
    section: 'SCIM §2.3',
    basis: 'documented',
    expected: 'all matches',
    assumptions: [],
    ask: findTotalsMeaning,
    follows: () => 'lists are read until a page is empty',
  },
  {
    id: 'default-page',
    question: 'What is the page size without count?',
    api: 'scim',
    section: 'SCIM §8',
    basis: 'documented',
    expected: LIMITS.defaultPageSize,
    assumptions: [],
    ask: async (asker) => {
      const first = await firstPage(asker);
      const whole = await wholePage(asker);
      if (first === undefined || whole === undefined) return NO_USERS;
      const came = first.resources.length;
      const isCut = came < whole.list.resources.length || (await hasMoreUsers(asker, whole));
      return isCut ? { value: came } : { why: `all ${came} users came` };
    },
  },
  {
    id: 'count-over-limit',
    question: 'What does a count above 1000 do?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: 'as many as there are, or the largest page',
    assumptions: ['count-over-limit'],
    ask: async (asker) => {
      const asked = await askUsers(asker, { count: '1001' });
      const list = listIn(asked);
      if (list === undefined) return { value: refusalIn(asked) };
      const whole = await wholePage(asker);
      const isSame = list.ids.length === whole?.list.ids.length;
      return { value: isSame ? 'as many as there are, or the largest page' : `${list.ids.length} users` };
    },
  },
  {
    id: 'count-honored',
    question: 'Does a page contain as many users as count requests?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'documented',
    expected: 'as many',
    assumptions: [],
    ask: async (asker) => {
      const list = listIn(await askUsers(asker, { count: '1' }));
      const whole = await wholePage(asker);
      if (list === undefined || whole === undefined) return NO_USERS;
      if (whole.list.resources.length < 2) return { why: 'at least two users are needed' };
      const came = list.resources.length;
      return { value: came === 1 ? 'as many' : came > 1 ? 'more' : 'fewer' };
    },
  },
  {
    id: 'count-zero',
    question: 'What does a count of 0 return?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: 'an empty page',
    assumptions: ['count-zero'],
    ask: (asker) => unusualPage(asker, { count: '0' }),
  },
  {
    id: 'start-zero',
    question: 'What does a startIndex of 0 return?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: 'the first users',
    assumptions: ['count-zero'],
    ask: (asker) => unusualPage(asker, { startIndex: '0', count: '1' }),
  },
  {
    id: 'past-end',
    question: 'What is returned after the end of a list?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: 'an empty page',
    assumptions: [],
    ask: async (asker) => {
      const whole = await wholePage(asker);
      if (whole === undefined) return NO_USERS;
      return unusualPage(asker, { startIndex: String(lastPlace(whole) + 1_000_000), count: '1' });
    },
  },
  {
    id: 'items-per-page',
    question: 'What is itemsPerPage on the last page?',
    api: 'scim',
    section: 'SCIM §2.3',
    basis: 'assumed',
    expected: 'resources returned',
    assumptions: ['items-per-page'],
    ask: itemsPerPage,
  },
];
