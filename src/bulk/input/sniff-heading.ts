import type { CsvRow } from '../../csv/csv-row.ts';
import { DELIMITERS, delimiterWord } from '../../csv/delimiters.ts';
import { mixedSeparators, namedSeparator } from '../../csv/separator.ts';
import { RecordSplitter } from '../../csv/split-records.ts';
import type { Issue } from '../../failure/issue.ts';
import type { Dialect } from './dialect.ts';

/** Where the heading of a text is, and what separates its cells. */
export interface SniffedHeading {
  readonly delimiter: string;
  /** Undefined: the first record. */
  readonly headerLine: number | undefined;
  /** The line of a second heading under the first one, which says the same in other words; nobody's row. */
  readonly labelsLine: number | undefined;
}

/** Records that are looked at, and lines above a heading that may be titles. */
const MOST_RECORDS = 200;
const MOST_TITLES = 20;

/** How a text reads with one delimiter. */
interface Reading {
  readonly delimiter: string;
  readonly headerLine: number | undefined;
  readonly labelsLine: number | undefined;
  /** Cells of the heading that are known. */
  readonly known: number;
  readonly cells: number;
  /** Whether every row has as many cells as the heading. */
  readonly isUniform: boolean;
  /** Returns the finding about the first row that is separated by something else than the heading. */
  mixed(file: string): Issue | undefined;
}

/**
 * Finds what separates the cells of a text and where its heading is. Something else than commas in the first
 * line is taken only when it is certain: the heading names columns that are known, and every row has as many
 * cells.
 * @param sample the beginning of the text
 * @param isWhole whether the sample is all of it
 * @returns a finding where a person has to say it
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
  // A line without a delimiter is the same cell with each of them.
  const known = new Map<string, boolean>();
  const isKnownOnce = (name: string) => {
    const before = known.get(name) ?? isKnown(name);
    known.set(name, before);
    return before;
  };
  const readings = candidates.map((delimiter) =>
    readWith(delimiter, sample, isWhole, dialect.headerRow, isKnownOnce),
  );
  const most = Math.max(...readings.map(({ known }) => known));
  const best = readings.find(({ known }) => known === most) ?? readings[0];
  if (best === undefined) throw new Error('there is a delimiter to read with');
  if (given === undefined && best.delimiter !== ',' && !(best.cells > 1 && best.isUniform))
    return best.mixed(file) ?? uncertain(file, sample, best.delimiter);
  if (given === undefined && best.known === 0) {
    const other = onlyOther(sample);
    if (other !== undefined) return uncertain(file, sample, other);
  }
  return { delimiter: best.delimiter, headerLine: best.headerLine, labelsLine: best.labelsLine };
}

function readWith(
  delimiter: string,
  sample: string,
  isWhole: boolean,
  headerRow: number | undefined,
  isKnown: (name: string) => boolean,
): Reading {
  const records = recordsOf(sample, delimiter, isWhole);
  const rows = records.map(({ cells }) => cells);
  // Counted only for the records that are looked at: an unknown cell takes long to recognize as unknown, and
  // the heading is nearly always on top.
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
  return {
    delimiter,
    headerLine: headerRow ?? (index > 0 ? records[index]?.line : undefined),
    labelsLine:
      known >= LABELS && isLabels(rows[next], known, knownIn(next)) ? records[next]?.line : undefined,
    known,
    cells: heading.length,
    mixed: (file) => firstMixed(records.slice(next), { count: heading.length, delimiter }, file),
    isUniform: following.every((cells) => cells.length === heading.length),
  };
}

function firstMixed(
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

/** The line above the heading of a template. */
const VERSION = /^version:v\d/i;

/** This many known names are no coincidence. */
const LABELS = 3;

/**
 * Whether the record under a heading names columns as well: most of its cells do, and at least half as many
 * as in the heading.
 * @param inHeading known cells of the heading
 * @param inCells known cells of the record
 */
function isLabels(cells: readonly string[] = [], inHeading: number, inCells: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const isMost = inCells >= LABELS && inCells * 2 > filled.length && inCells * 2 > inHeading;
  return isMost && !filled.some((cell) => cell.includes('@') || /^\d+$/.test(cell.trim()));
}

/** Returns the number of known cells of a record, by its index. */
type KnownCells = (index: number) => number;

/** The first record, unless nothing in it is known and one of the next names columns and nobody. */
function headingIndex(rows: readonly (readonly string[])[], knownIn: KnownCells): number {
  if (knownIn(0) > 0) return 0;
  const index = rows.slice(0, MOST_TITLES).findIndex((_, place) => knownIn(place) > 0);
  const least = VERSION.test(rows[0]?.[0] ?? '') ? 1 : 2;
  const isHeading = knownIn(index) >= least && rows[index]?.some((cell) => cell.includes('@')) === false;
  return isHeading ? index : 0;
}

function recordsOf(sample: string, delimiter: string, isWhole: boolean): readonly CsvRow[] {
  const records: CsvRow[] = [];
  const splitter = new RecordSplitter(
    (record) => {
      const isNote = record.line === 1 && namedSeparator(record.raw) !== undefined;
      if (records.length < MOST_RECORDS && !isNote) records.push(record);
    },
    () => {},
    delimiter,
  );
  splitter.push(sample);
  if (isWhole) splitter.end();
  return records;
}

/** What else than a comma is in the first line, where there is no comma. */
function onlyOther(sample: string): string | undefined {
  const [first = ''] = sample.split(/[\r\n]/, 1);
  if (first.includes(',')) return undefined;
  return DELIMITERS.find(({ character }) => first.includes(character))?.character;
}

function uncertain(file: string, sample: string, delimiter: string): Issue {
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
