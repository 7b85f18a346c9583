import type { Palette } from './palette.ts';
import type { UnknownMember } from './unknown-members.ts';
import type { OutputFormat } from './view.ts';

export interface RenderOptions {
  readonly format: OutputFormat;
  /** Column names in the requested order; the columns of the view if absent. */
  readonly columns?: readonly string[];
  readonly query?: string;
  readonly hasHeader: boolean;
  readonly palette: Palette;
  readonly width: number | undefined;
  /** Whether the output goes to a terminal; then cells are escaped. */
  readonly isTerminal: boolean;
  /** Milliseconds since 1970. Present if a user reads the output and times are shown with their age. */
  readonly now?: number;
  /** Called with the member names of a query that no row has. */
  readonly onUnknown?: (members: readonly UnknownMember[]) => void;
  /** Called after the last row, with the number of rows. */
  readonly onRows?: (count: number) => void;
  readonly onHidden?: (names: readonly string[]) => void;
  /** Called if a query selects a single value, which is printed without a heading. */
  readonly onValue?: () => void;
}

/** Rows in the order of arrival. A list that is read page by page is printed page by page. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** Rows in pages. A page is only valid until the next one is requested. */
export type Pages<Row> = AsyncIterable<Iterable<Row>>;
