import type { Json } from '../../spec/protocol-types.ts';

/** Selects the requests to which a fault applies. */
export interface FaultMatch {
  /** HTTP method, `read`, `write`, or the name of a Web API method; any if absent. */
  readonly method?: string;
  /** Path, in which `*` matches any text; any path if absent. */
  readonly path?: string;
  /** Text contained in the URL or the body of the request. */
  readonly contains?: string;
  /** First matching request to which it applies, from 1. */
  readonly nth: number;
  /** Number of matching requests to which it applies from `nth` on; Infinity for all. */
  readonly times: number;
}

/** Effect of a fault; `applied` is whether the service processes the request first. */
export type FaultEffect =
  | { readonly do: 'reset' | 'close'; readonly applied: boolean }
  | { readonly do: 'stall'; readonly applied: boolean; readonly for: number }
  | { readonly do: 'cut'; readonly at: number; readonly declared: boolean }
  | { readonly do: 'drip'; readonly every: number }
  | { readonly do: 'throttle'; readonly retryAfter?: string }
  | {
      readonly do: 'error';
      readonly status: number;
      readonly body: ErrorBody;
      readonly applied: boolean;
      readonly retryAfter?: string;
    }
  | { readonly do: 'html'; readonly status: number; readonly applied: boolean }
  | { readonly do: 'notOk'; readonly error: string; readonly applied: boolean }
  | {
      readonly do: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Json | undefined;
      readonly applied: boolean;
    }
  | { readonly do: 'total'; readonly add: number }
  | { readonly do: 'emptyPage' | 'repeatPage' }
  | { readonly do: 'token'; readonly end: TokenEnd };

export type Fault = FaultMatch & FaultEffect;
export type FaultName = FaultEffect['do'];

export const ERROR_BODIES = ['json', 'html', 'none'] as const;
export type ErrorBody = (typeof ERROR_BODIES)[number];
export const TOKEN_ENDS = ['expired', 'revoked'] as const;
export type TokenEnd = (typeof TOKEN_ENDS)[number];

/** All faults: their effect on a client, and their parameters. */
export const FAULTS: {
  readonly [Name in FaultName]: { readonly means: string; readonly takes: readonly string[] };
} = {
  reset: { means: 'the connection is reset, without an answer', takes: ['applied'] },
  close: { means: 'the connection is closed, without an answer', takes: ['applied'] },
  stall: {
    means: 'nothing is sent for this long (`for`, default one minute), then the connection is closed',
    takes: ['applied', 'for'],
  },
  cut: {
    means:
      'the true answer ends after a part of its body (`at`, in percent); with `declared: false` no Content-Length is sent',
    takes: ['at', 'declared'],
  },
  drip: { means: 'the real response arrives byte by byte, one per interval (`every`)', takes: ['every'] },
  throttle: {
    means:
      '429; `retryAfter` is sent as it is, `date+30s` and `date-30s` as a date, and no header when absent',
    takes: ['retryAfter'],
  },
  error: {
    means: '`status` from 500 to 599, with a `body` of json, html or none',
    takes: ['status', 'body', 'applied', 'retryAfter'],
  },
  html: { means: 'an HTML page with this `status`, 200 when absent', takes: ['status', 'applied'] },
  notOk: {
    means: '200 with `{"ok": false}` and this `error`, internal_error when absent',
    takes: ['error', 'applied'],
  },
  answer: {
    means: 'this `status`, these `headers`, this `body`',
    takes: ['status', 'headers', 'body', 'applied'],
  },
  total: {
    means: '`totalResults` of the list is larger by `add`, or smaller where it is negative',
    takes: ['add'],
  },
  emptyPage: { means: 'the page of the list is empty', takes: [] },
  repeatPage: { means: 'the page of the list is the one before it', takes: [] },
  token: { means: 'the token is answered as `end` says: expired or revoked', takes: ['end'] },
};

/** Parameters that every fault accepts. */
export const MATCH_NAMES = ['method', 'path', 'contains', 'nth', 'times'] as const;

/** Faults that apply only to list requests. */
export const LIST_FAULTS: readonly FaultName[] = ['total', 'emptyPage', 'repeatPage'];

/** Whether the service processes the request despite the fault. */
export function isApplied(fault: FaultEffect): boolean {
  if ('applied' in fault) return fault.applied;
  return fault.do !== 'throttle' && fault.do !== 'token';
}
