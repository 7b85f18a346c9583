import type { Json } from '../spec/protocol-types.ts';
import type { Palette } from './palette.ts';

/** What a column shows of a row; nothing where it has no value. */
export type Cell = string | number | boolean | undefined;

/** One column of a table or a CSV, as data. */
export interface Column<Row> {
  /** What `--columns` calls it; the heading of a CSV. */
  readonly name: string;
  /** The heading of a table. */
  readonly heading: string;
  readonly value: (row: Row) => Cell;
  /** 1 stays longest when a terminal is narrow. Columns without a number are shown only when asked for. */
  readonly importance?: number;
  /** Says what another column says, too: shown only when it is asked for. */
  readonly isRedundant?: boolean;
  /** Cut, it would name nothing: it is whole or not there. */
  readonly isWhole?: boolean;
  /** A cell that does not fit goes on below itself, also where the column is not the last one. */
  readonly wraps?: boolean;
  /**
   * Says in words what the service's member of the same name says otherwise: JSON of chosen columns says it
   * in these words, too.
   */
  readonly isReworded?: boolean;
  /** It was asked for by name: it is cut to less before it leaves. */
  readonly isChosen?: boolean;
  readonly align?: 'right';
  /**
   * The members of the service's resource from which the value comes; `urn:` stands for every extension. All
   * of them when absent.
   */
  readonly members?: readonly string[];
  /** An RFC 3339 time: a table on a terminal says how long ago that is. */
  readonly isTime?: boolean;
  /** Says of a time in another column how long ago it is: shown by itself only where a person reads. */
  readonly isAge?: boolean;
  /** Color for a table; the text itself must carry the meaning. */
  readonly paint?: (text: string, row: Row, palette: Palette) => string;
}

/** How one kind of result is shown. */
export interface View<Row> {
  readonly columns: readonly Column<Row>[];
  /** What one row is, and what many are: for the count below a table, and for a list that has none. */
  readonly noun?: readonly [one: string, many: string];
  /**
   * Whether the command says in words how many there are. Without a noun it says so of an empty list, too.
   */
  readonly isSummarized?: boolean;
  /** The same as JSON, in the service's own names. */
  readonly json: (row: Row) => Json;
  /** The same, where one member of it may be too long to be made at once. */
  readonly longJson?: (row: Row) => LongJson;
}

/**
 * A view of rows that are listed. It says what they are, or the command says what they come to: an empty list
 * is never silent.
 */
export type ListView<Row> = View<Row> &
  ({ readonly noun: readonly [one: string, many: string] } | { readonly isSummarized: true });

/** An object with one member that is produced piece by piece. */
export interface LongJson {
  /** The object; the member is an empty array. */
  readonly rest: Json;
  readonly member: string;
  readonly parts: Iterable<readonly Json[]>;
}

/** What a format is like, where what is printed depends on it. */
interface FormatTraits {
  /** Whether a row is an object, or the cells of its columns. */
  readonly holds: 'objects' | 'cells';
  /** Whether programs parse it: what nobody parses is empty where a list is. */
  readonly isParsed: boolean;
  /** Whether headings stand above the first row; they are one piece of text, however many lines that is. */
  readonly hasHeading: boolean;
  /** The format of rows that come over time: one in which each row is whole by itself. */
  readonly live: string;
}

/** Every output format: a new one does not compile until it says what it is like. */
export const FORMAT_TRAITS = {
  table: { holds: 'cells', isParsed: false, hasHeading: false, live: 'table' },
  json: { holds: 'objects', isParsed: true, hasHeading: false, live: 'ndjson' },
  ndjson: { holds: 'objects', isParsed: true, hasHeading: false, live: 'ndjson' },
  csv: { holds: 'cells', isParsed: true, hasHeading: true, live: 'csv' },
  tsv: { holds: 'cells', isParsed: true, hasHeading: true, live: 'tsv' },
  yaml: { holds: 'objects', isParsed: true, hasHeading: false, live: 'yaml' },
  text: { holds: 'cells', isParsed: false, hasHeading: false, live: 'text' },
} as const satisfies Readonly<Record<string, FormatTraits>>;
export type OutputFormat = keyof typeof FORMAT_TRAITS;
export const OUTPUT_FORMATS = Object.keys(FORMAT_TRAITS).filter(isOutputFormat);

/**
 * Documents that some commands print instead: for a comment, for a CI system, for remarks beside the lines of
 * a file.
 */
export const DOCUMENT_FORMATS = ['md', 'junit', 'github'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Whether a word names a document. */
export function isDocumentFormat(word: string | undefined): word is DocumentFormat {
  return DOCUMENT_FORMATS.some((format) => format === word);
}

/** Whether a word names an output format. */
export function isOutputFormat(word: string | undefined): word is OutputFormat {
  return word !== undefined && Object.hasOwn(FORMAT_TRAITS, word);
}

/** Returns the text of a cell. */
export function cellText(cell: Cell): string {
  return cell === undefined ? '' : String(cell);
}
