import { Failure } from '../failure/failure.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { createBytePool } from './byte-pool.ts';
import { createPageCutter } from './cut-page.ts';
import { watchMovement } from './list-movement.ts';
import { type ListQuery, listPages, listRequest, type Page, pageOf, resourcesIn } from './list-pages.ts';
import { PageItems } from './page-items.ts';
import { type PagePart, readAhead } from './read-ahead.ts';
import type { ScimClient } from './scim-client.ts';

/** A page of a list whose resources may be looked at once, before the next page is asked for. */
export interface PassingPage extends Pick<Page, 'totalResults' | 'hasMoved'> {
  readonly items: Iterable<JsonObject>;
}

interface ReadPage extends PagePart {
  readonly body: Uint8Array;
  readonly items: PageItems | readonly JsonObject[];
}

/** Pages that are asked for before they are looked at: that takes longer than to receive the next one. */
const AHEAD = 4;

/**
 * Reads a list page by page like `listPages`, for who looks at each resource once and lets it go: in a fraction of the memory.
 * @throws Failure as every read
 */
export function listPassing(scim: ScimClient, query: ListQuery): AsyncGenerator<PassingPage, void> {
  return scim.read === undefined ? listPages(scim, query) : listItems(scim.read, query);
}

/** The same with what reads bytes. */
export async function* listItems(
  read: NonNullable<ScimClient['read']>,
  query: ListQuery,
): AsyncGenerator<PassingPage, void> {
  const cut = createPageCutter({ isPrinted: false });
  const movement = watchMovement();
  const pool = createBytePool();
  const limit = query.limit ?? Number.POSITIVE_INFINITY;
  const largest = LIMITS.largestPageSize;
  const readPage = async (startIndex: number, count: number, signal: AbortSignal): Promise<ReadPage> => {
    const answer = await read(listRequest(query, startIndex, count), signal, pool.take);
    const { body } = answer;
    const page = cut(body, count);
    if (page === undefined) return { body, ...pageOf(answer.parse(), query.path) };
    const items = new PageItems(page, () => resourcesIn(answer.parse(), query.path));
    return { body, items, places: page.count, totalResults: page.totalResults };
  };
  let before: readonly (Json | undefined)[] = [];
  for await (const { items, body, totalResults } of readAhead(readPage, { largest, limit, ahead: AHEAD })) {
    const first = items instanceof PageItems ? items.firstId() : items[0]?.['id'];
    // A service that does not know startIndex would be asked for ever.
    if (first !== undefined && first === before[0] && isSame(before, idsOf(items)))
      throw new Failure('unreachable', `${query.path}: the service gives the same page again and again`);
    movement.see(totalResults, typeof first === 'string' ? first : undefined, (id) =>
      idsOf(items).includes(id),
    );
    yield { items, totalResults, hasMoved: movement.hasMoved() };
    before = idsOf(items);
    pool.giveBack(body);
  }
}

function idsOf(items: ReadPage['items']): readonly (Json | undefined)[] {
  return items instanceof PageItems ? items.ids() : items.map(({ id }) => id);
}

function isSame(before: readonly (Json | undefined)[], now: readonly (Json | undefined)[]): boolean {
  return now.length === before.length && now.every((id, index) => id !== undefined && id === before[index]);
}
