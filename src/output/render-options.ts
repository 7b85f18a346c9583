import type { Palette } from './palette.ts';
import type { UnknownMember } from './unknown-members.ts';
import type { OutputFormat } from './view.ts';

export interface RenderOptions {
  readonly format: OutputFormat;
  /** Names of columns in the order wanted; the view's own when absent. */
  readonly columns?: readonly string[];
  readonly query?: string;
  readonly hasHeader: boolean;
  readonly palette: Palette;
  readonly width: number | undefined;
  /** Whether a terminal reads it: then nothing of a cell may reach it raw. */
  readonly isTerminal: boolean;
  /** Milliseconds since 1970; given where a person reads and wants to know how long ago something was. */
  readonly now?: number;
  /** Called with the members that a query names and no row has. */
  readonly onUnknown?: (members: readonly UnknownMember[]) => void;
  /** Called after the last row, with the number of rows. */
  readonly onRows?: (count: number) => void;
  readonly onHidden?: (names: readonly string[]) => void;
}

/** Rows as they come: a list that is read page by page is printed page by page. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** Rows in the pages in which they come. A page is gone when the next one is asked for. */
export type Pages<Row> = AsyncIterable<Iterable<Row>>;
