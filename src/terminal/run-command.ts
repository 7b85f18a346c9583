import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import type { Streams } from './streams.ts';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** A running command that shares our streams. */
export interface RunningCommand {
  /**
   * Resolves with the exit status that a shell would report: the exit code, or 128 plus the number of the
   * signal that ended the command.
   */
  readonly ended: Promise<number>;
  /** Forwards a signal to the command. */
  pass(signal: NodeJS.Signals): void;
}

/** Starts a command. @throws Failure `usage` if it cannot be started */
export async function startCommand({ program, args }: Command, streams: Streams): Promise<RunningCommand> {
  const child = spawn(program, args, {
    stdio: [stdioFor(streams.stdin), stdioFor(streams.stdout), stdioFor(streams.stderr)],
  });
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      const why =
        systemErrorCode(error) === 'ENOENT' ? 'command not found' : (systemErrorCode(error) ?? error.message);
      reject(new Failure('usage', `cannot start ${program}: ${why}`, { cause: error }));
    });
  });
  if (child.stdin !== null) {
    // A command may end without reading its input, which is not an error in a shell either.
    child.stdin.on('error', () => {});
    streams.stdin.pipe(child.stdin);
  }
  child.stdout?.pipe(streams.stdout, { end: false });
  child.stderr?.pipe(streams.stderr, { end: false });
  return { ended, pass: (signal) => void child.kill(signal) };
}

/**
 * Returns the stdio setting for a child process: a stream with a file descriptor is inherited; a stream that
 * exists only in this process is piped.
 */
export function stdioFor(stream: Readable | Writable): 'pipe' | Readable | Writable {
  return 'fd' in stream && typeof stream.fd === 'number' ? stream : 'pipe';
}
