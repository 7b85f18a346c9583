import { Failure } from '../failure/failure.ts';
import { objectsIn } from '../rules/json-value.ts';
import { LIMITS } from '../spec/limits.ts';
import type { JsonObject } from '../spec/wire.ts';
import type { ScimClient, ScimRequest } from './scim-client.ts';

/** One page of a list, in the order in which the service has it. */
export interface Page {
  readonly items: readonly JsonObject[];
  /** How many places of the list the page takes: what is no resource takes one, too. */
  readonly places: number;
  /** How many there are in all; undefined when the service does not say. */
  readonly totalResults: number | undefined;
}

export interface ListQuery {
  readonly path: ScimRequest['path'];
  readonly filter?: string;
  readonly sortOrder?: string;
  /** At most so many items are wanted; more are not asked for. */
  readonly limit?: number;
  readonly version?: ScimRequest['version'];
}

/**
 * Reads a list page by page. The end is found by what came and by `totalResults`, never by `itemsPerPage`, which means different
 * things in different answers (service-facts §2.3).
 */
export async function* listPages(
  scim: ScimClient,
  query: ListQuery,
  signal?: AbortSignal,
): AsyncGenerator<Page, void> {
  const limit = query.limit ?? Number.POSITIVE_INFINITY;
  for (let received = 0; received < limit; ) {
    const page = await readPage(
      scim,
      query,
      received + 1,
      Math.min(LIMITS.largestPageSize, limit - received),
      signal,
    );
    received += page.places;
    yield page;
    if (page.places === 0 || received >= (page.totalResults ?? Number.POSITIVE_INFINITY)) return;
  }
}

async function readPage(
  scim: ScimClient,
  query: ListQuery,
  startIndex: number,
  count: number,
  signal: AbortSignal | undefined,
): Promise<Page> {
  const { resource } = await scim.send(
    {
      method: 'GET',
      path: query.path,
      query: {
        startIndex: String(startIndex),
        count: String(count),
        ...(query.filter === undefined ? {} : { filter: query.filter }),
        ...(query.sortOrder === undefined ? {} : { sortOrder: query.sortOrder }),
      },
      ...(query.version === undefined ? {} : { version: query.version }),
    },
    signal,
  );
  const items = resource?.['Resources'] ?? [];
  if (!Array.isArray(items)) throw new Failure('unreachable', `${query.path}: the answer is not a list`);
  const total = resource?.['totalResults'];
  return {
    items: objectsIn(items),
    places: items.length,
    totalResults: typeof total === 'number' ? total : undefined,
  };
}
