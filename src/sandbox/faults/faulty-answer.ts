import { isJsonObject } from '../../rules/json-value.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { VERSION_PATHS } from '../../spec/scim-schemas.ts';
import { defined } from '../../values/defined.ts';
import { itemsName } from '../request-effect.ts';
import { responseHeaders } from '../sandbox.ts';
import { errorBody } from '../scim-bodies.ts';
import { ScimError } from '../scim-error.ts';
import type { AnsweredRefusal, SandboxAnswer } from '../scim-service.ts';
import { isWebApiCall } from '../web-service.ts';
import type { Fault, FaultName, TokenEnd } from './fault.ts';

/** How an answer is sent to the client. */
export type Delivery =
  | { readonly kind: 'whole' }
  /** No answer: the connection is reset, or closed after `after` milliseconds. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'close'; readonly after: number }
  /**
   * Only a fraction of the body, from 0 up to 1. `declared`: whether Content-Length announces the whole
   * length.
   */
  | { readonly kind: 'cut'; readonly at: number; readonly declared: boolean }
  /** One byte every `every` milliseconds. */
  | { readonly kind: 'drip'; readonly every: number };

/** A serialized answer. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly delivery: Delivery;
  /** The refusal by the service; not sent. */
  readonly refusal?: AnsweredRefusal;
  /** The fault that was injected; not sent. */
  readonly fault?: FaultName;
}

/** Context of an injected fault. */
export interface FaultContext {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The previous page that the same list returned. */
  readonly pageBefore?: JsonObject;
}

const WHOLE = { kind: 'whole' } as const;
const HTML_TYPE = 'text/html; charset=utf-8';

/** Serializes an answer without a fault. */
export function wholeAnswer({ status, headers, body, refusal }: SandboxAnswer, now: number): WireAnswer {
  const text = body === undefined ? '' : JSON.stringify(body);
  return {
    status,
    headers: { ...responseHeaders(text, now), ...headers },
    text,
    delivery: WHOLE,
    ...defined({ refusal }),
  };
}

/**
 * Returns the answer that a client receives after an injected fault.
 * @param answer the real answer; undefined if the service did not process the request
 */
export function faultyAnswer(
  fault: Fault,
  answer: SandboxAnswer | undefined,
  context: FaultContext,
): WireAnswer {
  const { now, url } = context;
  const real = wholeAnswer(answer ?? { status: 200, headers: {}, body: undefined }, now);
  const createAnswer = (
    status: number,
    body: Json | undefined,
    headers: Readonly<Record<string, string>> = {},
  ) => wireAnswer(status, body, headers, now);
  switch (fault.do) {
    case 'reset':
      return { ...real, delivery: { kind: 'reset' } };
    case 'close':
      return { ...real, delivery: { kind: 'close', after: 0 } };
    case 'stall':
      return { ...real, delivery: { kind: 'close', after: fault.for } };
    case 'cut':
      return { ...real, delivery: { kind: 'cut', at: fault.at, declared: fault.declared } };
    case 'drip':
      return { ...real, delivery: { kind: 'drip', every: fault.every } };
    case 'throttle':
      return createAnswer(
        429,
        refusalBody(url, 'too_many_requests', 'ratelimited', 429),
        waitHeaders(fault, now),
      );
    case 'error':
      return errorAnswer(fault, context);
    case 'html':
      return createAnswer(fault.status, htmlPage(fault.status), { 'content-type': HTML_TYPE });
    case 'notOk':
      return createAnswer(200, { ok: false, error: fault.error });
    case 'answer':
      return createAnswer(fault.status, fault.body, fault.headers);
    case 'token':
      return deadToken(url, fault.end, now);
    default:
      return { ...real, text: JSON.stringify(falsifiedPage(fault, answer?.body ?? {}, context)) };
  }
}

function wireAnswer(
  status: number,
  body: Json | undefined,
  headers: Readonly<Record<string, string>>,
  now: number,
): WireAnswer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { ...responseHeaders(text, now), ...headers }, text, delivery: WHOLE };
}

function errorAnswer(fault: Extract<Fault, { do: 'error' }>, { url, now }: FaultContext): WireAnswer {
  const { status, body } = fault;
  const headers = waitHeaders(fault, now);
  if (body === 'none') return wireAnswer(status, undefined, headers, now);
  if (body === 'html')
    return wireAnswer(status, htmlPage(status), { ...headers, 'content-type': HTML_TYPE }, now);
  return wireAnswer(status, refusalBody(url, 'internal_error', 'internal_error', status), headers, now);
}

/** Returns an error page like that of a gateway. */
function htmlPage(status: number): string {
  return `<!doctype html>\n<html><head><title>${status}</title></head><body><h1>Gateway</h1></body></html>\n`;
}

/** Returns a Retry-After header; `date+30s` and `date-30s` become a date, other values are sent unchanged. */
function waitHeaders({ retryAfter }: { readonly retryAfter?: string }, now: number): Record<string, string> {
  if (retryAfter === undefined) return {};
  const [, sign, seconds] = /^date([+-])(\d+)s$/.exec(retryAfter) ?? [];
  if (seconds === undefined) return { 'retry-after': retryAfter };
  const moment = now + Number(`${sign}${seconds}`) * 1000;
  return { 'retry-after': new Date(moment).toUTCString() };
}

/** Returns a refusal in the format of the API that was called. */
function refusalBody(url: string, scimCode: string, webCode: string, status: number): JsonObject {
  if (isWebApiCall({ url })) return { ok: false, error: webCode };
  const { pathname } = new URL(url);
  const version = `${pathname}/`.startsWith(`${VERSION_PATHS['1.1']}/`) ? '1.1' : '2.0';
  return errorBody({ code: scimCode, context: undefined, status }, { version });
}

function deadToken(url: string, end: TokenEnd, now: number): WireAnswer {
  if (isWebApiCall({ url }))
    return wireAnswer(
      200,
      { ok: false, error: end === 'expired' ? 'token_expired' : 'token_revoked' },
      {},
      now,
    );
  const { code, status, headers } = new ScimError('invalid_authentication');
  return wireAnswer(status, refusalBody(url, code, code, status), headers, now);
}

/** Falsifies a page of a list. */
function falsifiedPage(
  fault: Extract<Fault, { do: 'total' | 'emptyPage' | 'repeatPage' }>,
  page: JsonObject,
  { url, pageBefore }: FaultContext,
): JsonObject {
  if (fault.do === 'repeatPage') return pageBefore ?? page;
  if (fault.do === 'emptyPage') {
    const items = { [itemsName(url)]: [] };
    return 'itemsPerPage' in page ? { ...page, ...items, itemsPerPage: 0 } : { ...page, ...items };
  }
  if (fault.do !== 'total') return page;
  const { totalResults: total, paging } = page;
  if (typeof total === 'number') return { ...page, totalResults: Math.max(0, total + fault.add) };
  if (isJsonObject(paging) && typeof paging['total'] === 'number')
    return { ...page, paging: { ...paging, total: Math.max(0, paging['total'] + fault.add) } };
  return page;
}
