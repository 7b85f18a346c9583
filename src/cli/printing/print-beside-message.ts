import type { View } from '../../output/view.ts';
import type { Context } from '../context.ts';

/**
 * Prints the result of a command whose message says all of it, as after a call that the service answers only
 * with `ok`. A table has nothing to add to the message, so it is printed only if its columns are chosen.
 */
export async function printBesideMessage<Row>(context: Context, row: Row, view: View<Row>): Promise<void> {
  const printer = await context.printer();
  const { columns, query } = context.common;
  if (printer.format === 'table' && columns === undefined && query === undefined) return;
  await printer.one(row, view);
}
