import type { JsonObject } from '../spec/protocol-types.ts';
import type { WebErrorCode } from '../spec/webapi-error-codes.ts';
import { number, text, type WebCall } from './web-call.ts';
import { WebError } from './web-error.ts';

/**
 * A list paginated by the ID of the last item, so that no item is lost or repeated while others are added or
 * removed.
 */
export interface CursorList<T> {
  /** Prefix that distinguishes the cursors of this list from others. */
  readonly name: string;
  /** Returns the items after the one with this ID; all items if undefined. */
  readonly after: (id: string | undefined) => Iterable<T>;
  readonly idOf: (thing: T) => string;
  /** Whether an item of the list has or may have had this ID. */
  readonly isId: (id: string) => boolean;
  /** Code of the refusal of a cursor that does not belong to this list. */
  readonly badCursor: WebErrorCode;
}

/** Returns a page and the next cursor, which is empty on the last page (WEB §4.3, §4.4; OBSERVED §10). */
export function cursorPage<T>(
  call: WebCall,
  from: CursorList<T>,
): { readonly items: readonly T[]; readonly response_metadata: JsonObject } {
  const limit = number(call, 'limit');
  const items: T[] = [];
  let hasMore = false;
  for (const thing of from.after(readCursor(call, from))) {
    if (items.length === limit) {
      hasMore = true;
      break;
    }
    items.push(thing);
  }
  const last = items.at(-1);
  const next = hasMore && last !== undefined ? writeCursor(from.name, from.idOf(last)) : '';
  return { items, response_metadata: { next_cursor: next } };
}

function writeCursor(name: string, id: string): string {
  return Buffer.from(`${name}:${id}`).toString('base64');
}

function readCursor<T>(call: WebCall, { name, isId, badCursor }: CursorList<T>): string | undefined {
  const cursor = text(call, 'cursor') ?? '';
  if (cursor === '') return undefined;
  const words = Buffer.from(cursor, 'base64').toString('utf8');
  const id = words.startsWith(`${name}:`) ? words.slice(name.length + 1) : '';
  if (!isId(id) || writeCursor(name, id) !== cursor) throw new WebError(badCursor);
  return id;
}
