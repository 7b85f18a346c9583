import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Streams } from '../../src/terminal/streams.ts';
import { defined } from '../../src/values/defined.ts';

/** Streams that keep everything written to them. */
export interface MemoryStreams extends Streams {
  readonly written: { stdout: string; stderr: string };
}

export interface MemoryStreamOptions {
  /** Content of stdin; empty if absent. */
  readonly stdin?: string | Uint8Array;
  /** Columns of a terminal on all three streams; pipes if absent. */
  readonly terminal?: number;
  /** Rows of the terminal; unknown if absent. */
  readonly rows?: number;
  /** Called with everything written to stdout so far. */
  readonly onStdout?: (written: string) => void;
  /** Called with everything written to stderr so far. */
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
    // The streams of a process cannot be ended.
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

/** Adds the methods of a terminal that a spinner calls. */
function asTerminal(stream: Writable): Writable {
  return Object.assign(stream, {
    cursorTo: (x: number) => cursorTo(stream, x),
    clearLine: (direction: -1 | 0 | 1) => clearLine(stream, direction),
    moveCursor: (x: number, y: number) => moveCursor(stream, x, y),
  });
}
