import { isAscii } from 'node:buffer';
import { Failure } from '../failure/failure.ts';
import type { JsonTexts } from '../output/json-texts.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { LIMITS } from '../spec/limits.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import { createBufferPool } from './buffer-pool.ts';
import type { LearnedTraits } from './learned-traits.ts';
import { type ListVerdict, watchDrift } from './list-drift.ts';
import { type PagePart, readAhead } from './read-ahead.ts';
import { MAX_RESOURCE_SIZE, type RawAnswer, type ScimClient, type ScimRequest } from './scim-client.ts';
import { createListSplitter, type SplitListResponse } from './split-list-response.ts';

export interface ListQuery {
  readonly path: '/Users' | '/Groups';
  readonly filter?: string;
  readonly sortOrder?: string;
  /** Maximum number of resources. No more are requested, and surplus ones are dropped. */
  readonly limit?: number;
  readonly version?: ScimRequest['version'];
  /**
   * Whether to request one more page if a first page that is not full has as many resources as
   * `totalResults`: the total and the page size may both be smaller than the list. After a full page that is
   * always done.
   */
  readonly isSettled?: boolean;
  /**
   * Selects the members of a resource that `parse` reads; all others are not parsed. If absent, all are read.
   */
  readonly members?: (name: string) => boolean;
}

/** The resources of one page, in the order of the service. Valid only until the next page is requested. */
export interface ResourcePage {
  /** The resources as validated JSON without terminal control characters. `parse` may overwrite the bytes. */
  readonly raw: JsonTexts;
  /**
   * Parses the resources lazily.
   * @param largest maximum size of a resource in bytes; larger ones are skipped.
   * @throws Failure `unreachable` for a resource of more than 8 MB if `largest` is absent.
   */
  parse(largest?: number): Generator<JsonObject, void>;
}

/** A list as pages, read on demand. */
export interface ResourceStream extends AsyncIterable<ResourcePage> {
  /** `totalResults`, if the service has reported it. */
  total(): number | undefined;
  /** Whether resources may follow those already read, as far as the service has reported. */
  mayHaveMore(): boolean;
  /** The verdict on the list; `limited` until the list is read to its end. */
  verdict(): ListVerdict;
}

/** Consecutive pages without new resources before giving up: the service ignores startIndex or loops. */
const IDLE_PAGES = 3;

interface OpenedPage extends PagePart {
  readonly body: Uint8Array;
  readonly response: SplitListResponse;
}

/**
 * Reads a list (SCIM §4.1, §4.6). All lists are read here: paging, totals, read-ahead, the end of the list,
 * and whether the list was complete.
 * @throws Failure as every read; `unreachable` if the response is not a list, or if pages bring nothing new.
 */
export function streamResources(scim: ScimClient, query: ListQuery): ResourceStream {
  const limit = query.limit ?? Number.POSITIVE_INFINITY;
  const largest = scim.learned?.largestPage ?? LIMITS.largestPageSize;
  const repeatsPastEnd = scim.learned?.hasNoTotals === true && scim.learned.pastEnd === 'repeats';
  const split = createListSplitter(query.path, query.members);
  const drift = watchDrift(repeatsPastEnd);
  const pool = createBufferPool();
  let isAtEnd = false;
  let isDoubted = false;
  let countsPages = scim.learned?.hasNoTotals === true;
  const readPage = (startIndex: number, count: number, signal: AbortSignal): Promise<RawAnswer> =>
    scim
      .read(listRequest(query, startIndex, count), signal, pool.take)
      .catch((error: unknown) =>
        emptyPageOrThrow(error, startIndex, isDoubted || refusesPastEnd(scim.learned)),
      );
  const openPage = (answer: RawAnswer, startIndex: number, count: number): OpenedPage => {
    const response = countsPages ? withoutTotal(split(answer)) : split(answer);
    if (startIndex === 1) isDoubted = isDoubtful(response, count, query);
    const { totalResults } = isDoubted ? withoutTotal(response) : response;
    return { body: answer.body, response, places: response.count, totalResults };
  };
  const recordPage = (page: SplitListResponse, given: number): number => {
    if (!isDoubted || given === 0) return drift.see(page);
    const behind = drift.recordPageAfterEnd(page);
    isDoubted = false;
    countsPages = behind.countsPages;
    return behind.fresh;
  };
  async function* pages(): AsyncGenerator<ResourcePage, void> {
    let given = 0;
    let idle = 0;
    for await (const { response, body } of readAhead(readPage, openPage, { largest, limit })) {
      const page = truncateTo(response, limit - given);
      const isBehindEnd = isDoubted && given > 0;
      const fresh = recordPage(page, given);
      idle = page.count > 0 && fresh === 0 ? idle + 1 : 0;
      if (idle > 0 && (repeatsPastEnd || isBehindEnd)) break;
      if (idle === IDLE_PAGES) throw repeatedPageFailure(query.path);
      // Skip a page that only repeats resources.
      if (fresh > 0 || (page.count > 0 && page.ids.length === 0)) {
        given += page.count;
        yield { raw: page, parse: (largest) => parseEach(page, query, largest) };
      }
      pool.giveBack(body);
    }
    isAtEnd = true;
  }
  return {
    [Symbol.asyncIterator]: pages,
    total: () => drift.verdict(isAtEnd, limit).total,
    mayHaveMore: () => {
      const { read, total } = drift.verdict(isAtEnd, limit);
      if (isAtEnd && read < limit) return false;
      return isDoubted || total === undefined || read < total;
    },
    verdict: () => drift.verdict(isAtEnd, limit),
  };
}

/** Whether `totalResults`, equal to the size of the first page, may count only that page of a longer list. */
function isDoubtful(
  { count, totalResults }: SplitListResponse,
  asked: number,
  { limit = Number.POSITIVE_INFINITY, isSettled = false }: ListQuery,
): boolean {
  if (count === 0 || count !== totalResults || count >= limit) return false;
  return count === asked || isSettled;
}

/** Removes a total that does not count the whole list and so does not tell where it ends. */
function withoutTotal(response: SplitListResponse): SplitListResponse {
  return { ...response, totalResults: undefined };
}

function refusesPastEnd(learned: LearnedTraits | undefined): boolean {
  return learned?.hasNoTotals === true && learned.pastEnd === 'refused';
}

/** Treats the refusal of a page as the end of the list if no total tells where the list ends. */
function emptyPageOrThrow(error: unknown, startIndex: number, mayBeEnd: boolean): RawAnswer {
  const isEnd = mayBeEnd && startIndex > 1 && error instanceof Failure && error.kind === 'refused';
  if (!isEnd) throw error;
  return { status: 200, body: Buffer.from('{"Resources":[]}') };
}

function listRequest(query: ListQuery, startIndex: number, count: number): ScimRequest {
  return {
    method: 'GET',
    path: query.path,
    query: {
      startIndex: String(startIndex),
      count: String(count),
      ...defined({ filter: query.filter, sortOrder: query.sortOrder }),
    },
    ...defined({ version: query.version }),
  };
}

function repeatedPageFailure(path: string): Failure {
  return new Failure(
    'unreachable',
    `${path}: the service repeats itself: ${IDLE_PAGES} consecutive pages contained nothing new`,
  );
}

/** Drops resources beyond the limit; a service may return more than were requested. */
function truncateTo(response: SplitListResponse, atMost: number): SplitListResponse {
  if (response.count <= atMost) return response;
  const { content, commas, ids, spans, spanEnds } = response;
  const end = commas[atMost - 1] ?? content.length;
  return {
    ...response,
    content: content.subarray(0, end),
    commas: commas.slice(0, atMost - 1),
    count: atMost,
    ids: ids.filter((at) => at < end),
    spans: spans.slice(0, spanEnds[atMost - 1]),
    spanEnds: spanEnds.slice(0, atMost),
  };
}

/** Parses one resource at a time, so that each can be freed before the next. */
function* parseEach(
  response: SplitListResponse,
  { path, members }: ListQuery,
  largest: number | undefined,
): Generator<JsonObject, void> {
  const { content, count } = response;
  const encoding = isAscii(content) ? 'latin1' : 'utf8';
  for (let index = 0; index < count; index += 1) {
    const places = placesOf(response, index, members !== undefined);
    const size = lengthOf(places);
    if (size > (largest ?? MAX_RESOURCE_SIZE)) {
      if (largest === undefined) throw tooLargeFailure(path, size);
      continue;
    }
    const text = textAt(content, encoding, places);
    const resource: unknown = JSON.parse(members === undefined ? text : `{${text}}`);
    if (isJsonObject(resource)) yield resource;
  }
}

/** Returns alternating start and end offsets: of a whole resource, or of its selected members. */
function placesOf(response: SplitListResponse, index: number, isPart: boolean): readonly number[] {
  const { content, commas, spans, spanEnds } = response;
  if (isPart) return spans.slice(spanEnds[index - 1] ?? 0, spanEnds[index]);
  return [index === 0 ? 0 : (commas[index - 1] ?? 0) + 1, commas[index] ?? content.length];
}

/** @param places alternating start and end offsets. */
function textAt(content: Buffer, encoding: 'latin1' | 'utf8', places: readonly number[]): string {
  let text = '';
  for (let at = 0; at < places.length; at += 2)
    text += `${at === 0 ? '' : ','}${content.toString(encoding, places[at], places[at + 1])}`;
  return text;
}

/** @param places alternating start and end offsets. */
function lengthOf(places: readonly number[]): number {
  let length = 0;
  for (let at = 0; at < places.length; at += 2) length += (places[at + 1] ?? 0) - (places[at] ?? 0);
  return length;
}

function tooLargeFailure(path: string, size: number): Failure {
  const message = `${path}: a resource of ${Math.ceil(size / 1_000_000)} MB is too large to parse`;
  return new Failure('unreachable', message, { hint: '-o json prints it unparsed' });
}
