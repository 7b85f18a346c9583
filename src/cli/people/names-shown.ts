import type { View } from '../../output/view.ts';
import type { Context } from '../context.ts';
import { knownColumn } from '../printing/known-column.ts';

/** Formats that print each row as the service sends it, unless columns are chosen. */
const AS_SENT: ReadonlySet<string> = new Set(['json', 'ndjson', 'yaml']);

/**
 * Whether a list prints one of the columns that show users by name, so that the names must be read. JSON
 * without chosen columns is what the service sends, and so is the input of a query; neither has names.
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
