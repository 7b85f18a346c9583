import type { Json } from '../spec/protocol-types.ts';
import type { Palette } from './palette.ts';

/** The value of a column in a row; undefined if there is none. */
export type Cell = string | number | boolean | undefined;

/** A column of a table or a CSV, as data. */
export interface Column<Row> {
  /** Its name in `--columns` and in the CSV header. */
  readonly name: string;
  /** Its heading in a table. */
  readonly heading: string;
  readonly value: (row: Row) => Cell;
  /**
   * The value in a table or text, if people need another than programs: all lines, not only the first one.
   */
  readonly tableValue?: (row: Row) => Cell;
  /** 1 is dropped last on a narrow terminal. Columns without a number are shown only on request. */
  readonly importance?: number;
  /** Whether another column contains the same information; then it is shown only on request. */
  readonly isRedundant?: boolean;
  /** Whether the column is shown whole or not at all, because a truncated value identifies nothing. */
  readonly isWhole?: boolean;
  /** Whether a cell that does not fit is wrapped even if the column is not the last one. */
  readonly wraps?: boolean;
  /**
   * Whether the value differs from the member of the same name in the service's resource. JSON limited by
   * `--columns` then contains the value of the column.
   */
  readonly overridesMember?: boolean;
  /** Whether the user requested it by name; it may then be truncated further before it is dropped. */
  readonly isChosen?: boolean;
  readonly align?: 'right';
  /**
   * The members of the service's resource that the value is made from; `urn:` stands for every extension. All
   * members if absent.
   */
  readonly members?: readonly string[];
  /** Whether it is an RFC 3339 time; a table on a terminal shows its age. */
  readonly isTime?: boolean;
  /** Whether it is the age of a time in another column; by default shown only if a user reads the output. */
  readonly isAge?: boolean;
  /**
   * Who needs the column, if not everybody: people read "2.5 min" in a table, programs a number of seconds in
   * a CSV. Others see it only on request.
   */
  readonly readBy?: 'people' | 'programs';
  /** Color for a table; the text must be clear without it. */
  readonly paint?: (text: string, row: Row, palette: Palette) => string;
}

/** How results of one kind are shown. */
export interface View<Row> {
  readonly columns: readonly Column<Row>[];
  /** Singular and plural of a row, for the count below a table and for the note about an empty list. */
  readonly noun?: readonly [one: string, many: string];
  /** Whether the command reports the count itself. Without a noun it also reports an empty list. */
  readonly isSummarized?: boolean;
  /** The row as JSON, with the service's names. */
  readonly json: (row: Row) => Json;
  /** The same JSON in parts, if one of its members may be too long to build at once. */
  readonly longJson?: (row: Row) => LongJson;
}

/** A view for lists. It has a noun or the command prints a summary, so that an empty list is never silent. */
export type ListView<Row> = View<Row> &
  ({ readonly noun: readonly [one: string, many: string] } | { readonly isSummarized: true });

/** An object with one member that is produced in parts. */
export interface LongJson {
  /** The object, with an empty array as that member. */
  readonly rest: Json;
  readonly member: string;
  readonly parts: Iterable<readonly Json[]>;
}

/** Properties of a format that influence what is printed. */
interface FormatTraits {
  /** Whether a row is an object or the cells of its columns. */
  readonly holds: 'objects' | 'cells';
  /** Whether programs parse it. An empty list in another format gets a note, even in a pipe. */
  readonly isParsed: boolean;
  /** Whether a header row is written before the first row, as a separate piece of text. */
  readonly hasHeading: boolean;
  /** Whether an element is printed without knowing the others; the columns of a table depend on all. */
  readonly isPiecewise: boolean;
  /**
   * The format for rows that arrive over time, in which each row is complete by itself: its own name, if
   * several of its documents after one another are a valid document.
   */
  readonly live: string;
}

/** All output formats. The compiler requires the traits of a new one. */
export const FORMAT_TRAITS = {
  table: { holds: 'cells', isParsed: false, hasHeading: false, isPiecewise: false, live: 'table' },
  json: { holds: 'objects', isParsed: true, hasHeading: false, isPiecewise: true, live: 'ndjson' },
  ndjson: { holds: 'objects', isParsed: true, hasHeading: false, isPiecewise: true, live: 'ndjson' },
  csv: { holds: 'cells', isParsed: true, hasHeading: true, isPiecewise: false, live: 'csv' },
  tsv: { holds: 'cells', isParsed: true, hasHeading: true, isPiecewise: false, live: 'tsv' },
  yaml: { holds: 'objects', isParsed: true, hasHeading: false, isPiecewise: true, live: 'yaml' },
  text: { holds: 'cells', isParsed: false, hasHeading: false, isPiecewise: true, live: 'text' },
} as const satisfies Readonly<Record<string, FormatTraits>>;
export type OutputFormat = keyof typeof FORMAT_TRAITS;
FORMAT_TRAITS satisfies Readonly<Record<OutputFormat, { readonly live: OutputFormat }>>;
export const OUTPUT_FORMATS = Object.keys(FORMAT_TRAITS).filter(isOutputFormat);

/** Documents that some commands can print: for a comment, a CI system, or annotations of a file. */
export const DOCUMENT_FORMATS = ['md', 'junit', 'github'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Whether a word is the name of a document format. */
export function isDocumentFormat(word: string | undefined): word is DocumentFormat {
  return DOCUMENT_FORMATS.some((format) => format === word);
}

/** Whether a word is the name of an output format. */
export function isOutputFormat(word: string | undefined): word is OutputFormat {
  return word !== undefined && Object.hasOwn(FORMAT_TRAITS, word);
}

/** Returns the text of a cell. */
export function cellText(cell: Cell): string {
  return cell === undefined ? '' : String(cell);
}

/** Returns a column with the value that a table shows. */
export function asInTable<Row>(column: Column<Row>): Column<Row> {
  const { tableValue } = column;
  return tableValue === undefined ? column : { ...column, value: tableValue };
}

/** Returns the text of a column in a table; empty if there is no value. */
export function tableText<Row>(column: Column<Row>, row: Row): string {
  return cellText((column.tableValue ?? column.value)(row));
}
