import type { Pager } from '../../terminal/pager.ts';
import type { Writer } from '../../terminal/streams.ts';

/** How text that is longer than the screen is shown. */
export interface Paging {
  /** Height of the terminal in rows. */
  readonly rows: number;
  /** Starts the pager; undefined if there is none. */
  readonly start: () => Promise<Pager | undefined>;
}

/** A writer to be finished; `finish` waits until the user has left the pager. */
export interface PagedWriter extends Writer {
  finish(): Promise<void>;
}

/**
 * Collects output until it is longer than the screen and then sends it to a pager; shorter output is written
 * directly.
 */
export function pagedWriter(writer: Writer, paging: Paging | undefined): PagedWriter {
  if (paging === undefined) return { ...plain(writer), finish: async () => {} };
  const { width = Number.POSITIVE_INFINITY } = writer;
  let held: (string | Uint8Array)[] = [];
  let lines = 0;
  let pager: Pager | undefined;
  let target: Writer | undefined;
  const release = async (to: Writer) => {
    target = to;
    const pieces = held;
    held = [];
    for (const piece of pieces) await to.write(piece);
  };
  return {
    isTerminal: writer.isTerminal,
    width: writer.width,
    isClosed: () => (target ?? writer).isClosed(),
    write: async (content) => {
      if (target !== undefined) return target.write(content);
      held.push(content);
      lines += linesOf(typeof content === 'string' ? content : Buffer.from(content).toString(), width);
      // The prompt takes one row.
      if (lines < paging.rows) return;
      pager = await paging.start();
      await release(pager?.writer ?? writer);
    },
    finish: async () => {
      if (target === undefined) await release(writer);
      await pager?.finish();
    },
  };
}

function plain(writer: Writer): Writer {
  return {
    isTerminal: writer.isTerminal,
    width: writer.width,
    isClosed: () => writer.isClosed(),
    write: (content) => writer.write(content),
  };
}

/** Rows that a text takes on the screen; text after the last line break is not counted yet. */
function linesOf(text: string, width: number): number {
  const lines = text.split('\n').slice(0, -1);
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
}
