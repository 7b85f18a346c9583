import { comparisonsOf, type Filter, matchesFilter, type ValuesOf } from '../rules/filter.ts';
import { parseFilter } from '../rules/parse-filter.ts';
import { LIMITS } from '../spec/limits.ts';
import { ScimError } from './scim-error.ts';

/** A page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly totalResults: number;
  readonly startIndex: number;
}

/** Describes the resources of a list. */
export interface ListOf<T> {
  /** Returns all resources, or a subset that contains every match of the filter. */
  readonly resources: (filter: Filter | undefined) => Iterable<T>;
  readonly idOf: (resource: T) => string;
  /** Attributes that a filter may use, in lower case. */
  readonly filterAttributes: readonly string[];
  /** Returns the canonical name of an attribute in a filter. */
  readonly filterNameOf: (written: string) => string;
  /** Rewrites a filter before it is evaluated. */
  readonly meaning?: (filter: Filter) => Filter;
  readonly valuesOf: (resource: T) => ValuesOf;
}

/**
 * Returns the page that a query asks for; filters apply on both versions (SCIM §4.1, §4.5; assumptions
 * `filter-on-v2`, `count-over-limit`, `count-zero`, `list-order`).
 * @throws ScimError invalid_sort_order, invalid_query and the codes of a malformed filter
 */
export function listPage<T>(list: ListOf<T>, query: URLSearchParams): ListPage<T> {
  const filter = readFilter(query.get('filter'), list);
  const all = [...list.resources(filter)];
  const found =
    filter === undefined ? all : all.filter((resource) => matchesFilter(filter, list.valuesOf(resource)));
  const sorted = inOrder(found, query.get('sortOrder'), list.idOf);
  const startIndex = Math.max(1, readInteger(query, 'startIndex') ?? 1);
  const wanted = readInteger(query, 'count') ?? LIMITS.defaultPageSize;
  const count = Math.min(Math.max(0, wanted), LIMITS.largestPageSize);
  return {
    items: sorted.slice(startIndex - 1, startIndex - 1 + count),
    totalResults: found.length,
    startIndex,
  };
}

function readFilter<T>(text: string | null, list: ListOf<T>): Filter | undefined {
  if (text === null) return undefined;
  const parsed = parseFilter(text, list.filterAttributes, list.filterNameOf);
  if ('filter' in parsed) {
    // A NUL character is refused by the database of the service (assumption `failing-filters`).
    if (comparisonsOf(parsed.filter).some(({ value }) => value.includes('\0')))
      throw new ScimError('database_query_failure');
    return list.meaning?.(parsed.filter) ?? parsed.filter;
  }
  const { code } = parsed.problem;
  throw new ScimError(code, code === 'no_filters' ? { context: 'is_aggregate_call=1' } : {});
}

function inOrder<T>(resources: T[], sortOrder: string | null, idOf: (resource: T) => string): readonly T[] {
  if (sortOrder === null) return resources;
  if (sortOrder !== 'ascending' && sortOrder !== 'descending') throw new ScimError('invalid_sort_order');
  const direction = sortOrder === 'ascending' ? 1 : -1;
  return resources.sort((one, other) => (idOf(one) < idOf(other) ? -direction : direction));
}

function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw new ScimError('invalid_query', { context: `${name}=${text}` });
  return Number(text);
}
