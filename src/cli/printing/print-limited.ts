import type { ListView } from '../../output/view.ts';
import type { Context } from '../context.ts';
import { truncationNote } from './truncation-note.ts';

/**
 * Prints a list as it is read, up to the limit, and notes if it was truncated: no list is truncated silently.
 * @param total returns the total, if the service reports it; one row more than the limit is read to find out
 * whether there are more
 */
export async function printLimited<Row>(
  context: Context,
  rows: AsyncIterable<Row>,
  view: ListView<Row>,
  total: () => number | undefined = () => undefined,
): Promise<void> {
  const printer = await context.printer();
  const limit = printer.limit ?? Number.POSITIVE_INFINITY;
  let shown = 0;
  let hasMore = false;
  const limited = async function* (): AsyncGenerator<Row> {
    for await (const row of rows) {
      if (shown === limit) {
        hasMore = true;
        return;
      }
      shown += 1;
      yield row;
    }
  };
  await printer.list(limited(), view, () =>
    hasMore ? truncationNote(shown, { total: total(), hasMore }, context.common) : undefined,
  );
}

/** Yields the items of an existing list. */
export async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
