import type { ListView, View } from '../../output/view.ts';
import { asJson } from '../../rules/json-value.ts';
import type { Coverage, OperationCoverage, RuleCoverage } from '../../sandbox/inspect/coverage.ts';

const usedOfTotal = (rows: readonly { readonly requests: number }[]) =>
  `${rows.filter(({ requests }) => requests > 0).length} of ${rows.length}`;

/** Prints a summary of what clients used. */
export const COVERAGE_VIEW: View<Coverage> = {
  json: (coverage) => asJson(coverage),
  columns: [
    { name: 'requests', heading: 'Requests', importance: 1, value: ({ requests }) => requests },
    { name: 'done', heading: 'Done', importance: 1, value: ({ done }) => done },
    { name: 'refused', heading: 'Refused', importance: 1, value: ({ refused }) => refused },
    { name: 'lost', heading: 'Lost', importance: 1, value: ({ lost }) => lost },
    {
      name: 'operations',
      heading: 'Operations',
      importance: 1,
      value: ({ operations }) => `${usedOfTotal(operations)} used`,
    },
    {
      name: 'rules',
      heading: 'Rules',
      importance: 1,
      value: ({ rules }) => `${usedOfTotal(rules)} triggered`,
    },
    {
      name: 'clients',
      heading: 'Clients',
      importance: 2,
      value: ({ clients }) => clients.map(({ agent }) => agent).join(', '),
    },
    { name: 'from', heading: 'From', importance: 3, value: ({ from }) => from },
    { name: 'to', heading: 'To', importance: 3, value: ({ to }) => to },
  ],
};

export const OPERATION_COVERAGE_VIEW: ListView<OperationCoverage> = {
  isSummarized: true,
  json: (row) => asJson(row),
  columns: [
    { name: 'api', heading: 'API', importance: 1, value: ({ api }) => api },
    { name: 'call', heading: 'Operation', importance: 1, value: ({ call }) => call },
    {
      name: 'requests',
      heading: 'Requests',
      importance: 1,
      value: ({ requests }) => (requests === 0 ? 'never' : requests),
    },
    { name: 'refused', heading: 'Refused', importance: 2, value: ({ refused }) => refused },
    { name: 'lost', heading: 'Lost', importance: 3, value: ({ lost }) => lost },
    { name: 'codes', heading: 'Error codes', importance: 2, value: ({ codes }) => codes.join(', ') },
  ],
};

export const RULE_COVERAGE_VIEW: ListView<RuleCoverage> = {
  isSummarized: true,
  json: (row) => asJson(row),
  columns: [
    { name: 'code', heading: 'Code', importance: 1, value: ({ code }) => code },
    { name: 'section', heading: 'Section', importance: 1, value: ({ section }) => section },
    {
      name: 'requests',
      heading: 'Requests',
      importance: 1,
      value: ({ requests }) => (requests === 0 ? 'never' : requests),
    },
    { name: 'rule', heading: 'Rule', importance: 2, value: ({ rule }) => rule },
    {
      name: 'operations',
      heading: 'Operations',
      importance: 3,
      value: ({ operations }) => operations.join(', '),
    },
  ],
};
