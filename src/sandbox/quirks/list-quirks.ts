import { LIMITS } from '../../spec/limits.ts';
import type { SandboxAnswer } from '../scim-service.ts';
import {
  isList,
  listIn,
  type Quirk,
  type QuirkAnswer,
  type QuirkCall,
  type QuirkRequest,
  scimRefusal,
} from './quirk-call.ts';
import type { QuirkName } from './quirk-table.ts';

/** Handles only list requests. */
const beforeList =
  (change: (call: QuirkCall, word: string) => SandboxAnswer | undefined): QuirkRequest =>
  (call, word) =>
    isList(call) ? change(call, word) : undefined;

/** Handles only list responses with users or groups. */
const afterList =
  (change: (answer: SandboxAnswer, call: QuirkCall, word: string) => SandboxAnswer): QuirkAnswer =>
  (answer, call, word) =>
    isList(call) && listIn(answer) !== undefined ? change(answer, call, word) : answer;

const countOf = ({ url }: QuirkCall) => Number(url.searchParams.get('count') ?? LIMITS.defaultPageSize);

function withMember(answer: SandboxAnswer, name: string, value: number | undefined): SandboxAnswer {
  const { [name]: _, ...rest } = answer.body ?? {};
  return { ...answer, body: value === undefined ? rest : { ...rest, [name]: value } };
}

/**
 * Quirks of page size, totals and order of lists. Those that choose the page come before those that limit its
 * size.
 */
export const LIST_QUIRK_BY_NAME = {
  countZero: {
    before: beforeList((call, word) => {
      if (call.url.searchParams.get('count') !== '0') return undefined;
      if (word === 'refused') return scimRefusal(call, 'invalid_query');
      call.url.searchParams.delete('count');
      return undefined;
    }),
  },
  defaultPage: {
    before: beforeList(({ url }, word) => {
      if (!url.searchParams.has('count')) url.searchParams.set('count', word);
      return undefined;
    }),
  },
  pageSize: {
    // Always the default page size, or the largest if that is smaller. A count of 0 has its own quirk.
    before: beforeList(({ url, quirks }) => {
      const { defaultPage = LIMITS.defaultPageSize, largestPage = LIMITS.largestPageSize } = quirks;
      if (Number(url.searchParams.get('count')) > 0)
        url.searchParams.set('count', String(Math.min(Number(defaultPage), Number(largestPage))));
      return undefined;
    }),
  },
  startZero: {
    before: beforeList((call) =>
      call.url.searchParams.get('startIndex') === '0' ? scimRefusal(call, 'invalid_query') : undefined,
    ),
  },
  largerPage: {
    before: beforeList((call) => {
      const largest = Number(call.quirks.largestPage ?? LIMITS.largestPageSize);
      return call.url.searchParams.has('count') && countOf(call) > largest
        ? scimRefusal(call, 'invalid_query')
        : undefined;
    }),
  },
  largestPage: {
    before: beforeList((call, word) => {
      if (countOf(call) > Number(word)) call.url.searchParams.set('count', word);
      return undefined;
    }),
  },
  pastEnd: {
    after: afterList((answer, call, word) => {
      const start = Number(call.url.searchParams.get('startIndex') ?? 1);
      const isBehind = listIn(answer)?.length === 0 && start > 1 && countOf(call) > 0;
      return isBehind && word === 'refused' ? scimRefusal(call, 'invalid_query') : answer;
    }),
  },
  itemsPerPage: {
    after: afterList((answer, call, word) =>
      withMember(answer, 'itemsPerPage', word === 'asked' ? countOf(call) : undefined),
    ),
  },
  listOrder: {
    after: afterList((answer, call) =>
      call.url.searchParams.has('sortOrder')
        ? answer
        : { ...answer, body: { ...answer.body, Resources: [...(listIn(answer) ?? [])].reverse() } },
    ),
  },
  listDrift: {
    // Simulates that a user was added before a later page was read.
    after: afterList((answer, call) => {
      const total = answer.body?.['totalResults'];
      return Number(call.url.searchParams.get('startIndex')) > 1 && typeof total === 'number'
        ? withMember(answer, 'totalResults', total + 1)
        : answer;
    }),
  },
  totals: {
    after: afterList((answer, _, word) =>
      withMember(answer, 'totalResults', word === 'page' ? listIn(answer)?.length : undefined),
    ),
  },
  sortOrder: {
    before: beforeList((call, word) => {
      const order = call.url.searchParams.get('sortOrder') ?? '';
      if (!['ascending', 'descending'].includes(order)) return undefined;
      call.url.searchParams.delete('sortOrder');
      return word === 'refused' ? scimRefusal(call, 'invalid_query') : undefined;
    }),
  },
  badSortOrder: {
    before: beforeList(({ url }) => {
      const order = url.searchParams.get('sortOrder') ?? '';
      if (!['ascending', 'descending'].includes(order)) url.searchParams.delete('sortOrder');
      return undefined;
    }),
  },
  attributes: {
    before: ({ url }) => {
      url.searchParams.delete('attributes');
      url.searchParams.delete('excludedAttributes');
      return undefined;
    },
  },
} as const satisfies { readonly [Name in QuirkName]?: Quirk };
