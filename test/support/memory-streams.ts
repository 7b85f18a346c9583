import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Streams } from '../../src/terminal/streams.ts';
import { defined } from '../../src/values/defined.ts';

/** Streams that keep what is written to them. */
export interface MemoryStreams extends Streams {
  readonly written: { stdout: string; stderr: string };
}

export interface MemoryStreamOptions {
  /** What is on stdin; empty when absent. */
  readonly stdin?: string | Uint8Array;
  /** Columns of a terminal on all three streams; pipes when absent. */
  readonly terminal?: number;
  /** Rows of the terminal; not known when absent. */
  readonly rows?: number;
  /** Is handed all that stdout was given so far. */
  readonly onStdout?: (written: string) => void;
  /** The same of stderr. */
  readonly onStderr?: (written: string) => void;
}

export function memoryStreams(options: MemoryStreamOptions): MemoryStreams {
  const written = { stdout: '', stderr: '' };
  const keep = (name: 'stdout' | 'stderr') => {
    const stream = new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
        done();
        if (name === 'stdout') options.onStdout?.(written.stdout);
        else options.onStderr?.(written.stderr);
      },
    });
    // Nobody can end the streams of a process.
    stream.end = () => stream;
    return stream;
  };
  const terminal =
    options.terminal === undefined
      ? {}
      : { isTTY: true, columns: options.terminal, ...defined({ rows: options.rows }) };
  const stdin =
    options.terminal === undefined
      ? Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)])
      : new PassThrough();
  return {
    written,
    stdin: Object.assign(stdin, terminal),
    stdout: Object.assign(keep('stdout'), terminal),
    stderr: Object.assign(asTerminal(keep('stderr')), terminal),
  };
}

/** What a spinner asks of a terminal. */
function asTerminal(stream: Writable): Writable {
  return Object.assign(stream, {
    cursorTo: (x: number) => cursorTo(stream, x),
    clearLine: (direction: -1 | 0 | 1) => clearLine(stream, direction),
    moveCursor: (x: number, y: number) => moveCursor(stream, x, y),
  });
}
