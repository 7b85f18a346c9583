import { csvLine, guarded } from '../../csv/csv-line.ts';
import { DELIMITERS } from '../../csv/delimiters.ts';
import type { DamagedRecord } from '../../failure/damaged-record.ts';
import { readExactJson } from '../../json/exact-json.ts';
import { escapeJson, forTerminal } from '../../output/sanitize.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { PLACE_HEADING, REASON_HEADINGS, TEXT_HEADING } from '../../spec/own-headings.ts';
import { defined } from '../../values/defined.ts';
import { isReasonHeading } from '../input/columns.ts';
import { hasByteOrderMark, isUtf8Name } from '../input/decode-text.ts';
import type { Dialect } from '../input/dialect.ts';
import type { Headings, InputRow } from '../input/input-row.ts';
import { peekBytes } from '../input/peek-bytes.ts';
import { readRows } from '../input/read-rows.ts';
import type { Change } from '../plan/change.ts';
import { linesOf, NO_LINE } from '../plan/change-lines.ts';
import type { Outcome } from '../run/journal-record.ts';

/** The code and message of the first failure of each line. */
export type Reasons = ReadonlyMap<number, Reason>;

export interface Reason {
  readonly code: string;
  readonly message: string;
  /** The original place of the row; set for all rows or for none. */
  readonly place?: string;
}

/** Returns the failed lines, each with its reason; a change with several lines counts for each of them. */
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

/** The syntax of a file of rows, and the part of it that flags set. */
interface FileSyntax {
  readonly dialect: Dialect;
  readonly typed: Dialect | undefined;
}

/**
 * Writes failed rows like `failedRows`, so that the flags with which the file was read read them as well: the
 * header row is in the line that a flag names, a first line names a delimiter that is not detected, and a
 * byte order mark says UTF-8 if a flag names another encoding, or if the file has a mark.
 */
export async function* failedRowsAsTyped(
  bytes: AsyncIterable<Buffer>,
  file: string,
  vendor: string,
  reasons: Reasons,
  { dialect, typed = {} }: FileSyntax,
): AsyncGenerator<string> {
  const { start, bytes: all } = await peekBytes(bytes);
  const { encoding, headerRow = 1 } = typed;
  if (hasByteOrderMark(start) || (encoding !== undefined && !isUtf8Name(encoding))) yield BYTE_ORDER_MARK;
  const { delimiter } = dialect;
  const isFound = delimiter !== undefined && typed.delimiter === undefined;
  const isNamed = isFound && !DELIMITERS.some(({ character }) => character === delimiter);
  const above = isNamed ? [`sep=${delimiter}`] : [];
  yield [...above, ...Array<string>(Math.max(0, headerRow - 1 - above.length)).fill('')]
    .map((line) => `${line}\n`)
    .join('');
  yield* failedRows(all, file, vendor, reasons, dialect);
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Writes the failed rows of a file unchanged, each with its reason: a CSV as CSV with the same delimiter,
 * NDJSON as NDJSON, LDIF as LDIF.
 * @returns pieces of text, in file order
 */
export async function* failedRows(
  bytes: AsyncIterable<Buffer>,
  file: string,
  vendor: string,
  reasons: Reasons,
  dialect: Dialect,
): AsyncGenerator<string> {
  const hasPlaces = [...reasons.values()].some(({ place }) => place !== undefined);
  let damaged: DamagedRecord[] = [];
  let first: Headings | undefined;
  const onHeadings = (headings: Headings) => {
    first ??= headings;
  };
  let hasHeading = false;
  const rows = readRows(bytes, {
    file,
    vendor,
    report: () => {},
    onHeadings,
    dialect,
    onDamaged: (record) => damaged.push(record),
  });
  for await (const batch of withFinalItem(rows, [])) {
    if (!hasHeading && first?.format === 'csv') yield headingLine(first, hasPlaces);
    hasHeading = true;
    const texts = [
      ...batch.map((row) => ({ line: row.line, textWith: (reason: Reason) => rowText(row, reason) })),
      ...damaged.map(({ line, raw }) => ({
        line,
        textWith: (reason: Reason) => damagedText(raw, reason, first),
      })),
    ].sort((one, other) => one.line - other.line);
    damaged = [];
    for (const { line, textWith } of texts) {
      const reason = reasons.get(line);
      if (reason !== undefined) yield textWith(reason);
    }
  }
}

/** Yields a final value: records damaged after the last row are reported only at the end. */
async function* withFinalItem<T>(all: AsyncIterable<T>, last: T): AsyncGenerator<T> {
  yield* all;
  yield last;
}

function headingLine(headings: Headings, hasPlaces: boolean): string {
  const reasons = hasPlaces ? [PLACE_HEADING, ...REASON_HEADINGS] : REASON_HEADINGS;
  const own = headings.names.filter((name) => !isReasonHeading(name));
  return csvLine([...own, ...reasons], { isRaw: true, ...defined({ delimiter: headings.delimiter }) });
}

function rowText({ headings, cells, raw }: InputRow, reason: Reason): string {
  const { names, format } = headings;
  if (format === 'ndjson') {
    // A number that JSON parsing would round is kept as text.
    const read = readExactJson(raw);
    const object = 'value' in read && isJsonObject(read.value) ? read.value : {};
    return `${escapeJson(JSON.stringify({ ...object, ...reasonMembers(reason) }))}\n`;
  }
  if (format === 'ldif') return entryText(raw, reason);
  return cells.length === names.length
    ? csvText(cells, headings, reason)
    : damagedText(raw, reason, headings);
}

/** The text of a record that cannot be split is put into the first cell, where it is not a valid value. */
function damagedText(raw: string, reason: Reason, headings: Headings | undefined): string {
  if (headings?.format === 'ldif') return entryText(raw, reason);
  if (headings?.format !== 'csv')
    return `${escapeJson(JSON.stringify({ [TEXT_HEADING]: raw, ...reasonMembers(reason) }))}\n`;
  return csvText([raw, ...headings.names.slice(1).map(() => '')], headings, reason);
}

function csvText(cells: readonly string[], { names, delimiter }: Headings, reason: Reason): string {
  const kept = cells.filter((_, index) => !isReasonHeading(names[index] ?? ''));
  // The cells are unchanged, including their formula guards. The reason may quote a service and the place may
  // contain a file name: both are guarded.
  const own = Object.values(reasonMembers(reason)).map((text) => forTerminal(guarded(text)));
  return csvLine([...kept, ...own], { isRaw: true, ...defined({ delimiter }) });
}

function reasonMembers({ code, message, place }: Reason): Readonly<Record<string, string>> {
  const [codeHeading, messageHeading] = REASON_HEADINGS;
  const where = place === undefined ? {} : { [PLACE_HEADING]: place };
  return { ...where, [codeHeading]: code, [messageHeading]: message };
}

/** The reason of an LDIF entry is in comments. */
function entryText(raw: string, reason: Reason): string {
  const comments = Object.entries(reasonMembers(reason)).map(
    ([name, text]) => `# ${name}: ${forTerminal(text.replace(/\s+/g, ' '))}\n`,
  );
  return `${comments.join('')}${raw}\n\n`;
}
