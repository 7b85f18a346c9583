import { LIMITS } from '../../spec/limits.ts';
import { keysOf } from '../../values/keys-of.ts';

/**
 * Possible deviations of a service from the documents or the assumptions, as far as a probe can detect them.
 * The first value of each is the default of the sandbox.
 */
export const QUIRKS = {
  versions: ['both', '1.1', '2.0'],
  wrongToken: ['401', '403'],
  configToken: ['no', 'yes'],
  filterAnnounced: ['yes', 'no'],
  extensions: ['all', 'enterprise', 'none'],
  vendorWord: ['as set', 'acme'],
  activeType: ['boolean', 'string'],
  schemaTotals: ['yes', 'no'],
  pluralConfig: ['yes', 'no'],
  userIds: ['documented', 'other'],
  largestPage: ['1000', '5'],
  largerPage: ['cut', 'refused'],
  pageSize: ['asked', 'ignored'],
  listDrift: ['none', 'moves'],
  totals: ['all', 'page', 'absent'],
  defaultPage: ['10', '4'],
  countZero: ['empty', 'usual', 'refused'],
  startZero: ['first', 'refused'],
  pastEnd: ['empty', 'first', 'refused'],
  itemsPerPage: ['returned', 'asked', 'absent'],
  listOrder: ['stable', 'changes'],
  sortOrder: ['id', 'ignored', 'refused'],
  attributes: ['honored', 'ignored'],
  mediaType: ['asked', 'json'],
  filterV1: ['applied', 'ignored', 'refused'],
  filterV2: ['applied', 'ignored', 'refused', 'nothing'],
  filterOperators: ['all', 'eq'],
  filterAttributes: ['all', 'documented'],
  filterGroups: ['applied', 'ignored', 'refused'],
  filterQuotes: ['taken', 'refused'],
  badFilter: ['refused', 'ignored'],
  missing: ['404', '400'],
  badSortOrder: ['refused', 'ignored'],
  wrongMethod: ['405', '404'],
  wrongPath: ['404', '400'],
  unknownVersion: ['400', '404'],
  errorBody: ['documented', 'v1', 'plain'],
  rateHeaders: ['none', 'sent', 'standard'],
  webScopes: ['told', 'untold'],
  webRefusals: ['200', '400'],
  sessionCursor: ['metadata', 'top'],
  sessionLimit: ['refused', 'cut'],
  exchangeLimit: ['refused', 'cut'],
  logPage: ['cut', 'refused'],
  getByPost: ['taken', 'refused'],
  patchPaths: ['taken', 'refused'],
  patchValues: ['taken', 'refused'],
  filterPaths: ['taken', 'refused'],
  opCase: ['any', 'lower'],
  patchAttributes: ['taken', 'refused'],
  patchV1: ['taken', 'refused'],
  clearBySpace: ['blank', 'ignored'],
  clearByEmpty: ['blank', 'ignored'],
  clearByNull: ['blank', 'ignored'],
  clearByRemove: ['blank', 'ignored'],
  putOmits: ['blanks', 'keeps'],
  secondEmail: ['kept', 'ignored', 'replaces'],
  secondPhone: ['kept', 'ignored'],
  memberRemoval: ['any', 'bare', 'quoted', 'value'],
  memberAdd: ['taken', 'refused'],
  photoShows: ['next', 'at once', 'later', 'much later'],
} as const satisfies Readonly<Record<string, readonly [string, string, ...string[]]>>;

/** Quirks that only a write reveals. */
export const WRITE_QUIRKS = [
  'patchPaths',
  'patchValues',
  'filterPaths',
  'opCase',
  'patchAttributes',
  'patchV1',
  'clearBySpace',
  'clearByEmpty',
  'clearByNull',
  'clearByRemove',
  'putOmits',
  'secondEmail',
  'secondPhone',
  'memberRemoval',
  'memberAdd',
  'photoShows',
] as const satisfies readonly QuirkName[];

export type QuirkName = keyof typeof QUIRKS;
export const QUIRK_NAMES = keysOf(QUIRKS);

/** The quirks that are set; all others have their default. */
export type Quirks = { readonly [Name in QuirkName]?: string };

/** Quirks that accept any whole number up to the largest page of the sandbox, which they cannot exceed. */
const COUNTS: readonly QuirkName[] = ['largestPage', 'defaultPage'];

/** Whether a quirk can have a value. */
export function isQuirkValue(name: QuirkName, word: string): boolean {
  const values: readonly string[] = QUIRKS[name];
  if (values.includes(word) || !COUNTS.includes(name)) return values.includes(word);
  return /^[1-9]\d*$/.test(word) && Number(word) <= LIMITS.largestPageSize;
}

/** Describes the values that a quirk accepts. */
export function quirkValues(name: QuirkName): string {
  return COUNTS.includes(name)
    ? `a whole number from 1 to ${LIMITS.largestPageSize}`
    : QUIRKS[name].join(', ');
}

export function isQuirkName(name: string): name is QuirkName {
  return Object.hasOwn(QUIRKS, name);
}
