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

/** What one command line printed, and how it ended. */
export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions extends MemoryStreamOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  /** Milliseconds that pass, from any moment on; in earnest when absent. */
  readonly clock?: () => number;
  /** Waits; in earnest when absent. */
  readonly sleep?: Host['sleep'];
  /** What stands for the network of the machine. */
  readonly network?: Host['network'];
  /** From 0 up to 1; by chance when absent. */
  readonly random?: () => number;
  /**
   * What a person types at a terminal: for each, the text that is waited for, and the keys, or what happens
   * before they are typed.
   */
  readonly answers?: readonly Answer[];
  /** Is handed a function that delivers a signal to the run. */
  readonly onStart?: (deliver: (signal: StopSignal) => void) => void;
}

export type Answer = readonly [waitFor: string, keys: string | (() => Promise<string>)];

/** A machine of its own: a home folder, and the program run in this process on it. */
export interface Machine {
  readonly home: string;
  /** Path of a file in the machine's working folder. */
  path(name: string): string;
  /** Runs a command line as a user types it; a word in single or double quotes is one word. */
  orgctl(line: string, options?: RunOptions): Promise<Ran>;
  /** Runs these words, whatever is in them. */
  words(words: readonly string[], options?: RunOptions): Promise<Ran>;
}

/** Makes a fresh machine; it is gone after the test. */
export function freshMachine(): Machine {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-test-'));
  atEndOfTest(() => rmSync(home, { recursive: true, force: true }));
  return machineAt(home);
}

/** The machine with this home folder, and the program or another build of it. */
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
 * Types each answer once the text that it waits for has appeared behind the one before. @returns what ends
 * that
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
