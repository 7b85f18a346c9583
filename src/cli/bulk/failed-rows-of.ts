import { existsSync } from 'node:fs';
import { dialectForReread } from '../../bulk/input/dialect.ts';
import { digestOfBytes } from '../../bulk/input/hash-bytes.ts';
import { CHANGE_WORDS } from '../../bulk/plan/change.ts';
import { NO_LINE } from '../../bulk/plan/change-lines.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { failedRowsAsTyped, type Reasons, reasonsOf } from '../../bulk/report/failed-rows.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import { failedUndo } from '../../bulk/undo/failed-undo.ts';
import { csvLine } from '../../csv/csv-line.ts';
import { Failure } from '../../failure/failure.ts';
import { REJECT_HEADING } from '../../migration/move/reject.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { isInput, readBytes, readFileBytes } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { mustWriteRows } from './remove-earlier-rows.ts';

/** Whether the file of a plan still is the one that it was made from. */
export async function isSourceSame({ source: { file, digest } }: Plan): Promise<boolean> {
  return isInput(file) && (await digestOfBytes(readFileBytes(file))) === digest;
}

/** Returns the rows of the source of a plan whose changes failed, as text in pieces. */
export function failedRowsOf(
  { common, host }: Context,
  { source }: Plan,
  reasons: Reasons,
): AsyncGenerator<string> {
  const vendor = common.vendor ?? DEFAULT_VENDOR;
  const bytes = readBytes(source.file, host.streams.stdin);
  const typed = source.reading?.dialect;
  const dialect = dialectForReread(typed, source.written);
  return failedRowsAsTyped(bytes, source.file, vendor, reasons, { dialect, typed });
}

/** Returns the cells of a move's failed changes. */
export function failedMoves(
  { changes }: Plan,
  outcomes: ReadonlyMap<string, Outcome>,
): readonly (readonly string[])[] {
  return changes.flatMap(({ id, line, name, kind }) => {
    const outcome = outcomes.get(id);
    if (outcome?.state !== 'failed') return [];
    const { code, message } = outcome;
    return [[line === NO_LINE ? '' : String(line), name, '', CHANGE_WORDS[kind].verb, '', code, message]];
  });
}

/** Returns a move's failed changes as a CSV file. */
export function linesOfMoves(rows: readonly (readonly string[])[]): string {
  return [REJECT_HEADING, ...rows].map((cells) => csvLine(cells)).join('');
}

/**
 * Whether a file has exactly the rows that failed so far in a run: then the run wrote it, nobody corrected it
 * since, and the same run may replace it.
 */
export async function hasFailedRowsOf(
  context: Context,
  plan: Plan,
  outcomes: ReadonlyMap<string, Outcome>,
  path: string,
): Promise<boolean> {
  if (!existsSync(path)) return false;
  const text = await failedText(context, plan, outcomes);
  if (text === undefined) return false;
  try {
    return !(await mustWriteRows(path, false, text));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'usage') return false;
    throw error;
  }
}

async function failedText(
  context: Context,
  plan: Plan,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<(() => AsyncIterable<string> | Iterable<string>) | undefined> {
  if (plan.mode === 'undo') {
    const text = failedUndo(plan.changes, outcomes)?.text;
    return text === undefined ? undefined : () => [text];
  }
  if (plan.move !== undefined) return () => [linesOfMoves(failedMoves(plan, outcomes))];
  const reasons = reasonsOf(plan.changes, outcomes);
  return (await isSourceSame(plan)) ? () => failedRowsOf(context, plan, reasons) : undefined;
}
