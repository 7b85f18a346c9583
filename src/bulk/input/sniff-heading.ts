import type { CsvRow } from '../../csv/csv-row.ts';
import { DELIMITERS, delimiterWord } from '../../csv/delimiters.ts';
import { mixedSeparators, namedSeparator } from '../../csv/separator.ts';
import { RecordSplitter } from '../../csv/split-records.ts';
import type { Issue } from '../../failure/issue.ts';
import type { Dialect } from './dialect.ts';

/** The place of the header row of a text, and the delimiter. */
export interface SniffedHeading {
  readonly delimiter: string;
  /** Undefined if it is the first record. */
  readonly headerLine: number | undefined;
  /** The line of a second header row, which repeats the columns under other names and is not a row. */
  readonly labelsLine: number | undefined;
}

/** Maximum number of records examined, and of title lines above a header row. */
const MAX_RECORDS = 200;
const MAX_TITLES = 20;

/** The result of parsing a text with one delimiter. */
interface Reading {
  readonly delimiter: string;
  readonly headerLine: number | undefined;
  readonly labelsLine: number | undefined;
  /** Number of known cells of the header row. */
  readonly known: number;
  /** Whether the cells of the header row and the number of cells of the rows leave no doubt. */
  readonly isCertain: boolean;
  /** Returns the finding about the first row with another delimiter than the header row. */
  mixedDelimiterIssue(file: string): Issue | undefined;
}

/**
 * Detects the delimiter and the header row of a text. A delimiter other than the comma is accepted only if it
 * is certain: the header row has known columns, and every row has as many cells. With three known columns, or
 * known ones only, half of the rows are enough, and the others are findings.
 * @param sample the start of the text
 * @param isWhole whether the sample is the whole text
 * @returns a finding if the user must decide
 */
export function sniffHeading(
  sample: string,
  isWhole: boolean,
  file: string,
  dialect: Dialect,
  isKnown: (name: string) => boolean,
): SniffedHeading | Issue {
  const named = namedSeparator(sample);
  const given = dialect.delimiter ?? named;
  const candidates = given === undefined ? DELIMITERS.map(({ character }) => character) : [given];
  // A line without a delimiter is the same cell for all candidates.
  const known = new Map<string, boolean>();
  const isKnownCached = (name: string) => {
    const before = known.get(name) ?? isKnown(name);
    known.set(name, before);
    return before;
  };
  const readings = candidates.map((delimiter) =>
    readWithDelimiter(delimiter, sample, isWhole, dialect.headerRow, isKnownCached),
  );
  const most = Math.max(...readings.map(({ known }) => known));
  const best = readings.find(({ known }) => known === most) ?? readings[0];
  if (best === undefined) throw new Error('there is a delimiter to read with');
  if (given === undefined && best.delimiter !== ',' && !best.isCertain)
    return best.mixedDelimiterIssue(file) ?? uncertainDelimiterIssue(file, sample, best.delimiter);
  if (given === undefined && best.known === 0) {
    const other = otherDelimiterIn(sample);
    if (other !== undefined) return uncertainDelimiterIssue(file, sample, other);
  }
  return { delimiter: best.delimiter, headerLine: best.headerLine, labelsLine: best.labelsLine };
}

function readWithDelimiter(
  delimiter: string,
  sample: string,
  isWhole: boolean,
  headerRow: number | undefined,
  isKnown: (name: string) => boolean,
): Reading {
  const records = recordsOf(sample, delimiter, isWhole);
  const rows = records.map(({ cells }) => cells);
  // Evaluated only for the records that need it: unknown cells are the slowest to check, and the header row
  // is nearly always the first record.
  const knownIn: KnownCells = (index) =>
    rows[index]?.filter((cell) => cell.trim() !== '' && isKnown(cell)).length ?? 0;
  const index =
    headerRow === undefined
      ? headingIndex(rows, knownIn)
      : records.findIndex(({ line }) => line === headerRow);
  const top = Math.max(0, index);
  const known = knownIn(top);
  const heading = rows[top] ?? [];
  const next = top + 1;
  const following = rows.slice(next).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const fitting = following.filter((cells) => cells.length === heading.length).length;
  const isFamiliar = known >= Math.min(LABELS, heading.filter((cell) => cell.trim() !== '').length);
  const isHalf = fitting > 0 && fitting * 2 >= following.length;
  return {
    delimiter,
    headerLine: headerRow ?? (index > 0 ? records[index]?.line : undefined),
    labelsLine:
      known >= LABELS && isLabels(rows[next], known, knownIn(next)) ? records[next]?.line : undefined,
    known,
    isCertain: heading.length > 1 && (fitting === following.length || (isFamiliar && isHalf)),
    mixedDelimiterIssue: (file) =>
      findMixedDelimiter(records.slice(next), { count: heading.length, delimiter }, file),
  };
}

function findMixedDelimiter(
  records: readonly CsvRow[],
  heading: { readonly count: number; readonly delimiter: string },
  file: string,
): Issue | undefined {
  for (const record of records) {
    const mixed = mixedSeparators(record, heading, file);
    if (mixed !== undefined) return mixed;
  }
  return undefined;
}

/** The line above the header row of an import template. */
const VERSION = /^version:v\d/i;

/** This number of known names is not a coincidence. */
const LABELS = 3;

/**
 * Whether the record after a header row has column names, too: most of its cells, and more than half as many
 * as in the header row.
 * @param inHeading number of known cells of the header row
 * @param inCells number of known cells of the record
 */
function isLabels(cells: readonly string[] = [], inHeading: number, inCells: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const isMost = inCells >= LABELS && inCells * 2 > filled.length && inCells * 2 > inHeading;
  return isMost && !filled.some((cell) => cell.includes('@') || /^\d+$/.test(cell.trim()));
}

/** Returns the number of known cells of a record, by its index. */
type KnownCells = (index: number) => number;

/**
 * The first record, unless it has no known cell and one of the next records has column names and no email.
 */
function headingIndex(rows: readonly (readonly string[])[], knownIn: KnownCells): number {
  if (knownIn(0) > 0) return 0;
  const index = rows.slice(0, MAX_TITLES).findIndex((_, place) => knownIn(place) > 0);
  const least = VERSION.test(rows[0]?.[0] ?? '') ? 1 : 2;
  const isHeading = knownIn(index) >= least && rows[index]?.some((cell) => cell.includes('@')) === false;
  return isHeading ? index : 0;
}

function recordsOf(sample: string, delimiter: string, isWhole: boolean): readonly CsvRow[] {
  const records: CsvRow[] = [];
  const splitter = new RecordSplitter(
    (record) => {
      const isNote = record.line === 1 && namedSeparator(record.raw) !== undefined;
      if (records.length < MAX_RECORDS && !isNote) records.push(record);
    },
    () => {},
    delimiter,
  );
  splitter.push(sample);
  if (isWhole) splitter.end();
  return records;
}

/** The other delimiter in the first line, if it has no comma. */
function otherDelimiterIn(sample: string): string | undefined {
  const [first = ''] = sample.split(/[\r\n]/, 1);
  if (first.includes(',')) return undefined;
  return DELIMITERS.find(({ character }) => first.includes(character))?.character;
}

function uncertainDelimiterIssue(file: string, sample: string, delimiter: string): Issue {
  const [first = ''] = sample.split(/[\r\n]/, 1);
  const words = DELIMITERS.find(({ character }) => character === delimiter)?.words ?? '';
  return {
    code: 'wrong_separator',
    path: '',
    message: `the cells seem to be separated by ${words}`,
    expected: `commas, or --delimiter ${delimiterWord(delimiter)}`,
    at: { file, line: 1, column: [...first.slice(0, Math.max(0, first.indexOf(delimiter)))].length + 1 },
  };
}
