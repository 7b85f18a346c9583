import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Host } from '../../src/cli/host.ts';
import { run } from '../../src/cli/run.ts';
import type { StopSignal } from '../../src/failure/interrupted.ts';
import { atEndOfTest } from './end-of-test.ts';
import { type MemoryStreamOptions, type MemoryStreams, memoryStreams } from './memory-streams.ts';

/** Output and exit code of one command line. */
export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions extends MemoryStreamOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  /** Elapsed milliseconds; the real clock if absent. */
  readonly clock?: () => number;
  /** Waits; really if absent. */
  readonly sleep?: Host['sleep'];
  /** Replaces the network. */
  readonly network?: Host['network'];
  /** Returns numbers from 0 to 1; random if absent. */
  readonly random?: () => number;
  /**
   * Answers at a terminal: for each, the text to wait for, and the keys, or an action before they are typed.
   */
  readonly answers?: readonly Answer[];
  /** Called with a function that sends a signal to the run. */
  readonly onStart?: (deliver: (signal: StopSignal) => void) => void;
}

export type Answer = readonly [waitFor: string, keys: string | (() => Promise<string>)];

/** A separate machine: a home folder, with the program run in this process. */
export interface Machine {
  readonly home: string;
  /** Path of a file in the machine's working folder. */
  path(name: string): string;
  /** Runs a command line as a user types it; a word in single or double quotes is one word. */
  orgctl(line: string, options?: RunOptions): Promise<Ran>;
  /** Runs a command with these words unchanged. */
  words(words: readonly string[], options?: RunOptions): Promise<Ran>;
}

/** Creates a fresh machine, which is removed after the test. */
export function freshMachine(): Machine {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-test-'));
  atEndOfTest(() => rmSync(home, { recursive: true, force: true }));
  return machineAt(home);
}

/** The machine with this home folder and this build of the program. */
export function machineAt(home: string, program = run): Machine {
  return {
    home,
    path: (name) => join(home, name),
    orgctl: (line, options = {}) => runOn(program, home, wordsIn(line), options),
    words: (words, options = {}) => runOn(program, home, words, options),
  };
}

async function runOn(
  program: typeof run,
  home: string,
  argv: readonly string[],
  options: RunOptions,
): Promise<Ran> {
  const streams = memoryStreams(options);
  const stopTyping = typeAnswers(streams, options.answers ?? []);
  let listener: (signal: StopSignal) => void = () => {};
  const world: Host = {
    argv,
    env: { ORGCTL_HOME: home, ...options.env },
    streams,
    now: options.now ?? Date.now,
    clock: options.clock ?? (() => performance.now()),
    random: options.random ?? Math.random,
    ...(options.network === undefined ? {} : { network: options.network }),
    sleep:
      options.sleep ??
      (async (milliseconds, signal) => {
        await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
      }),
    onStopSignal: (listen) => {
      listener = listen;
      options.onStart?.((signal) => listener(signal));
      return () => {
        listener = () => {};
      };
    },
  };
  try {
    const exit = await program(world, () => {});
    return { exit, ...streams.written };
  } finally {
    stopTyping();
  }
}

/**
 * Types each answer when its text has appeared after the previous answer. @returns a function that stops this
 */
function typeAnswers(streams: MemoryStreams, answers: readonly Answer[]): () => void {
  if (answers.length === 0) return () => {};
  const left = [...answers];
  let readUpTo = 0;
  const timer = setInterval(() => {
    const [next] = left;
    if (next === undefined) return;
    const [waitFor, keys] = next;
    const at = streams.written.stderr.indexOf(waitFor, readUpTo);
    if (at < 0) return;
    readUpTo = at + waitFor.length;
    left.shift();
    const { stdin } = streams;
    const type = (text: string) => stdin instanceof PassThrough && stdin.write(text);
    if (typeof keys === 'string') type(keys);
    else void keys().then(type);
  }, 2);
  timer.unref();
  return () => clearInterval(timer);
}

/** Splits a line into words as a shell does, without its substitutions. */
export function wordsIn(line: string): readonly string[] {
  const words: string[] = [];
  for (const match of line.matchAll(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g)) {
    words.push(match[0].replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double));
  }
  return words;
}
