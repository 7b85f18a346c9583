import { type Filter, matchesFilter, printFilter, type ValuesOf } from '../rules/filter.ts';
import type { SortOrder } from '../spec/scim-endpoints.ts';
import type { JsonObject } from '../spec/wire.ts';
import type { ListVerdict } from './list-drift.ts';
import type { ScimClient } from './scim-client.ts';
import { type ListQuery, type ResourceStream, streamResources } from './stream-resources.ts';

export interface ResourceQuery {
  readonly filter?: Filter;
  readonly sortOrder?: SortOrder;
  /** At most so many. */
  readonly limit?: number;
}

/** A list that is read as it is used: as items or as pages, once. */
export interface ResourceList<T> {
  readonly items: AsyncIterable<T>;
  /** The same as pages of resources; undefined where a filter is applied to them here. */
  readonly pages: ResourceStream | undefined;
  /** How many there are in all, as far as the service has said; unknown where the filter is applied here. */
  total(): number | undefined;
  /** Whether the whole list is read and the filter applied here, because only v1 describes one (SCIM §4.5). */
  readonly isFilteredHere: boolean;
  /** Whether the list, as far as it was read, was whole. */
  verdict(): ListVerdict;
  readonly read: (resource: JsonObject) => T;
}

/** How resources of one kind are read, and what a filter sees of them. */
export interface ResourceKind<T> {
  readonly path: '/Users' | '/Groups';
  readonly read: (resource: JsonObject) => T;
  readonly filterValuesOf: (item: T) => ValuesOf;
}

/** Lists resources (SCIM §4.1, §4.6). On v1 the filter is sent, on v2 the same filter is applied to the whole list. */
export function listResources<T>(
  scim: ScimClient,
  kind: ResourceKind<T>,
  { filter, sortOrder, limit }: ResourceQuery,
): ResourceList<T> {
  const isFilteredHere = filter !== undefined && scim.dialect.version !== '1.1';
  const query: ListQuery = {
    path: kind.path,
    ...(filter === undefined || isFilteredHere ? {} : { filter: printFilter(filter) }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
    ...(limit === undefined || isFilteredHere ? {} : { limit }),
  };
  const stream = streamResources(scim, query);
  async function* read(): AsyncGenerator<T, void> {
    let given = 0;
    for await (const page of stream) {
      for (const resource of page.parse()) {
        const item = kind.read(resource);
        if (isFilteredHere && !matchesFilter(filter, kind.filterValuesOf(item))) continue;
        yield item;
        given += 1;
        if (isFilteredHere && given === limit) return;
      }
    }
  }
  return {
    items: read(),
    pages: isFilteredHere ? undefined : stream,
    total: () => (isFilteredHere ? undefined : stream.total()),
    isFilteredHere,
    verdict: stream.verdict,
    read: kind.read,
  };
}
