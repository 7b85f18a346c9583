import {
  type ItemPage,
  listOfPages,
  type ResourceList,
  type ResourceQuery,
} from '../../scim/list-resources.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { matcherOf, type Where } from './read-where.ts';

/**
 * Lists the matches of an expression. On v1 the service filters what it can (SCIM §4.5), the rest is filtered
 * locally, and a note reports which.
 * @param open starts to read a list
 */
export async function listWhere<T>(
  context: Context,
  scim: ScimClient,
  where: Where<T>,
  { limit = Number.POSITIVE_INFINITY, sortOrder }: Pick<ResourceQuery, 'limit' | 'sortOrder'>,
  open: (query: ResourceQuery) => ResourceList<T>,
): Promise<ResourceList<T>> {
  const { messages } = context;
  const isV1 = scim.dialect.version === '1.1';
  const sent = isV1 ? where.sendable : undefined;
  const order = sortOrder === undefined ? {} : { sortOrder };
  if (sent !== undefined && where.isSendable)
    return open({ ...order, ...(Number.isFinite(limit) ? { limit } : {}), filter: sent });
  if (!isV1)
    await messages.note('--where: v2 has no filters, so the whole list is read and filtered locally');
  else if (sent === undefined)
    await messages.note(
      '--where: the service cannot filter by this, so the whole list is read and filtered locally',
    );
  else
    await messages.note('--where: the service filters part of the expression; the rest is filtered locally');
  const isMatch = await matcherOf(context, where);
  const list = open({ ...order, ...defined({ filter: sent }) });
  let isCut = false;
  async function* pages(): AsyncGenerator<ItemPage<T>, void> {
    let left = limit;
    for await (const page of list.pages) {
      const found: T[] = [];
      for (const item of page.items()) {
        if (!isMatch(item)) continue;
        if (found.length === left) {
          isCut = true;
          break;
        }
        found.push(item);
      }
      left -= found.length;
      yield { raw: undefined, items: () => found };
      if (left === 0) return;
    }
  }
  return listOfPages(pages, {
    total: () => undefined,
    hasMore: () => (isCut ? true : list.hasMore()),
    isFilteredHere: true,
    isTold: true,
    verdict: list.verdict,
  });
}
