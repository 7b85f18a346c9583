import type { QuirkName, Quirks } from '../../src/sandbox/quirks/quirk-table.ts';

/** Answers of a probe by question; `unclear` and `not asked` if there is no answer. */
export type Shown = Readonly<Record<string, unknown>>;

/** All answers of a probe that change under a quirk. */
export function shownUnder(name: QuirkName, word: string): Shown {
  return SHOWN[name][word] ?? {};
}

const NO_FILTERS: Shown = {
  'filter-operators': 'unclear',
  'filter-attributes': 'unclear',
  'filter-quotes': 'unclear',
  'bad-filter': 'unclear',
};
const FILTER_EFFECTS: Shown = {
  ignored: 'ignored',
  refused: '400 invalid_query',
  nothing: 'finds nothing',
};

/** Pairs of quirks whose combined answers differ from those of the single quirks. */
const TOGETHER: readonly { readonly when: Quirks; readonly shown: Shown }[] = [
  { when: { largestPage: '5', totals: 'page' }, shown: { 'items-per-page': 'unclear' } },
  { when: { largestPage: '5', totals: 'absent' }, shown: { 'items-per-page': 'unclear' } },
  // A page of five is reversed like any other, so no difference is visible.
  { when: { largestPage: '5', listOrder: 'changes' }, shown: { 'list-order': undefined } },
  { when: { countZero: 'usual', listOrder: 'changes' }, shown: { 'count-zero': 'other users' } },
  { when: { startZero: 'refused', listOrder: 'changes' }, shown: { 'start-zero': '400 invalid_query' } },
  { when: { pastEnd: 'first', listOrder: 'changes' }, shown: { 'past-end': 'other users' } },
  { when: { pageSize: 'ignored', largerPage: 'refused' }, shown: { 'count-over-limit': undefined } },
  { when: { pageSize: 'ignored', totals: 'page' }, shown: { 'items-per-page': 'unclear' } },
  { when: { pageSize: 'ignored', totals: 'absent' }, shown: { 'items-per-page': 'unclear' } },
  // If count is ignored, the largest page is the one that the service always returns.
  { when: { pageSize: 'ignored', largestPage: '5' }, shown: { 'largest-page': 5 } },
  { when: { pageSize: 'ignored', defaultPage: '4' }, shown: { 'largest-page': 4 } },
  { when: { pageSize: 'ignored', pastEnd: 'first' }, shown: { 'past-end': 'the usual page' } },
  // Every page is reversed in the same way, so no difference is visible.
  {
    when: { pageSize: 'ignored', listOrder: 'changes' },
    shown: { 'list-order': undefined, 'start-zero': 'the usual page' },
  },
  { when: { webRefusals: '400', logPage: 'refused' }, shown: { 'log-page-size': '400 invalid_arguments' } },
];

/** All answers of a probe that change under several quirks; other questions have their usual answer. */
export function shownTogether(quirks: Quirks): Shown {
  const entries = Object.entries(quirks) as (readonly [QuirkName, string])[];
  const shown: Record<string, unknown> = Object.assign(
    {},
    ...entries.map(([name, word]) => shownUnder(name, word)),
  );
  // A missing extension has no type and value; a missing version has no other answers.
  if (quirks.extensions !== undefined && quirks.activeType !== undefined)
    shown['schema-attributes'] = ['activeType', 'extensions'].flatMap((name) =>
      entries
        .filter(([one]) => one === name)
        .flatMap(([one, word]) => shownUnder(one, word)['schema-attributes']),
    );
  if (quirks.extensions !== undefined) shown['vendor'] = 'unclear';
  if (quirks.versions !== undefined) Object.assign(shown, shownUnder('versions', quirks.versions));
  const version = quirks.versions === '1.1' ? 'filterV1' : 'filterV2';
  const other = quirks.versions === undefined ? quirks.filterV1 : '';
  const effect = quirks[version];
  if (effect !== undefined && (version === 'filterV1' || other !== undefined))
    Object.assign(shown, NO_FILTERS, { 'filter-groups': FILTER_EFFECTS[effect] });
  for (const { when, shown: instead } of TOGETHER)
    if (
      Object.entries(when).every(([name, word]) =>
        entries.some(([one, value]) => one === name && value === word),
      )
    )
      Object.assign(shown, instead);
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

const SHOWN: { readonly [Name in QuirkName]: Readonly<Record<string, Shown>> } = {
  versions: {
    '1.1': {
      versions: ['1.1'],
      'schema-lists': 'not asked',
      'plural-config': 'not asked',
      'media-type': 'not asked',
      'error-body': 'not asked',
      'filter-v2': 'unclear',
    },
    '2.0': { versions: ['2.0'], 'filter-v1': 'unclear' },
  },
  wrongToken: { '403': { 'wrong-token': '403 invalid_authentication' } },
  configToken: { yes: { 'config-token': true } },
  filterAnnounced: { no: { 'filter-announced': false } },
  extensions: {
    enterprise: {
      extensions: ['enterprise'],
      'schema-attributes': ['missing: guest', 'missing: profile'],
      vendor: 'unclear',
    },
    none: {
      extensions: [],
      'schema-attributes': ['missing: enterprise', 'missing: guest', 'missing: profile'],
      vendor: 'unclear',
    },
  },
  vendorWord: { acme: { vendor: 'acme' } },
  activeType: { string: { 'schema-attributes': ['active: string instead of boolean'] } },
  schemaTotals: { no: { 'schema-lists': false } },
  pluralConfig: { no: { 'plural-config': false } },
  userIds: { other: { 'user-ids': 'another form' } },
  largestPage: { '5': { 'largest-page': 5, 'default-page': 5 } },
  largerPage: { refused: { 'count-over-limit': '400 invalid_query' } },
  pageSize: { ignored: { 'count-honored': 'more', 'largest-page': 10, 'start-zero': 'the usual page' } },
  listDrift: { moves: { 'list-drift': false } },
  totals: {
    page: { totals: 'the page', 'list-drift': 'unclear' },
    absent: { totals: 'absent', 'list-drift': 'unclear' },
  },
  defaultPage: { '4': { 'default-page': 4 } },
  countZero: { usual: { 'count-zero': 'the usual page' }, refused: { 'count-zero': '400 invalid_query' } },
  startZero: { refused: { 'start-zero': '400 invalid_query' } },
  pastEnd: { first: { 'past-end': 'the first users' }, refused: { 'past-end': '400 invalid_query' } },
  itemsPerPage: { asked: { 'items-per-page': 'page size' }, absent: { 'items-per-page': 'absent' } },
  listOrder: { changes: { 'list-order': 'changes', 'start-zero': 'other users' } },
  sortOrder: { ignored: { 'sort-order': 'ignored' }, refused: { 'sort-order': '400 invalid_query' } },
  attributes: { ignored: { attributes: false, 'excluded-attributes': false } },
  mediaType: { json: { 'media-type': 'application/json' } },
  filterV1: { ignored: { 'filter-v1': 'ignored' }, refused: { 'filter-v1': '400 invalid_query' } },
  filterV2: {
    ignored: { 'filter-v2': 'ignored' },
    refused: { 'filter-v2': '400 invalid_query' },
    nothing: { 'filter-v2': 'finds nothing' },
  },
  filterOperators: { eq: { 'filter-operators': ['eq'] } },
  filterAttributes: { documented: { 'filter-attributes': ['username', 'email'] } },
  filterGroups: {
    ignored: { 'filter-groups': 'ignored' },
    refused: { 'filter-groups': '400 invalid_query' },
  },
  filterQuotes: { refused: { 'filter-quotes': '400 invalid_query' } },
  badFilter: { ignored: { 'bad-filter': '200' } },
  missing: {
    '400': {
      'missing-user': '400 no_such_user',
      'undecodable-user': '400 cannot_decode_user_id',
      'missing-group': '400 no_such_group',
    },
  },
  badSortOrder: { ignored: { 'bad-sort-order': '200' } },
  wrongMethod: { '404': { 'wrong-method': '404 method_not_allowed' } },
  wrongPath: { '400': { 'wrong-path': '400 bad_endpoint' } },
  unknownVersion: { '404': { 'unknown-version': '404 unsupported_version' } },
  errorBody: { v1: { 'error-body': 'as on v1' }, plain: { 'error-body': 'another one' } },
  rateHeaders: {
    sent: { 'rate-headers': ['x-ratelimit-limit', 'x-ratelimit-remaining'] },
    standard: {
      'rate-headers': ['ratelimit-limit', 'ratelimit-policy', 'ratelimit-remaining', 'ratelimit-reset'],
      'rate-quota': '180 in 60 s',
    },
  },
  webScopes: { untold: { 'web-scopes': false } },
  webRefusals: {
    '400': {
      'web-wrong-token': '400 invalid_auth',
      'session-limit': '400 invalid_arguments',
      'exchange-limit': '400 too_many_users',
      'web-unknown-method': '400 unknown_method',
    },
  },
  sessionCursor: { top: { 'session-cursor': 'next_cursor' } },
  sessionLimit: { cut: { 'session-limit': '200 ok' } },
  exchangeLimit: { cut: { 'exchange-limit': '200 ok' } },
  logPage: { refused: { 'log-page-size': '200 invalid_arguments' } },
  getByPost: { refused: { 'get-by-post': false } },
  // Answers that only a write shows are in write-answers.ts.
  patchPaths: {},
  patchValues: {},
  filterPaths: {},
  opCase: {},
  patchAttributes: {},
  patchV1: {},
  clearBySpace: {},
  clearByEmpty: {},
  clearByNull: {},
  clearByRemove: {},
  putOmits: {},
  secondEmail: {},
  secondPhone: {},
  memberRemoval: {},
  memberAdd: {},
  photoShows: {},
};
