import { spawn } from 'node:child_process';
import { systemErrorCode } from '../failure/failure.ts';
import { guardStreams } from './guard-streams.ts';
import { stdioFor } from './run-command.ts';
import { createWriter, type Streams, type Writer } from './streams.ts';

/** A program that shows text one screen at a time. */
export interface Pager {
  /** Closed as soon as the user quits the pager; later output is dropped. */
  readonly writer: Writer;
  /** Ends the text, and waits until the user quits. */
  finish(): Promise<void>;
}

/**
 * Default options of `less` if LESS is not set: quit if the text fits on one screen, show colors, leave the
 * text on the screen.
 */
const LESS = 'FRX';

/**
 * Starts a pager on the terminal of this process.
 * @param command a program and its flags, separated by spaces, such as `less -S`
 * @returns undefined if the program does not exist or is not executable
 */
export async function startPager(
  command: string,
  streams: Streams,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pager | undefined> {
  const [program = '', ...args] = command.split(/\s+/);
  const child = spawn(program, args, {
    stdio: ['pipe', stdioFor(streams.stdout), stdioFor(streams.stderr)],
    env: { LESS, LV: '-c', ...env },
  });
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const hasStarted = await new Promise<boolean>((resolve, reject) => {
    child.once('spawn', () => resolve(true));
    child.once('error', (error) => {
      if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'EACCES') resolve(false);
      else reject(error);
    });
  });
  const { stdin } = child;
  if (!hasStarted || stdin === null) return undefined;
  child.stdout?.pipe(streams.stdout, { end: false });
  child.stderr?.pipe(streams.stderr, { end: false });
  return {
    writer: createWriter(guardStreams({ ...streams, stdout: stdin }, env).stdout, 'stdout'),
    finish: async () => {
      stdin.end();
      await closed;
    },
  };
}
