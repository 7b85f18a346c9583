import { SCIM_ERROR_CODES } from '../spec/error-codes.ts';
import {
  COMPARISON_OPERATORS,
  FILTER_ATTRIBUTES,
  GROUP_FILTER_ATTRIBUTES,
  OTHER_FILTER_ATTRIBUTES,
} from '../spec/filter-grammar.ts';
import { OWN_CODES } from '../spec/own-codes.ts';
import { PLACE_HEADING, REASON_HEADINGS, TEXT_HEADING } from '../spec/own-headings.ts';
import {
  GROUP_ATTRIBUTES,
  IGNORED_CORE_ATTRIBUTES,
  MULTI_VALUED,
  READ_ONLY_ATTRIBUTES,
  SUB_ATTRIBUTES,
} from '../spec/scim-schemas.ts';
import { DEFAULT_TIMEZONE, USER_ATTRIBUTES } from '../spec/user-attributes.ts';
import { LIST_SLOTS } from '../spec/user-slots.ts';
import { WEB_ERROR_CODES } from '../spec/webapi-error-codes.ts';
import { CHANGE_TYPES, DISABLE_REASONS, WEB_API_METHODS, type WebApiMethod } from '../spec/webapi-methods.ts';

/**
 * The parts of requests and responses that are not personal data: documented names and enumerations, counts,
 * codes. Everything else counts as personal, including anything unforeseen.
 */

const METHODS: readonly (readonly [string, WebApiMethod])[] = Object.entries(WEB_API_METHODS);

/** Members of the envelopes of both APIs, and of the bodies in WEB §2 and §4 that no table lists. */
const OTHER_NAMES = [
  'schemas Resources totalResults itemsPerPage startIndex Operations op path value operation Errors description code detail',
  'scimType status meta created lastModified location resourceType version primary type display active guest enterprise profile',
  'supported maxResults maxOperations maxPayloadSize authenticationSchemes specUri specUrl documentationUri xmlDataFormat patch bulk',
  'filter changePassword sort etag name endpoint schema schemaExtensions required attributes subAttributes multiValued mutability',
  'returned uniqueness caseExact canonicalValues readOnly schemaName multiValuedAttributeChildName element referenceTypes',
  'ok error errors warning warnings messages response_metadata next_cursor cursor limit count page pages paging total needed provided',
  'active_sessions session_id user_id user user_name team team_id recent os os_version device_hardware slack_client_version',
  'ip date logs service_id service_type app_id app_type channel scope change_type reason rss_feed rss_feed_change_type',
  'rss_feed_title rss_feed_url invite invites denied_requests invite_request email real_name request_reason requester_ids',
  'date_created date_expire denied_by is_restricted is_ultra_restricted is_deleted id username channels channel_ids actor actor_id',
  'actor_type entity_total_count user_id_map invalid_user_ids steps_versions step_id workflow workflow_id workflow_app_id',
  'workflow_version_created title teams users groups options field ts thread_ts permission_type bot_id url enterprise_id',
  'is_enterprise_install app_name function function_id members externalId displayName managerId userName nickName',
].flatMap((line) => line.split(' '));

const NAMES: ReadonlySet<string> = new Set<string>([
  ...OTHER_NAMES,
  ...Object.keys(USER_ATTRIBUTES),
  ...Object.values(USER_ATTRIBUTES).flatMap(({ path }) => path.split(/[.[\]0-9]+/)),
  ...Object.keys(MULTI_VALUED),
  ...Object.values(SUB_ATTRIBUTES).flat(),
  ...GROUP_ATTRIBUTES,
  ...READ_ONLY_ATTRIBUTES,
  ...IGNORED_CORE_ATTRIBUTES,
  ...Object.keys(FILTER_ATTRIBUTES),
  ...OTHER_FILTER_ATTRIBUTES,
  ...GROUP_FILTER_ATTRIBUTES,
  ...METHODS.flatMap(([, method]) => [...Object.keys(method.arguments), ...method.result]),
  ...'sortBy sortOrder excludedAttributes'.split(' '),
  ...[...REASON_HEADINGS, PLACE_HEADING, TEXT_HEADING],
]);

const SMALL_NAMES = new Set([...NAMES].map((name) => name.toLowerCase()));

/** Whether a member, an argument or an attribute has a documented name. */
export function isKnownName(name: string): boolean {
  return NAMES.has(name) || SMALL_NAMES.has(name.toLowerCase());
}

const set = (words: string): ReadonlySet<string> => new Set(words.toLowerCase().split(' '));

const URN_WORDS = set(
  'urn ietf params scim schemas core extension enterprise guest profile service user group api messages ListResponse PatchOp error ResourceType ServiceProviderConfig schema',
);

/** Whether a word of a schema URI is from the standard; the vendor name is not, except the documented one. */
export function isUrnWord(word: string): boolean {
  return URN_WORDS.has(word.toLowerCase()) || /^\d+$/.test(word);
}

const OPERATORS = new Set([...Object.keys(COMPARISON_OPERATORS), 'pr', 'and', 'or', 'not']);

/** Whether an unquoted word in a filter, a path or a query is an operator or a known name. */
export function isExpressionWord(word: string): boolean {
  return OPERATORS.has(word.toLowerCase()) || isKnownName(word);
}

const CODES: ReadonlySet<string> = new Set([
  ...Object.keys(SCIM_ERROR_CODES),
  ...Object.keys(WEB_ERROR_CODES),
  ...Object.keys(OWN_CODES),
]);

/** Whether a word is a documented error code. */
export function isErrorCode(word: string): boolean {
  return CODES.has(word);
}

/** The types that identify entries of a list. */
const KEPT_BY_TYPE = Object.values(LIST_SLOTS).flatMap(({ typed }) => typed.map(({ type }) => type));

/** The documented values of enumerated members, in lower case. */
const ENUMERATIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  op: set('add replace remove'),
  operation: set('delete'),
  type: set(
    [
      'work home other mobile fax pager photo thumbnail multi user group string boolean complex datetime reference integer decimal binary oauthbearertoken oauth2 oauth httpBasic httpDigest public private im mpim general',
      ...KEPT_BY_TYPE,
    ].join(' '),
  ),
  resourceType: set('user group schema resourceType serviceProviderConfig'),
  mutability: set('readonly readwrite immutable writeonly'),
  returned: set('always never default request'),
  uniqueness: set('none server global'),
  sortOrder: set('ascending descending'),
  change_type: new Set<string>(CHANGE_TYPES),
  reason: new Set(Object.keys(DISABLE_REASONS)),
  actor_type: set('user app system'),
  version: set('1.0 1.1 2.0'),
  scimType: set(
    'invalidFilter tooMany uniqueness mutability invalidSyntax invalidPath noTarget invalidValue invalidVersion sensitive',
  ),
  // The documented default of a user without one.
  timezone: set(DEFAULT_TIMEZONE),
  [REASON_HEADINGS[0]]: set([...CODES].join(' ')),
  warning: set('missing_charset superfluous_charset'),
  warnings: set('missing_charset superfluous_charset'),
  ...Object.fromEntries(
    METHODS.flatMap(([, method]) =>
      Object.entries(method.arguments).flatMap(([name, { values }]) =>
        values === undefined ? [] : [[name, new Set(values.map((value) => value.toLowerCase()))] as const],
      ),
    ),
  ),
};

const ENUMERATED = new Map(
  Object.entries(ENUMERATIONS).map(([name, values]) => [name.toLowerCase(), values]),
);

/** Whether the value is a documented value of the member. */
export function isEnumerated(name: string, value: string): boolean {
  return ENUMERATED.get(name.toLowerCase())?.has(value.toLowerCase()) === true;
}

const COUNTS = set(
  'totalResults itemsPerPage startIndex count limit page pages total entity_total_count maxResults maxOperations maxPayloadSize code status',
);

/** Whether a numeric member is a count or a code. */
export function isCount(name: string): boolean {
  return COUNTS.has(name.toLowerCase());
}

const TIMES = set(
  'date date_created date_expire date_create date_update created updated ts thread_ts time until oldest latest before after expiration workflow_version_created',
);

/** Whether a numeric member is a time in seconds. */
export function isTime(name: string): boolean {
  return TIMES.has(name.toLowerCase());
}

const ERROR_NAMES = set('error errors code description detail messages');

/** Whether a member describes an error: codes in it are kept. */
export function isAboutError(name: string): boolean {
  return ERROR_NAMES.has(name.toLowerCase());
}

const SEGMENTS = set(
  'scim v1 v2 api users groups schemas resourceTypes serviceProviderConfig serviceProviderConfigs user group .search me bulk',
);

/** Whether a path segment of a URL is documented. */
export function isKnownSegment(segment: string): boolean {
  return SEGMENTS.has(segment.toLowerCase()) || Object.hasOwn(WEB_API_METHODS, segment);
}

/** Whether a value in a discovery document is from the standard and not about a user. */
export function isDiscoveryValue(value: string): boolean {
  return (
    isKnownName(value) ||
    /^\/(?:Users|Groups)$/.test(value) ||
    /^(?:User|Group|ServiceProviderConfig)$/.test(value)
  );
}

/** Recorded headers, with the values that may be recorded. */
export const RECORDED_HEADERS: Readonly<Record<string, RegExp>> = {
  accept: /^[\w/+.;=, *-]{1,100}$/,
  'content-type': /^[\w/+.;=, *-]{1,100}$/,
  allow: /^[A-Z, ]{1,60}$/,
  'retry-after': /^[\d.]{1,10}$/,
  'www-authenticate': /^Bearer$/,
  'x-oauth-scopes': /^[a-z:._, ]{1,4000}$/,
  'x-ratelimit-limit': /^\d{1,10}$/,
  'x-ratelimit-remaining': /^\d{1,10}$/,
  'x-ratelimit-reset': /^\d{1,10}$/,
  'x-ratelimit-window': /^\d{1,10}$/,
  'ratelimit-limit': /^\d{1,10}(?:, ?\d{1,10};w=\d{1,10})*$/,
  'ratelimit-remaining': /^\d{1,10}$/,
  'ratelimit-reset': /^\d{1,10}$/,
  ratelimit: /^(?:"policy"|limit=\d{1,10})(?:[;,] ?(?:[a-z]|remaining|reset)=\d{1,10})*$/,
  'ratelimit-policy': /^(?:"policy"|\d{1,10})(?:; ?[a-z]=\d{1,10})*$/,
};

const HTML = set('html head title body doctype h1 h2 p div span br hr center pre meta charset utf');

/** Whether a word of a page is an HTML tag. */
export function isTag(word: string): boolean {
  return HTML.has(word.toLowerCase());
}
