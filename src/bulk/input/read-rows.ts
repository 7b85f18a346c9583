import { parseCsvText } from '../../csv/parse-csv.ts';
import type { DamagedRecord } from '../../failure/damaged-record.ts';
import type { Issue } from '../../failure/issue.ts';
import { tooManyColumns } from './bounded-columns.ts';
import { decodeText } from './decode-text.ts';
import { type Dialect, dialectWords } from './dialect.ts';
import { EscapeWatch } from './escape-watch.ts';
import { foreignFormat } from './foreign-format.ts';
import { foreignLineEnds, foreignText } from './foreign-text.ts';
import type { Headings, InputRow } from './input-row.ts';
import { knownHeadings } from './known-headings.ts';
import { peekBytes } from './peek-bytes.ts';
import { formatOf, SAMPLE, sampleOf } from './sniff-format.ts';
import { type SniffedHeading, sniffHeading } from './sniff-heading.ts';
import { trimNextLines } from './trim-next-lines.ts';

/** A file of rows, its known syntax, and callbacks for what is detected. */
export interface ReadRowsOptions {
  readonly file: string;
  /** The vendor name in schema URNs. */
  readonly vendor: string;
  /** Called for every finding; a byte that is not text ends the reading. */
  readonly report: (issue: Issue) => void;
  /** Called with each set of headings before its first row; for a CSV also if it has no rows. */
  readonly onHeadings: (headings: Headings) => void;
  readonly dialect?: Dialect | undefined;
  /** Whether a text is a known heading. */
  readonly isKnown?: (name: string) => boolean;
  /** Called with a description of the detected syntax if it is unusual. */
  readonly onDialect?: (words: string) => void;
  /**
   * Called for damaged records with certain boundaries; without this callback they are reported like any
   * other damage.
   */
  readonly onDamaged?: ((record: DamagedRecord) => void) | undefined;
}

/**
 * The records of a file with their cells in Unicode form NFC: equal letters must be equal in keys, names and
 * lookups.
 */
export async function* readRows(
  bytes: AsyncIterable<Buffer>,
  options: ReadRowsOptions,
): AsyncGenerator<readonly InputRow[]> {
  for await (const batch of readRecords(bytes, options)) yield batch.map(toNfc);
}

/** Characters that NFC may change: none below the first combining mark (Unicode, NFC_Quick_Check). */
const MAY_COMPOSE = /[\u0300-\uffff]/;

function toNfc(row: InputRow): InputRow {
  if (!row.cells.some((cell) => MAY_COMPOSE.test(cell))) return row;
  const cells = row.cells.map((cell) => cell.normalize('NFC'));
  return cells.some((cell, index) => cell !== row.cells[index]) ? { ...row, cells } : row;
}

/**
 * Reads the records of a CSV, of NDJSON, of a JSON array of objects or of LDIF, as a stream.
 * @returns batches of rows in file order
 */
async function* readRecords(
  bytes: AsyncIterable<Buffer>,
  options: ReadRowsOptions,
): AsyncGenerator<readonly InputRow[]> {
  const { file, vendor, report, onHeadings } = options;
  const { dialect = {}, isKnown = knownHeadings(undefined), onDialect, onDamaged } = options;
  const begun = await peekBytes(bytes);
  const foreign = foreignFormat(begun.start, file);
  if (foreign !== undefined) return report(foreign);
  let encoding: string | undefined;
  let written: Parameters<typeof dialectWords>[0] = {};
  const reportDialect = () => {
    const words = dialectWords({ ...written, encoding });
    if (words !== undefined) onDialect?.(words);
  };
  // The encoding is detected at the first letter beyond ASCII, which may come late.
  const onEncoding = (name: string) => {
    encoding = name;
    reportDialect();
  };
  const texts = decodeText(begun.bytes, file, report, { encoding: dialect.encoding, onEncoding });
  const { sample, isWhole, all } = await sampleOf(texts);
  const format = formatOf(sample);
  // A delimiter or header row set by a flag implies a table.
  const isSaid = (dialect.delimiter ?? dialect.headerRow) !== undefined;
  const text =
    foreignLineEnds(sample, format, file) ??
    (isSaid ? undefined : foreignText(sample, isWhole, format, file, isKnown));
  if (text !== undefined) return report(text);
  if (format === 'csv') {
    const found = sniffHeading(sample, isWhole, file, dialect, isKnown);
    if ('code' in found) return report(found);
    written = unspecifiedDialect(found, dialect);
    reportDialect();
    const rows = csvRows(all, file, report, onHeadings, { ...found, onDamaged });
    // A delimiter set by a flag says that the cells are meant as they are.
    if (found.delimiter !== '\t' || dialect.delimiter !== undefined) return yield* rows;
    return yield* withEscapeReport(rows, file, report);
  }
  written = { format: FORMAT_WORDS[format] };
  reportDialect();
  const source = { texts: all, sample: sample.slice(0, SAMPLE), file, vendor, format };
  const onFound = (words: string) => {
    written = { format: `${FORMAT_WORDS[format]}; ${words}` };
    reportDialect();
  };
  yield* objectRows(source, report, onHeadings, { onDamaged, onFound });
}

/** Passes rows on, and reports escapes once all rows are read. */
async function* withEscapeReport(
  rows: AsyncIterable<readonly InputRow[]>,
  file: string,
  report: (issue: Issue) => void,
): AsyncGenerator<readonly InputRow[]> {
  const watch = new EscapeWatch(file);
  for await (const batch of rows) {
    for (const row of batch) watch.see(row);
    yield batch;
  }
  const found = watch.found();
  if (found !== undefined) report(found);
}

const FORMAT_WORDS = { ldif: 'LDIF', json: 'a JSON array', ndjson: undefined } as const;

/** The detected properties of a CSV that are unusual and not set by a flag. */
function unspecifiedDialect({ delimiter, headerLine, labelsLine }: SniffedHeading, dialect: Dialect) {
  const isSaid = dialect.delimiter !== undefined || delimiter === ',';
  return {
    delimiter: isSaid ? undefined : delimiter,
    headerLine: dialect.headerRow === undefined ? headerLine : undefined,
    labelsLine,
  };
}

/** A text in a format in which every row names its own cells. */
interface ObjectSource {
  readonly texts: AsyncIterable<string>;
  /** The start of the text; independent of how the text is split into pieces. */
  readonly sample: string;
  readonly file: string;
  readonly vendor: string;
  readonly format: 'ndjson' | 'json' | 'ldif';
}

interface ObjectListeners extends Pick<ReadRowsOptions, 'onDamaged'> {
  /** Called with a remark about the file. */
  readonly onFound: (words: string) => void;
}

async function* objectRows(
  source: ObjectSource,
  report: (issue: Issue) => void,
  onHeadings: (headings: Headings) => void,
  listeners: ObjectListeners,
): AsyncGenerator<readonly InputRow[]> {
  const seen = new Set<Headings>();
  const { onDamaged } = listeners;
  for await (const batch of await batchesOf(source, report, listeners)) {
    const rows = batch.filter((row) => isReadable(row, source.file, report, onDamaged));
    for (const { headings } of rows) {
      if (seen.has(headings)) continue;
      seen.add(headings);
      onHeadings(headings);
    }
    if (rows.length > 0) yield rows;
  }
}

/** Whether a row has at most the maximum number of columns; otherwise reports it. */
function isReadable(
  { line, cells, raw }: Pick<InputRow, 'line' | 'cells' | 'raw'>,
  file: string,
  report: (issue: Issue) => void,
  onDamaged: ReadRowsOptions['onDamaged'],
): boolean {
  const issue = tooManyColumns(cells.length, file, line);
  if (issue === undefined) return true;
  if (onDamaged === undefined) report(issue);
  else onDamaged({ line, raw, issue });
  return false;
}

/** Loads the parsers of rare formats only when needed. */
async function batchesOf(
  { texts, sample, file, vendor, format }: ObjectSource,
  report: (issue: Issue) => void,
  { onDamaged, onFound }: ObjectListeners,
): Promise<AsyncGenerator<readonly InputRow[]>> {
  if (format === 'ldif') {
    const { parseLdif } = await import('./parse-ldif.ts');
    return parseLdif(texts, file, { report, onDamaged, onOthers: onFound });
  }
  if (format === 'ndjson')
    return (await import('./parse-ndjson.ts')).parseNdjson(texts, file, vendor, report, onDamaged);
  const { parseJsonList } = await import('./parse-json-list.ts');
  const onCounted = () => onFound('line numbers are positions in the array');
  return parseJsonList(texts, { sample, file, vendor }, { report, onCounted, onDamaged });
}

/** Spreadsheets write rows of delimiters for cells that were cleared. */
const BLANK_ROW = /^[,;|\s\u0085"]*$/;

async function* csvRows(
  texts: AsyncIterable<string>,
  file: string,
  report: (issue: Issue) => void,
  onHeadings: (headings: Headings) => void,
  { delimiter, headerLine, labelsLine, onDamaged }: SniffedHeading & Pick<ReadRowsOptions, 'onDamaged'>,
): AsyncGenerator<readonly InputRow[]> {
  let headings: Headings | undefined;
  let waiting: DamagedRecord[] = [];
  const wait = onDamaged === undefined ? undefined : (record: DamagedRecord) => void waiting.push(record);
  /** A damaged record before the first row may be the header row. */
  const reportDamagedBefore = (start: number) => {
    for (const record of waiting) {
      if (record.line > start) onDamaged?.(record);
      else report(record.issue);
    }
    waiting = [];
  };
  for await (const batch of parseCsvText(texts, file, report, delimiter, wait)) {
    let records = batch;
    if (headings === undefined) {
      const start = batch.findIndex(({ line }) => line >= (headerLine ?? 0));
      const heading = batch[start];
      if (heading === undefined) continue;
      const issue = tooManyColumns(heading.cells.length, file, heading.line);
      if (issue !== undefined) return report(issue);
      const names = trimNextLines(heading.cells, heading.raw);
      headings = { names, line: heading.line, raw: heading.raw, format: 'csv', delimiter };
      onHeadings(headings);
      records = batch.slice(start + 1);
    }
    const shared = headings;
    const rows = records
      .filter(
        (row) => row.line !== labelsLine && !BLANK_ROW.test(row.raw) && isReadable(row, file, report, wait),
      )
      .map(({ line, cells, raw }) => ({ headings: shared, line, cells: trimNextLines(cells, raw), raw }));
    reportDamagedBefore(shared.line);
    if (rows.length > 0) yield rows;
  }
  reportDamagedBefore(headings?.line ?? Number.POSITIVE_INFINITY);
}
