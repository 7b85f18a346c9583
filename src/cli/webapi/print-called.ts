import type { View } from '../../output/view.ts';
import type { Context } from '../context.ts';

/**
 * Prints what a call has set if the service answers only `ok`. A table has nothing to add to the message of
 * the command, so it is printed only if its columns are chosen.
 */
export async function printCalled<Row>(context: Context, row: Row, view: View<Row>): Promise<void> {
  const printer = await context.printer();
  const { columns, query } = context.common;
  if (printer.format === 'table' && columns === undefined && query === undefined) return;
  await printer.one(row, view);
}
