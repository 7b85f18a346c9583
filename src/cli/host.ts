import type { StopSignal } from '../failure/interrupted.ts';
import type { Transport } from '../http/transport.ts';
import type { Streams } from '../terminal/streams.ts';
import type { Tape } from './recording/tape.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that a run takes from its environment; tests pass a substitute. */
export interface Host {
  /** The arguments after the program name. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly streams: Streams;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Monotonic time in milliseconds. */
  readonly clock: () => number;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Sends requests; if absent, the network of this machine is used. */
  readonly network?: Transport;
  /** Records the requests and answers of the command, or replays them; absent in an ordinary run. */
  readonly tape?: Tape;
  /** Registers a listener for stop signals. @returns a function that removes it */
  readonly onStopSignal: (listener: (signal: StopSignal) => void) => () => void;
}

declare const ORGCTL_VERSION: string;

/** The version of this program, inserted by the build. */
export const version: string = ORGCTL_VERSION;
