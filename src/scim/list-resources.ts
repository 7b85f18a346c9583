import { type Filter, matchesFilter, printFilter, type ValuesOf } from '../rules/filter.ts';
import type { SortOrder } from '../spec/scim-endpoints.ts';
import type { JsonObject } from '../spec/wire.ts';
import { listPassing } from './list-items.ts';
import type { ListQuery } from './list-pages.ts';
import { listTexts, type TextList } from './list-texts.ts';
import type { ScimClient } from './scim-client.ts';

export interface ResourceQuery {
  readonly filter?: Filter;
  readonly sortOrder?: SortOrder;
  /** At most so many. */
  readonly limit?: number;
}

/** A list that is read as it is used. */
export interface ResourceList<T> {
  readonly items: AsyncIterable<T>;
  /** How many there are in all, as far as the service has said; unknown where the filter is applied here. */
  total(): number | undefined;
  /** Whether the whole list is read and the filter applied here, because only v1 describes one (SCIM §4.5). */
  readonly isFilteredHere: boolean;
  /** Whether the list changed while it was read. */
  hasMoved(): boolean;
  /** The same list as texts, which nobody looks into; undefined where that cannot be. */
  readonly asTexts: (() => TextList) | undefined;
  /** Reads a resource of such a text. */
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
  const { read: readBytes } = scim;
  const isFilteredHere = filter !== undefined && scim.dialect.version !== '1.1';
  let total: number | undefined;
  let hasMoved = false;
  const pageQuery: ListQuery = {
    path: kind.path,
    ...(filter === undefined || isFilteredHere ? {} : { filter: printFilter(filter) }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
    ...(limit === undefined || isFilteredHere ? {} : { limit }),
  };
  async function* read(): AsyncGenerator<T, void> {
    let given = 0;
    for await (const page of listPassing(scim, pageQuery)) {
      hasMoved = page.hasMoved;
      if (!isFilteredHere) total = page.totalResults;
      for (const resource of page.items) {
        const item = kind.read(resource);
        if (isFilteredHere && !matchesFilter(filter, kind.filterValuesOf(item))) continue;
        yield item;
        given += 1;
        if (given === limit) return;
      }
    }
  }
  return {
    items: read(),
    total: () => total,
    isFilteredHere,
    hasMoved: () => hasMoved,
    asTexts: isFilteredHere || readBytes === undefined ? undefined : () => listTexts(readBytes, pageQuery),
    read: kind.read,
  };
}
