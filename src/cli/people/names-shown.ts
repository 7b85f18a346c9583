import type { View } from '../../output/view.ts';
import type { Context } from '../context.ts';
import { knownColumn } from '../printing/known-column.ts';

/** Formats in which every row is what the service sends, unless columns are chosen. */
const AS_SENT: ReadonlySet<string> = new Set(['json', 'ndjson', 'yaml']);

/**
 * Returns whether a list shows one of the columns in which users are called by name, so that the names have
 * to be read. A column says the same in every format; JSON without chosen columns has what the service sends,
 * and a query looks into that.
 */
export async function areNamesShown<Row>(
  context: Context,
  view: View<Row>,
  columns: readonly string[],
): Promise<boolean> {
  const { query, columns: chosen } = context.common;
  if (query !== undefined) return false;
  if (chosen !== undefined) return chosen.some((name) => columns.includes(knownColumn(name, view)));
  const { format } = await context.printer();
  return !AS_SENT.has(format);
}
