import type { StopSignal } from '../failure/interrupted.ts';
import type { Transport } from '../http/transport.ts';
import type { Streams } from '../terminal/streams.ts';
import type { Tape } from './recording/tape.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that a run takes from outside: a test hands in another one. */
export interface Host {
  /** The words behind the program's name. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly streams: Streams;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that never jump. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Moves a request over the network; over the network of this machine when absent. */
  readonly network?: Transport;
  /** Records what the command asks and receives, or replays it; absent in an ordinary run. */
  readonly tape?: Tape;
  /** Calls back for each signal that asks to stop, and tells how to stop listening. */
  readonly onStopSignal: (listener: (signal: StopSignal) => void) => () => void;
}

declare const ORGCTL_VERSION: string;

/** The version of this program, put in by the build. */
export const version: string = ORGCTL_VERSION;
