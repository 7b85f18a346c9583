import { csvLine } from '../../output/csv.ts';
import { forTerminal } from '../../output/sanitise.ts';
import type { Context } from '../context.ts';
import { openOutput } from './open-output.ts';

export interface ExportOptions {
  /** A file; stdout when absent. */
  readonly out?: string | undefined;
  readonly force?: boolean | undefined;
  readonly rawCsv?: boolean | undefined;
}

/**
 * Writes a CSV as its rows come: to a file that is complete or not there, or to stdout.
 * @returns the number of rows.
 */
export async function exportCsv(
  context: Context,
  { out, force, rawCsv }: ExportOptions,
  heading: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): Promise<number> {
  const output = await openOutput(context, out, force === true);
  const shown = (cell: string) => (output.isTerminal ? forTerminal(cell) : cell);
  const line = (cells: readonly string[]) => csvLine(cells.map(shown), { isRaw: rawCsv === true });
  let count = 0;
  await output.write(line(heading));
  for await (const row of rows) {
    count += 1;
    await output.write(line(row));
  }
  await output.finish();
  return count;
}
