import type { JsonTexts } from '../output/json-texts.ts';
import { type Filter, matchesFilter, printFilter, type ValuesOf } from '../rules/filter.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { SortOrder } from '../spec/scim-endpoints.ts';
import { defined } from '../values/defined.ts';
import { appliesFilters } from './learned-traits.ts';
import type { ListVerdict } from './list-drift.ts';
import { canPushDown, usesKnownOperators } from './pushed-filter.ts';
import type { ScimClient } from './scim-client.ts';
import { type ListQuery, streamResources } from './stream-resources.ts';
import { isMemberOf } from './user-members.ts';

export interface ResourceQuery {
  readonly filter?: Filter;
  readonly sortOrder?: SortOrder;
  /** Maximum number of resources to return. */
  readonly limit?: number;
  /**
   * Whether to confirm the end with one more request if a short first page has as many resources as
   * `totalResults`.
   */
  readonly isSettled?: boolean;
  /** The members of a resource to parse; all if absent. */
  readonly members?: ReadonlySet<string>;
}

/** The items of one page. Valid only until the next page is requested. */
export interface ItemPage<T> {
  /** The resources as received; undefined if the filter is applied locally. */
  readonly raw: JsonTexts | undefined;
  /** @param largest see ResourcePage. */
  items(largest?: number): Iterable<T>;
}

/** A list that is read once, on demand: by page or by item. */
export interface ResourceList<T> {
  readonly pages: AsyncIterable<ItemPage<T>>;
  readonly items: AsyncIterable<T>;
  /** `totalResults`, if the service has reported it; undefined if the filter is applied locally. */
  total(): number | undefined;
  /** Whether there are more items than were returned; undefined if unknown. */
  hasMore(): boolean | undefined;
  /**
   * Whether the whole list is read and filtered locally, because filters are documented for v1 only (SCIM
   * §4.5).
   */
  readonly isFilteredHere: boolean;
  /** Whether to omit the note that the filter is applied locally. */
  readonly isTold?: boolean;
  /** The verdict on the part of the list that was read. */
  verdict(): ListVerdict;
}

/** How to read resources of one kind, and which values a filter compares. */
export interface ResourceKind<T> {
  readonly path: '/Users' | '/Groups';
  readonly read: (resource: JsonObject) => T;
  readonly filterValuesOf: (item: T) => ValuesOf;
}

/**
 * Whether the service alone applies the filter: on v1, unless a probe found that it does not apply it or not
 * all of it.
 */
function isFilteredByService<T>(
  filter: Filter,
  { path }: ResourceKind<T>,
  { dialect, learned }: ScimClient,
): boolean {
  if (dialect.version !== '1.1' || appliesFilters(learned, '1.1') === false) return false;
  if (path === '/Groups') return learned?.filtersGroups !== false;
  return learned?.filterOperators === undefined || usesKnownOperators(filter, learned);
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
 * Lists resources (SCIM §4.1, §4.6). On v1 the filter is sent. On v2 it is applied locally to the whole list,
 * and also sent if a probe found that it works there.
 */
export function listResources<T>(
  scim: ScimClient,
  kind: ResourceKind<T>,
  { filter, sortOrder, limit, members, isSettled }: ResourceQuery,
): ResourceList<T> {
  const isFilteredHere = filter !== undefined && !isFilteredByService(filter, kind, scim);
  const isPushedDown = isFilteredHere && kind.path === '/Users' && canPushDown(filter, scim.learned);
  const query: ListQuery = {
    path: kind.path,
    ...(filter === undefined || (isFilteredHere && !isPushedDown) ? {} : { filter: printFilter(filter) }),
    ...defined({ sortOrder, isSettled }),
    ...(limit === undefined || isFilteredHere ? {} : { limit }),
    // A filter that is applied locally may need any member.
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
    hasMore: () => (isCut ? true : stream.mayHaveMore() ? undefined : false),
    isFilteredHere,
    verdict: stream.verdict,
  });
}
