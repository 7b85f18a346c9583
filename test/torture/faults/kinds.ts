import type { JsonObject } from '../../../src/spec/protocol-types.ts';

/** What a fault says about the request. */
export type FaultClass =
  /** The request was throttled. */
  | 'refused for now'
  /** The request was throttled for longer than the maximum wait. */
  | 'refused for long'
  /** The token is no longer valid. */
  | 'token'
  /** The connection or a gateway failed; the request may have been applied. */
  | 'trouble'
  /** The response does not have the shape of the service; the request may have been applied. */
  | 'other shape'
  /** An empty success, as the service sends it for some writes. */
  | 'empty success'
  /** The service reports a temporary failure; the request may have been applied in part. */
  | 'failed for now'
  /** The service reports a permanent failure; the request may have been applied in part. */
  | 'failed badly'
  /** A gateway refuses the request with a page of its own. */
  | 'refused by a gateway'
  /** The total of a list is higher than the number of its items. */
  | 'short list'
  /** A page is empty. */
  | 'empty page'
  /** The total of a list is lower than the number of its items. */
  | 'long list';

export interface FaultKind {
  readonly title: string;
  readonly kind: FaultClass;
  /** In the order in which requests meet them. */
  readonly faults: readonly JsonObject[];
  /** Whether the service applies the request although the response fails. */
  readonly isApplied: boolean;
  /** Milliseconds that the service requests to wait; 0 if it requests nothing. */
  readonly asks: number;
  /** Whether the fault is part of the short run. */
  readonly isShort: boolean;
}

type Details = Partial<Pick<FaultKind, 'asks' | 'isShort' | 'isApplied'>>;

const kind = (
  faultClass: FaultClass,
  title: string,
  faults: JsonObject | readonly JsonObject[],
  details: Details = {},
): FaultKind => ({
  title,
  kind: faultClass,
  faults: [faults].flat(),
  asks: 0,
  isShort: false,
  isApplied: false,
  ...details,
});

const throttle = (text: string | undefined, details: Details = {}): FaultKind =>
  kind(
    'refused for now',
    `429, Retry-After ${text ?? 'absent'}`,
    { do: 'throttle', ...(text === undefined ? {} : { retryAfter: text }) },
    details,
  );

const STATUSES = [500, 502, 503, 504] as const;
const BODIES = ['json', 'html', 'none'] as const;

/** Each of these faults happens once before and once after the service acts. */
const EITHER: readonly (readonly [FaultClass, string, JsonObject, Details?])[] = [
  ['trouble', 'the connection is reset', { do: 'reset' }, { isShort: true }],
  ['trouble', 'the connection is closed', { do: 'close' }],
  ['trouble', 'no answer in time', { do: 'stall', for: '1m' }],
  ...STATUSES.flatMap((status) =>
    BODIES.map((body): readonly [FaultClass, string, JsonObject, Details?] => [
      'trouble',
      `${status}, ${body}`,
      { do: 'error', status, body },
    ]),
  ),
  [
    'trouble',
    '503, Retry-After 2',
    { do: 'error', status: 503, retryAfter: 2 },
    { asks: 2000, isShort: true },
  ],
  ['other shape', 'a page of HTML with 200', { do: 'html' }],
  ['refused by a gateway', 'a page of HTML with 403', { do: 'html', status: 403 }],
  ['failed for now', '200 and ok: false', { do: 'notOk' }],
  ['failed badly', '200 and ok: false, fatal_error', { do: 'notOk', error: 'fatal_error' }],
  ['empty success', 'an empty 200', { do: 'answer' }],
  ['empty success', 'a 204', { do: 'answer', status: 204 }, { isShort: true }],
  ['other shape', '200 and {}', { do: 'answer', body: {} }],
  ['other shape', '200 and []', { do: 'answer', body: [] }],
  ['other shape', '200 and null', { do: 'answer', body: null }],
  ['other shape', '200 and half a JSON', { do: 'answer', body: '{"id":"W1","userNa' }],
  [
    'other shape',
    '200 and somebody else',
    { do: 'answer', body: { id: 'W0OTHER', displayName: 'Other' } },
    { isShort: true },
  ],
];

const APPLIED = { isApplied: true } as const;

export const FAULT_KINDS: readonly FaultKind[] = [
  throttle(undefined),
  throttle('0'),
  throttle('1', { asks: 1000 }),
  throttle('30', { asks: 30_000, isShort: true }),
  throttle('1.5', { asks: 1500 }),
  throttle('-5'),
  throttle('date+30s', { asks: 30_000 }),
  throttle('date-30s'),
  throttle('soon'),
  kind('refused for long', '429, Retry-After 9999999999', { do: 'throttle', retryAfter: '9999999999' }),
  ...EITHER.map(([faultClass, title, fault, details]) =>
    kind(faultClass, `${title}, before`, fault, details),
  ),
  ...EITHER.map(([faultClass, title, fault, details]) =>
    kind(faultClass, `${title}, after`, { ...fault, applied: true }, { ...details, ...APPLIED }),
  ),
  kind('trouble', 'cut in the middle', { do: 'cut' }, { ...APPLIED, isShort: true }),
  kind('trouble', 'cut in the middle, length not said', { do: 'cut', declared: false }, APPLIED),
  kind('trouble', 'cut behind the head', { do: 'cut', at: '0%' }, APPLIED),
  kind('trouble', 'byte by byte', { do: 'drip', every: '1s' }, APPLIED),
  kind('token', 'the token expires', { do: 'token', end: 'expired' }, { isShort: true }),
  kind('token', 'the token is revoked', { do: 'token', end: 'revoked' }),
];

/** Faults of lists only. A page can be repeated only if the total makes the client request another one. */
export const LIST_KINDS: readonly FaultKind[] = [
  kind('short list', 'the total is 5 too high', { do: 'total', add: 5 }, { isShort: true }),
  kind('empty page', 'the page is empty', { do: 'emptyPage' }),
  kind('short list', 'the page before again', [{ do: 'total', add: 5 }, { do: 'repeatPage' }]),
  kind('long list', 'the total is 1 too low', { do: 'total', add: -1 }),
];
