import { csvLine } from '../../output/csv.ts';
import { isReasonHeading, PLACE_HEADING, REASON_HEADINGS } from '../input/columns.ts';
import type { InputRow } from '../input/input-row.ts';
import { readRows } from '../input/read-rows.ts';
import { type Change, NO_LINE } from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';

/** Why each line failed: code and message of its first failure. */
export type Reasons = ReadonlyMap<number, Reason>;

export interface Reason {
  readonly code: string;
  readonly message: string;
  /** Where the row stood; then all of them say so. */
  readonly place?: string;
}

/** Returns the lines whose changes failed, each with its reason; a change of several lines gives each of them. */
export function reasonsOf(changes: readonly Change[], outcomes: ReadonlyMap<string, Outcome>): Reasons {
  const reasons = new Map<number, { code: string; message: string }>();
  for (const change of changes) {
    const outcome = outcomes.get(change.id);
    if (outcome?.state !== 'failed') continue;
    const { code, message } = outcome;
    for (const line of linesOf(change))
      if (line !== NO_LINE && !reasons.has(line)) reasons.set(line, { code, message });
  }
  return reasons;
}

function linesOf(change: Change): readonly number[] {
  const isMembers = change.kind === 'addMembers' || change.kind === 'removeMembers';
  return isMembers ? change.members.map(({ line }) => line) : [change.line];
}

/**
 * Writes the rows of a file that failed, as they stand in it and with the reason behind: a CSV as CSV, NDJSON as NDJSON.
 * @returns pieces of text, in the order of the file.
 */
export async function* failedRows(
  bytes: AsyncIterable<Buffer>,
  file: string,
  vendor: string,
  reasons: Reasons,
): AsyncGenerator<string> {
  let hasHeading = false;
  const hasPlaces = [...reasons.values()].some(({ place }) => place !== undefined);
  const rows = readRows(
    bytes,
    file,
    vendor,
    () => {},
    () => {},
  );
  for await (const batch of rows) {
    for (const row of batch) {
      if (!hasHeading && row.headings.format === 'csv') yield headingLine(row.headings.names, hasPlaces);
      hasHeading = true;
      const reason = reasons.get(row.line);
      if (reason !== undefined) yield rowText(row, reason);
    }
  }
}

function headingLine(names: readonly string[], hasPlaces: boolean): string {
  const reasons = hasPlaces ? [PLACE_HEADING, ...REASON_HEADINGS] : REASON_HEADINGS;
  return csvLine([...names.filter((name) => !isReasonHeading(name)), ...reasons], { isRaw: true });
}

function rowText({ headings, cells, raw }: InputRow, { code, message, place }: Reason): string {
  if (headings.format === 'ndjson') {
    const [codeHeading, messageHeading] = REASON_HEADINGS;
    const where = place === undefined ? {} : { [PLACE_HEADING]: place };
    return `${JSON.stringify({ ...JSON.parse(raw), ...where, [codeHeading]: code, [messageHeading]: message })}\n`;
  }
  const kept = cells.filter((_, index) => !isReasonHeading(headings.names[index] ?? ''));
  // The cells are as they were, with the guards that they had.
  const where = place === undefined ? [] : [place];
  return `${csvLine([...kept, ...where, code], { isRaw: true }).slice(0, -1)},${csvLine([message])}`;
}
