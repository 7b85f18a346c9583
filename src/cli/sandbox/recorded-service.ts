import type { RecordedExchange, Recording } from '../../recording/recording.ts';
import { objectsIn } from '../../rules/json-value.ts';
import {
  type RecordedAnswer,
  type RecordedQuirks,
  refusalKey,
  requestKey,
} from '../../sandbox/recorded-quirks.ts';
import { isListRequest, isReadRequest } from '../../sandbox/request-effect.ts';
import { readServiceError } from '../../scim/service-error.ts';
import { parsed } from './recorded-organization.ts';

/** Headers that only apply to a single response. */
const OF_A_MOMENT: ReadonlySet<string> = new Set(['date', 'location', 'retry-after', 'content-type']);

/** Returns how the recorded service differs: responses, page sizes, headers, error bodies. */
export function recordedQuirks({ exchanges }: Recording): RecordedQuirks {
  const pages = new Map<string, number>();
  const headers: Record<string, string> = {};
  const refusals = new Map<string, RecordedAnswer>();
  const answers = new Map<string, RecordedAnswer>();
  let isAsRecorded = true;
  for (const exchange of exchanges) {
    const { response } = exchange;
    const request = { method: exchange.request.method, url: sandboxUrl(exchange.request.url) };
    if (response === undefined) continue;
    Object.assign(headers, withoutMomentary(response.headers));
    const isRead = isReadRequest(request);
    if (!isRead && response.status < 300) isAsRecorded = false;
    // A throttled request or an outage was temporary.
    if (response.status === 429 || response.status >= 500) continue;
    const answer = answerOf(response);
    const key = requestKey(request);
    if (isRead && isAsRecorded && !answers.has(key)) answers.set(key, answer);
    const { code } =
      response.status < 400 ? { code: undefined } : readServiceError(response.status, answer.body);
    if (code !== undefined) refusals.set(refusalKey(request.url, code), answer);
    recordPageSize(request, answer, pages);
  }
  return { pages, headers, refusals, answers };
}

function answerOf({ status, headers, body }: NonNullable<RecordedExchange['response']>): RecordedAnswer {
  return { status, headers: withoutMomentary(headers), body: parsed(body) };
}

function withoutMomentary(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_MOMENT.has(name)));
}

/**
 * Notes the page size of the service: the size of a page that is smaller than requested and not the last one.
 */
function recordPageSize(
  request: { readonly method: string; readonly url: string },
  { body }: RecordedAnswer,
  pages: Map<string, number>,
): void {
  if (!isListRequest(request) || body === undefined || !('Resources' in body)) return;
  const { pathname, searchParams } = new URL(request.url);
  const size = objectsIn(body['Resources']).length;
  const first = Number(searchParams.get('startIndex') ?? 1);
  const { totalResults: total } = body;
  // Without a total, a smaller page may be the last one.
  const isLast = typeof total !== 'number' || first + size > total;
  if (size > 0 && !isLast && size < Number(searchParams.get('count') ?? 0)) pages.set(pathname, size);
}

/** Translates a URL to the sandbox, whose paths begin with the version or with /api. */
function sandboxUrl(url: string): string {
  const { pathname, search } = new URL(url);
  const at = pathname.search(/\/scim\/v\d/);
  const path = at >= 0 ? pathname.slice(at) : `/api${pathname.slice(pathname.lastIndexOf('/'))}`;
  return `http://sandbox.localhost${path}${search}`;
}
