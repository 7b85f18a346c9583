import { type JsonTexts, renderTexts } from '../../output/json-texts.ts';
import type { Palette } from '../../output/palette.ts';
import { chosenColumns, renderList, renderLive, renderOne, renderPages } from '../../output/render.ts';
import type { Pages, RenderOptions, Rows } from '../../output/render-options.ts';
import { withSelectedJson } from '../../output/selected-json.ts';
import { withMembersOf } from '../../output/short-names.ts';
import { FORMAT_TRAITS, type ListView, type OutputFormat, type View } from '../../output/view.ts';
import type { Writer } from '../../terminal/streams.ts';
import { defined } from '../../values/defined.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Shutdown } from '../shutdown.ts';
import { countTexts, emptyListNote } from './empty-list-note.ts';
import { checkFlags, knownColumn } from './known-column.ts';
import { listNotes, mistypedMembers, type Rest } from './list-notes.ts';
import type { Messages } from './messages.ts';
import { type Paging, pagedWriter } from './paged-writer.ts';
import { untilStopped } from './until-stopped.ts';

/** Default maximum number of rows on a terminal. */
const ROWS_ON_A_TERMINAL = 100;

/** Text is collected up to this many characters before it is written. */
const WRITE_SIZE = 16 * 1024;

/** Prints results to stdout: a list, one object, or text. */
export interface Printer {
  readonly format: OutputFormat;
  /** Maximum number of results; undefined for all. */
  readonly limit: number | undefined;
  /** Width of the terminal in columns; undefined for a pipe. */
  readonly width: number | undefined;
  /** Prints rows; stops reading them if the output was closed. */
  list<Row>(rows: Rows<Row>, view: ListView<Row>, rest?: Rest): Promise<void>;
  /** Like `list`, for rows that come in pages. */
  pages<Row>(pages: Pages<Row>, view: ListView<Row>, rest?: Rest): Promise<void>;
  /** Returns the members of the resources that are needed to print a list; undefined if all are. */
  members<Row>(view: View<Row>): Promise<ReadonlySet<string> | undefined>;
  one<Row>(row: Row, view: View<Row>): Promise<void>;
  /**
   * Checks the output flags against a view before anything is sent.
   * @throws Failure `usage` for an unknown column or a malformed query
   */
  check<Row>(view: View<Row>): Promise<void>;
  /** Prints batches of rows as they arrive. */
  live<Row>(batches: AsyncIterable<readonly Row[]>, view: View<Row>): Promise<void>;
  text(text: string): Promise<void>;
  /** Prints results that already are JSON; absent if they must be parsed. */
  readonly texts:
    | (<Row>(parts: AsyncIterable<JsonTexts>, view: ListView<Row>, rest?: Rest) => Promise<void>)
    | undefined;
}

export interface PrinterOptions {
  readonly writer: Writer;
  readonly palette: Palette;
  readonly common: CommonOptions;
  readonly format: OutputFormat;
  readonly messages: Messages;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly shutdown: Shutdown;
  /** Pages long output; undefined if nothing is paged. */
  readonly paging: Paging | undefined;
}

export function createPrinter({
  writer,
  palette,
  common,
  format,
  messages,
  now,
  shutdown,
  paging,
}: PrinterOptions): Printer {
  const isForPerson = format === 'table' && writer.isTerminal && common.query === undefined;
  const limit = common.limit ?? (isForPerson ? ROWS_ON_A_TERMINAL : undefined);
  const below = listNotes(messages, isForPerson, common.columns !== undefined);
  const mistyped = mistypedMembers(messages, common.query);
  const nothing = emptyListNote(messages, { format, common, isTerminal: writer.isTerminal });
  const options = <Row>(view: View<Row>): RenderOptions => ({
    format,
    hasHeader: common.header,
    palette,
    width: writer.width,
    ...(writer.isTerminal ? { now: now() } : {}),
    isTerminal: writer.isTerminal,
    ...defined({ columns: common.columns?.map((name) => knownColumn(name, view)), query: common.query }),
    ...below.hooks(view),
    onUnknown: mistyped.note,
    onValue: nothing.onValue,
  });
  const selects = selectsJson(format, common);
  const shown = <Row>(view: View<Row>): View<Row> => (selects ? selected(view, options(view)) : view);
  const onScreens = screensOf(writer, paging);
  const write = (pieces: AsyncIterable<string>) =>
    onScreens((to) => writePieces(to, pieces, format === 'table'));
  const writeList = async <Row>(pieces: AsyncIterable<string>, view: View<Row>, rest?: Rest) => {
    const written = await write(pieces);
    await below.tell(rest);
    const isExplained = await mistyped.tell('list');
    if (!isExplained) await nothing.tell(written, view);
  };
  /**
   * Formats for programs are completed at a stop signal, so that the output can be parsed. A table is cut,
   * which the user can see.
   */
  const orderly = <Part>(parts: Rows<Part>): Rows<Part> =>
    format === 'table' || Symbol.iterator in parts ? parts : untilStopped(parts, shutdown);
  const textFormat = textFormatOf(format, writer);
  return {
    format,
    limit,
    width: writer.width,
    list: (rows, view, rest) => writeList(renderList(orderly(rows), shown(view), options(view)), view, rest),
    pages: (pages, view, rest) =>
      writeList(renderPages(orderly(pages), shown(view), options(view)), view, rest),
    members: (view) => membersOf(view, options(view), selects),
    one: async (row, view) => {
      const written = await write(renderOne(row, shown(view), options(view)));
      const isExplained = await mistyped.tell('one');
      if (!isExplained) await nothing.tell(written, {});
    },
    check: (view) => checkFlags(common, view),
    live: async (batches, view) => {
      // Relative times would become wrong while the output stays on the screen.
      const { now: _, ...still } = options(view);
      await writeEach(
        writer,
        tellingFirst(renderLive(batches, shown(view), still), () => below.tell()),
      );
    },
    text: (text) => onScreens((to) => to.write(text)),
    texts:
      textFormat === undefined || common.query !== undefined || selects
        ? undefined
        : async (parts, view, rest) => {
            const { counted, count } = countTexts(parts);
            const texts = renderTexts(untilStopped(counted, shutdown), textFormat);
            await onScreens((to) => writeEach(to, texts));
            await below.tell(rest);
            await nothing.tell(count(), view);
          },
  };
}

/** Returns the format if it prints JSON as received. On a terminal JSON is parsed and indented. */
function textFormatOf(
  format: OutputFormat,
  { isTerminal }: Pick<Writer, 'isTerminal'>,
): 'ndjson' | 'json' | undefined {
  return format === 'ndjson' || (format === 'json' && !isTerminal) ? format : undefined;
}

/** Whether `--columns` selects the members of JSON objects; with a query the objects have another shape. */
function selectsJson(format: OutputFormat, { columns, query }: CommonOptions): boolean {
  return FORMAT_TRAITS[format].holds === 'objects' && columns !== undefined && query === undefined;
}

function selected<Row>(view: View<Row>, { columns = [] }: RenderOptions): View<Row> {
  return withSelectedJson(view, columns);
}

async function membersOf<Row>(
  view: View<Row>,
  options: RenderOptions,
  selects: boolean,
): Promise<ReadonlySet<string> | undefined> {
  if (options.query !== undefined) {
    const { membersRead } = await import('../../output/query.ts');
    return withMembersOf(view, membersRead(options.query));
  }
  if (FORMAT_TRAITS[options.format].holds === 'objects' && !selects) return undefined;
  const columns = chosenColumns(view, options);
  if (columns.some(({ members }) => members === undefined)) return undefined;
  const own = selects ? columns.map(({ name }) => name) : [];
  return new Set([...own, ...columns.flatMap(({ members = [] }) => members)]);
}

/** Returns a function that shows output through the pager, if there is one. */
function screensOf(
  writer: Writer,
  paging: Paging | undefined,
): <Result>(show: (to: Writer) => Promise<Result>) => Promise<Result> {
  return async (show) => {
    const to = pagedWriter(writer, paging);
    try {
      return await show(to);
    } finally {
      await to.finish();
    }
  };
}

/** Writes pieces, including those before a failure. @returns the number of pieces that are not blank */
async function writePieces(
  writer: Writer,
  pieces: AsyncIterable<string>,
  isEachAtOnce: boolean,
): Promise<number> {
  let collected = '';
  let written = 0;
  const flush = async () => {
    const text = collected;
    collected = '';
    await writer.write(text);
  };
  try {
    for await (const piece of pieces) {
      collected += piece;
      if (piece.trim() !== '') written += 1;
      if (collected.length < WRITE_SIZE && !isEachAtOnce) continue;
      await flush();
      if (writer.isClosed()) return Number.POSITIVE_INFINITY;
    }
  } finally {
    await flush();
  }
  return written;
}

/** Calls `tell` after each piece: an endless list has no end at which to print notes. */
async function* tellingFirst<Piece>(
  pieces: AsyncIterable<Piece>,
  tell: () => Promise<void>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    yield piece;
    await tell();
  }
}

async function writeEach(writer: Writer, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  for await (const piece of pieces) {
    await writer.write(piece);
    if (writer.isClosed()) return;
  }
}
