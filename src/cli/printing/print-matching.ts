import type { Filter } from '../../rules/filter.ts';
import type { ResourceList, ResourceQuery } from '../../scim/list-resources.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { SortOrder } from '../../spec/scim-endpoints.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { Ending } from '../ending.ts';
import { refuseBoth, type Where } from '../identity/read-where.ts';
import { listWhere } from '../identity/where-list.ts';
import { type ListedKind, printedQuery, printResources } from './print-resources.ts';

/** The flags that select and sort the resources of a list command. */
export interface MatchFlags {
  readonly filter?: string | undefined;
  readonly where?: string | undefined;
  readonly sortOrder?: SortOrder | undefined;
}

/** How resources of one kind are read and printed. */
export interface MatchedKind<T> {
  readonly list: (scim: ScimClient, query: ResourceQuery) => ResourceList<T>;
  readonly readFilter: (text: string) => Filter;
  /** @param now milliseconds since 1970 */
  readonly readWhere: (text: string, now: number) => Where<T>;
  readonly listed: (context: Context) => Promise<ListedKind<T>> | ListedKind<T>;
}

/**
 * Prints the resources that match, filtered by the service or by orgctl.
 * @throws Failure `usage` if both filters are given, or for an expression that cannot be parsed
 */
export async function printMatching<T>(
  context: Context,
  { filter, where, sortOrder }: MatchFlags,
  matched: MatchedKind<T>,
): Promise<Ending | undefined> {
  refuseBoth(filter, where);
  const listed = await matched.listed(context);
  const printed = await printedQuery(context, listed);
  const { scim } = await context.connection();
  const order = defined({ sortOrder });
  if (where === undefined) {
    const sent = filter === undefined ? {} : { filter: matched.readFilter(filter) };
    return printResources(context, matched.list(scim, { ...printed, ...sent, ...order }), listed);
  }
  const query = { ...defined({ limit: printed.limit }), ...order };
  const found = await listWhere(context, scim, matched.readWhere(where, context.host.now()), query, (sent) =>
    matched.list(scim, sent),
  );
  return printResources(context, found, listed);
}
