import type { Readable, Writable } from 'node:stream';
import { Failure, systemErrorCode } from '../failure/failure.ts';

/** The three standard streams of a process, or replacements in a test. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Writes text and waits until the stream accepts more. */
export interface Writer {
  readonly isTerminal: boolean;
  /** Terminal width in columns; undefined if the stream is not a terminal. */
  readonly width: number | undefined;
  /** Whether the reader has closed the stream (`| head`); later output is dropped. */
  isClosed(): boolean;
  /**
   * Writes text or bytes. A failed write to stderr is ignored. @throws Failure `storage` if a result cannot
   * be written, for example because the disk is full
   */
  write(content: string | Uint8Array): Promise<void>;
}

/** Used if the width of the terminal is unknown. */
const DEFAULT_WIDTH = 80;

/**
 * Returns the width of a terminal in columns: the width it reports, else the variable COLUMNS, else 80;
 * undefined if the stream is not a terminal. A serial line and some containers report 0 columns, which means
 * unknown.
 */
export function terminalWidth(
  { isTTY, columns = 0 }: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<Record<string, string | undefined>>,
): number | undefined {
  if (isTTY !== true) return undefined;
  if (columns > 0) return columns;
  const told = env['COLUMNS'] ?? '';
  return /^[1-9]\d{0,3}$/.test(told) ? Number(told) : DEFAULT_WIDTH;
}

/** The state of a stream: closed by its reader, or failed. */
interface StreamState {
  isClosed: boolean;
  failure: Error | undefined;
}

/**
 * One error listener per stream, however many commands of one process write to it (`orgctl tour` runs ten).
 */
const streamStates = new WeakMap<Writable, StreamState>();

function watch(stream: Writable): StreamState {
  const known = streamStates.get(stream);
  if (known !== undefined) return known;
  const fate: StreamState = { isClosed: false, failure: undefined };
  stream.on('error', (error: Error) => {
    if (systemErrorCode(error) === 'EPIPE' || systemErrorCode(error) === 'ERR_STREAM_DESTROYED')
      fate.isClosed = true;
    else fate.failure = error;
  });
  streamStates.set(stream, fate);
  return fate;
}

export function createWriter(stream: Streams['stdout'], name: 'stdout' | 'stderr'): Writer {
  const fate = watch(stream);
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    get width() {
      return terminalWidth(stream, {});
    },
    isClosed: () => fate.isClosed,
    async write(content) {
      if (content.length === 0 || fate.isClosed) return;
      await new Promise<void>((resolve) => {
        // The callback runs whether or not the write succeeded; the error event tells which.
        stream.write(content, () => resolve());
      });
      // A lost message does not change how the command ends: the result is on stdout and in the exit code.
      const failure = name === 'stderr' ? undefined : fate.failure;
      if (failure !== undefined) {
        const code = systemErrorCode(failure) ?? failure.message;
        throw new Failure('storage', `cannot write to ${name} (${code})`, { cause: failure });
      }
    },
  };
}

export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/**
 * Whether a stream shows color. In order of precedence: the flag, NO_COLOR, FORCE_COLOR, TERM=dumb, whether
 * it is a terminal.
 */
export function hasColor(
  choice: ColorChoice,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const { FORCE_COLOR: force } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return env['TERM'] !== 'dumb' && isTerminal;
}
