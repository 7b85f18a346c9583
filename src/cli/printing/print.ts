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
import type { Paging } from './paged-writer.ts';
import { untilStopped } from './until-stopped.ts';
import { screensOf, withNotesAfterEach, writeEach, writePieces } from './write-pieces.ts';

/** Default maximum number of rows on a terminal. */
const ROWS_ON_A_TERMINAL = 100;

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

export function createPrinter(options: PrinterOptions): Printer {
  return new StreamPrinter(options);
}

class StreamPrinter implements Printer {
  readonly format: OutputFormat;
  readonly limit: number | undefined;
  readonly width: number | undefined;
  readonly texts: Printer['texts'];
  private readonly options: PrinterOptions;
  private readonly notes: ResultNotes;
  /** Whether `--columns` selects members of JSON objects. */
  private readonly selects: boolean;
  private readonly onScreens: ReturnType<typeof screensOf>;

  constructor(options: PrinterOptions) {
    const { writer, common, format } = options;
    const isForPerson = format === 'table' && writer.isTerminal && common.query === undefined;
    this.options = options;
    this.format = format;
    this.limit = common.limit ?? (isForPerson ? ROWS_ON_A_TERMINAL : undefined);
    this.width = writer.width;
    this.notes = createResultNotes(options, isForPerson);
    this.selects = selectsJson(format, common);
    this.onScreens = screensOf(writer, options.paging);
    const textFormat = textFormatOf(format, writer);
    this.texts =
      textFormat === undefined || common.query !== undefined || this.selects
        ? undefined
        : (parts, view, rest) => this.asReceived(parts, textFormat, view, rest);
  }

  async list<Row>(rows: Rows<Row>, view: ListView<Row>, rest?: Rest): Promise<void> {
    await this.writeList(renderList(this.orderly(rows), ...this.shown(view)), view, rest);
  }

  async pages<Row>(pages: Pages<Row>, view: ListView<Row>, rest?: Rest): Promise<void> {
    await this.writeList(renderPages(this.orderly(pages), ...this.shown(view)), view, rest);
  }

  async members<Row>(view: View<Row>): Promise<ReadonlySet<string> | undefined> {
    return membersOf(view, this.renderOptions(view), this.selects);
  }

  async one<Row>(row: Row, view: View<Row>): Promise<void> {
    const written = await this.write(renderOne(row, ...this.shown(view)));
    const isExplained = await this.notes.mistyped.tell('one');
    if (!isExplained) await this.notes.nothing.print(written, {});
  }

  async check<Row>(view: View<Row>): Promise<void> {
    await checkFlags(this.options.common, view);
  }

  async live<Row>(batches: AsyncIterable<readonly Row[]>, view: View<Row>): Promise<void> {
    const [shown, options] = this.shown(view);
    // Relative times would become wrong while the output stays on the screen.
    const { now: _, ...still } = options;
    await writeEach(
      this.options.writer,
      withNotesAfterEach(renderLive(batches, shown, still), () => this.notes.below.tell()),
    );
  }

  async text(text: string): Promise<void> {
    await this.onScreens((to) => to.write(text));
  }

  private async asReceived<Row>(
    parts: AsyncIterable<JsonTexts>,
    format: 'ndjson' | 'json',
    view: ListView<Row>,
    rest?: Rest,
  ): Promise<void> {
    const { counted, count } = countTexts(parts);
    const texts = renderTexts(untilStopped(counted, this.options.shutdown), format);
    await this.onScreens((to) => writeEach(to, texts));
    await this.notes.below.tell(rest);
    await this.notes.nothing.print(count(), view);
  }

  private async writeList<Row>(pieces: AsyncIterable<string>, view: View<Row>, rest?: Rest): Promise<void> {
    const written = await this.write(pieces);
    await this.notes.below.tell(rest);
    const isExplained = await this.notes.mistyped.tell('list');
    if (!isExplained) await this.notes.nothing.print(written, view);
  }

  /** @returns the number of pieces that are not blank */
  private write(pieces: AsyncIterable<string>): Promise<number> {
    return this.onScreens((to) => writePieces(to, pieces, this.format === 'table'));
  }

  /**
   * Formats for programs are completed at a stop signal, so that the output can be parsed. A table is cut,
   * which the user can see.
   */
  private orderly<Part>(parts: Rows<Part>): Rows<Part> {
    return this.format === 'table' || Symbol.iterator in parts
      ? parts
      : untilStopped(parts, this.options.shutdown);
  }

  /** Returns the view as the flags select from it, and how to render it. */
  private shown<Row>(view: View<Row>): [View<Row>, RenderOptions] {
    const options = this.renderOptions(view);
    return [this.selects ? withSelectedJson(view, options.columns ?? []) : view, options];
  }

  private renderOptions<Row>(view: View<Row>): RenderOptions {
    const { format, common, palette, writer, now } = this.options;
    return {
      format,
      hasHeader: common.header,
      palette,
      width: writer.width,
      ...(writer.isTerminal ? { now: now() } : {}),
      isTerminal: writer.isTerminal,
      ...defined({ columns: common.columns?.map((name) => knownColumn(name, view)), query: common.query }),
      ...this.notes.below.hooks(view),
      onUnknown: this.notes.mistyped.note,
      onValue: this.notes.nothing.onValue,
    };
  }
}

/** The notes that may follow a result. */
interface ResultNotes {
  readonly below: ReturnType<typeof listNotes>;
  readonly mistyped: ReturnType<typeof mistypedMembers>;
  readonly nothing: ReturnType<typeof emptyListNote>;
}

function createResultNotes(
  { messages, common, format, writer }: PrinterOptions,
  isForPerson: boolean,
): ResultNotes {
  return {
    below: listNotes(messages, isForPerson, common.columns !== undefined),
    mistyped: mistypedMembers(messages, common.query),
    nothing: emptyListNote(messages, { format, common, isTerminal: writer.isTerminal }),
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
