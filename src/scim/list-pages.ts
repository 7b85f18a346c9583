import { Failure } from '../failure/failure.ts';
import { objectsIn } from '../rules/json-value.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { watchMovement } from './list-movement.ts';
import { readAhead } from './read-ahead.ts';
import type { ScimAnswer, ScimClient, ScimRequest } from './scim-client.ts';

/** One page of a list, in the order in which the service has it. */
export interface Page {
  readonly items: readonly JsonObject[];
  /** How many places of the list the page takes: what is no resource takes one, too. */
  readonly places: number;
  /** How many there are in all; undefined when the service does not say. */
  readonly totalResults: number | undefined;
  /** Whether the list changed since its first page was read. */
  readonly hasMoved: boolean;
}

/** A page that is parsed takes several times its bytes. */
const AHEAD_PARSED = 3;

export interface ListQuery {
  readonly path: ScimRequest['path'];
  readonly filter?: string;
  readonly sortOrder?: string;
  /** At most so many items are wanted; more are not asked for. */
  readonly limit?: number;
  readonly version?: ScimRequest['version'];
}

/**
 * Reads a list page by page, in the order of the service, some pages ahead of their use.
 * @throws Failure as every read
 */
export async function* listPages(
  scim: ScimClient,
  query: ListQuery,
  signal?: AbortSignal,
): AsyncGenerator<Page, void> {
  const movement = watchMovement();
  const read = (startIndex: number, count: number, stopping: AbortSignal) =>
    readPage(scim, listRequest(query, startIndex, count), either(stopping, signal));
  const limit = query.limit ?? Number.POSITIVE_INFINITY;
  let before: Omit<Page, 'hasMoved'> | undefined;
  for await (const page of readAhead(read, { largest: LIMITS.largestPageSize, limit, ahead: AHEAD_PARSED })) {
    // A service that does not know startIndex would be asked for ever.
    if (before !== undefined && isSamePage(before, page))
      throw new Failure('unreachable', `${query.path}: the service gives the same page again and again`);
    before = page;
    movement.see(page.totalResults, idOf(page.items[0]), (id) =>
      page.items.some((item) => idOf(item) === id),
    );
    yield { ...page, hasMoved: movement.hasMoved() };
  }
}

/** Returns the request of one page. */
export function listRequest(query: ListQuery, startIndex: number, count: number): ScimRequest {
  return {
    method: 'GET',
    path: query.path,
    query: {
      startIndex: String(startIndex),
      count: String(count),
      ...(query.filter === undefined ? {} : { filter: query.filter }),
      ...(query.sortOrder === undefined ? {} : { sortOrder: query.sortOrder }),
    },
    ...(query.version === undefined ? {} : { version: query.version }),
  };
}

function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}

function idOf(item: JsonObject | undefined): string | undefined {
  return typeof item?.['id'] === 'string' ? item['id'] : undefined;
}

async function readPage(
  scim: ScimClient,
  request: ScimRequest,
  signal: AbortSignal,
): Promise<Omit<Page, 'hasMoved'>> {
  return pageOf(await scim.send(request, signal), request.path);
}

/** Returns what the answer holds of a list. @throws Failure `unreachable` when it is none. */
export function pageOf(answer: ScimAnswer, path: string): Omit<Page, 'hasMoved'> {
  const resources = resourcesIn(answer, path);
  const total = answer.resource?.['totalResults'];
  return {
    items: objectsIn(resources),
    places: resources.length,
    totalResults: typeof total === 'number' ? total : undefined,
  };
}

/** Returns the resources in the answer, and what else stands among them. @throws Failure `unreachable` when it is no list. */
export function resourcesIn({ resource }: ScimAnswer, path: string): readonly Json[] {
  const resources = resource?.['Resources'] ?? [];
  if (!Array.isArray(resources)) throw new Failure('unreachable', `${path}: the answer is not a list`);
  return resources;
}

function isSamePage(one: Pick<Page, 'items'>, other: Pick<Page, 'items'>): boolean {
  return (
    other.items.length > 0 &&
    one.items.length === other.items.length &&
    one.items.every(({ id }, index) => id !== undefined && id === other.items[index]?.['id'])
  );
}
