import { FILTER_ATTRIBUTES } from '../../spec/filter-grammar.ts';
import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { SandboxAnswer } from '../scim-service.ts';
import { isList, type Quirk, type QuirkCall, type QuirkRequest, scimRefusal } from './quirk-call.ts';
import type { QuirkName } from './quirk-table.ts';

/** Handles only list requests with a filter. */
const beforeFilter =
  (change: (call: QuirkCall, filter: string, word: string) => SandboxAnswer | undefined): QuirkRequest =>
  (call, word) => {
    const filter = call.url.searchParams.get('filter');
    return isList(call) && filter !== null ? change(call, filter, word) : undefined;
  };

function withoutFilter(call: QuirkCall): undefined {
  call.url.searchParams.delete('filter');
}

const filtersOf = (version: ScimVersion): Quirk => ({
  before: beforeFilter((call, _, word) => {
    if (call.version !== version) return undefined;
    if (word === 'refused') return scimRefusal(call, 'invalid_query');
    if (word === 'ignored') return withoutFilter(call);
    call.url.searchParams.set('filter', 'id eq "nobody"');
    return undefined;
  }),
});

/** Returns a filter without its values. */
const withoutValues = (filter: string) => filter.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');

const OTHER_OPERATORS = /\s(?:co|sw|pr|gt|ge|lt|le|and|or)(?=\s|$)/i;

/** Quirks of filters on users and groups. */
export const FILTER_QUIRK_BY_NAME = {
  badFilter: {
    before: beforeFilter((call, filter) => (/\s/.test(filter.trim()) ? undefined : withoutFilter(call))),
  },
  filterQuotes: {
    before: beforeFilter((call, filter) =>
      /\s'[^']*'/.test(filter) ? scimRefusal(call, 'invalid_query') : undefined,
    ),
  },
  filterOperators: {
    before: beforeFilter((call, filter) =>
      OTHER_OPERATORS.test(withoutValues(filter)) ? scimRefusal(call, 'invalid_query') : undefined,
    ),
  },
  filterAttributes: {
    before: beforeFilter((call, filter) => {
      const names = [...withoutValues(filter).matchAll(/(?:^|\b(?:and|or)\s+|\()\s*([\w.:]+)\s/gi)];
      const isKnown = names.every(([, name = '']) => Object.hasOwn(FILTER_ATTRIBUTES, name.toLowerCase()));
      return call.path === '/Users' && !isKnown ? scimRefusal(call, 'invalid_query') : undefined;
    }),
  },
  filterGroups: {
    before: beforeFilter((call, _, word) => {
      if (call.path !== '/Groups') return undefined;
      return word === 'refused' ? scimRefusal(call, 'invalid_query') : withoutFilter(call);
    }),
  },
  filterV1: filtersOf('1.1'),
  filterV2: filtersOf('2.0'),
} as const satisfies { readonly [Name in QuirkName]?: Quirk };
