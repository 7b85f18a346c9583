import { createHash } from 'node:crypto';
import { Failure } from '../failure/failure.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { knownMethod, type WebApiCall, type WebApiClient } from './webapi-client.ts';

/** Maximum number of consecutive pages without new items; a longer list counts as endless. */
const MAX_PAGES_WITHOUT_NEWS = 3;

/** One page of a list as returned by the service. */
export interface MethodPage {
  readonly items: readonly JsonObject[];
  /** Number of items in the list, if the service reports it (WEB §2.1, paging). */
  readonly total: number | undefined;
  readonly body: JsonObject;
}

/**
 * Calls a method page by page, with the kind of paging that its responses use: a cursor, which is empty on
 * the last page (WEB §2.2, §4.4), or numbered pages (WEB §2.1). A page may have fewer items than requested,
 * or none, without being the last.
 * @throws Failure `unreachable` for an endless list, in which a cursor recurs or consecutive pages bring
 * nothing new; or for a response that is not a list.
 */
export async function* methodPages(
  client: WebApiClient,
  call: WebApiCall,
  signal?: AbortSignal,
): AsyncGenerator<MethodPage, void> {
  const used = new Set<string>();
  const seen = new Set<string>();
  let pagesWithoutNews = 0;
  let next: WebApiCall['arguments'] = {};
  for (;;) {
    const body = await client.call({ ...call, arguments: { ...call.arguments, ...next } }, signal);
    const paging = isJsonObject(body['paging']) ? body['paging'] : undefined;
    const items = itemsOf(call.method, body);
    const content = fingerprint(items);
    pagesWithoutNews = items.length === 0 || seen.has(content) ? pagesWithoutNews + 1 : 0;
    seen.add(content);
    yield { items, total: numberIn(paging, 'total'), body };
    if (pagesWithoutNews === MAX_PAGES_WITHOUT_NEWS && isFollowed(body, paging)) {
      throw endlessListFailure(call, `${MAX_PAGES_WITHOUT_NEWS} consecutive pages contained nothing new`);
    }
    const cursor = nextCursor(body);
    if (cursor !== '') {
      if (used.has(cursor)) throw endlessListFailure(call, 'the same cursor was returned twice');
      used.add(cursor);
      next = { cursor };
    } else if (isFollowed(body, paging)) next = { page: (numberIn(paging, 'page') ?? 0) + 1 };
    else return;
  }
}

/** Whether a response announces another page. */
function isFollowed(body: JsonObject, paging: JsonObject | undefined): boolean {
  const page = numberIn(paging, 'page');
  return nextCursor(body) !== '' || (page !== undefined && page < (numberIn(paging, 'pages') ?? 0));
}

function endlessListFailure({ method }: WebApiCall, why: string): Failure {
  return new Failure('unreachable', `${method}: the list never ends: ${why}`);
}

/** Has the same size for every page, so that long lists are not kept in memory. */
function fingerprint(items: readonly JsonObject[]): string {
  return createHash('sha256').update(JSON.stringify(items)).digest('base64');
}

/**
 * Returns the list in a response: the documented one, or else the only array. An empty list may be absent if
 * the total is 0.
 * @throws Failure `unreachable` if the list is missing or has elements other than objects: treating it as
 * empty would hide its items.
 */
function itemsOf(method: string, body: JsonObject): readonly JsonObject[] {
  const paging = isJsonObject(body['paging']) ? body['paging'] : undefined;
  const name = knownMethod(method)?.list?.items ?? onlyList(body);
  const isNone = name === undefined || !(name in body);
  const items = isNone && numberIn(paging, 'total') === 0 ? [] : body[name ?? ''];
  if (!Array.isArray(items) || !items.every(isJsonObject)) throw notAList(method, body, name);
  return items;
}

function onlyList(body: JsonObject): string | undefined {
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return lists.length === 1 ? lists[0]?.[0] : undefined;
}

/** Maximum number of characters of a response that an error message quotes. */
const QUOTED = 120;

function notAList(method: string, body: JsonObject, name: string | undefined): Failure {
  const text = JSON.stringify(body);
  const shown = text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
  const missing = name === undefined ? 'one list of objects' : `a list of objects in "${name}"`;
  return new Failure('unreachable', `${method}: the answer lacks ${missing}: ${shown}`);
}

/** The cursor is in `response_metadata`, or at the top level of older responses (OBSERVED §12.4). */
function nextCursor(body: JsonObject): string {
  const metadata = isJsonObject(body['response_metadata']) ? body['response_metadata'] : {};
  const cursor = metadata['next_cursor'] ?? body['next_cursor'];
  return typeof cursor === 'string' ? cursor : '';
}

/** Numbers of a paging object may be strings. */
function numberIn(paging: JsonObject | undefined, name: string): number | undefined {
  const value = Number(paging?.[name] ?? Number.NaN);
  return Number.isSafeInteger(value) ? value : undefined;
}
