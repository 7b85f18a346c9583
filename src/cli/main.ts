import { writeSync } from 'node:fs';
import { SIGNAL_EXITS, type StopSignal } from '../failure/interrupted.ts';
import { createWriter, terminalWidth, type Writer } from '../terminal/streams.ts';
import { layHelp } from './help-page.ts';
import { type Host, version } from './host.ts';
import { preparedHelp } from './prepared-help.ts';
import { sleepAtLeast } from './sleep-at-least.ts';

/** File descriptor of standard output. */
const STDOUT = 1;

/**
 * Runs the program in this process and sets its exit code.
 * @param helpFolder folder with the help pages prepared by the build; absent in the single-file executable
 */
export async function main(process: NodeJS.Process, helpFolder?: string): Promise<void> {
  const argv = process.argv.slice(2);
  // Often run by scripts, and needs nothing else.
  const isVersion = argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V');
  if (isVersion && (await tryPrint(process, `${version}\n`))) return;
  if (argv[0] === '__complete') {
    const { complete } = await import('./completion/complete.ts');
    // Completion cannot show an error.
    await tryPrint(process, complete(argv.slice(1), process.env));
    return;
  }
  if (helpFolder !== undefined && (await printedHelp(process, argv, helpFolder))) return;
  const { run } = await import('./run.ts');
  process.exitCode = await run(createHost(process, argv), (exit) => process.exit(exit));
  exitNow(process);
}

/**
 * Ends the process instead of letting it run out of work: V8 would first finish its compilations and free its
 * heap piece by piece. If a stream still has data to write, the process ends by itself.
 */
function exitNow({ stdout, stderr, exit, exitCode }: NodeJS.Process): void {
  if (stdout.writableLength === 0 && stderr.writableLength === 0) exit(exitCode);
}

/**
 * Writes a short text directly to standard output: loading the stream takes longer than the write. The stream
 * is used for what a pipe has no room for, or if the write fails.
 * @returns false if the text could not be written; the caller continues to `run`, which reports the failure
 */
async function tryPrint(process: NodeJS.Process, text: string): Promise<boolean> {
  let left = Buffer.from(text);
  try {
    while (left.length > 0) left = left.subarray(writeSync(STDOUT, left));
    return true;
  } catch {
    return tryWrite(createWriter(process.stdout, 'stdout'), left);
  }
}

function tryWrite(writer: Writer, content: string | Uint8Array): Promise<boolean> {
  return writer.write(content).then(
    () => true,
    () => false,
  );
}

/** Prints help that needs no parser. @returns whether the command line asked only for such help */
async function printedHelp(
  { stdout, env }: NodeJS.Process,
  argv: readonly string[],
  folder: string,
): Promise<boolean> {
  const page = preparedHelp(argv, folder);
  if (page === undefined) return false;
  const text = layHelp(page, { width: terminalWidth(stdout, env), isShort: argv.length === 0 });
  // A failed write is reported by `run`.
  return tryWrite(createWriter(stdout, 'stdout'), text);
}

function createHost(process: NodeJS.Process, argv: readonly string[]): Host {
  return {
    argv,
    env: process.env,
    streams: {
      // Created on first use: most commands never read standard input.
      get stdin() {
        return process.stdin;
      },
      stdout: process.stdout,
      stderr: process.stderr,
    },
    now: Date.now,
    clock: () => performance.now(),
    random: Math.random,
    sleep: sleepAtLeast,
    onStopSignal: (listener) => {
      const names = Object.keys(SIGNAL_EXITS) as StopSignal[];
      const handlers = names.map((name) => [name, () => listener(name)] as const);
      for (const [name, handler] of handlers) process.on(name, handler);
      return () => {
        for (const [name, handler] of handlers) process.off(name, handler);
      };
    },
  };
}
