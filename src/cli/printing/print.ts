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
import { checkFlags, knownColumn } from './known-column.ts';
import type { Messages } from './messages.ts';
import { type Paging, pagedWriter } from './paged-writer.ts';
import { untilStopped } from './until-stopped.ts';
import { mistypedMembers, type Rest, wordsBelow } from './words-below.ts';
import { countTexts, wordsOfNothing } from './words-of-nothing.ts';

/** Rows that a terminal shows of a list when nothing else is said. */
const ROWS_ON_A_TERMINAL = 100;

/** Pieces of text are collected up to this many characters before they are written. */
const WRITE_SIZE = 16 * 1024;

/** Prints results to stdout: a list, one thing, or text. */
export interface Printer {
  readonly format: OutputFormat;
  /** How many results are wanted; undefined for all of them. */
  readonly limit: number | undefined;
  /** Columns of the terminal; undefined elsewhere. */
  readonly width: number | undefined;
  /** Stops asking for rows when nobody reads any more. */
  list<Row>(rows: Rows<Row>, view: ListView<Row>, rest?: Rest): Promise<void>;
  /** The same of rows that come in pages. */
  pages<Row>(pages: Pages<Row>, view: ListView<Row>, rest?: Rest): Promise<void>;
  /** Tells which members of the service's resources are looked at to print a list; undefined when all are. */
  members<Row>(view: View<Row>): Promise<ReadonlySet<string> | undefined>;
  one<Row>(row: Row, view: View<Row>): Promise<void>;
  /**
   * Checks what the flags ask of a view before anything is sent. @throws Failure `usage` for an unknown
   * column, or a wrong query
   */
  check<Row>(view: View<Row>): Promise<void>;
  /** Prints batches of rows as they come, each at once. */
  live<Row>(batches: AsyncIterable<readonly Row[]>, view: View<Row>): Promise<void>;
  text(text: string): Promise<void>;
  /** Prints results that are JSON already; absent where they have to be looked into. */
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
  /** For what is longer than the screen; undefined where nothing is paged. */
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
  const below = wordsBelow(messages, isForPerson, common.columns !== undefined);
  const mistyped = mistypedMembers(messages, common.query);
  const nothing = wordsOfNothing(messages, { format, common, isTerminal: writer.isTerminal });
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
  /** A program can read what was printed before a signal; a person sees that a table was cut. */
  const orderly = <Part>(parts: Rows<Part>): Rows<Part> =>
    format === 'table' || Symbol.iterator in parts ? parts : untilStopped(parts, shutdown);
  // A person reads JSON better when it is indented.
  const textFormat = format === 'ndjson' || (format === 'json' && !writer.isTerminal) ? format : undefined;
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
      // A time that has passed since would go on being wrong on the screen.
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

/** Whether `--columns` says which members objects have; a query gives them another shape. */
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

/** Returns what shows something, screen by screen where it is longer than one. */
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

/** Writes pieces, also those before a failure. @returns how many of them are not blank. */
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

/** A list that never ends has no below. */
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
