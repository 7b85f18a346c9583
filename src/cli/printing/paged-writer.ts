import type { Pager } from '../../terminal/pager.ts';
import type { Writer } from '../../terminal/streams.ts';

/** How a text that is longer than the screen is shown. */
export interface Paging {
  /** Rows of the terminal. */
  readonly rows: number;
  /** Starts the pager; undefined when there is none. */
  readonly start: () => Promise<Pager | undefined>;
}

/** A writer that ends: then the person has seen all that is wanted. */
export interface PagedWriter extends Writer {
  finish(): Promise<void>;
}

/**
 * Holds what is written until it is longer than the screen, and then hands it to a pager; what fits is
 * written as it is.
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
      // The line of the prompt takes one.
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

/** Lines that a text takes on a screen. A piece without an end of line is part of one. */
function linesOf(text: string, width: number): number {
  const lines = text.split('\n').slice(0, -1);
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
}
