import { csvLine } from '../../csv/csv-line.ts';
import { Failure } from '../../failure/failure.ts';
import { forTerminal } from '../../output/sanitize.ts';
import {
  incompleteList,
  type ListNoun,
  readComplete,
  type VerifiableList,
} from '../../scim/read-complete.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import { withOutput } from './with-output.ts';

export interface ExportOptions {
  /** A file; stdout if absent. */
  readonly out?: string | undefined;
  readonly force?: boolean | undefined;
  readonly rawCsv?: boolean | undefined;
}

/**
 * Refuses flags that would change the format of an export, which is a CSV that "bulk" can read.
 * @throws Failure `usage`
 */
export function refuseOtherFormats({ common }: Context, list: string): void {
  const { output, query } = common;
  const isOther = output !== undefined && output !== 'csv' && output !== 'table';
  if (!isOther && query === undefined) return;
  throw new Failure(
    'usage',
    `an export is always CSV; ${query === undefined ? `-o ${output}` : '--query'} is not supported`,
    {
      hint: `orgctl ${list}${query === undefined ? ` -o ${output}` : ` --query ${quoted(query)}`}`,
    },
  );
}

/** Whether to print names instead of IDs by default: only on a terminal. */
export function areNamesDefault({ host }: Context, { out }: ExportOptions): boolean {
  return out === undefined && host.streams.stdout.isTTY === true;
}

/** A list to export, which can be read again, and its rows. */
export interface Exported<List> {
  readonly noun: ListNoun;
  readonly open: () => List;
  readonly heading: readonly string[];
  readonly rows: (list: List) => AsyncIterable<readonly string[]>;
}

/**
 * Writes a list as CSV: to a file that is either complete or not written, or to stdout as a stream. For a
 * file, a list that is not whole is read again.
 * @returns the number of rows
 * @throws Failure `stale` if the list is not whole: `bulk plan --prune` would deactivate users missing from
 * an export
 */
export async function exportCsv<List extends VerifiableList>(
  context: Context,
  options: ExportOptions,
  exported: Exported<List>,
): Promise<number> {
  const { noun, open } = exported;
  const write = (list: List) => writeCsv(context, options, exported, list);
  if (options.out !== undefined) return readComplete(noun, open, write);
  const list = open();
  const count = await write(list);
  if (list.verdict().state !== 'whole')
    throw incompleteList(noun, list.verdict(), '', {
      hint: '--out FILE reads the list again and writes it only if it is complete',
    });
  return count;
}

async function writeCsv<List extends VerifiableList>(
  context: Context,
  { out, force, rawCsv }: ExportOptions,
  { heading, rows }: Exported<List>,
  list: List,
): Promise<number> {
  return withOutput(context, { file: out, force }, async (output) => {
    const shown = (cell: string) => (output.isTerminal ? forTerminal(cell) : cell);
    const line = (cells: readonly string[]) => csvLine(cells.map(shown), { isRaw: rawCsv === true });
    let count = 0;
    await output.write(line(heading));
    for await (const row of rows(list)) {
      count += 1;
      await output.write(line(row));
    }
    if (out !== undefined && list.verdict().state !== 'whole') output.abandon();
    return count;
  });
}
