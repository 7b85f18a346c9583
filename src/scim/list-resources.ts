import type { JsonTexts } from '../output/json-texts.ts';
import { type Filter, matchesFilter, printFilter, type ValuesOf } from '../rules/filter.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { SortOrder } from '../spec/scim-endpoints.ts';
import { defined } from '../values/defined.ts';
import { appliesFilters } from './learned-traits.ts';
import type { ListVerdict } from './list-drift.ts';
import { mayBePushedDown, usesOnly } from './pushed-filter.ts';
import type { ScimClient } from './scim-client.ts';
import { type ListQuery, streamResources } from './stream-resources.ts';
import { isMemberOf } from './user-members.ts';

export interface ResourceQuery {
  readonly filter?: Filter;
  readonly sortOrder?: SortOrder;
  /** The largest number of resources to return. */
  readonly limit?: number;
  /**
   * Whether the end is made sure of with one more request where a short first page is all that the service
   * counts.
   */
  readonly isSettled?: boolean;
  /** The members of a resource that are looked at, where not all of them are. */
  readonly members?: ReadonlySet<string>;
}

/** The items of one page; they are gone when the next page is asked for. */
export interface ItemPage<T> {
  /** The resources as they came; undefined where a filter is applied to them here. */
  readonly raw: JsonTexts | undefined;
  /** @param largest see ResourcePage. */
  items(largest?: number): Iterable<T>;
}

/** A list that is read as it is used, once: page by page, or item by item. */
export interface ResourceList<T> {
  readonly pages: AsyncIterable<ItemPage<T>>;
  readonly items: AsyncIterable<T>;
  /** How many there are in all, as far as the service has said; unknown where the filter is applied here. */
  total(): number | undefined;
  /** Whether there are more than were given; undefined where nothing that was read says it. */
  hasMore(): boolean | undefined;
  /**
   * Whether the whole list is read and the filter applied here, because only v1 describes one (SCIM §4.5).
   */
  readonly isFilteredHere: boolean;
  /** Whether a person was told so. */
  readonly isTold?: boolean;
  /** Whether the list, as far as it was read, was whole. */
  verdict(): ListVerdict;
}

/** How resources of one kind are read, and what a filter sees of them. */
export interface ResourceKind<T> {
  readonly path: '/Users' | '/Groups';
  readonly read: (resource: JsonObject) => T;
  readonly filterValuesOf: (item: T) => ValuesOf;
}

/**
 * Whether the service alone applies a filter: on v1, unless a probe has seen that it does not, or not all of
 * it.
 */
function isLeftToService<T>(
  filter: Filter,
  { path }: ResourceKind<T>,
  { dialect, learned }: ScimClient,
): boolean {
  if (dialect.version !== '1.1' || appliesFilters(learned, '1.1') === false) return false;
  if (path === '/Groups') return learned?.filtersGroups !== false;
  return learned?.filterOperators === undefined || usesOnly(filter, learned);
}

/** Returns a list whose items are those of its pages. */
export function listOfPages<T>(
  pages: () => AsyncGenerator<ItemPage<T>, void>,
  list: Omit<ResourceList<T>, 'pages' | 'items'>,
): ResourceList<T> {
  async function* items(): AsyncGenerator<T, void> {
    for await (const page of pages()) yield* page.items();
  }
  return { ...list, pages: { [Symbol.asyncIterator]: pages }, items: { [Symbol.asyncIterator]: items } };
}

/**
 * Lists resources (SCIM §4.1, §4.6). On v1 the filter is sent. On v2 it is applied to the whole list, or,
 * where a probe has seen that it works there, sent as well.
 */
export function listResources<T>(
  scim: ScimClient,
  kind: ResourceKind<T>,
  { filter, sortOrder, limit, members, isSettled }: ResourceQuery,
): ResourceList<T> {
  const isFilteredHere = filter !== undefined && !isLeftToService(filter, kind, scim);
  const isPushedDown = isFilteredHere && kind.path === '/Users' && mayBePushedDown(filter, scim.learned);
  const query: ListQuery = {
    path: kind.path,
    ...(filter === undefined || (isFilteredHere && !isPushedDown) ? {} : { filter: printFilter(filter) }),
    ...defined({ sortOrder, isSettled }),
    ...(limit === undefined || isFilteredHere ? {} : { limit }),
    // A filter that is applied here may look at anything.
    ...(members === undefined || isFilteredHere
      ? {}
      : { members: (member: string) => isMemberOf(members, member) }),
  };
  const stream = streamResources(scim, query);
  let isCut = false;
  function* matching(resources: Iterable<JsonObject>, atMost: number): Generator<T, void> {
    let given = 0;
    for (const resource of resources) {
      const item = kind.read(resource);
      if (isFilteredHere && !matchesFilter(filter, kind.filterValuesOf(item))) continue;
      if (given === atMost) {
        isCut = true;
        return;
      }
      yield item;
      given += 1;
    }
  }
  async function* pages(): AsyncGenerator<ItemPage<T>, void> {
    let left = isFilteredHere && limit !== undefined ? limit : Number.POSITIVE_INFINITY;
    for await (const { raw, parse } of stream) {
      if (!isFilteredHere) {
        yield { raw, items: (largest) => matching(parse(largest), left) };
        continue;
      }
      const found = [...matching(parse(), left)];
      yield { raw: undefined, items: () => found };
      left -= found.length;
      if (left === 0) return;
    }
  }
  return listOfPages(pages, {
    total: () => (isFilteredHere ? undefined : stream.total()),
    hasMore: () => (isCut ? true : stream.mayGoOn() ? undefined : false),
    isFilteredHere,
    verdict: stream.verdict,
  });
}
